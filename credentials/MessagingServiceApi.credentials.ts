import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { anyField, toggle } from '../nodes/MessagingService/fields/field';
import { accountOf } from '../nodes/MessagingService/service/account';
import { checkKeys } from '../nodes/MessagingService/service/checkKeys';
import { tokenIn } from '../nodes/MessagingService/service/storedToken';
import { storedTextFor } from '../nodes/MessagingService/service/token';
import { problems, type Problem } from '../nodes/MessagingService/texts';

/**
 * Creates an error with nothing but a message: n8n's credential test prefers an error's code, response or cause over
 * its message, and they may hold the secret.
 */
function failure({ what, next }: Problem): Error {
	return new Error(`${what} ${next}`);
}

/**
 * Creates the error that makes n8n call `preAuthentication`, then `authenticate` again, as after HTTP 401 (n8n-core's
 * authentication.ts).
 */
function noTokenYet(): Error {
	const error = failure(problems.noTokenYet());
	return Object.assign(error, { response: { status: 401, statusText: error.message } });
}

/**
 * Reasons why `authenticate` held a request back: it is n8n's credential test, or there is an error. The key is the
 * credential's data, as n8n passes this very object to `preAuthentication` next.
 */
const heldBack = new WeakMap<ICredentialDataDecryptedObject, 'test' | Error>();

/**
 * Whether a request goes to the origin of this address: the same host and port, by the same protocol, so that it is as
 * encrypted. n8n's HTTP Request node calls its URL `uri`.
 */
function goesTo(address: string, { url, uri }: { url?: string; uri?: string }): boolean {
	const [own, other] = [address, String(url ?? uri)].map((each) =>
		URL.canParse(each) ? new URL(each).origin : undefined,
	);
	return own === other;
}

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';
	displayName = 'Messaging Service API';

	icon: Icon = {
		light: 'file:icons/messagingService.svg',
		dark: 'file:icons/messagingService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service#the-credential';

	properties: INodeProperties[] = [
		anyField('Base URL', 'baseUrl', {
			required: true,
			placeholder: 'e.g. https://sms.example.com/api',
			description: "The address of the service, ending in '/api'",
		}).property,
		anyField('Client ID', 'clientId', {
			required: true,
			placeholder: 'e.g. 3f7c9a52e1b84d06',
			description: 'The client ID that was issued with your API keys',
		}).property,
		anyField('Client Secret', 'clientSecret', {
			typeOptions: { password: true },
			required: true,
			description: 'The client secret that was issued with your API keys',
		}).property,
		toggle('Allow Insecure HTTP', 'allowInsecureHttp', {
			default: false,
			description:
				'Whether to allow an address that starts with http://, which sends the secret and every message unencrypted. Not needed for localhost.',
		}).property,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			// n8n calls preAuthentication while this is empty, and stores its result.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/**
	 * Returns a token for n8n to store. In n8n's credential test, checks the keys first. n8n calls it while the hidden
	 * field is empty, and after HTTP 401.
	 *
	 * @throws Error with the problem, if there is no token
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const { helpers } = this;
		const reason = heldBack.get(credentials);
		if (reason instanceof Error) throw reason;
		const { value: accessToken, problem } =
			reason === 'test'
				? await checkKeys({ helpers, credentials })
				: await storedTextFor({ helpers, credentials });
		if (problem) throw failure(problem);
		// An unchanged token is not returned: n8n would write it, over changes that somebody may be saving at this moment.
		return accessToken === credentials.accessToken ? {} : { accessToken };
	}

	/**
	 * Adds the bearer token to a request to this address, if it was issued for this address and these keys. A function,
	 * since n8n's 'generic' form can't complete the address that the user typed.
	 *
	 * @throws Error if the request goes to another address, or there is no token
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const account = accountOf(credentials);
		const { value: baseURL, problem } = account.address;
		if (problem) throw failure(problem);
		// Only the test's request has a base URL. The node's own have the whole address.
		const isTest = request.baseURL !== undefined;
		if (isTest && !heldBack.has(credentials)) {
			heldBack.set(credentials, 'test');
			throw noTokenYet();
		}
		// The user named Specific Domains, and n8n holds the request to them.
		const isFree = isTest || credentials.allowedHttpRequestDomains === 'domains';
		if (!isFree && !goesTo(baseURL, request)) {
			const error = failure(problems.tokenElsewhere(baseURL));
			heldBack.set(credentials, error);
			throw error;
		}
		const token = tokenIn(credentials.accessToken, account);
		if (!token) throw noTokenYet();
		const Authorization = `Bearer ${token}`;
		const withToken = { ...request, headers: { ...request.headers, Authorization } };
		return isTest ? { ...withToken, baseURL } : withToken;
	};

	/**
	 * The request of n8n's credential test, made once `preAuthentication` has checked the keys. Its answer is ignored.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/system/system-status',
			// Otherwise the token would go to whatever address a redirect names.
			disableFollowRedirect: true,
			// Otherwise n8n would show the service's own status line, which may hold the token.
			ignoreHttpStatusErrors: true,
		},
	};
}
