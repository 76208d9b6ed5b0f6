import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accountKey } from './accountKey';

/** The tokens of one address and API keys, as all runs in this process know them. */
export interface Account {
	/** The token that was minted last in this process, and how many were. */
	newest: string;
	minted: number;
	/** The tokens that the newest took the place of; n8n's store may still give one of them for a moment. */
	replaced: string[];
	/** The tokens that were used of late, the newest first: the service may repeat any of them. */
	recent: string[];
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
