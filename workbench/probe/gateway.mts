/**
 * The one way to the service while it is probed: queries of the node pass, and one text to the number that was agreed
 * on; with that, sends that no service can take. At most so many, and none after the first 429. Keeps what the service
 * answers the node.
 */
import { handOn, jsonOf, startRelay, type RelayRequest } from '../engine/relay.mts';
import { answerOf, objectOf, type Answer } from './answers.mts';

/** What of a request is changed before it leaves. */
export type Change = Partial<Pick<RelayRequest, 'path' | 'headers'>>;

export async function openGateway(baseUrl: string, textTo?: string) {
	// A service that gives one record a page takes that many; a usual one takes sixty.
	const most = textTo === undefined ? 320 : 400;
	let mayText = textTo !== undefined;

	const isOver = (): boolean => {
		if (gateway.requests >= most) gateway.stopped ??= `It has asked ${most} times.`;
		return gateway.stopped !== undefined;
	};

	/** Hands a request on. Undefined where no answer came, after which nothing passes, as after a 429. */
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
		// What stands before /api only tells one node from another.
		const asked = { ...given, path: given.path.replace(/^.*?\/api/, '') };
		const isToken = asked.path === '/oauth/token';
		const request = isToken ? asked : { ...asked, ...gateway.change };
		if (!isToken) gateway.change = undefined;
		// The node tells of a refusal, and asks no more.
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
		/** Asks for a send that no service can take: its priority is none, and nobody has its numbers. */
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
		/** How many more texts the node would have sent. */
		keptBack: 0,
		answers: [] as Answer[],
		/** Why nothing passes any more. */
		stopped: undefined as string | undefined,
		/** For the next request alone, but for token exchanges. */
		change: undefined as Change | undefined,
	};
	return gateway;
}

/** So many numbers of a country code that no country has. */
export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `+999${String(1_000_000 + index)}`);

export type Gateway = Awaited<ReturnType<typeof openGateway>>;
