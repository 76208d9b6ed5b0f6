/**
 * The one way from the node to the service while it is probed: queries pass, at most so many and none after the first
 * 429, and one text to the number that was agreed on. Keeps what the service answers.
 */
import { handOn, jsonOf, startRelay, type RelayRequest } from '../engine/relay.mts';
import { answerOf, objectOf, type Answer } from './answers.mts';

/** What of a request is changed before it leaves. */
export type Change = Partial<Pick<RelayRequest, 'path' | 'headers'>>;

export async function openGateway(baseUrl: string, textTo?: string) {
	const most = textTo === undefined ? 60 : 120;
	let mayText = textTo !== undefined;

	function isAllowed({ method, path, body }: RelayRequest): boolean {
		if (method === 'GET' || path === '/oauth/token') return true;
		const isAgreed = mayText && String(objectOf(jsonOf(body)).recipients) === textTo;
		mayText = false;
		return path === '/sms/messages' && isAgreed;
	}

	const relay = await startRelay(async (given): Promise<Answer> => {
		// What stands before /api only tells one node from another.
		const asked = { ...given, path: given.path.replace(/^.*?\/api/, '') };
		const isToken = asked.path === '/oauth/token';
		const request = isToken ? asked : { ...asked, ...gateway.change };
		if (!isToken) gateway.change = undefined;
		if (gateway.requests >= most) gateway.stopped ??= `It has asked ${most} times.`;
		if (gateway.stopped === undefined && isAllowed(request)) {
			gateway.requests++;
			const answer = await handOn(baseUrl, request)
				.then((told) => answerOf(told, asked))
				.catch((error: Error) => {
					const isText = request.method === 'POST' && !isToken;
					const text = isText ? ' The text may have been sent.' : '';
					gateway.stopped = `The service gave no answer: ${error.message}.${text}`;
				});
			if (answer) gateway.answers.push(answer);
			if (answer?.code === 429) gateway.stopped = 'The service has had too many requests (429).';
			else if (answer) return answer;
		}
		// The node tells of a refusal, and asks no more.
		return answerOf({ status: 400, body: '' }, asked);
	});
	const gateway = {
		...relay,
		requests: 0,
		answers: [] as Answer[],
		/** Why nothing passes any more. */
		stopped: undefined as string | undefined,
		/** For the next request alone, but for token exchanges. */
		change: undefined as Change | undefined,
	};
	return gateway;
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>;
