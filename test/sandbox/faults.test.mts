/** Every fault that the sandbox can play: what the client sees, and whether a message was taken. */
import { clock, faults, login, post, service } from './client.mts';
import type { Answer } from './client.mts';

type Kind = keyof typeof faults;
type Fault = Parameters<typeof service.play>[0];

beforeEach(() => login());

/**
 * The answer to a send that meets the fault, written by hand. Without a status, the connection ends or nothing comes.
 */
const seen: Array<
	[kind: Kind, taken: 0 | 1, status?: number, responsecode?: number, text?: RegExp]
> = [
	['unauthorized', 0, 401, 401],
	['unauthorizedInBody', 0, 200, 401],
	['rateLimited', 0, 429, 429],
	['rateLimitedInBody', 0, 200, 429],
	['badRequest', 0, 400, 400],
	['refusedInBody', 0, 200, 422],
	['successFalse', 0, 200, 201, /"success":false/],
	['serverError', 0, 500, 500],
	['serverErrorInBody', 0, 200, 500],
	['html', 0, 200, undefined, /^<!DOCTYPE html>/],
	['dropBefore', 0],
	['dropAfter', 1],
	['dropMidAnswer', 1],
	['errorAfterAccept', 1, 500, 500],
	['hang', 0],
	['hangAfterAccept', 1],
	['notJson', 1, 200, undefined, /^OK queued/],
	['wrongShape', 1, 200, undefined, /^\{"ok":/],
	['noise', 1, 200, undefined, /^(noise ){100}/],
	['emptyBody', 1, 200, undefined, /^$/],
];

/** Sends a message. Returns undefined if the connection ends without an answer. */
async function answerOf(change: object = {}): Promise<Answer | undefined> {
	return await post(change).catch(() => undefined);
}

/** Sends a message that hangs, and aborts it once the sandbox has it. Returns whether it was left unanswered. */
async function hangs(): Promise<boolean> {
	const stop = new AbortController();
	const before = service.requests.length;
	const sent = post({}, stop.signal).then(
		() => false,
		() => true,
	);
	while (service.requests.length === before) await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	return await sent;
}

test('the table holds every fault that a send can meet', () => {
	const sendable = Object.entries(faults).filter(([, fault]) => !('only' in fault));
	expect(seen.map(([kind]) => kind).sort()).toEqual(sendable.map(([kind]) => kind).sort());
});

test.each(seen.map((row) => [row[0], row] as const))('%s', async (kind, row) => {
	const [, taken, status, responsecode, text = /./] = row;
	service.play({ on: 'send', kind });
	if (kind.startsWith('hang')) expect(await hangs()).toBe(true);
	else {
		const answer = await answerOf();
		expect([answer?.status, answer?.body?.responsecode]).toEqual([status, responsecode]);
		expect(answer?.text ?? 'no answer').toMatch(text);
	}
	expect(service.journal).toHaveLength(taken);
	expect(service.requests.at(-1)).toMatchObject({ operation: 'send', fault: kind });
	expect(await answerOf()).toMatchObject({ status: 200 });
	expect(service.journal).toHaveLength(taken + 1);
});

test.each<[string, object]>([
	['an unknown kind', { on: 'send', kind: 'boom' }],
	['a fault of pages on sends', { on: 'send', kind: 'noMeta' }],
	['a recipient on queries', { on: 'messages', kind: 'hang', recipient: '+254700111222' }],
])('%s is refused: a fault that never plays would prove nothing', (_, fault) => {
	expect(() => service.play(fault as Fault)).toThrow();
});

test('a fault may last for minutes instead, from the first request that it meets', async () => {
	service.play({ on: 'send', kind: 'serverError', status: 503, lasts: 120_000 });
	clock.pass(600_000);
	const seenAfter = async (milliseconds: number) => {
		clock.pass(milliseconds);
		return (await answerOf())?.status;
	};
	const statuses = [await seenAfter(0), await seenAfter(119_999), await seenAfter(1)];
	expect(statuses).toEqual([503, 503, 200]);
});
