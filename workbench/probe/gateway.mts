/**
 * The one way from the node to the service while it is probed: at most so many requests, none after the first 429.
 * Queries alone pass, and one text where it was agreed on. Keeps what the service answers.
 */
import { handOn, startRelay, type RelayRequest } from '../engine/relay.mts';
import { answerOf, jsonOf, objectOf, type Answer } from './answers.mts';

export interface Gateway {
	/** What the node takes for the service, with or without a path before /api. */
	address: string;
	requests: number;
	answers: Answer[];
	/** Why nothing passes any more. */
	stopped?: string;
	/** Changes the next request. */
	alter?(asked: RelayRequest): Partial<RelayRequest>;
	stop(): void;
}

/** @param textTo the number that one text may go to */
export async function openGateway(baseUrl: string, most: number, textTo?: string) {
	const relay = await startRelay(async (asked) => await pass(asked));
	const gateway: Gateway = { ...relay, requests: 0, answers: [] };
	let mayText = textTo !== undefined;

	function allows({ method, path, body }: RelayRequest): boolean {
		if (method === 'GET' || path === '/oauth/token') return true;
		const isAgreed = mayText && String(objectOf(jsonOf(body)).recipients) === textTo;
		mayText = false;
		return path === '/sms/messages' && isAgreed;
	}

	async function pass(given: RelayRequest): Promise<Answer> {
		const asked = { ...given, path: given.path.replace(/^.*?\/api/, '') };
		const request = { ...asked, ...gateway.alter?.(asked) };
		gateway.alter = undefined;
		if (gateway.requests >= most) gateway.stopped ??= `It has asked ${most} times.`;
		// The node tells of a refusal, and asks no more.
		if (gateway.stopped !== undefined) return answerOf({ status: 400, body: gateway.stopped });
		if (!allows(request)) return answerOf({ status: 400, body: 'No other text passes.' });
		gateway.requests++;
		try {
			const answer = answerOf(await handOn(baseUrl, request));
			gateway.answers.push(answer);
			if (answer.code !== 429) return answer;
			gateway.stopped = 'The service answered 429: it has had too many requests.';
		} catch (error) {
			gateway.stopped = `The service gave no answer: ${(error as Error).message}.`;
		}
		return answerOf({ status: 400, body: gateway.stopped });
	}
	return gateway;
}
