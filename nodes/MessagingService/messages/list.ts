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

interface ListQuery {
	session: Session;
	concurrency: number;
	/** The filters that the service applies, but for the days. */
	filters: IDataObject;
	clock: ServiceClock;
	/** The time that messages are read from, by the service's clock; asked again once that clock is known. */
	since(): number;
	/** Whether the pages after this one need not be read. */
	isEnough?(page: Page, since: number): boolean;
	/** Whether it will do if records are missing because the list changed while it was read. */
	mayMiss?: boolean;
	/** Whether a list without the newest messages would have somebody texted twice. */
	mustBeNewest?: boolean;
	/** Given each record once; nothing else is kept of it. */
	note(record: IDataObject): void;
}

const perPage = 100;

/** The days to ask for, and what instead where the service refuses them. */
const fewerAndFewer: Days[] = ['pastToday', 'toToday', 'none'];
/** A range may end when its last day begins, and that day may be over already where the service is. */
const newestForSure: Days[] = ['pastToday', 'none', 'toToday'];

/** Reads the service's list of messages since a time. @returns undefined, or why not all of it could be read */
export async function readMessageList(reading: ListQuery): Promise<Problem | undefined> {
	const { session, concurrency, clock, since, note, mayMiss } = reading;
	const query = (days: Days) => ({
		...reading.filters,
		...clock.daysSince(since(), Date.now(), days),
	});
	const days = reading.mustBeNewest ? newestForSure : fewerAndFewer;
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
		// The service's clock may be days off from this machine's: then its own days are asked for.
		if (JSON.stringify(query(taken.days)) === JSON.stringify(taken.query)) return answer;
		list = new ListRequest(session, asked);
		return await askFor(page);
	};
	const hasDays = (): boolean => list.taken?.days !== 'none';
	const isEnough = (page: Page): boolean =>
		reading.isEnough?.(page, since()) === true || (!hasDays() && endsBefore(page, since()));
	const mayEndEarly = (): boolean => reading.isEnough !== undefined || !hasDays();
	const pages = { first: 1, perPage, concurrency, ask, take: note, isEnough, mayEndEarly };
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

/** Whether the page shows that the list begins with the newest message, and its last one is older than this. */
export function endsBefore(page: Page, time: number): boolean {
	const { schedule, ...last } = page.records.at(-1) ?? {};
	const created = latestInstant(last.created_at);
	// In a list by schedules, newer messages may follow one that was created long before its schedule.
	const due = Math.max(created ?? Infinity, latestInstant(schedule) ?? -Infinity);
	return due < time && isNewestFirst(page);
}

/** Whether the page shows that the list begins with the newest message. */
export function isNewestFirst({ records }: Page): boolean {
	const times = records.map(createdAtOf);
	if (times.length < 2 || times[0] === times.at(-1)) return false;
	return records.every(({ id }, place) => {
		// Records that were added out of order of their times rise by ID: such a list begins with the oldest.
		const risesById = Number(id) > Number(records[place - 1]?.id);
		const time = times[place];
		return !risesById && time !== undefined && time <= (times[place - 1] ?? Infinity);
	});
}

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
	update(date: string | undefined, askedAt: number, receivedAt: number): void {
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
	daysSince(since: number, now: number, days: Days = 'pastToday'): IDataObject {
		if (days === 'none') return {};
		const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
		const ahead = this.ahead ?? 0;
		// A clock that is told wrong must not hide the newest messages; a range may end when its last day begins.
		const pastToday = now + Math.max(0, ahead) + (14 + 24) * HOUR;
		return {
			date_created: 'custom',
			start_date: dayOf(since - 14 * HOUR),
			end_date: dayOf(days === 'toToday' ? now + ahead : pastToday),
		};
	}
}
