import type { FailedOutcome, Outcome, Purpose } from './outcome';
import { pause, type Stop } from './stop';

/** The meaning of one request's outcome for the others of its account. */
type Meaning =
	/** The service may be down: no send leaves until it has answered a read. */
	| 'trips'
	/** As many in a row as may be under way at once end the run. */
	| 'counts'
	/** Each other request of the run would come to the same. */
	| 'endsRun'
	/** Sends are taken or refused one by one. */
	| 'resets'
	| 'nothing';

/** Returns the meaning of a final outcome: a request that is made again has none yet. */
export function meaningOf(purpose: Purpose, outcome: Outcome): Meaning {
	const isSend = purpose === 'send';
	switch (outcome.type) {
		// Whether the message was taken is unknown, and so it would be with the next one.
		case 'serverError':
		case 'lost':
		case 'timedOut':
			return isSend ? 'trips' : 'nothing';
		// Unknown too, though the service is there.
		case 'unreadable':
		case 'redirected':
		case 'unlisted':
			return isSend ? 'counts' : 'nothing';
		// The keys, the address or the account: no request fares better.
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
		// One row's sender may be forbidden; where all are, it is the account.
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

/** Whether the service has answered a read that asks whether it is there. */
function isAnswer({ type }: Outcome): boolean {
	return !['serverError', 'rateLimited', 'lost', 'timedOut', 'unreachable'].includes(type);
}

/** Milliseconds before each read that asks whether the service is there: about a minute in all. */
const beforeReads = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Lets no send of an account leave while the service may be down: an unknown outcome is the worst one, and going on
 * makes it. Closed, sends leave. Open, none does until a read is answered (half-open, in the usual words).
 */
export class Breaker {
	private isOpen = false;
	/** Sends under way. */
	private underWay = 0;
	/** Sends in a row whose outcomes count; each leaves one place less for others. */
	private inRow = 0;
	/** Whether one send alone may find out if the service takes messages again. */
	private isOnTrial = false;
	/** When the first of them ended; milliseconds since 1970. */
	private since = 0;
	private lastCounted?: FailedOutcome;
	/** Whether a read went unanswered: what failed in a row before is explained by that. */
	private wasDown = false;
	/** Milliseconds of all waits for an answer so far. */
	waited = 0;
	private asking?: Promise<FailedOutcome | undefined>;
	private readonly waiting = new Set<() => void>();

	/** A run begins to send: what earlier ones met is no row with it. */
	begin(): void {
		if (this.underWay === 0) this.inRow = 0;
	}

	/** Takes a place for a send that leaves at once, where there is one. @param limit how many may be under way */
	enter(limit: number): boolean {
		const hasPlace = !this.isOpen && this.underWay + this.inRow < this.placesOf(limit);
		if (hasPlace) this.underWay++;
		return hasPlace;
	}

	/** Gives the place back. @param outcome what the send came to, or the attempt at it */
	leave(outcome: Outcome): void {
		this.underWay--;
		const meaning = meaningOf('send', outcome);
		// Nobody waited for the answer: the execution was stopped.
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

	/** Opens it: nobody listens at the address any more. */
	trip(): void {
		if (!this.isOpen) this.since = Date.now();
		this.isOpen = true;
	}

	/**
	 * Returns the outcome that ends the run where the last sends have taken all places, though reads are answered. The
	 * next run, or the next try, begins with one send alone.
	 */
	exhausted(limit: number): FailedOutcome | undefined {
		if (this.isOpen || this.underWay > 0 || this.inRow < this.placesOf(limit)) return undefined;
		this.inRow = 0;
		this.isOnTrial = true;
		const { since, lastCounted } = this;
		return lastCounted?.type === 'refused' ? lastCounted : { type: 'sendsFail', since };
	}

	/**
	 * Waits until a send may try again to enter. Returns the outcome that ends the run where the service answers nothing.
	 * @param ask makes a read that asks whether the service is there, once; all runs share the answer
	 */
	async ready(ask: () => Promise<Outcome>, stop: Stop): Promise<FailedOutcome | undefined> {
		if (this.isOpen) {
			this.asking ??= this.askUntilAnswered(ask, stop).finally(() => (this.asking = undefined));
			return await this.asking;
		}
		if (this.underWay > 0) await new Promise<void>((resolve) => this.waiting.add(resolve));
		return undefined;
	}

	/** Returns the outcome of all that wait where nothing is answered; undefined where it is, or this run is stopped. */
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

	/** Two at least: one row at which the service fails each time stops nobody. */
	private placesOf(limit: number): number {
		return this.isOnTrial ? 1 : Math.max(2, limit);
	}

	private wake(): void {
		for (const resolve of this.waiting) resolve();
		this.waiting.clear();
	}
}
