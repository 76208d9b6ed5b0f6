import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Limiter } from './limiter';
import { RecentSends } from './recentSends';
import type { ValueOrProblem } from '../texts';
import { readBaseUrl } from '../values/baseUrl';

/** What all runs in this process share that use the same address and API keys. */
export class Account {
	readonly limiter = new Limiter();

	readonly recentSends = new RecentSends();

	/** The token to use; '' where there is none. */
	token = '';

	/** The tokens of late, the newest first: the service may repeat any of them. */
	tokens: readonly string[] = [];

	/** The exchange under way; it never rejects. */
	exchange?: Promise<ValueOrProblem<string>>;

	/** Resolves when the request that has got a new token leaves with it, or ends. */
	renewal?: Promise<void>;

	/** The last call for the entries that n8n's workers share: they are made one after the other. */
	lastClaim: Promise<unknown> = Promise.resolve();

	private exchangedAt = -Infinity;

	/** An exchanged token that n8n has yet to write to its store. */
	private unstored = '';

	/** Whether the token was exchanged here half a minute ago at most: n8n may still give an older one, or none. */
	get isFresh(): boolean {
		return this.token !== '' && Date.now() - this.exchangedAt <= 30_000;
	}

	/** A request is about to get a new token. @returns to be called when it leaves, and when it has ended */
	beginRenewal(): () => void {
		let end = (): void => undefined;
		const renewal = new Promise<void>((resolve) => (end = resolve));
		this.renewal = renewal;
		return () => {
			if (this.renewal === renewal) this.renewal = undefined;
			end();
		};
	}

	/** An exchange brought this token. */
	renew(token: string): void {
		this.use(token);
		this.exchangedAt = Date.now();
		this.unstored = token;
	}

	/** The token as n8n's store is taken to have it: '' for the first who asks with a new one, to have it stored. */
	takeStored(token: string): string {
		if (token !== this.unstored) return token;
		this.unstored = '';
		return '';
	}

	/** Takes note of a token that another process stored. None means that somebody saved the credential anew. */
	noteStored(stored: unknown): void {
		if (stored === '' && !this.isFresh) this.token = '';
		// One that is known is older: the store gives it for a moment after its renewal.
		else if (typeof stored === 'string' && stored && !this.tokens.includes(stored))
			this.use(stored);
	}

	private use(token: string): void {
		this.token = token;
		this.tokens = [token, ...this.tokens].slice(0, 10);
	}
}

const accounts = new Map<string, Account>();

/** The account that these credentials belong to. What idle accounts remember of their sends is let go. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	for (const each of accounts.values()) each.recentSends.forget();
	const { baseUrl, clientId, clientSecret } = credentials;
	const keys = [clientId, clientSecret].map((value) => String(value ?? '').trim());
	const identity = JSON.stringify([readBaseUrl(baseUrl, true).value ?? baseUrl, ...keys]);
	// A digest, so that no secret lives on as a key.
	const key = createHash('sha256').update(identity).digest('hex');
	const account = accounts.get(key) ?? new Account();
	accounts.set(key, account);
	return account;
}
