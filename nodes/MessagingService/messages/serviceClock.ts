import { HOUR } from '../values/time';

/** Milliseconds by which the clock of a service without a `Date` header may be off from this machine's. */
const offAtMost = 60_000;
/** Milliseconds: the header and `created_at` may each be cut to whole seconds. */
const cut = 2_000;

/** The service's clock, as the `Date` header of its answers tells it. `created_at` goes by that clock. */
export class ServiceClock {
	/** How far it is ahead of this machine's clock, at least; undefined as long as no answer told. */
	private ahead?: number;
	/** How far it is ahead at most, but for the cut. */
	private aheadAtMost = Infinity;

	/** Notes the header of an answer. The quickest answer tells best. */
	note(date: string | undefined, askedAt: number, receivedAt: number): void {
		const told = Date.parse(date ?? '');
		if (Number.isNaN(told)) return;
		this.ahead = Math.max(this.ahead ?? -Infinity, told - receivedAt);
		this.aheadAtMost = Math.min(this.aheadAtMost, told - askedAt);
	}

	/** A message that left here at this time has a `created_at` no earlier than this. */
	earliest(left: number): number {
		return left + (this.ahead ?? -offAtMost) - cut;
	}

	/** A message whose answer was here at this time has a `created_at` no later than this; Infinity where unknown. */
	latest(answered: number): number {
		return answered + this.aheadAtMost + cut;
	}

	/** Whether a `created_at` may be this clock's. By another clock, old messages would look like new ones. */
	canBe(createdAt: number, now: number): boolean {
		return createdAt <= (this.ahead === undefined ? now + offAtMost : this.latest(now));
	}

	/** A filter on the days (specification section 4.3) since then, wherever the service begins its days. */
	daysSince(since: number, now: number) {
		const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
		// A clock that is told wrong must not hide the newest messages; a range may end when its last day begins.
		const lastDay = now + Math.max(0, this.ahead ?? 0) + (14 + 24) * HOUR;
		return {
			date_created: 'custom',
			start_date: dayOf(since - 14 * HOUR),
			end_date: dayOf(lastDay),
		};
	}
}
