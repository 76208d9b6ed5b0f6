/**
 * How many requests are under way at once, and whose turn it is: no limit is passed, runs take turns, and a run with
 * a low limit is overtaken ten times at most. A 429 holds all of them back.
 */
import fc from 'fast-check';
import { Limiter, highestConcurrency } from '../../nodes/MessagingService/service/limiter.ts';
import { runsOf } from '../harness/random.mts';

let now = 0;
/** Who sleeps, and until when. */
let sleepers: Array<{ until: number; wake: () => void }> = [];
jest.mock('n8n-workflow', () => ({ sleep: (ms: number) => mockSleep(ms) }));
const mockSleep = (ms: number) =>
	new Promise<void>((wake) => sleepers.push({ until: now + ms, wake }));

beforeEach(() => {
	[now, sleepers] = [Date.parse('2026-11-22T12:00:00Z'), []];
	jest.spyOn(Date, 'now').mockImplementation(() => now);
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
		async ask(run: object, limit: number, names: string[], where?: 'first'): Promise<void> {
			for (const name of names)
				void limiter.enter(run, limit, where).then((leave) => {
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

test('no more are under way than allowed, and each that leaves lets one in, also if it leaves twice', async () => {
	const { ask, order, inside, done } = requests();
	await ask({}, 2, ['a', 'b', 'c', 'd', 'e']);
	expect(order).toEqual(['a', 'b']);
	inside.get('a')!();
	await done('a');
	expect(order).toEqual(['a', 'b', 'c']);
});

test('who is made once more goes before those who wait', async () => {
	const { ask, order, done } = requests();
	const run = {};
	await ask(run, 1, ['a', 'b', 'c']);
	await ask(run, 1, ['a again'], 'first');
	await done();
	expect(order).toEqual(['a', 'a again']);
});

test('runs take turns: a long one does not hold up a short one', async () => {
	const { ask, order, inside, done } = requests();
	await ask({}, 1, names('long', 4));
	await ask({}, 1, ['short']);
	while (inside.size > 0) await done();
	expect(order).toEqual(['long1', 'long2', 'short', 'long3', 'long4']);
});

test.each([
	[[], 1],
	[[{ concurrency: 3 }, { concurrency: 7 }, { concurrency: 2 }], 7],
])('of %j so many begin: %i', (limited, most) => expect(highestConcurrency(limited)).toBe(most));

describe('a pause', () => {
	test('lets nobody in until it is over; only a longer one counts, for what it adds', async () => {
		const { ask, order, limiter } = requests();
		limiter.pause(900);
		await pass(300);
		limiter.pause(1_000);
		limiter.pause(500);
		await ask({}, 1, ['a']);
		await pass(999);
		expect(order).toEqual([]);
		await pass(1);
		expect([order, limiter.paused]).toEqual([['a'], 1_300]);
		await pass(50);
		limiter.pause(10);
		expect(limiter.paused).toBe(1_310);
	});

	test('lets all in at its end who have room, those behind a lower limit too', async () => {
		const { limiter, ask, order } = requests();
		await ask({}, 9, ['before']);
		limiter.pause(1);
		await ask({}, 1, ['tug']);
		await ask({}, 2, ['pilot']);
		await ask({}, 6, names('barge', 4));
		await ask({}, 5, ['ferry']);
		expect(order).toEqual(['before']);
		await pass(1);
		expect(order).toEqual(['before', 'pilot', 'barge1', 'ferry', 'barge2', 'barge3']);
	});
});

describe('a stopped run', () => {
	test('is let through at once, in a pause too, and its places are counted', async () => {
		const { limiter, ask, order, inside, done } = requests();
		const stopped = {};
		await ask({}, 1, ['going']);
		limiter.pause(2_000);
		await ask(stopped, 1, ['stopped1', 'stopped2']);
		limiter.dismiss(stopped);
		await settle();
		expect(order).toEqual(['going', 'stopped1', 'stopped2']);
		await pass(2_000);
		await ask({}, 1, ['later']);
		await done('stopped1');
		await done('stopped2');
		expect([...inside.keys()]).toEqual(['going']);
		await done('going');
		expect([...inside.keys()]).toEqual(['later']);
	});

	test('that waited too long makes room for the others', async () => {
		const { limiter, ask, order, done } = requests();
		const tug = {};
		await ask({}, 2, names('barge', 40));
		await ask(tug, 1, ['tug']);
		for (let turn = 0; turn < 11; turn++) await done();
		expect(order).toHaveLength(12);
		limiter.dismiss(tug);
		await settle();
		expect(order.slice(12)).toEqual(['tug']);
		await done();
		expect(order.slice(13)).toEqual(['barge13']);
	});
});

test('whoever asks, leaves and waits: no limit is passed, each run keeps its order, nobody is overtaken more than ten times, and no room is left unused', async () => {
	const step = fc.oneof(
		{ weight: 5, arbitrary: fc.record({ run: fc.nat(3), limit: fc.constantFrom(1, 2, 5, 7, 7) }) },
		{ weight: 4, arbitrary: fc.record({ leaves: fc.nat(6) }) },
	);
	const seen = { blocked: 0, overtaken: 0, idle: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }),
			async (steps) => {
				const limiter = new Limiter();
				const runs = [{}, {}, {}, {}];
				const waiting = runs.map(
					(): Array<{ number: number; limit: number; overtaken: number }> => [],
				);
				const leaves: Array<() => void> = [];
				let [underWay, asked] = [0, 0];
				const wrong: string[] = [];
				const heads = (but?: number) =>
					waiting.flatMap(([head], run) => (head && run !== but ? [head] : []));
				const letIn = (run: number, number: number) => {
					const head = waiting[run]!.shift()!;
					if (head.number !== number) wrong.push(`${number} went before ${head.number} of its run`);
					if (underWay >= head.limit) wrong.push(`${number} had no room`);
					for (const other of heads(run)) {
						if (underWay < other.limit) continue;
						seen.overtaken++;
						if (++other.overtaken > 10)
							wrong.push(`${other.number} was overtaken ${other.overtaken} times`);
					}
					underWay++;
				};
				const free = async (place: number) => {
					const [leave] = leaves.splice(place % leaves.length, 1);
					underWay--;
					leave!();
					await settle();
				};
				for (const given of steps) {
					if ('run' in given) {
						const number = ++asked;
						waiting[given.run]!.push({ number, limit: given.limit, overtaken: 0 });
						void limiter.enter(runs[given.run]!, given.limit).then((leave) => {
							letIn(given.run, number);
							leaves.push(leave);
						});
						await settle();
					} else if (leaves.length > 0) await free(given.leaves);
					const roomy = heads().filter(({ limit }) => underWay < limit);
					const isBlocked = heads().some(
						({ limit, overtaken }) => overtaken === 10 && underWay >= limit,
					);
					if (isBlocked && roomy.length > 0) seen.blocked++;
					if (!isBlocked) expect(roomy).toEqual([]);
					if (underWay === 0) seen.idle++;
					expect(wrong).toEqual([]);
				}
				while (leaves.length > 0) await free(0);
				expect([underWay, heads()]).toEqual([0, []]);
			},
		),
		runsOf(60),
	);
	// The schedules must not all be harmless.
	expect(Object.entries(seen).filter(([, times]) => times < 10)).toEqual([]);
});
