/**
 * n8n's functions as a list in the editor has them, without an engine and without a network: a
 * credential with a token, and a service that answers.
 */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { freshCredential } from '../run/coreRun.mts';

const { authenticate } = new MessagingServiceApi();

/** What a request has on its way, as n8n would make it. */
type Left = IDataObject & { url: string; abortSignal?: AbortSignal };

/** @param service answers a request, or throws for one that got no answer */
export function editorFunctions(
	service: (left: Left) => Answer | Promise<Answer>,
): ILoadOptionsFunctions {
	const credential = freshCredential();
	return {
		getCredentials: async () => credential,
		getNode: () => ({ name: 'SMS' }),
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				request: object,
				{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: never } },
			) => await service((await authenticate(data, request as never)) as never),
		},
	} as unknown as ILoadOptionsFunctions;
}
