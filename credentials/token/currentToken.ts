import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { accountKey } from '../../nodes/MessagingService/auth/accountKey';
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings';
import { exchange } from './exchange';

interface Account {
	/** The exchange under way, which every caller shares: n8n's own call has no lock. */
	pending?: Promise<string>;
	newest?: { token: string; mintedAt: number };
}

const accounts = new Map<string, Account>();

/**
 * A 401 for an older token can come back after the token was renewed. Within this time the newest
 * token is handed over instead of exchanging once more; later it may have expired itself. One that
 * was minted before the rejected request left is never handed over: with several processes the
 * rejected token may be the younger one, and then both have expired.
 */
const lateAnswer = 30_000;

/**
 * The token to use now: one exchange at a time for each client ID, secret and address in this
 * process, however many requests ask.
 *
 * @throws CredentialFailure as `exchange` does
 */
export async function currentToken(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const account = accountOf(credentials);
	// n8n itself hands over the rejected token in the hidden field; the node says more.
	const { tokens, since } = exchangeSettings.of(credentials).rejected ?? {
		tokens: [credentials.accessToken],
		since: 0,
	};
	const { newest } = account;
	const oldest = Math.max(since, Date.now() - lateAnswer);
	if (newest && !tokens.includes(newest.token) && newest.mintedAt >= oldest) return newest.token;
	account.pending ??= exchange(helpers, credentials)
		.then((token) => {
			account.newest = { token, mintedAt: Date.now() };
			return token;
		})
		.finally(() => {
			account.pending = undefined;
		});
	return await account.pending;
}

function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	const key = accountKey(credentials);
	let account = accounts.get(key);
	if (!account) accounts.set(key, (account = {}));
	return account;
}
