import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readBaseUrl } from '../values/baseUrl';

/**
 * The same for credentials with the same address and API keys, however they are typed. A digest, so
 * that no secret lives on as a key.
 */
export function accountKey({
	baseUrl,
	clientId,
	clientSecret,
}: ICredentialDataDecryptedObject): string {
	return createHash('sha256')
		.update(
			JSON.stringify([
				readBaseUrl(baseUrl, true).value ?? baseUrl,
				typed(clientId),
				typed(clientSecret),
			]),
		)
		.digest('hex');
}

/** Blanks around a pasted value are no part of it. */
function typed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/** The tokens of one address and API keys, as all runs in this process know them. */
export interface Account {
	/** The token that was minted last in this process, and how many were. */
	newest: string;
	minted: number;
	/** The tokens that the newest took the place of; n8n's store may still give one of them for a moment. */
	replaced: string[];
	/** The tokens that were used of late, the newest first: the service may repeat any of them. */
	recent: string[];
	/** The last call for the entries that n8n's workers share (send/workerClaims.ts). */
	lastClaim?: Promise<unknown>;
}

/** So many tokens count as used of late. */
const mostRecent = 10;

const accounts = new Map<string, Account>();

/** The account that these credentials belong to; the same object for equal credentials. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	const key = accountKey(credentials);
	let account = accounts.get(key);
	if (!account) accounts.set(key, (account = { newest: '', minted: 0, replaced: [], recent: [] }));
	return account;
}

/** Another token is in use, and these are not any more. */
export function replaceTokens(account: Account, token: string, replaced: string[]): void {
	account.newest = token;
	account.minted++;
	account.replaced = [...replaced];
	account.recent = [...new Set([token, ...replaced, ...account.recent])].slice(0, mostRecent);
}

const renewals = new WeakMap<Account, Promise<void>>();

/** The renewal of this account's token that is under way in this process; settles, and never rejects. */
export function renewalOf(account: Account): Promise<void> | undefined {
	return renewals.get(account);
}

/**
 * A request without a token is about to be made, which has n8n fetch one and write it to its store.
 *
 * @returns to be called once the token is there, and when the request has ended; calling it twice does no harm
 */
export function beginRenewal(account: Account): () => void {
	let end = (): void => undefined;
	const renewal = new Promise<void>((resolve) => (end = resolve));
	renewals.set(account, renewal);
	return () => {
		if (renewals.get(account) === renewal) renewals.delete(account);
		end();
	};
}
