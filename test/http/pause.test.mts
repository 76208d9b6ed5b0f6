import { getEventListeners } from 'node:events';
import { pause } from '../../nodes/MessagingService/http/pause.ts';
import { Stop } from '../../nodes/MessagingService/http/stop.ts';

const never = new Promise<string>(() => undefined);

test('a pause waits, and rejects neither way', async () => {
	const before = Date.now();
	await pause(20);
	await pause(20, new Stop(new AbortController().signal));
	expect(Date.now() - before).toBeGreaterThanOrEqual(38);
});

test('a pause ends when the execution is stopped, at once when it already is', async () => {
	const stopped = new AbortController();
	const waiting = pause(2_000, new Stop(stopped.signal));
	stopped.abort();
	await waiting;
	await pause(2_000, new Stop(stopped.signal));
});

test('however much of a run waits, there is one listener, and none when the run has ended', async () => {
	const given = new AbortController();
	const listeners = () => getEventListeners(given.signal, 'abort').length;
	const stop = new Stop(given.signal);
	const waits = Array.from({ length: 20 }, () => stop.orStopped(never, () => 'stopped'));
	await Promise.all(Array.from({ length: 20 }, () => stop.orStopped(Promise.resolve('done'), () => 'stopped')));
	expect(listeners()).toBe(1);
	let told = 0;
	stop.onStop(() => void told++);
	given.abort();
	expect(new Set(await Promise.all(waits))).toEqual(new Set(['stopped']));
	expect([told, stop.isStopped]).toEqual([1, true]);
	stop.end();
	expect(listeners()).toBe(0);
});

test('what came first counts, and a rejection after the stop is nobody\'s', async () => {
	const given = new AbortController();
	const stop = new Stop(given.signal);
	expect(await stop.orStopped(Promise.resolve('done'), () => 'stopped')).toBe('done');
	await expect(stop.orStopped(Promise.reject(new Error('no')), () => 'stopped')).rejects.toThrow('no');
	let reject: (given: Error) => void = () => undefined;
	const raced = stop.orStopped(new Promise<string>((_resolve, rejecting) => (reject = rejecting)), () => 'stopped');
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
