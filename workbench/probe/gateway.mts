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

	const relay = await startRelay(async (given): Promise<Answer> => {
		// What stands before /api only tells one node from another.
		const asked = { ...given, path: given.path.replace(/^.*?\/api/, '') };
		const isToken = asked.path === '/oauth/token';
		const request = isToken ? asked : { ...asked, ...gateway.change };
		if (!isToken) gateway.change = undefined;
		// The node tells of a refusal, and asks no more.
		const refusal = answerOf({ status: 400, body: '' }, asked);
		if (gateway.requests >= most) gateway.stopped ??= `It has asked ${most} times.`;
		if (gateway.stopped !== undefined) return refusal;
		const isText = request.method !== 'GET' && !isToken;
		const to = String(objectOf(jsonOf(request.body)).recipients);
		if (isText && !(mayText && to === textTo && request.path === '/sms/messages')) return refusal;
		mayText &&= !isText;
		gateway.requests++;
		try {
			const answer = answerOf(await handOn(baseUrl, request), asked);
			gateway.answers.push(answer);
			if (answer.code !== 429) return answer;
			gateway.stopped = 'The service has had too many requests (429).';
		} catch (error) {
			gateway.stopped = `The service gave no answer: ${(error as Error).message}.`;
			if (isText) gateway.stopped += ' The text may have been sent.';
		}
		return refusal;
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
