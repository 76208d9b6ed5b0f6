import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Bounds } from './bounds';
import { Breaker } from './breaker';
import { Limiter } from './limiter';
import { Redaction } from './redaction';
import { tokenIn } from './storedToken';
import type { ValueOrProblem } from '../texts';
import { readBaseUrl } from '../values/baseUrl';
import { getOrInsert } from '../values/collections';

/** State of one base URL with one pair of API keys, shared by all runs of this process that use them. */
export class Account {
	readonly limiter = new Limiter();
	readonly breaker = new Breaker();
	readonly bounds = new Bounds();
	/** Caches that other modules keep for this account. Every call of `accountOf` has them evict old entries. */
	readonly memories = new Set<{ forget(): void }>();

	/**
	 * Whether the service's list is known to show messages in a form that later runs recognize. 'asked' while a run
	 * checks.
	 */
	listing: 'unproven' | 'asked' | 'proven' = 'unproven';

	/** The token to use; undefined if there is none or it was rejected. */
	token?: string;
	/** Whether n8n has stored the token. If not, the next request has n8n store it. */
	isStored = true;

	/** The token exchange in progress, if any. It never rejects. */
	exchange?: Promise<ValueOrProblem<string>>;

	/** Redacts the client secret and the latest tokens, and in texts the client ID too. */
	redaction: Redaction;

	/** The latest tokens, newest first. All are redacted: the service may repeat any of them. */
	private tokens: string[] = [];
	private exchangedAt?: number;

	/** The completed base URL, or the problem with it, with secrets redacted. */
	readonly address: ValueOrProblem<string>;

	constructor(
		address: ValueOrProblem<string>,
		readonly clientId: string,
		readonly clientSecret: string,
	) {
		this.redaction = new Redaction([clientSecret], [clientId]);
		const { problem } = address;
		this.address = problem ? { problem: this.redaction.problem(problem) } : address;
	}

	/** The account's identity, as far as n8n can know it: a new client secret belongs to the same account. */
	get owner(): [address: string, clientId: string] {
		return [this.address.value ?? '', this.clientId];
	}

	/** Whether this is the account's token, and this process exchanged it at most 30 seconds ago. */
	isFresh(token: string): boolean {
		return this.ageOf(token) <= 30_000;
	}

	/** Returns milliseconds since this process exchanged the token; Infinity if it didn't, or it isn't the account's. */
	ageOf(token: string): number {
		if (token !== this.token || this.exchangedAt === undefined) return Infinity;
		// The machine's clock may be set back.
		return Math.abs(Date.now() - this.exchangedAt);
	}

	/** Drops the token after the service has rejected it, unless there is another one already. */
	reject(token: string): void {
		if (this.token === token) this.token = undefined;
	}

	/** Starts using a token from a new exchange. The next request has n8n store it. */
	renew(token: string): void {
		this.use(token);
		this.exchangedAt = Date.now();
		this.isStored = false;
	}

	/** Starts using the token that n8n has stored, if it was issued for these keys. */
	adopt(stored: unknown): void {
		const token = tokenIn(stored, this);
		if (token === undefined) {
			// n8n stores a fresh token a moment later.
			if (this.token && !this.isFresh(this.token)) this.isStored = false;
		} else if (!this.tokens.includes(token)) {
			// A token that is known here is an older one: n8n's store still returns it for a moment after a renewal.
			this.use(token);
			// Another process did, and nobody here knows when.
			this.exchangedAt = undefined;
			this.isStored = true;
		}
	}

	private use(token: string): void {
		this.token = token;
		this.tokens = [token, ...this.tokens].slice(0, 10);
		this.redaction = new Redaction([this.clientSecret, ...this.tokens], [this.clientId]);
	}
}

const accounts = new Map<string, Account>();

/**
 * Returns the account of these credentials, creating it if there is none. Evicts old entries from the caches of all
 * accounts, idle ones included.
 */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	for (const { memories } of accounts.values()) for (const memory of memories) memory.forget();
	const address = readBaseUrl(credentials.baseUrl, credentials.allowInsecureHttp === true);
	const clientId = String(credentials.clientId ?? '').trim();
	const clientSecret = String(credentials.clientSecret ?? '').trim();
	const key = JSON.stringify([address, clientId, clientSecret]);
	return getOrInsert(accounts, key, () => new Account(address, clientId, clientSecret));
}
