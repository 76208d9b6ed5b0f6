import type { IDataObject } from 'n8n-workflow';

import { type Page, type PageAnswer, pageAnswerOf } from './page';
import { incompleteProblem, readPages } from './pages';
import type { PageQuery } from './pass';
import { queryMessages } from '../operations/queries';
import type { Days } from '../service/bounds';
import { failureOfOddAnswer } from '../service/failure';
import { ListRequest } from '../service/listRequest';
import type { Session } from '../service/session';
import { type Problem, problems } from '../texts';
import { createdAtOf } from '../values/messageRecord';
import { HOUR } from '../values/durations';
import { latestInstant } from '../values/time';

interface ListOptions {
	session: Session;
	concurrency: number;
	/** Filters that the service applies, without the date range. */
	filters: IDataObject;
	clock: ServiceClock;
	/**
	 * Returns the earliest creation time to read, by the service's clock, in milliseconds since 1970. Called again once
	 * that clock is known.
	 */
	since(): number;
	/** Whether the pages after this one need not be read. */
	isEnough?(page: Page, since: number): boolean;
	/** Whether records may be missing because the list changed, or its pages overlapped, during the read. */
	mayMiss?: boolean;
	/** Whether the list must include the newest messages: without them, somebody would be texted twice. */
	mustBeNewest?: boolean;
	/** Receives each record once. Nothing else keeps the record. */
	onRecord(record: IDataObject): void;
}

const perPage = 100;

/** Date ranges, in order: each is tried only if the service refuses the one before. */
const fewerAndFewer: Days[] = ['pastToday', 'toToday', 'none'];
/**
 * Date ranges for a list that must include the newest messages. A range to the service's today comes last: it may end
 * when its last day begins, and that day may be over already where the service is.
 */
const newestForSure: Days[] = ['pastToday', 'none', 'toToday'];

/**
 * Reads the service's list of messages since a time.
 * @returns undefined, or the problem that kept it from reading all of them
 */
export async function readMessageList(options: ListOptions): Promise<Problem | undefined> {
	const { session, concurrency, clock, since, onRecord, mayMiss } = options;
	const query = (days: Days) => ({
		...options.filters,
		...clock.daysSince(since(), Date.now(), days),
	});
	const days = options.mustBeNewest ? newestForSure : fewerAndFewer;
	const asked = { url: queryMessages.url, concurrency, perPage, days, query };
	let list = new ListRequest(session, asked);
	const sized = (size: number): PageQuery => {
		list = new ListRequest(session, Object.assign(asked, { perPage: size }));
		return { ...pages, perPage: size };
	};
	const askFor = async (page: number): Promise<PageAnswer> => {
		const askedAt = Date.now();
		const outcome = await list.page(page);
		if (outcome.type === 'answered') clock.update(outcome.date, askedAt, Date.now());
		return pageAnswerOf(outcome);
	};
	let isClockKnown = false;
	const ask = async (page: number): Promise<PageAnswer> => {
		const answer = await askFor(page);
		const { taken } = list;
		if (isClockKnown || 'failure' in answer || !taken) return answer;
		isClockKnown = true;
		// The service's clock may be days off from this machine's, so the right date range may differ from the requested
		// one.
		if (JSON.stringify(query(taken.days)) === JSON.stringify(taken.query)) return answer;
		list = new ListRequest(session, asked);
		return await askFor(page);
	};
	const hasDays = (): boolean => list.taken?.days !== 'none';
	const isEnough = (page: Page): boolean =>
		options.isEnough?.(page, since()) === true || (!hasDays() && endsBefore(page, since()));
	const mayEndEarly = (): boolean => options.isEnough !== undefined || !hasDays();
	const pages = { first: 1, perPage, concurrency, ask, take: onRecord, isEnough, mayEndEarly };
	try {
		const read = await readPages({ ...pages, sized });
		if ('failure' in read) return read.failure;
		if (read.missing) return problems.listCutShort(read.missing);
		const { incomplete } = read;
		return incomplete && !mayMiss ? incompleteProblem(incomplete) : undefined;
	} catch (error) {
		return failureOfOddAnswer(error);
	}
}

/** Whether the page shows that the list is sorted newest first, and ends with a message older than `time`. */
export function endsBefore(page: Page, time: number): boolean {
	const { schedule, ...last } = page.records.at(-1) ?? {};
	const created = latestInstant(last.created_at);
	// In a list sorted by schedule, newer messages may follow one that was created long before its schedule.
	const due = Math.max(created ?? Infinity, latestInstant(schedule) ?? -Infinity);
	return due < time && isNewestFirst(page);
}

/** Whether the page shows that the list is sorted newest first. A single record, or equal times, show no order. */
export function isNewestFirst({ records }: Page): boolean {
	const times = records.map(createdAtOf);
	if (times.length < 2 || times[0] === times.at(-1)) return false;
	return records.every(({ id }, place) => {
		// Rising IDs mean a list sorted oldest first, even if times fall because records were added out of order.
		const risesById = Number(id) > Number(records[place - 1]?.id);
		const time = times[place];
		return !risesById && time !== undefined && time <= (times[place - 1] ?? Infinity);
	});
}

/** The largest assumed offset from this machine's clock, in milliseconds, of a service without a `Date` header. */
const offAtMost = 60_000;
/** Tolerance in milliseconds: the header and `created_at` may each be truncated to whole seconds. */
const cut = 2_000;

/** Estimates the service's clock from the `Date` headers of its answers. `created_at` goes by that clock. */
export class ServiceClock {
	/** Lower bound of its lead over this machine's clock, in milliseconds. Undefined before the first usable header. */
	private ahead?: number;
	/** Upper bound of that lead, in milliseconds, without the tolerance for truncated seconds. */
	private aheadAtMost = Infinity;

	/** Records the `Date` header of an answer. The quickest answers give the narrowest bounds. */
	update(date: string | undefined, askedAt: number, receivedAt: number): void {
		const told = Date.parse(date ?? '');
		if (Number.isNaN(told)) return;
		this.ahead = Math.max(this.ahead ?? -Infinity, told - receivedAt);
		this.aheadAtMost = Math.min(this.aheadAtMost, told - askedAt);
	}

	/** Returns the earliest `created_at` that a message can have if it left this machine at `left`. */
	earliest(left: number): number {
		return left + (this.ahead ?? -offAtMost) - cut;
	}

	/**
	 * Returns the latest `created_at` of a message whose answer arrived at `answered`. Infinity if the clock is unknown.
	 */
	latest(answered: number): number {
		return answered + this.aheadAtMost + cut;
	}

	/** Whether a `created_at` can come from this clock. By another clock, old messages would look like new ones. */
	canBe(createdAt: number, now: number): boolean {
		return createdAt <= (this.ahead === undefined ? now + offAtMost : this.latest(now));
	}

	/** Returns the query for the days since a time, wherever the service begins its days (specification section 4.3). */
	daysSince(since: number, now: number, days: Days = 'pastToday'): IDataObject {
		if (days === 'none') return {};
		const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
		const ahead = this.ahead ?? 0;
		// A wrong `Date` header must not hide the newest messages. 14 hours allow for time zones, and 24 for a range that
		// ends when its last day begins.
		const pastToday = now + Math.max(0, ahead) + (14 + 24) * HOUR;
		return {
			date_created: 'custom',
			start_date: dayOf(since - 14 * HOUR),
			end_date: dayOf(days === 'toToday' ? now + ahead : pastToday),
		};
	}
}
