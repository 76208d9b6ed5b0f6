/** The places of a gate add up, whatever was stopped or paused in between. */
import { Gate } from '../../nodes/MessagingService/transport/gate.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for a place; tells whether it was given, and gives it back. */
function asks(gate: Gate, run: object, limit = 1) {
	const asked = { isIn: false, leave: (): void => undefined };
	void gate.enter(run, limit).then((leave) => Object.assign(asked, { isIn: true, leave }));
	return asked;
}

test('a stopped run takes and gives back a place for each that it let through', async () => {
	const gate = new Gate();
	const [going, stopped, later] = [{}, {}, {}];
	const first = asks(gate, going);
	const waiting = [asks(gate, stopped), asks(gate, stopped)];
	await settle();
	gate.dismiss(stopped);
	await settle();
	expect(waiting.map(({ isIn }) => isIn)).toEqual([true, true]);
	const next = asks(gate, later);
	for (const { leave } of waiting) leave();
	await settle();
	expect(next.isIn).toBe(false);
	first.leave();
	await settle();
	expect(next.isIn).toBe(true);
	next.leave();
	const last = asks(gate, later);
	await settle();
	expect(last.isIn).toBe(true);
});

test('to stop a run that waits for nothing changes nothing', async () => {
	const gate = new Gate();
	gate.dismiss({});
	const one = asks(gate, gate);
	await settle();
	gate.dismiss(gate);
	const two = asks(gate, gate);
	await settle();
	expect([one.isIn, two.isIn]).toEqual([true, false]);
});
