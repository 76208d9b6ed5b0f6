/**
 * A clock for tests of what the node does seconds, minutes or hours later. The node's pauses, its requests
 * and the sandbox go by it, and real I/O goes on meanwhile:
 *
 * - a pause is over when the clock has come to its end; the clock jumps to the end of the next pause once no
 *   request is under way;
 * - each request leaves `work` milliseconds after what came before it, takes `out` milliseconds to the service and
 *   `back` milliseconds from it;
 * - `Date.now()` gives its time from `start` to `end`.
 *
 * Use, in the test file:
 * `jest.mock('../../nodes/MessagingService/http/pause.ts', () => jest.requireActual('./virtualPause.mts'));`
 * `jest.mock('../../nodes/MessagingService/http/attempt.ts', () => jest.requireActual('./virtualAttempt.mts'));`
 * and a sandbox with `now: () => clock.now`.
 */
import { setImmediate as turn, setTimeout as shortWait } from 'node:timers/promises';

/** Milliseconds that a request takes: until it leaves, to the service, and from there. */
export interface Pace {
	work: number;
	out: number;
	back: number;
}

interface Sleeper {
	until: number;
	wake: () => void;
}

/** Rounds of the event loop without a request before the clock jumps: an answer is read in a few of them. */
const quietTurns = 4;

class VirtualClock {
	now = 0;

	pace: Pace = { work: 0, out: 0, back: 0 };

	/** Called when a request leaves, and when it has ended. */
	onRequest: (moment: 'leaves' | 'ended', purpose: string) => void = () => undefined;

	private underWay = 0;

	private sleepers: Sleeper[] = [];

	private isJumping = false;

	private spied?: jest.SpyInstance;

	/** @param now milliseconds since 1970 */
	start(now: number, pace: Pace): void {
		this.end();
		Object.assign(this, { now, pace });
		this.spied = jest.spyOn(Date, 'now').mockImplementation(() => this.now);
	}

	/** `Date.now()` is the real one again. */
	end(): void {
		this.spied?.mockRestore();
		this.onRequest = () => undefined;
	}

	advance(milliseconds: number): void {
		this.now += milliseconds;
		this.wakeDue();
	}

	/** Resolves when the clock has come so far. @param canceled called with what ends the sleep early */
	async sleep(
		milliseconds: number,
		canceled: (wake: () => void) => void = () => undefined,
	): Promise<void> {
		if (!(milliseconds > 0)) return await turn();
		const over = new Promise<void>((wake) => {
			const sleeper = { until: this.now + milliseconds, wake };
			this.sleepers.push(sleeper);
			canceled(() => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				wake();
			});
		});
		void this.jump();
		await over;
	}

	/** The time of a request, which keeps the clock from jumping. */
	async during<T>(request: () => Promise<T>): Promise<T> {
		this.underWay++;
		try {
			return await request();
		} finally {
			this.underWay--;
		}
	}

	/** Resolves when no request has been under way for a while, and nothing sleeps. */
	async quiet(): Promise<void> {
		for (let turns = 0; turns < quietTurns; turns++) {
			await turn();
			if (this.underWay > 0 || this.sleepers.length > 0) turns = -1;
		}
	}

	private async jump(): Promise<void> {
		if (this.isJumping) return;
		this.isJumping = true;
		for (let quiet = 0; this.sleepers.length > 0; ) {
			await (this.underWay > 0 ? shortWait(1) : turn());
			quiet = this.underWay > 0 ? 0 : quiet + 1;
			if (quiet < quietTurns || this.sleepers.length === 0) continue;
			quiet = 0;
			this.now = Math.max(this.now, Math.min(...this.sleepers.map(({ until }) => until)));
			this.wakeDue();
		}
		this.isJumping = false;
	}

	private wakeDue(): void {
		const due = this.sleepers
			.filter(({ until }) => until <= this.now)
			.sort((one, other) => one.until - other.until);
		this.sleepers = this.sleepers.filter(({ until }) => until > this.now);
		for (const { wake } of due) wake();
	}
}

/** The one that the stubs for `pause` and `attempt` go by. */
export const clock = new VirtualClock();
