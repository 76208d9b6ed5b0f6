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

import { plain, toggle } from '../nodes/MessagingService/fields/field';
import { accountOf } from '../nodes/MessagingService/service/account';
import { tokenFor } from '../nodes/MessagingService/service/token';
import {
	credentialTestSentences as sentences,
	type Problem,
} from '../nodes/MessagingService/texts';

/** n8n's credential test prefers an error's code, response or cause over its message, and they may hold the secret. */
function failure({ what, next }: Problem): Error {
	return new Error(`${what} ${next}`);
}

/** What the test says of a failing code of the status listing. */
function sentenceOf(code: number): string {
	if (code === 401 || code === 403) return sentences.tokenRefused;
	if (code === 429) return sentences.busy;
	return code < 400 || code === 404 ? sentences.noList : sentences.failing;
}

/** A 200 body fails the test where lodash's `get` of this path gives one of these (credentials-tester.service.ts). */
function inBody(key: string, values: unknown[], message: string) {
	const type = 'responseSuccessBody';
	return values.map((value) => ({ type, properties: { key, value, message } }));
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
		plain('Base URL', 'baseUrl', {
			required: true,
			placeholder: 'e.g. https://sms.example.com/api',
			description: "The address of the service, ending in '/api'",
		}).property,
		plain('Client ID', 'clientId', {
			required: true,
			placeholder: 'e.g. 3f7c9a52e1b84d06',
			description: 'The client ID that was issued with your API keys',
		}).property,
		plain('Client Secret', 'clientSecret', {
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
			// n8n calls preAuthentication while this is empty, and keeps what it returns.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** The bearer token. n8n calls this while the hidden field is empty or after HTTP 401, and stores the answer. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const { helpers } = this;
		const { value: accessToken, problem } = await tokenFor({ helpers, credentials });
		if (problem) throw failure(problem);
		return { accessToken };
	}

	/** Adds the bearer token. A function, as n8n's 'generic' form can't complete the address that the user typed. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const Authorization = `Bearer ${String(credentials.accessToken)}`;
		const withToken = { ...request, headers: { ...request.headers, Authorization } };
		// The node's own requests have the whole address.
		if (request.baseURL === undefined) return withToken;
		const { value: baseURL, problem } = accountOf(credentials).address;
		if (problem) throw failure(problem);
		return { ...withToken, baseURL };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/system/system-status',
			// Else the token would go to whatever address a redirect names.
			disableFollowRedirect: true,
		},
		// A code counts the same as HTTP status and in a 200 body; n8n's type allows one kind of rules, its test both.
		// One of each code: without it a body passes, and a status shows the service's line, which may hold the token.
		rules: [
			...Array.from({ length: 300 }, (_, place) => 300 + place).flatMap((code) => {
				const message = sentenceOf(code);
				const status = { type: 'responseCode', properties: { value: code, message } };
				return [status, ...inBody('responsecode', [code, String(code)], message)];
			}),
			...inBody('success', [false, 'false'], sentences.failing),
			...inBody('data.success', [false, 'false'], sentences.failing),
			// A web page, null and an empty body have no `data` either: `get` gives undefined for them too.
			...inBody('data', [undefined, null], sentences.noList),
		] as unknown as ICredentialTestRequest['rules'],
	};
}
