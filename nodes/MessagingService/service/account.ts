import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Bounds } from './bounds';
import { Breaker } from './breaker';
import { Limiter } from './limiter';
import { Redaction } from './redaction';
import { tokenIn } from './storedToken';
import type { ValueOrProblem } from '../texts';
import { readBaseUrl } from '../values/baseUrl';
import { keptIn } from '../values/collections';

/** One address with one pair of API keys: shared by all runs of this process that use them. */
export class Account {
	readonly limiter = new Limiter();
	readonly breaker = new Breaker();
	readonly bounds = new Bounds();
	/** Memories of other files about it. They are asked to forget in time whenever an account is looked for. */
	readonly memories = new Set<{ forget(): void }>();

	/** Whether its list is known to show messages so that they are known again. */
	listing: 'unproven' | 'asked' | 'proven' = 'unproven';

	/** The token to use; undefined where there is none, or it was rejected. */
	token?: string;
	/** Whether n8n has the token in its store; the next request has it stored where not. */
	isStored = true;

	/** The exchange under way; it never rejects. */
	exchange?: Promise<ValueOrProblem<string>>;

	/** Takes out the secret and the latest tokens; from texts the client ID too. */
	redaction: Redaction;

	/** The newest first: the service may repeat any of them. */
	private tokens: string[] = [];
	private exchangedAt?: number;

	/** The service's, completed, or why it can't be used, without secrets. */
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

	/** Whose account it is, as far as n8n can know: a new client secret belongs to the same one. */
	get owner(): [address: string, clientId: string] {
		return [this.address.value ?? '', this.clientId];
	}

	/** Whether this is the account's token, and was exchanged here half a minute ago at most. */
	isFresh(token: string): boolean {
		return this.ageOf(token) <= 30_000;
	}

	/** Milliseconds since this token was exchanged here; Infinity where it wasn't. */
	ageOf(token: string): number {
		if (token !== this.token || this.exchangedAt === undefined) return Infinity;
		// The machine's clock may be set back.
		return Math.abs(Date.now() - this.exchangedAt);
	}

	/** The service doesn't take this token any more. */
	reject(token: string): void {
		if (this.token === token) this.token = undefined;
	}

	/** An exchange brought this token. */
	renew(token: string): void {
		this.use(token);
		this.exchangedAt = Date.now();
		this.isStored = false;
	}

	/** Takes over the token that n8n has stored, where it was issued for these keys. */
	adopt(stored: unknown): void {
		const token = tokenIn(stored, this);
		if (token === undefined) {
			// A fresh one comes to n8n's store a moment later.
			if (this.token && !this.isFresh(this.token)) this.isStored = false;
		} else if (!this.tokens.includes(token)) {
			// One that is known is older: the store gives it for a moment after its renewal.
			this.use(token);
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

/** The account that these credentials belong to. What is remembered of idle accounts is let go. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	for (const { memories } of accounts.values()) for (const memory of memories) memory.forget();
	const address = readBaseUrl(credentials.baseUrl, credentials.allowInsecureHttp === true);
	const clientId = String(credentials.clientId ?? '').trim();
	const clientSecret = String(credentials.clientSecret ?? '').trim();
	const key = JSON.stringify([address, clientId, clientSecret]);
	return keptIn(accounts, key, () => new Account(address, clientId, clientSecret));
}
