import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Page } from './page';
import { readPages, type Ask } from './pages';
import type { Failure } from '../item';
import { queryMessages } from '../operations/queries';
import { failureOfOddAnswer, failureOfRead } from '../service/failure';
import { makeRequest, type Sender } from '../service/request';
import { sentences } from '../texts';
import { createdAtOf } from '../values/messageRecord';

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

/** What of the service's list of messages a look-up reads. */
interface Reading {
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
