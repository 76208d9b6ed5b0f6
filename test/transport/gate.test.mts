import { Gate } from '../../nodes/MessagingService/transport/gate.ts';

/** Lets everything that can go on do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for a place and notes in `order` when it was given. */
function ask(gate: Gate, run: object, limit: number, name: string, order: string[]): Promise<() => void> {
	return gate.enter(run, limit).then((leave) => {
		order.push(name);
		return leave;
	});
}

test('no more are under way than the limit, and each one that leaves lets one in', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const leaves = ['a', 'b', 'c', 'd'].map((name) => ask(gate, gate, 2, name, order));
	await settle();
	expect(order).toEqual(['a', 'b']);
	(await leaves[0]!)();
	await settle();
	expect(order).toEqual(['a', 'b', 'c']);
});

test('who asks to be first while still inside is next, before those who wait', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const leaves = ['a', 'b', 'c'].map((name) => ask(gate, gate, 1, name, order));
	const again = gate.enter(gate, 1, 'first').then(() => order.push('a again'));
	(await leaves[0]!)();
	await again;
	expect(order).toEqual(['a', 'a again']);
});

test('leaving twice gives one place back, not two', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const [first] = ['a', 'b', 'c'].map((name) => ask(gate, gate, 1, name, order));
	const leave = await first!;
	leave();
	leave();
	await settle();
	expect(order).toEqual(['a', 'b']);
});

test('runs take turns, so a long one does not hold up a short one', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const long = {};
	const short = {};
	const leaves = ['l1', 'l2', 'l3', 'l4'].map((name) => ask(gate, long, 1, name, order));
	leaves.push(ask(gate, short, 1, 's1', order));
	for (const leave of leaves) {
		await settle();
		void leave.then((free) => free());
	}
	await Promise.all(leaves);
	expect(order.indexOf('s1')).toBeLessThanOrEqual(2);
	expect(order).toHaveLength(5);
});

test('a run with a lower limit waits while a run with a higher one goes on', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const narrow = {};
	const wide = {};
	await ask(gate, wide, 3, 'w1', order);
	void ask(gate, narrow, 1, 'n1', order);
	void ask(gate, wide, 3, 'w2', order);
	await settle();
	expect(order).toEqual(['w1', 'w2']);
});

test('a pause lets nobody in until it is over, and a shorter one does not cut it short', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const before = Date.now();
	gate.pause(60);
	gate.pause(5);
	const entered = ask(gate, gate, 1, 'a', order);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(order).toEqual([]);
	await entered;
	expect(Date.now() - before).toBeGreaterThanOrEqual(60);
});

test('a stopped run is let through at once, past a pause, and the places are counted', async () => {
	const gate = new Gate();
	const order: string[] = [];
	const stopped = {};
	gate.pause(2_000);
	const leave = ask(gate, stopped, 1, 'a', order);
	gate.dismiss(stopped);
	(await leave)();
	expect(order).toEqual(['a']);
});
