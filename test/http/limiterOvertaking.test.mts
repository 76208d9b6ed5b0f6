/**
 * Runs that allow different numbers of requests at once, and runs whose items do: who goes first,
 * and who waits how long.
 */
import fc from 'fast-check';
import { Limiter } from '../../nodes/MessagingService/http/limiter.ts';
import { runsOf } from '../randomRuns.mts';

// What a pause keeps waiting goes in with the next that asks, not by a timer.
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({
	pause: () => new Promise(() => undefined),
}));

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Requests at one limiter: who was let in, in order, and how many are under way. */
function limiterWithRequests() {
	const limiter = new Limiter();
	const order: string[] = [];
	const inside = new Map<string, () => void>();
	return {
		limiter,
		order,
		inside,
		ask: (run: object, concurrency: number, name: string): void =>
			void limiter.enter(run, concurrency).then((leave) => {
				order.push(name);
				inside.set(name, leave);
			}),
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

test('a run with a lower limit is overtaken ten times in all, not by each of the others', async () => {
	const { ask, order, inside, done } = limiterWithRequests();
	const [barge, ferry, tug] = [{}, {}, {}];
	for (const name of names('barge', 20)) ask(barge, 2, name);
	await settle();
	ask(tug, 1, 'tug');
	for (const name of names('ferry', 20)) ask(ferry, 2, name);
	while (inside.size > 0) await done();
	expect(order.slice(0, 13)).toEqual([
		'barge1',
		'barge2',
		'barge3',
		'ferry1',
		'barge4',
		'ferry2',
		'barge5',
		'ferry3',
		'barge6',
		'ferry4',
		'barge7',
		'ferry5',
		'tug',
	]);
	expect(order).toHaveLength(41);
});

test('its next request waits for ten others again, and does not go before them at once', async () => {
	const { ask, order, inside, done } = limiterWithRequests();
	const [barge, tug] = [{}, {}];
	for (const name of names('barge', 40)) ask(barge, 2, name);
	await settle();
	for (const name of names('tug', 2)) ask(tug, 1, name);
	while (inside.size > 0) await done();
	const [first, second] = [order.indexOf('tug1'), order.indexOf('tug2')];
	expect([first, second - first]).toEqual([12, 11]);
});

test('of two that waited too long each goes as soon as it has room, the lower limit holding back the other', async () => {
	const { ask, order, inside, done } = limiterWithRequests();
	const [barge, tug, pilot] = [{}, {}, {}];
	for (const name of names('barge', 30)) ask(barge, 3, name);
	await settle();
	ask(tug, 1, 'tug');
	ask(pilot, 2, 'pilot');
	for (let turn = 0; turn < 10; turn++) await done();
	expect([order.length, order.includes('tug'), order.includes('pilot')]).toEqual([
		13,
		false,
		false,
	]);
	// The three that are left go, and nobody takes their place until the tug has room.
	await done();
	await done();
	expect([order.length, inside.size]).toEqual([13, 1]);
	await done();
	expect(order.slice(13)).toEqual(['tug', 'pilot', 'barge14']);
	while (inside.size > 0) await done();
	expect(order).toHaveLength(32);
});

test('in a run whose items differ, one with a low limit holds back those behind it, and other runs go on', async () => {
	const { ask, order, done } = limiterWithRequests();
	const [mixed, barge] = [{}, {}];
	ask(mixed, 4, 'mixed1');
	ask(mixed, 1, 'mixed2, alone');
	ask(mixed, 4, 'mixed3');
	for (const name of names('barge', 2)) ask(barge, 4, name);
	await settle();
	expect(order).toEqual(['mixed1', 'barge1', 'barge2']);
	await done();
	await done();
	expect(order).toHaveLength(3);
	await done();
	// With the limit of 4 the next one has room beside it.
	expect(order.slice(3)).toEqual(['mixed2, alone', 'mixed3']);
});

test('a run is not overtaken by its own requests', async () => {
	const { ask, order, done } = limiterWithRequests();
	const mixed = {};
	for (const name of ['barge', 'ferry']) ask({}, 9, name);
	ask(mixed, 2, 'mixed1');
	ask(mixed, 1, 'mixed2, alone');
	await settle();
	await done('ferry');
	for (const name of names('launch', 11)) {
		ask({}, 9, name);
		await settle();
		if (order.includes(name)) await done(name);
	}
	expect(order).toEqual(['barge', 'ferry', 'mixed1', ...names('launch', 10)]);
});

describe('when a pause is over', () => {
	let now = Date.now();
	beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	test('all who have room go in at once, those behind a lower limit too', async () => {
		const { limiter, ask, order } = limiterWithRequests();
		const [tug, barge, pilot] = [{}, {}, {}];
		ask({}, 9, 'before');
		await settle();
		limiter.pause(1);
		ask(tug, 1, 'tug');
		ask(pilot, 2, 'pilot');
		for (const name of names('barge', 4)) ask(barge, 6, name);
		ask({}, 5, 'ferry');
		await settle();
		expect(order).toEqual(['before']);
		now += 1;
		ask({}, 1, 'has no room either');
		await settle();
		expect(order).toEqual(['before', 'pilot', 'barge1', 'ferry', 'barge2', 'barge3']);
	});

	test('no more of them go before one with a lower limit than may overtake it', async () => {
		const { limiter, ask, order, done } = limiterWithRequests();
		ask({}, 9, 'before');
		await settle();
		ask({}, 1, 'tug');
		for (const name of names('launch', 9)) {
			ask({}, 9, name);
			await settle();
			await done(name);
		}
		limiter.pause(1);
		for (const name of ['barge', 'ferry', 'pilot']) ask({}, 9, name);
		now += 1;
		ask({}, 9, 'punt');
		await settle();
		expect(order.slice(10)).toEqual(['barge']);
		await done('before');
		expect(order.slice(10)).toEqual(['barge']);
		await done('barge');
		expect(order.slice(10)).toEqual(['barge', 'tug', 'ferry', 'pilot', 'punt']);
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
				const waiting: Array<Array<{ number: number; limit: number; overtaken: number }>> =
					runs.map(() => []);
				const leaves: Array<() => void> = [];
				let underWay = 0;
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
				let asked = 0;
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
		runsOf(80),
	);
	// The schedules must not all be harmless.
	expect(Object.entries(seen).filter(([, times]) => times < 10)).toEqual([]);
});
