/** The places of a limiter add up, whatever was stopped or paused in between. */
import { Limiter } from '../../nodes/MessagingService/http/limiter.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for a place; tells whether it was given, and gives it back. */
function asks(limiter: Limiter, run: object, limit = 1) {
	const asked = { isIn: false, leave: (): void => undefined };
	void limiter.enter(run, limit).then((leave) => Object.assign(asked, { isIn: true, leave }));
	return asked;
}

test('a stopped run takes and gives back a place for each that it let through', async () => {
	const limiter = new Limiter();
	const [going, stopped, later] = [{}, {}, {}];
	const first = asks(limiter, going);
	const waiting = [asks(limiter, stopped), asks(limiter, stopped)];
	await settle();
	limiter.dismiss(stopped);
	await settle();
	expect(waiting.map(({ isIn }) => isIn)).toEqual([true, true]);
	const next = asks(limiter, later);
	for (const { leave } of waiting) leave();
	await settle();
	expect(next.isIn).toBe(false);
	first.leave();
	await settle();
	expect(next.isIn).toBe(true);
	next.leave();
	const last = asks(limiter, later);
	await settle();
	expect(last.isIn).toBe(true);
});

test('to stop a run that waits for nothing changes nothing', async () => {
	const limiter = new Limiter();
	limiter.dismiss({});
	const one = asks(limiter, limiter);
	await settle();
	limiter.dismiss(limiter);
	const two = asks(limiter, limiter);
	await settle();
	expect([one.isIn, two.isIn]).toEqual([true, false]);
});

test('requests of a run that allow more at once do not count as overtaking one of its own that allows fewer', async () => {
	const limiter = new Limiter();
	const [before, mixed, bulk] = [{}, {}, {}];
	const leaves = await Promise.all(Array.from({ length: 20 }, () => limiter.enter(before, 20)));
	const own = [20, 20, 1].map((limit) => asks(limiter, mixed, limit));
	const others = Array.from({ length: 15 }, () => asks(limiter, bulk, 20));
	for (const leave of leaves) leave();
	await settle();
	expect(own.map(({ isIn }) => isIn)).toEqual([true, true, false]);
	// The two runs take turns, and then ten go before the one that allows fewer, whatever went before of its own run.
	expect(others.filter(({ isIn }) => isIn)).toHaveLength(1 + 10);
});
