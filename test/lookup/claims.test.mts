/** Runs of one process at the same moment, without n8n and without a network. */
import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { freshCredential, runCore, sends, type CoreRun, type Left } from '../run/coreRun.mts';
import { ListService } from './listService.mts';
import { startTime } from '../clock/virtualTime.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);

let service: ListService;
let credential: Record<string, unknown>;
/** Sends to these numbers are answered when the test says so. */
let held: Map<string, () => void>;
beforeEach(() => {
	startTime();
	service = new ListService();
	service.listsAfter = 3_600_000;
	credential = freshCredential();
	held = new Map();
});
afterEach(() => jest.restoreAllMocks());

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const skipping = (numbers: number[], changes: Partial<SendOrder> = {}) =>
	sends(numbers.map(phone), { skipSentWithin: 86_400_000, ...changes });
const start = (items: CoreRun['items'], changes: Partial<CoreRun> = {}) =>
	runCore({
		items,
		service: answer,
		credential: () => credential,
		continuesOnFail: true,
		...changes,
	});
const outcomes = ({ outputs }: Awaited<ReturnType<typeof start>>) =>
	outputs.map(([output]) => output?.json.sendOutcome);
const numbersOf = ({ request }: Left): string[] =>
	(request.body as { recipients?: string[] } | undefined)?.recipients ?? [];
let hold: string[] = [];

async function answer(left: Left): Promise<Answer> {
	const number = numbersOf(left).find((each) => hold.includes(each));
	if (number) await new Promise<void>((resolve) => held.set(number, resolve));
	return service.answer(left);
}

/** Lets everything go on that can. */
const settle = async () => {
	for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

afterEach(() => {
	hold = [];
});

test('a run waits for another that sends the same, however long, and leaves out what that sent', async () => {
	hold = [phone(1)];
	const first = start([skipping([1]), skipping([2])]);
	await settle();
	let isOver = false;
	const second = start([skipping([1]), skipping([3])]).finally(() => (isOver = true));
	await settle();
	expect(isOver).toBe(false);
	expect(service.reached).toEqual([phone(2), phone(3)]);
	held.get(phone(1))!();
	expect(outcomes(await first)).toEqual(['accepted', 'accepted']);
	expect(outcomes(await second)).toEqual(['alreadySent', 'accepted']);
	expect(service.reached).toEqual([phone(2), phone(3), phone(1)]);
});

test.each([
	['refused', 'notSent', 'accepted'],
	['lost', 'unknown', 'unknown'],
	['takenAndLost', 'unknown', 'unknown'],
] as const)('where that is %s: %s and %s', async (fate, one, other) => {
	service.fates = [fate];
	hold = [phone(1)];
	const first = start([skipping([1])]);
	await settle();
	hold = [];
	const second = start([skipping([1])]);
	await settle();
	held.get(phone(1))!();
	expect([...outcomes(await first), ...outcomes(await second)]).toEqual([one, other]);
	expect(service.reached).toEqual(fate === 'lost' ? [] : [phone(1)]);
});

test('one that waits and is stopped sends nothing and holds nothing', async () => {
	hold = [phone(1)];
	const first = start([skipping([1])]);
	await settle();
	hold = [];
	const stop = new AbortController();
	const second = start([skipping([1])], { signal: stop.signal });
	await settle();
	stop.abort();
	expect(outcomes(await second)).toEqual(['notSent']);
	const third = start([skipping([1])]);
	await settle();
	service.fates = ['refused'];
	held.get(phone(1))!();
	expect(outcomes(await first)).toEqual(['notSent']);
	expect(outcomes(await third)).toEqual(['accepted']);
	expect(service.reached).toEqual([phone(1)]);
});

test('a run without the option waits for nobody, and is waited for', async () => {
	hold = [phone(1)];
	const first = start([sends([phone(1)])]);
	await settle();
	hold = [];
	expect(outcomes(await start([sends([phone(1)])]))).toEqual(['accepted']);
	held.get(phone(1))!();
	await first;
	expect(service.reached).toEqual([phone(1), phone(1)]);
	expect(outcomes(await start([skipping([1])]))).toEqual(['alreadySent']);
});

test('equal items of one run: one is sent, the others are sent already; other content is another message', async () => {
	const other = { body: { ...(skipping([1]) as { order: SendOrder }).order.body, message: 'Bye' } };
	const result = await start([
		skipping([1]),
		skipping([1]),
		skipping([1], other),
		skipping([2, 1]),
		skipping([1, 2]),
	]);
	expect(outcomes(result)).toEqual([
		'accepted',
		'alreadySent',
		'accepted',
		'accepted',
		'alreadySent',
	]);
	expect(result.outputs[3]![0]!.json).toMatchObject({
		recipients: [phone(2)],
		alreadySentRecipients: [phone(1)],
	});
	expect(service.reached.sort()).toEqual([phone(1), phone(1), phone(2)]);
});

test('of a combined request only the items go that may, with their numbers in order', async () => {
	const combined = { combineUpTo: 10 };
	hold = [phone(2)];
	const first = start([skipping([2])]);
	await settle();
	service.fates = ['lost'];
	const unclear = start([skipping([5])]);
	await unclear;
	hold = [];
	const second = start([
		skipping([4], combined),
		skipping([2], combined),
		skipping([5, 6], combined),
		skipping([3, 2], combined),
		skipping([1], combined),
	]);
	await settle();
	held.get(phone(2))!();
	await first;
	const result = await second;
	expect(outcomes(result)).toEqual(['accepted', 'alreadySent', 'unknown', 'accepted', 'accepted']);
	expect(service.messages.map(({ body }) => body.recipients)).toEqual([
		[phone(2)],
		[phone(4), phone(3), phone(1)],
	]);
	expect(
		result.outputs.map(([output]) => [output?.json.recipients, output?.json.alreadySentRecipients]),
	).toEqual([
		[[phone(4)], undefined],
		[[phone(2)], undefined],
		[undefined, undefined],
		[[phone(3)], [phone(2)]],
		[[phone(1)], undefined],
	]);
	expect(result.outputs[2]![0]!.json.error).toContain(phone(5));
});

test('items with and without the option, or with another window, share no request', async () => {
	const combined = { combineUpTo: 10 };
	await start([
		skipping([1], combined),
		sends([phone(1)], combined),
		skipping([2], { ...combined, skipSentWithin: 3_600_000 }),
		sends([phone(2)], { ...combined, looksUp: true }),
	]);
	expect(service.messages.map(({ body }) => body.recipients)).toEqual([
		[phone(1)],
		[phone(1)],
		[phone(2)],
		[phone(2)],
	]);
});

test('contact groups hold nobody', async () => {
	expect(outcomes(await start([sends(null), sends(null)]))).toEqual(['accepted', 'accepted']);
	expect(service.messages).toHaveLength(2);
});
