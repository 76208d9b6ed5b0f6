import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { accountKey } from '../../nodes/MessagingService/auth/accountKey';
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings';
import { exchange } from './exchange';

/** The exchange of one account: under way, and the newest token that it brought. */
interface Exchanges {
	/** The exchange under way, which every caller shares: n8n's own call has no lock. */
	pending?: Promise<string>;
	newest?: { token: string; mintedAt: number };
}

const exchangesByAccount = new Map<string, Exchanges>();

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
	const exchanges = exchangesOf(credentials);
	// n8n itself hands over the rejected token in the hidden field; the node says more.
	const { tokens, since } = exchangeSettings.of(credentials).rejected ?? {
		tokens: [credentials.accessToken],
		since: 0,
	};
	const { newest } = exchanges;
	const oldest = Math.max(since, Date.now() - lateAnswer);
	if (newest && !tokens.includes(newest.token) && newest.mintedAt >= oldest) return newest.token;
	exchanges.pending ??= exchange(helpers, credentials)
		.then((token) => {
			exchanges.newest = { token, mintedAt: Date.now() };
			return token;
		})
		.finally(() => {
			exchanges.pending = undefined;
		});
	return await exchanges.pending;
}

function exchangesOf(credentials: ICredentialDataDecryptedObject): Exchanges {
	const key = accountKey(credentials);
	let exchanges = exchangesByAccount.get(key);
	if (!exchanges) exchangesByAccount.set(key, (exchanges = {}));
	return exchanges;
}
