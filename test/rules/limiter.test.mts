/**
 * How many requests are under way at once, and whose turn it is: a run keeps to its own number, all runs together to
 * the largest of theirs, and they take turns. A 429 holds all of them back.
 */
import fc from 'fast-check';
import { Limiter, highestConcurrency } from '../../nodes/MessagingService/service/limiter.ts';
import { runsOf } from '../harness/random.mts';

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

	test('lets all in at its end who have room, in turns', async () => {
		const { limiter, ask, order } = requests();
		await ask({}, 6, ['before']);
		limiter.pause(1);
		await ask({}, 1, names('tug', 2));
		await ask({}, 6, names('barge', 4));
		await ask({}, 5, ['ferry']);
		expect(order).toEqual(['before']);
		await pass(1);
		expect(order).toEqual(['before', 'tug1', 'barge1', 'ferry', 'barge2', 'barge3']);
	});
});

test('whoever asks, leaves and waits: no number is passed, each run keeps its order, nobody is overtaken by a run twice, and no room is left unused', async () => {
	const step = fc.oneof(
		{ weight: 5, arbitrary: fc.record({ run: fc.nat(3), limit: fc.constantFrom(1, 2, 5, 7, 7) }) },
		{ weight: 4, arbitrary: fc.record({ leaves: fc.nat(6) }) },
	);
	const seen = { full: 0, overtaken: 0, idle: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }),
			async (steps) => {
				const limiter = new Limiter();
				const runs = [0, 1, 2, 3].map((name) => ({
					name,
					waiting: [] as Array<{ number: number; limit: number; overtaken: number }>,
					underWay: 0,
					limit: 0,
				}));
				type TheRun = (typeof runs)[number];
				const leaves: Array<{ run: TheRun; leave: () => void }> = [];
				let asked = 0;
				const wrong: string[] = [];
				const total = () => runs.reduce((sum, { underWay }) => sum + underWay, 0);
				const largest = () => Math.max(...runs.map(({ limit }) => limit));
				const ready = () =>
					runs.flatMap(({ waiting: [head], underWay }) =>
						head && underWay < head.limit ? [head] : [],
					);
				const letIn = (run: TheRun, number: number) => {
					const head = run.waiting[0]!;
					if (head.number !== number) wrong.push(`${number} went before ${head.number} of its run`);
					if (!ready().includes(head)) wrong.push(`${number} had no room in its run`);
					if (total() >= largest()) wrong.push(`${number} had no room`);
					for (const other of ready().filter((one) => one !== head)) {
						seen.overtaken++;
						if (++other.overtaken >= runs.length) wrong.push(`${other.number} was overtaken`);
					}
					run.waiting.shift();
					run.underWay++;
				};
				const free = async (place: number) => {
					const [{ run, leave }] = leaves.splice(place % leaves.length, 1) as [
						(typeof leaves)[number],
					];
					run.underWay--;
					if (run.underWay + run.waiting.length === 0) run.limit = 0;
					leave();
					await settle();
				};
				for (const given of steps) {
					if ('run' in given) {
						const run = runs[given.run]!;
						const number = ++asked;
						run.waiting.push({ number, limit: given.limit, overtaken: 0 });
						run.limit = Math.max(run.limit, given.limit);
						void limiter.enter(run, given.limit).then((leave) => {
							letIn(run, number);
							leaves.push({ run, leave });
						});
						await settle();
					} else if (leaves.length > 0) await free(given.leaves);
					if (total() < largest()) expect(ready()).toEqual([]);
					else if (ready().length > 0) seen.full++;
					if (total() === 0) seen.idle++;
					expect(wrong).toEqual([]);
				}
				while (leaves.length > 0) await free(0);
				expect([total(), ready()]).toEqual([0, []]);
			},
		),
		runsOf(60),
	);
	// The schedules must not all be harmless.
	expect(Object.entries(seen).filter(([, times]) => times < 10)).toEqual([]);
});
