import { getEventListeners } from 'node:events';
import { pause } from '../../nodes/MessagingService/http/pause.ts';
import { Stop } from '../../nodes/MessagingService/http/stop.ts';

const never = new Promise<string>(() => undefined);

describe('a pause', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	/** Begins a pause; tells whether it is over after so many milliseconds more. */
	const begun = (milliseconds: number, stop?: Stop) => {
		let isOver = false;
		void pause(milliseconds, stop).then(() => (isOver = true));
		return async (more: number) => (await jest.advanceTimersByTimeAsync(more), isOver);
	};

	test.each([
		['without a signal', undefined],
		['while nobody stops', new Stop(new AbortController().signal)],
	])('lasts as long as it is to, %s', async (_name, stop) => {
		const isOverAfter = begun(470, stop);
		expect([await isOverAfter(0), await isOverAfter(469), await isOverAfter(1)]).toEqual([
			false,
			false,
			true,
		]);
	});

	test('ends when the execution is stopped, at once when it already is, and rejects neither way', async () => {
		const stopped = new AbortController();
		const isOverAfter = begun(2_000, new Stop(stopped.signal));
		expect(await isOverAfter(1_999)).toBe(false);
		stopped.abort();
		expect([await isOverAfter(0), await begun(2_000, new Stop(stopped.signal))(0)]).toEqual([
			true,
			true,
		]);
	});
});

test('however much of a run waits, there is one listener, and none when the run has ended', async () => {
	const given = new AbortController();
	const listeners = () => getEventListeners(given.signal, 'abort').length;
	const stop = new Stop(given.signal);
	const waits = Array.from({ length: 20 }, () => stop.orStopped(never, () => 'stopped'));
	await Promise.all(
		Array.from({ length: 20 }, () => stop.orStopped(Promise.resolve('done'), () => 'stopped')),
	);
	expect(listeners()).toBe(1);
	let told = 0;
	stop.onStop(() => void told++);
	given.abort();
	expect(new Set(await Promise.all(waits))).toEqual(new Set(['stopped']));
	expect([told, stop.isStopped]).toEqual([1, true]);
	stop.end();
	expect(listeners()).toBe(0);
});

test("what came first counts, and a rejection after the stop is nobody's", async () => {
	const given = new AbortController();
	const stop = new Stop(given.signal);
	expect(await stop.orStopped(Promise.resolve('done'), () => 'stopped')).toBe('done');
	await expect(stop.orStopped(Promise.reject(new Error('no')), () => 'stopped')).rejects.toThrow(
		'no',
	);
	let reject: (given: Error) => void = () => undefined;
	const raced = stop.orStopped(
		new Promise<string>((_resolve, rejecting) => (reject = rejecting)),
		() => 'stopped',
	);
	given.abort();
	expect(await raced).toBe('stopped');
	reject(new Error('late'));
	await new Promise((resolve) => setImmediate(resolve));
	expect(await stop.orStopped(never, () => 'stopped already')).toBe('stopped already');
});

test('without a signal nothing is ever stopped', async () => {
	const stop = new Stop();
	expect([stop.isStopped, await stop.orStopped(Promise.resolve(1), () => 2)]).toEqual([false, 1]);
	stop.end();
});
