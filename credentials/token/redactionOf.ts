import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings';
import { Redaction } from '../../nodes/MessagingService/auth/redaction';

/** What takes these credentials' secret, client ID and tokens out of a failure's sentences. */
export function redactionOf(credentials: ICredentialDataDecryptedObject): Redaction {
	const { clientId, clientSecret, accessToken } = credentials;
	const rejected = exchangeSettings.of(credentials).rejected?.tokens ?? [];
	return new Redaction([clientSecret, accessToken, ...rejected], [clientId]);
}
