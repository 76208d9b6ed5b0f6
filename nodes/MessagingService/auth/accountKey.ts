import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The same for credentials with the same address and API keys. A digest, so that no secret lives on as a key. */
export function accountKey({ baseUrl, clientId, clientSecret }: ICredentialDataDecryptedObject): string {
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId, clientSecret]))
		.digest('hex');
}
