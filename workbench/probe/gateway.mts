/**
 * The only way to the service while it is probed. Lets the node's queries pass, and one text to the agreed number; with
 * a number, also sends that no service can accept. Limits the number of requests, and lets none pass after the first
 * 429. Keeps the service's answers to the node.
 */
import { handOn, jsonOf, startRelay, type RelayRequest } from '../engine/relay.mts';
import { answerOf, objectOf, type Answer } from './answers.mts';

/** Parts of a request to replace before it is sent. */
export type Change = Partial<Pick<RelayRequest, 'path' | 'headers'>>;

export async function openGateway(baseUrl: string, textTo?: string) {
	// A service that returns one record per page needs that many; a usual one needs sixty.
	const most = textTo === undefined ? 320 : 400;
	let mayText = textTo !== undefined;

	const isOver = (): boolean => {
		if (gateway.requests >= most) gateway.stopped ??= `It has asked ${most} times.`;
		return gateway.stopped !== undefined;
	};

	/** Forwards a request. Returns undefined if no answer came. After that, or after a 429, nothing passes. */
	async function pass(request: RelayRequest, asked = request): Promise<Answer | undefined> {
		gateway.requests++;
		try {
			const answer = answerOf(await handOn(baseUrl, request), asked);
			if (answer.code === 429) gateway.stopped = 'The service has had too many requests (429).';
			return answer;
		} catch (error) {
			gateway.stopped = `The service gave no answer: ${(error as Error).message}.`;
			return undefined;
		}
	}

	const relay = await startRelay(async (given): Promise<Answer> => {
		// A path before /api only distinguishes one node from another.
		const asked = { ...given, path: given.path.replace(/^.*?\/api/, '') };
		const isToken = asked.path === '/oauth/token';
		const request = isToken ? asked : { ...asked, ...gateway.change };
		if (!isToken) gateway.change = undefined;
		// The node reports a refusal and stops requesting.
		const refusal = answerOf({ status: 400, body: '' }, asked);
		if (isOver()) return refusal;
		const isText = request.method !== 'GET' && !isToken;
		if (isText && !mayText) gateway.keptBack++;
		const to = String(objectOf(jsonOf(request.body)).recipients);
		if (isText && !(mayText && to === textTo && request.path === '/sms/messages')) return refusal;
		mayText &&= !isText;
		const answer = await pass(request, asked);
		if (answer) gateway.answers.push(answer);
		else if (isText) gateway.stopped += ' The text may have been sent.';
		return answer && answer.code !== 429 ? answer : refusal;
	});
	const gateway = {
		...relay,
		/** Requests a send that no service can accept: its priority is invalid, and nobody has its numbers. */
		async refusalOf(change: object): Promise<Answer> {
			const nobody = { sender_id: 1, priority: 'none', campaign: 'Probe', message: 'Probe' };
			const body = { ...nobody, schedule: null, recipients: numbers(1), contact_list_id: null };
			const { authorization } = gateway.answers.at(-1)!;
			const headers = { authorization, 'content-type': 'application/json' };
			const text = JSON.stringify({ ...body, ...change });
			const request = { method: 'POST', path: '/sms/messages', headers, body: text };
			const answer = isOver() ? undefined : await pass(request);
			return answer ?? answerOf({ status: 400, body: '' }, request);
		},
		requests: 0,
		/** Number of further texts that the node would have sent. */
		keptBack: 0,
		answers: [] as Answer[],
		/** Reason why nothing passes; undefined while requests pass. */
		stopped: undefined as string | undefined,
		/** Applies to the next request only. Token exchanges don't count. */
		change: undefined as Change | undefined,
	};
	return gateway;
}

/** Returns `count` numbers with a country code that no country has. */
export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `+999${String(1_000_000 + index)}`);

export type Gateway = Awaited<ReturnType<typeof openGateway>>;
