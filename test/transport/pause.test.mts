import { pause } from '../../nodes/MessagingService/transport/pause.ts';

/** A signal that tells how many listen to it. */
function countedSignal() {
	const listeners = new Set<() => void>();
	const signal = {
		aborted: false,
		addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
		removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
	};
	return { signal, listeners, stop: () => listeners.forEach((listener) => listener()) };
}

test('waits its time, with a signal and without', async () => {
	for (const signal of [undefined, countedSignal().signal]) {
		const started = Date.now();
		await pause(40, signal);
		// Timers may fire a millisecond early.
		expect(Date.now() - started).toBeGreaterThanOrEqual(38);
	}
});

test('does not begin when the execution is stopped already', async () => {
	const { signal, listeners } = countedSignal();
	signal.aborted = true;
	let ended = false;
	void pause(3_000, signal).then(() => (ended = true));
	await new Promise((resolve) => setImmediate(resolve));
	expect([ended, listeners.size]).toEqual([true, 0]);
});

test('ends when the execution is stopped, and listens no longer', async () => {
	const { signal, listeners, stop } = countedSignal();
	let ended = false;
	const waiting = pause(3_000, signal).then(() => (ended = true));
	expect([ended, listeners.size]).toEqual([false, 1]);
	stop();
	await waiting;
	expect([ended, listeners.size]).toEqual([true, 0]);
});
