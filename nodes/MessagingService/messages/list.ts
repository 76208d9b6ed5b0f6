import type { IDataObject } from 'n8n-workflow';

import { askForPage, type Page, type PageAnswer } from './page';
import { readPages } from './pages';
import type { ServiceClock } from './serviceClock';
import { queryMessages } from '../operations/queries';
import { failureOfOddAnswer } from '../service/failure';
import type { Session } from '../service/session';
import { problems, type Problem } from '../texts';
import { createdAtOf } from '../values/messageRecord';

interface ListReading {
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
	/** Given each record once; nothing else is kept of it. */
	note(record: IDataObject): void;
}

/** Reads the service's list of messages since a time. @returns undefined, or why not all of it could be read */
export async function readMessageList(reading: ListReading): Promise<Problem | undefined> {
	const { session, concurrency, filters, clock, since, note, isEnough, mayMiss } = reading;
	let days: ReturnType<typeof clock.daysSince> | undefined;
	const ask = async (page: IDataObject): Promise<PageAnswer> => {
		const askedAt = Date.now();
		const asked = days ?? clock.daysSince(since(), askedAt);
		const qs = { ...filters, ...asked, ...page };
		const answer = await askForPage(session, queryMessages.url, qs, concurrency);
		if ('failure' in answer) return answer;
		clock.note(answer.date, askedAt, Date.now());
		if (days) return answer;
		days = clock.daysSince(since(), Date.now());
		// The service's clock may be days off from this machine's.
		const isSame = asked.start_date === days.start_date && asked.end_date === days.end_date;
		return isSame ? answer : await ask(page);
	};
	try {
		const isLast = (page: Page): boolean => isEnough?.(page, since()) === true;
		const pages = { first: 1, perPage: 100, concurrency, ask, take: note, isEnough: isLast };
		const read = await readPages(pages);
		if ('failure' in read) return read.failure;
		if (read.missing) return problems.listCutShort(read.missing);
		return read.incomplete && !mayMiss ? problems.listChanged() : undefined;
	} catch (error) {
		return failureOfOddAnswer(error);
	}
}

/** Whether the page shows that the list begins with the newest message, and its last one is older than this. */
export function endsBefore(page: Page, time: number): boolean {
	const oldest = createdAtOf(page.records.at(-1) ?? {});
	return oldest !== undefined && oldest < time && isNewestFirst(page);
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
