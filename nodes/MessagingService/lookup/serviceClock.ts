/** Milliseconds by which the clock of a service without a `Date` header may be off from this machine's. */
const offAtMost = 60_000;

/** Milliseconds: the header and `created_at` may each be cut to whole seconds. */
const cut = 2_000;

const hour = 3_600_000;

/**
 * The service's clock, as the `Date` header of its answers tells it. `created_at` goes by that clock, and
 * it may be off from the one of this machine.
 */
export class ServiceClock {
	/** How far it is ahead of this machine's clock, at least; undefined as long as no answer told. */
	private ahead?: number;

	/** How far it is ahead at most, but for the cut; defined when `ahead` is. */
	private aheadAtMost = Infinity;

	/**
	 * @param askedAt when the request was made that it answers, by this machine's clock
	 * @param receivedAt when the answer came
	 */
	note(date: string | undefined, askedAt: number, receivedAt: number): void {
		const told = Date.parse(date ?? '');
		if (Number.isNaN(told)) return;
		// The answer took its time; the quickest one tells best.
		this.ahead = Math.max(this.ahead ?? -Infinity, told - receivedAt);
		this.aheadAtMost = Math.min(this.aheadAtMost, told - askedAt);
	}

	/** A message that left here at this time has a `created_at` no earlier than this. */
	earliest(left: number): number {
		return this.ahead === undefined ? left - offAtMost - cut : left + this.ahead - cut;
	}

	/**
	 * A message whose answer was here at this time has a `created_at` no later than this; Infinity
	 * where no answer told the time.
	 */
	latest(answered: number): number {
		return answered + this.aheadAtMost + cut;
	}

	/**
	 * Whether a `created_at` may be this clock's. One from the future shows that it goes by another clock, or by
	 * one further off than a clock may be that nobody told: then old messages look like new ones.
	 */
	canBe(createdAt: number, now: number): boolean {
		return createdAt <= (this.ahead === undefined ? now + offAtMost : this.latest(now));
	}

	/**
	 * A filter on days (specification section 4.3) that has every message since then, in whichever zone the
	 * service begins its days, and also if its range ends when the last day begins.
	 *
	 * @param since by the service's clock
	 */
	daysSince(
		since: number,
		now: number,
	): { date_created: string; start_date: string; end_date: string } {
		// A clock that is told wrong must not hide the newest messages.
		const serviceNow = now + Math.max(0, this.ahead ?? 0);
		return {
			date_created: 'custom',
			start_date: dayOf(since - 14 * hour),
			end_date: dayOf(serviceNow + (14 + 24) * hour),
		};
	}
}

function dayOf(instant: number): string {
	return new Date(instant).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
