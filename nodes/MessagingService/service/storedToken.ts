import { createHash } from 'crypto';

import type { ValueOrProblem } from '../texts';

/** The address and API keys that a token is issued for, without blanks around them. */
export interface Keys {
	/** The service's, completed, or why it can't be used. */
	address: ValueOrProblem<string>;
	clientId: string;
	clientSecret: string;
}

/** Characters: 96 bits, so that no other keys have the same by chance. */
const digestLength = 16;

/**
 * Returns the text that n8n stores for a token: a digest of it and of what it was issued for, a blank, the token. n8n
 * keeps the text over a Save that changes the address, the ID or the secret beside it (n8n-io/n8n#37513).
 */
export function storedTextOf(token: string, { address, clientId, clientSecret }: Keys): string {
	const parts = JSON.stringify([token, address.value, clientId, clientSecret]);
	const digest = createHash('sha256').update(parts).digest('base64').slice(0, digestLength);
	return `${digest} ${token}`;
}

/** Returns the token in a stored text; undefined where there is none, or it was issued for other keys. */
export function tokenIn(stored: unknown, keys: Keys): string | undefined {
	const token = typeof stored === 'string' ? stored.slice(digestLength + 1) : '';
	return token && storedTextOf(token, keys) === stored ? token : undefined;
}
