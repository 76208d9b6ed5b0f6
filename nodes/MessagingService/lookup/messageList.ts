import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfOddAnswer, failureOfRead } from '../errors/failureOf';
import { sentences } from '../errors/sentences';
import { makeRequest, type Sender } from '../http/request';
import type { Failure } from '../item';
import { queryMessages } from '../operations/queryMessages';
import type { Page } from '../query/page';
import { readPages } from '../query/pages';
import type { Ask } from '../query/readPass';
import { createdAtOf } from './listedMessage';
import { ServiceClock } from './serviceClock';

/** What of the service's list of messages a look-up reads. */
export interface Reading {
	sender: Sender;
	/** What all requests of the run have in common; the address and the method are the list's own. */
	request: IHttpRequestOptions;
	/** How many pages may be asked for at once. */
	concurrency: number;
	/** The service's own filters, days apart. */
	filters: IDataObject;
	clock: ServiceClock;
	/** The messages since then, by the service's clock; asked again once that is known. */
	since(): number;
	/** Whether the pages after this one need not be read; none is left out unless told. */
	isEnough?(page: Page, since: number): boolean;
	/** Whether it will do if records are missing because the list changed while it was read. */
	mayMiss?: boolean;
	/** Given each record once; nothing else is kept of it. */
	note(record: IDataObject): void;
}

const perPage = 100;

/**
 * Reads the service's list of messages since a time, page by page, as Query Messages does.
 *
 * @returns undefined, or why not all of it could be read
 */
export async function readMessageList({
	sender,
	request,
	concurrency,
	filters,
	clock,
	since,
	isEnough,
	mayMiss,
	note,
}: Reading): Promise<Failure | undefined> {
	const { method, url } = queryMessages;
	let days = clock.daysSince(since(), Date.now());
	let isFirst = true;
	const ask: Ask = async (page): ReturnType<Ask> => {
		const askedAt = Date.now();
		const outcome = await makeRequest(
			sender,
			'read',
			{ ...request, method, url, qs: { ...filters, ...days, ...page } },
			concurrency,
		);
		if (outcome.type !== 'answered')
			return { failure: sender.session.redacted(failureOfRead(outcome)) };
		clock.note(outcome.date, askedAt, Date.now());
		const asked = days;
		// The service's clock may be days off from this machine's. All other pages are of the same days.
		if (isFirst) days = clock.daysSince(since(), Date.now());
		isFirst = false;
		return asked.start_date === days.start_date && asked.end_date === days.end_date
			? { data: outcome.data }
			: await ask(page);
	};
	try {
		const result = await readPages({ first: 1, perPage }, concurrency, ask, taken(note), {
			isEnough: (page) => isEnough?.(page, since()) === true,
		});
		if ('failures' in result) return result.failures[0];
		if (result.missing)
			return { id: 'listCutShort', fate: 'refused', ...sentences.listCutShort(result.missing) };
		return result.incomplete && !mayMiss
			? { id: 'listChanged', fate: 'refused', ...sentences.listChanged() }
			: undefined;
	} catch (error) {
		return sender.session.redacted(failureOfOddAnswer(error));
	}
}

/** What comes of a record: it is noted, and nothing is kept of it. */
function taken(note: Reading['note']): (record: IDataObject) => IDataObject[] {
	return (record) => {
		note(record);
		return [];
	};
}

/** Whether the page shows that the list begins with the newest message, and its last one is older than this. */
export function endsBefore(page: Page, time: number): boolean {
	const oldest = createdAtOf(page.records.at(-1) ?? {});
	return oldest !== undefined && oldest < time && isNewestFirst(page);
}

/** Whether the page shows that the list begins with the newest message. */
export function isNewestFirst({ records }: Page): boolean {
	const times = records.map(createdAtOf);
	const newest = times[0] ?? NaN;
	const oldest = times.at(-1) ?? NaN;
	return (
		newest > oldest &&
		times.every((each, place) => each !== undefined && (place === 0 || each <= times[place - 1]!))
	);
}
