import { Limiter } from '../../nodes/MessagingService/http/limiter.ts';

/** Lets everything that can go on do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for a place and notes in `order` when it was given. */
function ask(
	limiter: Limiter,
	run: object,
	limit: number,
	name: string,
	order: string[],
): Promise<() => void> {
	return limiter.enter(run, limit).then((leave) => {
		order.push(name);
		return leave;
	});
}

test('no more are under way than the concurrency allows, and each one that leaves lets one in', async () => {
	const limiter = new Limiter();
	const order: string[] = [];
	const leaves = ['a', 'b', 'c', 'd'].map((name) => ask(limiter, limiter, 2, name, order));
	await settle();
	expect(order).toEqual(['a', 'b']);
	(await leaves[0]!)();
	await settle();
	expect(order).toEqual(['a', 'b', 'c']);
});

test('who asks to be first while still inside is next, before those who wait', async () => {
	const limiter = new Limiter();
	const order: string[] = [];
	const leaves = ['a', 'b', 'c'].map((name) => ask(limiter, limiter, 1, name, order));
	const again = limiter.enter(limiter, 1, 'first').then(() => order.push('a again'));
	(await leaves[0]!)();
	await again;
	expect(order).toEqual(['a', 'a again']);
});

test('leaving twice gives one place back, not two', async () => {
	const limiter = new Limiter();
	const order: string[] = [];
	const [first] = ['a', 'b', 'c'].map((name) => ask(limiter, limiter, 1, name, order));
	const leave = await first!;
	leave();
	leave();
	await settle();
	expect(order).toEqual(['a', 'b']);
});

test('runs take turns, so a long one does not hold up a short one', async () => {
	const limiter = new Limiter();
	const order: string[] = [];
	const long = {};
	const short = {};
	const leaves = ['l1', 'l2', 'l3', 'l4'].map((name) => ask(limiter, long, 1, name, order));
	leaves.push(ask(limiter, short, 1, 's1', order));
	for (const leave of leaves) {
		await settle();
		void leave.then((free) => free());
	}
	await Promise.all(leaves);
	expect(order.indexOf('s1')).toBeLessThanOrEqual(2);
	expect(order).toHaveLength(5);
});

test('a run with a lower concurrency waits while a run with a higher one goes on, but not for ever', async () => {
	const limiter = new Limiter();
	const order: string[] = [];
	const [narrow, wide] = [{}, {}];
	const wideOnes = Array.from({ length: 40 }, (_, index) =>
		ask(limiter, wide, 3, `w${index}`, order),
	);
	const narrowOne = ask(limiter, narrow, 1, 'n', order);
	// A bulk run: whenever one of its requests is done, its next one is waiting already.
	for (const entered of wideOnes) void entered.then(async (leave) => (await settle(), leave()));
	(await narrowOne)();
	// Three before it came, then ten that overtook it.
	expect(order.indexOf('n')).toBe(13);
	await Promise.all(wideOnes);
	expect(order).toHaveLength(41);
});

test('a run with a lower concurrency waits while a run with a higher one goes on', async () => {
	const limiter = new Limiter();
	const order: string[] = [];
	const narrow = {};
	const wide = {};
	await ask(limiter, wide, 3, 'w1', order);
	void ask(limiter, narrow, 1, 'n1', order);
	void ask(limiter, wide, 3, 'w2', order);
	await settle();
	expect(order).toEqual(['w1', 'w2']);
});

describe('while it is paused', () => {
	beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
	afterEach(() => void jest.useRealTimers());

	test('nobody is let in until it is over, and a shorter pause does not cut it short', async () => {
		const limiter = new Limiter();
		const order: string[] = [];
		limiter.pause(6_100);
		limiter.pause(500);
		void ask(limiter, limiter, 1, 'a', order);
		await jest.advanceTimersByTimeAsync(6_099);
		expect(order).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect([order, limiter.paused]).toEqual([['a'], 6_100]);
	});

	test('a longer pause makes it last longer, and counts for what it adds', async () => {
		const limiter = new Limiter();
		const order: string[] = [];
		limiter.pause(900);
		await jest.advanceTimersByTimeAsync(300);
		limiter.pause(1_000);
		void ask(limiter, limiter, 1, 'a', order);
		await jest.advanceTimersByTimeAsync(999);
		expect(order).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect([order, limiter.paused]).toEqual([['a'], 1_300]);
	});

	test('those that had room are no overtakers of one that had room as well', async () => {
		const limiter = new Limiter();
		const order: string[] = [];
		limiter.pause(1);
		const names = Array.from({ length: 11 }, (_, index) => `w${index}`);
		for (const name of names) void ask(limiter, {}, 20, name, order);
		void ask(limiter, {}, 11, 'n', order);
		void ask(limiter, {}, 20, 'last', order);
		await jest.advanceTimersByTimeAsync(1);
		await settle();
		expect(order).toEqual([...names, 'last']);
	});

	test('a stopped run is let through at once, and the places are counted', async () => {
		const limiter = new Limiter();
		const order: string[] = [];
		const stopped = {};
		limiter.pause(2_000);
		const leave = ask(limiter, stopped, 1, 'a', order);
		limiter.dismiss(stopped);
		(await leave)();
		expect(order).toEqual(['a']);
	});
});
