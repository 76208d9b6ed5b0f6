/** n8n's request helper for the token exchange, without an engine and without a network. */
import type { IDataObject, IHttpRequestHelper } from 'n8n-workflow';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';

/** A request as the helper was given it. */
export type Asked = IDataObject & { abortSignal: AbortSignal };

/** @param service answers the exchanges, counted from 1, or throws for one that got no answer */
export function exchangeStub(service: (count: number, asked: Asked) => Answer | Promise<Answer>) {
	const asked: Asked[] = [];
	const httpRequest = async (request: Asked): Promise<Answer> => {
		const count = asked.push(request);
		return await service(count, request);
	};
	return { asked, helpers: { httpRequest } as unknown as IHttpRequestHelper['helpers'] };
}

export const tokenAnswer = (token: string): Answer => ({
	statusCode: 200,
	body: { access_token: token },
});

let keys = 0;

/** Keys that no other test has: what is known of their tokens is their own. */
export const ownKeys = () => ({
	baseUrl: 'https://ferry.example.org/api',
	clientId: `pier-${++keys}`,
	clientSecret: `gull-and-rope-${keys}`,
});
