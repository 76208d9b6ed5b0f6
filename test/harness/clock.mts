/**
 * The virtual clock of all tests. It drives `Date` and n8n's `sleep`, with which the node and n8n's Batching wait. So
 * nothing waits in real time, and a test can tell to the millisecond when something happened. Only n8n's own wait
 * between tries of Retry On Fail takes real time, so tests set it to a millisecond.
 *
 * The clock stands still while anything is under way. Once only sleeps are left, it jumps to the end of the earliest
 * one. Requests over the network, including hanging ones, take real time but no time of this clock.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { createRequire } from 'node:module';
import { setImmediate as turn, setTimeout as shortWait } from 'node:timers/promises';

const realNow = Date.now.bind(Date);

/** Turns of the event loop without a request before the clock jumps: reading an answer takes a few of them. */
const quietTurns = 8;

interface Sleeper {
	until: number;
	wake: () => void;
}

class Clock {
	/** The time at which each test starts: TEST_DAY, or a Monday in November. */
	readonly start = Date.parse(process.env.TEST_DAY ?? '2026-11-23T12:00:00Z');

	private time = this.start;

	private isReal = false;

	private sleepers: Sleeper[] = [];

	private isJumping = false;

	private readonly requests = new Set<ClientRequest>();

	/** Durations of all sleeps longer than 0 ms since the test began, in milliseconds. */
	slept: number[] = [];

	/** Number of times that code has yielded to the event loop, by a sleep of 0 ms. */
	turns = 0;

	/** Milliseconds that the clock advances at each read: it simulates work that takes long, without a slow machine. */
	perLook = 0;

	constructor() {
		subscribe('http.client.request.start', (message) => {
			const { request } = message as { request: ClientRequest };
			this.requests.add(request);
			request.once('close', () => this.requests.delete(request));
		});
	}

	now(): number {
		return this.isReal ? realNow() : (this.time += this.perLook);
	}

	/** Milliseconds since the test began. */
	get passed(): number {
		return this.time - this.start;
	}

	/** Advances the clock at once, and wakes the sleepers that are due. */
	pass(milliseconds: number): void {
		this.time += milliseconds;
		this.wakeDue();
	}

	/** Sets the time. Unlike `pass`, it wakes no sleeper. */
	set(time: number | string): void {
		this.time = typeof time === 'number' ? time : Date.parse(time);
	}

	/** Uses real sleeps and the machine's time until the test ends, for tests of waiting itself. */
	useReal(): void {
		this.isReal = true;
	}

	/** Resets the clock to its start. Pending sleeps never resolve. */
	reset(): void {
		Object.assign(this, { time: this.start, isReal: false, sleepers: [], slept: [] });
		Object.assign(this, { turns: 0, perLook: 0 });
	}

	/** Replaces n8n's `sleep`. Rejects with the signal's reason if the signal is aborted. */
	readonly sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
		if (milliseconds > 0) this.slept.push(milliseconds);
		else this.turns++;
		if (this.isReal) return await shortWait(Math.max(0, milliseconds), undefined, { signal });
		if (!(milliseconds > 0)) return void (await turn());
		await new Promise<void>((wake, fail) => {
			signal?.throwIfAborted();
			const sleeper = { until: this.time + milliseconds, wake };
			this.sleepers.push(sleeper);
			signal?.addEventListener('abort', () => fail(signal.reason as Error));
			void this.jump();
		});
	};

	/** Resolves once no request is under way and nothing sleeps. */
	async quiet(): Promise<void> {
		for (let turns = 0; turns < quietTurns; turns++) {
			await turn();
			if (this.requests.size > 0 || this.sleepers.length > 0) turns = -1;
		}
	}

	private async jump(): Promise<void> {
		if (this.isJumping) return;
		this.isJumping = true;
		for (let quiet = 0; this.sleepers.length > 0; ) {
			await (this.requests.size > 0 ? shortWait(1) : turn());
			quiet = this.requests.size > 0 ? 0 : quiet + 1;
			if (quiet < quietTurns || this.sleepers.length === 0) continue;
			quiet = 0;
			this.time = Math.max(this.time, Math.min(...this.sleepers.map(({ until }) => until)));
			this.wakeDue();
		}
		this.isJumping = false;
	}

	private wakeDue(): void {
		const due = this.sleepers
			.filter(({ until }) => until <= this.time)
			.sort((one, other) => one.until - other.until);
		this.sleepers = this.sleepers.filter(({ until }) => until > this.time);
		for (const { wake } of due) wake();
	}
}

export const clock = new Clock();

/** Makes the `Date` of these globals follow the clock. A date with arguments is left as it is. */
export function dateGoesByClock(globals: { Date: DateConstructor }): void {
	const original = globals.Date;
	original.now = () => clock.now();
	globals.Date = new Proxy(original, {
		construct: (date, given, called) =>
			Reflect.construct(date, given.length === 0 ? [clock.now()] : given, called) as Date,
		apply: (date) => new date(clock.now()).toString(),
	});
	original.prototype.constructor = globals.Date;
}

/** Modules from which n8n takes its `sleep` at each call: in n8n-core 2.9 and later, and before. */
const homes = [
	['n8n-core', '@n8n/utils/sleep'],
	['n8n-workflow', '@n8n/utils/sleep'],
	['n8n-workflow', './utils.js'],
] as const;

const load = createRequire(import.meta.url);
for (const [user, home] of homes) {
	const ofUser = createRequire(load.resolve(user));
	let module: object;
	try {
		module = ofUser(home) as object;
	} catch {
		continue;
	}
	if (Object.getOwnPropertyDescriptor(module, 'sleep')?.writable)
		Object.assign(module, { sleep: clock.sleep });
}
dateGoesByClock(globalThis);
