import { createHash } from 'crypto';

import type { ValueOrProblem } from '../texts';

/** The address and API keys that a token is issued for, trimmed. */
export interface Keys {
	/** The completed base URL, or the problem with it. */
	address: ValueOrProblem<string>;
	clientId: string;
	clientSecret: string;
}

/** Characters of base64. They make 96 bits, so that no other keys have the same digest by chance. */
const digestLength = 16;

/**
 * Returns the text that n8n stores for a token: a digest of the token and its keys, a space, and the token. n8n keeps
 * this text when a Save changes the address, the ID or the secret (n8n-io/n8n#37513).
 */
export function storedTextOf(token: string, { address, clientId, clientSecret }: Keys): string {
	const parts = JSON.stringify([token, address.value, clientId, clientSecret]);
	const digest = createHash('sha256').update(parts).digest('base64').slice(0, digestLength);
	return `${digest} ${token}`;
}

/** Returns the token in a stored text; undefined if there is none, or it was issued for other keys. */
export function tokenIn(stored: unknown, keys: Keys): string | undefined {
	const token = typeof stored === 'string' ? stored.slice(digestLength + 1) : '';
	return token && storedTextOf(token, keys) === stored ? token : undefined;
}
