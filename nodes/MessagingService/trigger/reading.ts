import type { IDataObject } from 'n8n-workflow';

import type { Rotation } from './state';
import type { Watch } from './watch';
import {
	endsBefore,
	isNewestFirst,
	listedWithin,
	readMessageList,
	ServiceClock,
} from '../messages/list';
import type { Page } from '../messages/page';
import { type Problem, problems } from '../texts';
import { HOUR, MINUTE } from '../values/durations';
import { latestInstant } from '../values/time';

/** Number of pages up to which each poll reads the whole list. */
const fewPages = 10;

/** Number of slices of a longer list. A poll reads one of them. */
const slices = 20;

/** Age in milliseconds up to which each poll reads the messages of a longer list, within `mostRecent`. */
const recent = HOUR;

/** The most pages of recent messages to read in a poll, as a share of all pages. New messages may take more. */
const mostRecent = 0.03;

/** The longest time between two polls, in milliseconds, after which the whole list is read anyway. */
const longestGap = 5 * MINUTE;

export interface PollReading {
	/** Whether no earlier poll has stored a state. */
	isFirst: boolean;
	/** Whether the pages after this one need not be read. */
	isEnough(page: Page): boolean;
	onMessage(message: IDataObject, createdAt: number | undefined): void;
	/** The rotation to go on with, if the poll need not read the whole list. */
	rotation?: Rotation;
}

export interface PollResult {
	/** The oldest creation time that is watched, in milliseconds since 1970. */
	since: number;
	/** The problem if reading failed. */
	failure?: Problem;
	/** Whether all messages since then were read. */
	isWhole: boolean;
	/** Where the next poll may go on; undefined if it has to read the whole list. */
	rotation?: Rotation;
}

/** Calls `onMessage` once for each message of the last Watch Hours, or of the part that is to be read this time. */
export async function readMessages(watch: Watch, reading: PollReading): Promise<PollResult> {
	const read = new PollRead(watch, reading);
	const { rotation } = reading;
	const goesOn = rotation && Math.abs(Date.now() - rotation.polledAt) <= longestGap;
	return goesOn ? await read.part(rotation) : read.wholeBy(await read.pages({ first: 1 }));
}

interface PagesToRead {
	first: number;
	last?: number;
	/** Whether it is the last one to read. */
	isLast?(page: Page, number: number): boolean;
}

/** Pages that were read in a row. */
interface PagesRead {
	failure?: Problem;
	/** Number of the last page. */
	last: number;
	/** Whether no more messages of the watched period follow. */
	isEnd: boolean;
}

class PollRead {
	private readonly clock = new ServiceClock();
	private readonly polledAt = Date.now();
	private newest = -Infinity;
	/** Number of messages that are newer than all that the last poll saw. */
	private arrived = 0;
	private rowsPerPage = 0;
	private isNewestFirst = false;

	constructor(
		private readonly watch: Watch,
		private readonly reading: PollReading,
	) {}

	/** Returns the result of pages that reach to the end of the watched period. */
	wholeBy({ failure, last }: PagesRead): PollResult {
		return this.result(true, failure, last * this.rowsPerPage, 0);
	}

	async part(rotation: Rotation): Promise<PollResult> {
		const newestKnown = rotation.newest - listedWithin;
		const isOld = (page: Page) => endsBefore(page, this.clock.earliest(this.polledAt) - recent);
		const most = () => Math.max(1, Math.floor((mostRecent * rotation.rows) / this.rowsPerPage));
		const recents = await this.pages({
			first: 1,
			isLast: (page, number) => endsBefore(page, newestKnown) && (number >= most() || isOld(page)),
		});
		const { rowsPerPage, arrived } = this;
		if (recents.isEnd || recents.failure) return this.wholeBy(recents);
		const rows = rotation.rows + arrived;
		// Messages that have arrived push the others back.
		const next = rotation.next + arrived;
		const from = Math.max(next < rows ? next : 0, recents.last * rowsPerPage);
		const last = Math.ceil((from + rows / slices) / rowsPerPage);
		// One page more, since messages may have been deleted.
		const first = Math.max(recents.last + 1, Math.floor(from / rowsPerPage));
		const slice = await this.pages({ first, last });
		return slice.isEnd
			? this.result(false, slice.failure, slice.last * rowsPerPage, 0)
			: this.result(false, slice.failure, rows, last * rowsPerPage);
	}

	/** Returns the earliest creation time to read, by the service's clock. */
	private readonly since = (): number => {
		const first = this.polledAt - this.watch.order.watchedFor;
		// Messages that the first poll skips because of a wrong clock would never count as new.
		return Math.min(this.clock.earliest(first), this.reading.isFirst ? first : Infinity);
	};

	private result(
		isWhole: boolean,
		failure: Problem | undefined,
		rows: number,
		next: number,
	): PollResult {
		const { polledAt, newest, rowsPerPage } = this;
		const { bound } = this.watch;
		const isTooLong = failure && bound?.stop.isStopped;
		const isLong = this.isNewestFirst && rows > fewPages * rowsPerPage;
		return {
			since: this.since(),
			failure: isTooLong ? problems.pollTooLong(bound.seconds) : failure,
			isWhole,
			rotation: isLong ? { polledAt, newest, next, rows } : undefined,
		};
	}

	/** Reads pages from the first on, to the last, or to the end of the watched period. */
	async pages({ first, last = Infinity, isLast }: PagesToRead): Promise<PagesRead> {
		const { session, order } = this.watch;
		const { reading, clock, since } = this;
		// The answers may come in any order.
		let [highest, end] = [first - 1, Infinity];
		const failure = await readMessageList({
			...{ session, clock, since, first, last },
			concurrency: order.concurrency,
			filters: order.query,
			isEnough: (page, oldest, number) => {
				if (number === 1) this.rowsPerPage = page.records.length;
				if (number === 1) this.isNewestFirst = isNewestFirst(page);
				if (page.records.length > 0) highest = Math.max(highest, number);
				if (endsBefore(page, oldest) || reading.isEnough(page)) end = Math.min(end, number);
				if (isLast?.(page, number)) last = Math.min(last, number);
				return Math.min(end, last) <= number;
			},
			// The next poll reports what this one misses. After a first poll, however, it would count as new.
			mayMiss: !reading.isFirst,
			onRecord: (record) => this.take(record),
		});
		return { failure, last: Math.min(highest, end, last), isEnd: end <= last || highest < last };
	}

	private take(message: IDataObject): void {
		const { order } = this.watch;
		const { rotation, onMessage } = this.reading;
		// Without a zone, the latest possible time is used, so that no message is skipped.
		const createdAt = latestInstant(message.created_at);
		this.newest = Math.max(this.newest, createdAt ?? -Infinity);
		if (rotation && (createdAt ?? -Infinity) > rotation.newest) this.arrived++;
		// A message whose time can't be read still belongs to the requested days.
		if ((createdAt ?? Infinity) >= this.since() && order.keeps?.(message) !== false)
			onMessage(message, createdAt);
	}
}
