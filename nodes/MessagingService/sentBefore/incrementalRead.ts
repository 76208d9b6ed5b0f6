import type { IDataObject } from 'n8n-workflow';

import { KnownRecords } from './knownRecords';
import { endsBefore, type IncrementalList, isNewestFirst, listedWithin } from '../messages/list';
import type { Page } from '../messages/page';
import type { Recipient } from '../recipients/row';
import type { Account } from '../service/account';
import { abortAfter } from '../service/stop';
import { getOrInsert } from '../values/collections';
import { HOUR } from '../values/durations';

/** The most recipients to compare with known records. In a longer run, the whole list costs little for each. */
const mostRecipients = 1_000;

/** The most hashes to keep of one list, in at most 35 MB. */
const mostHashes = 1_500_000;

/** The most lists to keep of an account: their filters and days differ. */
const mostLists = 4;

/** All records that a list had when it was last read. */
interface KnownList {
	records: KnownRecords;
	/** Number of the last read that has counted them. */
	countedBy: number;
}

/** Known lists of an account, by the form of their requests, the latest last. */
type KnownLists = Map<string, KnownList>;

const listsOf = new WeakMap<Account, KnownLists>();

/** Number of reads that this process has begun. */
let reads = 0;

/**
 * One read of the service's list. It may end where only records follow that this process has read before, if none of
 * those may be of a message to send. In any doubt it goes on to the last page: with a record overlooked, somebody would
 * be texted twice.
 */
export class IncrementalRead implements IncrementalList {
	private readonly number = ++reads;
	private readonly lists: KnownLists;
	private readonly own = new KnownRecords();
	/** Number of records of the list, by its first page. */
	private total?: number;
	private isInDoubt: boolean;
	private hasEnded = false;
	private isUnfit = false;

	/** @param recipients of the messages to look for */
	constructor(
		account: Account,
		private readonly recipients: Recipient[],
	) {
		this.lists = getOrInsert(listsOf, account, () => new Map());
		this.isInDoubt = recipients.length > mostRecipients;
	}

	mayEndEarly(form: string): boolean {
		return !this.isInDoubt && this.lists.has(form);
	}

	add(record: IDataObject, key: string | undefined): void {
		if (key === undefined || this.own.hashes > mostHashes) this.giveUp();
		else if (!this.isUnfit) this.own.add(record, key);
	}

	isRestKnown(page: Page, form: string): boolean {
		this.total ??= page.total;
		const known = this.lists.get(form);
		if (!known || this.isInDoubt) return false;
		const { records } = known;
		this.isInDoubt = !isNewestFirst(page);
		if (this.isInDoubt || !endsBefore(page, records.newest - listedWithin)) return false;
		// If another read has counted them since this one began, only newer ones can be missing: they are on these pages.
		const isWhole =
			known.countedBy > this.number || records.size + records.countNew(this.own) === this.total;
		if (isWhole) {
			records.addAll(this.own);
			known.countedBy = Math.max(known.countedBy, this.number);
		}
		this.hasEnded = isWhole && !this.recipients.some((each) => records.mayConcern(each));
		this.isInDoubt = !this.hasEnded;
		return this.hasEnded;
	}

	/** Has this read remember nothing, and later ones read the whole list. */
	giveUp(): void {
		this.isUnfit = true;
		this.isInDoubt = true;
	}

	keep(form: string): void {
		const { lists, own, total, number } = this;
		if (this.hasEnded) return;
		lists.delete(form);
		// Messages that were accepted meanwhile are on pages that had been read before.
		if (this.isUnfit || own.size !== total) return;
		if (lists.size === 0) forgetWhenIdle(lists);
		lists.set(form, { records: own, countedBy: number });
		const [oldest] = lists.keys();
		if (lists.size > mostLists) lists.delete(oldest!);
	}
}

/** Drops the lists one to two hours after the last read in this process. */
function forgetWhenIdle(lists: KnownLists): void {
	const before = reads;
	abortAfter(HOUR).addEventListener('abort', () => {
		if (reads === before) lists.clear();
		else if (lists.size > 0) forgetWhenIdle(lists);
	});
}
