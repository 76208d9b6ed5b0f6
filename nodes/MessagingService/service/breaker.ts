import type { FailedOutcome, Outcome, Purpose } from './outcome';
import { pause, type Stop } from './stop';

/** The effect of one request's outcome on the other requests of its account. */
type Meaning =
	/** The service may be down. The breaker opens: no send leaves until the service answers a probe. */
	| 'trips'
	/** Counts as a failure. As many in a row as may be in progress at once end the run. */
	| 'counts'
	/** Ends the run: every other request would end the same way. */
	| 'endsRun'
	/** Ends a row of failures: the service accepts or refuses sends one by one. */
	| 'resets'
	| 'nothing';

/** Returns the effect of a final outcome. A request that is retried has no effect yet. */
export function meaningOf(purpose: Purpose, outcome: Outcome): Meaning {
	const isSend = purpose === 'send';
	switch (outcome.type) {
		// It is unknown whether the service took the message, and would be for the next one too.
		case 'serverError':
		case 'lost':
		case 'timedOut':
			return isSend ? 'trips' : 'nothing';
		// Unknown too, though the service is up.
		case 'unreadable':
		case 'redirected':
		case 'unlisted':
			return isSend ? 'counts' : 'nothing';
		// The keys, the address or the account is the cause: no other request would fare better.
		case 'unauthorized':
		case 'rateLimited':
		case 'unreachable':
		case 'untrusted':
		case 'notTls':
		case 'blocked':
		case 'notMade':
		case 'down':
		case 'sendsFail':
			return 'endsRun';
		// One row's sender may be forbidden. If all rows are refused, the account is the cause.
		case 'refused':
			if (!isSend) return 'nothing';
			return outcome.status === 403 ? 'counts' : 'resets';
		case 'answered':
			return isSend ? 'resets' : 'nothing';
		case 'notReady':
		case 'canceled':
			return 'nothing';
	}
}

/** Whether the outcome of a probe shows that the service is up. */
function isAnswer({ type }: Outcome): boolean {
	return !['serverError', 'rateLimited', 'lost', 'timedOut', 'unreachable'].includes(type);
}

/** Milliseconds to wait before each probe: about a minute in all. */
const beforeReads = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Circuit breaker of an account. Stops its sends while the service may be down: an unknown outcome is the worst one,
 * and going on causes more. Closed, sends leave. Open, no send leaves until the service answers a probe, which is a
 * read that changes nothing. Probing is half-open, in the usual words.
 */
export class Breaker {
	private isOpen = false;
	/** Sends under way. */
	private underWay = 0;
	/** Consecutive sends that failed. Each leaves one place less for others. */
	private inRow = 0;
	/** Whether a single send is to test if the service takes messages again. */
	private isOnTrial = false;
	/** When the first of the failures in a row ended, or the breaker opened; milliseconds since 1970. */
	private since = 0;
	private lastCounted?: FailedOutcome;
	/** Whether a probe went unanswered, which explains the failures in a row before it. */
	private wasDown = false;
	/** Total milliseconds of waiting between probes so far. */
	waited = 0;
	private asking?: Promise<FailedOutcome | undefined>;
	private readonly waiting = new Set<() => void>();

	/** Begins a run's sends. Failures of earlier runs don't count for it, unless sends are still in progress. */
	begin(): void {
		if (this.underWay === 0) this.inRow = 0;
	}

	/**
	 * Takes a place for a send that leaves at once. Returns false if there is none.
	 * @param limit the most sends in progress
	 */
	enter(limit: number): boolean {
		const hasPlace = !this.isOpen && this.underWay + this.inRow < this.placesOf(limit);
		if (hasPlace) this.underWay++;
		return hasPlace;
	}

	/**
	 * Gives a send's place back, and applies the effect of its outcome.
	 * @param outcome of the send, or of an attempt at it
	 */
	leave(outcome: Outcome): void {
		this.underWay--;
		const meaning = meaningOf('send', outcome);
		// The execution was canceled, so nobody waited for the answer.
		const isStop = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
		if (meaning === 'resets') {
			this.inRow = 0;
			this.isOnTrial = false;
		} else if (!isStop && (meaning === 'trips' || meaning === 'counts')) {
			if (this.inRow++ === 0 && !this.isOpen) this.since = Date.now();
			this.lastCounted = outcome as FailedOutcome;
			if (meaning === 'trips') this.isOpen = true;
		}
		this.wake();
	}

	/** Opens the breaker. To be called when nobody listens at the service's address any more. */
	trip(): void {
		if (!this.isOpen) this.since = Date.now();
		this.isOpen = true;
	}

	/**
	 * Returns the outcome that ends the run if failures in a row have used up all places, though probes are answered. The
	 * next run, or the next try of this one, then begins with a single send.
	 */
	exhausted(limit: number): FailedOutcome | undefined {
		if (this.isOpen || this.underWay > 0 || this.inRow < this.placesOf(limit)) return undefined;
		this.inRow = 0;
		this.isOnTrial = true;
		const { since, lastCounted } = this;
		return lastCounted?.type === 'refused' ? lastCounted : { type: 'sendsFail', since };
	}

	/**
	 * Waits until a send may try to enter again. Returns the outcome that ends the run if no probe is answered.
	 * @param ask probes the service once; all runs share the answer
	 */
	async ready(ask: () => Promise<Outcome>, stop: Stop): Promise<FailedOutcome | undefined> {
		if (this.isOpen) {
			this.asking ??= this.askUntilAnswered(ask, stop).finally(() => (this.asking = undefined));
			return await this.asking;
		}
		if (this.underWay > 0) await new Promise<void>((resolve) => this.waiting.add(resolve));
		return undefined;
	}

	/**
	 * Probes with back-off until the service answers. Returns the outcome for all waiting runs if it never does;
	 * undefined if it does, or this run is canceled.
	 */
	private async askUntilAnswered(
		ask: () => Promise<Outcome>,
		stop: Stop,
	): Promise<FailedOutcome | undefined> {
		for (const wait of beforeReads) {
			if (wait > 0) await pause(wait, stop);
			this.waited += wait;
			if (stop.isStopped) return undefined;
			if (isAnswer(await ask())) {
				if (this.wasDown) this.inRow = 0;
				this.wasDown = this.isOpen = false;
				this.wake();
				return undefined;
			}
			this.wasDown = true;
		}
		return { type: 'down', since: this.since };
	}

	/**
	 * Returns the number of places for sends: one on trial, else at least two, so that a single row at which the service
	 * always fails stops no other.
	 */
	private placesOf(limit: number): number {
		return this.isOnTrial ? 1 : Math.max(2, limit);
	}

	private wake(): void {
		for (const resolve of this.waiting) resolve();
		this.waiting.clear();
	}
}
