import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readBaseUrl } from '../validation/baseUrl';

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
