import type { IDataObject } from 'n8n-workflow';

import { type OpenRecord, openRecord, wantedMessage, type WantedMessage } from './shown';
import { UnclearNumbers, WantedPersons } from './shownRecipients';
import { UnzonedTimes } from './unzonedTimes';
import { yielding } from '../eventLoop';
import type { Receipt } from '../item';
import type { Recipient, Row } from '../recipients/row';
import type { Country } from '../values/countries';
import { getOrInsert } from '../values/collections';
import {
	deliveryStatusesOf,
	dueAt,
	type Due,
	type ListedMessage,
	readListedMessage,
} from '../values/messageRecord';
import { asRead } from '../values/sameText';

interface Listed extends Receipt {
	due: Due;
}

/** A message to send to a person, with the records found of it. */
interface Wanted {
	row: Row;
	/** The latest record of this message. */
	listed?: Listed;
	/** The latest record whose text has the same letters and digits, but other punctuation. */
	otherwise?: Listed;
	/** Records to this person that may be of this message. */
	open: OpenRecord[];
}

/** A message to send, whoever its recipients are. */
interface Message {
	shown: WantedMessage;
	/** Records that may be of this message, to recipients that they don't show. */
	toAnybody: OpenRecord[];
	/** Records that may be of this message, to numbers that they don't show in full. */
	toSomebody: UnclearNumbers;
}

/** The list's finding about a recipient: proof that it has the message, or records that may be of the message. */
export type ListFinding = { receipt: Receipt } | { open: OpenRecord[] };

/** Finds out from the service's list which recipients have their message already, and for which the list can't tell. */
export class AlreadySent {
	/** Messages by person, then by message key. */
	private readonly wanted = new Map<string, Map<string, Wanted>>();
	private readonly messages = new Map<string, Message>();
	private readonly persons: WantedPersons;
	private readonly times = new UnzonedTimes();
	/** Records of messages to send that went to contact groups: the list doesn't show who is in them. */
	readonly toGroups: OpenRecord[] = [];

	/** @param country completes numbers that the list has without their country code */
	constructor(country?: Country) {
		this.persons = new WantedPersons(country);
	}

	/** Registers the messages of these recipients to look for. Yields to the event loop. */
	async want(recipients: Recipient[]): Promise<void> {
		for await (const { row, person } of yielding(recipients)) {
			const { messageKey } = row;
			getOrInsert(this.wanted, person, () => new Map()).set(messageKey, { row, open: [] });
			this.persons.add(person);
			if (this.messages.has(messageKey)) continue;
			const shown = wantedMessage(row.order!);
			this.messages.set(messageKey, { shown, toAnybody: [], toSomebody: new UnclearNumbers() });
		}
	}

	/** Adds a record of the service's list. */
	add(record: IDataObject): void {
		this.times.add(record);
		const { persons, unclear, isOpen, isToGroup } = this.persons.in(record);
		// Most records are to nobody else, and are read no further.
		if (persons.length > 0) this.addToPersons(record, persons);
		if (unclear.length === 0 && !isOpen && !isToGroup) return;
		for (const { shown, toAnybody, toSomebody } of this.messages.values()) {
			const open = openRecord(record, shown);
			if (!open) continue;
			const openToo: OpenRecord = { ...open, fields: [...open.fields, 'sms_recipients'] };
			if (isOpen) toAnybody.push(openToo);
			for (const number of isOpen ? [] : unclear) toSomebody.add(number, openToo);
			if (isToGroup && open.fields.length === 0) this.toGroups.push(open);
		}
	}

	private addToPersons(record: IDataObject, persons: string[]): void {
		const listed = readListedMessage(record, persons);
		const { id, sentAt, due, schedule = -Infinity } = listed;
		const scheduledFor = schedule > Date.now() ? new Date(schedule).toISOString() : undefined;
		const statuses = deliveryStatusesOf(record);
		for (const person of persons) {
			const deliveryStatus = statuses.get(person);
			const found = { id, sentAt, due, scheduledFor, deliveryStatus };
			for (const [key, message] of this.wanted.get(person)!) {
				const own = listed.isFolded ? message.row.foldedKey : key;
				const isIt = own === listed.contentKey || own === listed.campaignKey;
				const open = isIt ? undefined : openRecord(record, this.messages.get(key)!.shown);
				if (open) message.open.push(open);
				else if (isIt) message.listed = later(message.listed, found);
				else if (hasSameLetters(message.row, listed))
					message.otherwise = later(message.otherwise, found);
			}
		}
	}

	/**
	 * Returns the finding about a recipient; undefined if no record is, or may be, of its message. If there is only a
	 * record with the same letters but other punctuation, sets `listedOtherwise` of the row.
	 * @param since the earliest time at which a record counts, by the service's clock
	 * @param now the latest possible time by the service's clock
	 */
	of({ row, person }: Recipient, since: number, now: number): ListFinding | undefined {
		const tooEarly = this.times.tooEarlyBy(now);
		const isDue = ({ due }: { due: Due }) => dueAt(due, tooEarly) >= since;
		const { listed, otherwise, open = [] } = this.wanted.get(person)?.get(row.messageKey) ?? {};
		if (listed && isDue(listed)) return { receipt: listed };
		const { toAnybody = [], toSomebody } = this.messages.get(row.messageKey) ?? {};
		const all = [...open, ...toAnybody, ...(toSomebody?.of(person) ?? [])].filter(isDue);
		if (all.length > 0) return { open: all };
		if (otherwise && isDue(otherwise)) row.listedOtherwise ??= otherwise.id ?? null;
		return undefined;
	}
}

function later(known: Listed | undefined, found: Listed): Listed {
	return known && dueAt(known.due) >= dueAt(found.due) ? known : found;
}

function hasSameLetters(row: Row, { lettersKey, isFolded, campaign }: ListedMessage): boolean {
	const { isSameByCampaign, body } = row.order!;
	if (isSameByCampaign || row.lettersKey !== lettersKey) return false;
	return isFolded || asRead(campaign!) === asRead(body.campaign);
}
