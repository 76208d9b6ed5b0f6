import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { exchange } from './exchange';

interface Account {
	/** The exchange under way, which every caller shares: n8n's own call has no lock. */
	pending?: Promise<string>;
	newest?: { token: string; mintedAt: number };
}

const accounts = new Map<string, Account>();

/**
 * A 401 for an older token can come back after the token was renewed. Within this time the newest
 * token is handed over instead of exchanging once more; later it may have expired itself.
 */
const lateAnswer = 30_000;

/**
 * The token to use now: one exchange at a time for each client ID, secret and address in this
 * process, however many requests ask. The hidden field in `credentials` is the token that was
 * rejected (empty: none yet).
 *
 * @throws CredentialFailure as `exchange` does
 */
export async function currentToken(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const account = accountOf(credentials);
	const rejected = credentials.accessToken;
	const { newest } = account;
	if (newest && rejected && rejected !== newest.token && Date.now() - newest.mintedAt < lateAnswer) {
		return newest.token;
	}
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

function accountOf({ baseUrl, clientId, clientSecret }: ICredentialDataDecryptedObject): Account {
	// A digest, so that no secret lives on as a key.
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId, clientSecret]))
		.digest('hex');
	let account = accounts.get(key);
	if (!account) accounts.set(key, (account = {}));
	return account;
}
