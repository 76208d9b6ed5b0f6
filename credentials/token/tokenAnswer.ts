import { isRecord } from '../../nodes/MessagingService/validation/record';

const names = ['access_token', 'accessToken', 'token'];

/**
 * Finds the bearer token in the answer of the token endpoint. Its shape is not specified (section
 * 5), so each name that services commonly use is looked for at the top level and under `data`.
 *
 * @returns the token, or the names of the fields received, never their values
 */
export function readToken(body: unknown): { token: string } | { fields: string[] } {
	if (!isRecord(body)) return { fields: [] };
	for (const place of [body, body.data]) {
		if (!isRecord(place)) continue;
		for (const name of names) {
			const value = place[name];
			// A line break or a blank inside would break the header, or smuggle one in.
			if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value.trim())) {
				return { token: value.trim() };
			}
		}
	}
	const inner = isRecord(body.data) ? Object.keys(body.data).map((name) => `data.${name}`) : [];
	return { fields: [...Object.keys(body), ...inner] };
}
