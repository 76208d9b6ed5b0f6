/**
 * How many requests are under way at once, and whose turn it is: a run keeps to its own number, all runs together to
 * the largest of theirs, and they take turns. A 429 holds all of them back.
 */
import { Limiter, highestConcurrency } from '../../nodes/MessagingService/service/limiter.ts';

let now = 0;
/** By how much the machine's clock was set meanwhile. */
let set = 0;
let slept = 0;
/** Who sleeps, and until when. */
let sleepers: Array<{ until: number; wake: () => void }> = [];
jest.mock('n8n-workflow', () => ({ sleep: (ms: number) => mockSleep(ms) }));
const mockSleep = (ms: number) => {
	slept++;
	return new Promise<void>((wake) => sleepers.push({ until: now + ms, wake }));
};

beforeEach(() => {
	[now, sleepers, set, slept] = [Date.parse('2026-11-22T12:00:00Z'), [], 0, 0];
	jest.spyOn(Date, 'now').mockImplementation(() => now + set);
});
afterEach(() => jest.restoreAllMocks());

const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Time passes. */
async function pass(ms: number): Promise<void> {
	now += ms;
	const awake = sleepers.filter(({ until }) => until <= now);
	sleepers = sleepers.filter(({ until }) => until > now);
	for (const { wake } of awake) wake();
	await settle();
}

/** Requests at one limiter: who was let in, in order, and who is under way. */
function requests() {
	const limiter = new Limiter();
	const order: string[] = [];
	const inside = new Map<string, () => void>();
	return {
		limiter,
		order,
		inside,
		async ask(run: object, limit: number, names: string[]): Promise<void> {
			for (const name of names)
				void limiter.enter(run, limit).then((leave) => {
					order.push(name);
					inside.set(name, leave);
				});
			await settle();
		},
		/** One that is under way is done. */
		async done(name = [...inside.keys()][0]!): Promise<void> {
			inside.get(name)!();
			inside.delete(name);
			await settle();
		},
	};
}
const names = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

test('no more are under way than allowed, and each that leaves lets one in', async () => {
	const { ask, order, done } = requests();
	await ask({}, 2, ['a', 'b', 'c', 'd', 'e']);
	expect(order).toEqual(['a', 'b']);
	await done('a');
	expect(order).toEqual(['a', 'b', 'c']);
});

test('runs take turns: a long one does not hold up a short one', async () => {
	const { ask, order, inside, done } = requests();
	await ask({}, 1, names('long', 4));
	await ask({}, 1, ['short']);
	while (inside.size > 0) await done();
	expect(order).toEqual(['long1', 'long2', 'short', 'long3', 'long4']);
});

test('a run keeps to its own number beside one that allows more, and all to the largest', async () => {
	const { ask, order, done } = requests();
	await ask({}, 3, ['a', 'b']);
	await ask({}, 1, ['slow1', 'slow2']);
	await ask({}, 2, ['c']);
	expect(order).toEqual(['a', 'b', 'slow1']);
	await done('a');
	expect(order.slice(3)).toEqual(['c']);
	await done('slow1');
	expect(order.slice(4)).toEqual(['slow2']);
});

test.each([
	[[], 1],
	[[{ concurrency: 3 }, { concurrency: 7 }, { concurrency: 2 }], 7],
])('of %j so many begin: %i', (limited, most) => expect(highestConcurrency(limited)).toBe(most));

describe('a pause', () => {
	test('lets nobody in until it is over; of several the longest is told', async () => {
		const { ask, order, limiter } = requests();
		limiter.pause(900);
		await pass(300);
		limiter.pause(1_000);
		limiter.pause(500);
		await ask({}, 1, ['a']);
		await pass(999);
		expect(order).toEqual([]);
		await pass(1);
		expect([order, limiter.paused]).toEqual([['a'], 1_000]);
		await pass(50);
		limiter.pause(10);
		expect(limiter.paused).toBe(1_010);
	});

	const day = 24 * 3_600_000;
	test.each([-3_600_000, -30 * day, 3_600_000, 30 * day])(
		'lasts as long as was asked where the clock is set by %i ms meanwhile',
		async (by) => {
			const { ask, order, limiter } = requests();
			limiter.pause(1_000);
			await pass(400);
			set = by;
			await ask({}, 1, ['a']);
			await pass(599);
			expect(order).toEqual([]);
			await pass(1);
			expect([order, slept]).toEqual([['a'], 1]);
			expect(limiter.paused).toBe(1_000);
			limiter.pause(10);
			await pass(10);
			await ask({}, 2, ['b']);
			expect(order).toEqual(['a', 'b']);
		},
	);
});
