import type { IDataObject } from 'n8n-workflow';

import type { Doubt } from './texts';
import type { SendingHours } from './values/sendingHours';

/** A message as the service takes it (specification section 4.2): all seven fields, always. */
export interface MessageBody extends IDataObject {
	sender_id: number;
	priority: string;
	campaign: string;
	message: string;
	schedule: string | null;
	recipients: string[] | null;
	contact_list_id: number | null;
}

export interface SkippedRecipient extends IDataObject {
	recipient: string;
	reason: string;
}

/** That the service took a message: as it answered, or as this process or the service's list tells it. */
export interface Receipt {
	/** The message's, as the service calls it. */
	id?: string;
	/** ISO 8601. */
	sentAt: string | null;
	/** ISO 8601, of a message that goes out later. */
	scheduledFor?: string | null;
	confirmedBy?: 'lookup';
	/** Of a message from before. */
	deliveryStatus?: string;
	/** What else the answer had. */
	rest?: IDataObject;
}

/** The words of the page behind a message's link, and how long it can be answered. */
export interface Question extends IDataObject {
	/** Which of the node's questions in this execution it is: the link of another one can't answer it. */
	round: string;
	message: string;
	/** The headings, before the answer and after it. */
	title: string;
	thanks: string;
	/** The language tag of the page's words. */
	language: string;
	/** Labels of the buttons; an empty one is of none. With `send` the answer is in words. */
	approve: string;
	decline: string;
	send: string;
	workflow: string;
	/** When the wait ends, in milliseconds since 1970; undefined where it doesn't, or goes by `waitFor`. */
	waitTill?: number;
	/** How long the wait is, in milliseconds. */
	waitFor?: number;
}

/** A question whose text has gone. */
export interface SentQuestion extends Question {
	/** In words, such as 2026-11-22 09:00 (Africa/Nairobi). `asked` is empty on a page that isn't in English. */
	asked: string;
	/** Empty where the wait has no end. */
	until: string;
	waitTill: number;
}

/** One item's message, checked and ready to go. */
export interface SendOrder {
	purpose: 'send';
	body: MessageBody;
	/** Null where the text can't be read, of an order that reaches nobody. */
	segments: number | null;
	encoding: string | null;
	/** What stands in Recipients and gets nothing, as it was written, and why. */
	skipped: SkippedRecipient[];
	/** Numbers of its recipients that may not receive texts. */
	doubts?: ReadonlyMap<string, Doubt>;
	/** Caps of the whole run; 0 for none. */
	maxRecipients: number;
	maxTotalSegments: number;
	isDryRun?: boolean;
	/** Whether its good numbers get the message where others are refused (Invalid Recipients: Skip). */
	skipsInvalid: boolean;
	/** Whether it may share a request with other items. */
	combines: boolean;
	/** The most numbers in one request. */
	perRequest: number;
	looksUp?: boolean;
	question?: Question;
	/** Numbers that were sent this message within so many milliseconds get nothing; undefined where not asked. */
	skipSentWithin?: number;
	/** Whether it is the same message as all of its campaign, rather than those of its text and priority too. */
	isSameByCampaign?: boolean;
	/** The two letters of the Default Country. */
	country?: string;
	/** Sending Hours that hold for it. */
	hours?: SendingHours;
	/** Whether they chose its schedule. */
	isPutOff?: boolean;
}

/** One item's query, checked and ready to go. */
export interface ReadOrder {
	purpose: 'read';
	query: IDataObject;
	/** Undefined for an answer that has no pages. */
	pages?: {
		first: number;
		perPage: number;
		/** Whether the user set it, rather than this node. */
		isPerPageSet: boolean;
		limit?: number;
	};
	/** Whether a record comes out, where the service can't filter by what was asked. */
	keeps?(record: IDataObject): boolean;
	/** Turns one record (or, without pages, the answer's `data`) into output. */
	output(record: IDataObject): IDataObject[];
	/** The filters in words; an empty text where none is set. */
	lookedFor?: string;
	/** Where it is asked for a delivery status: those that other messages have, as far as they were read. */
	seenStatuses?: ReadonlySet<string>;
	/** The filters that no record shows what they ask for, by their labels, as far as records were read. */
	shown?: { missing: string[] };
	/** Whether the user's Limit counts messages where one item for each recipient comes out. */
	limitsMessages?: boolean;
}

export type Order = SendOrder | ReadOrder;

/** An item that may go. */
interface ItemOf<O extends Order> {
	/** Its place in the node's input, from 0. */
	index: number;
	order: O;
	/** How many requests of the run may be under way at once, this item's included. */
	concurrency: number;
}

export type SendItem = ItemOf<SendOrder>;
export type ReadItem = ItemOf<ReadOrder>;
export type Item = SendItem | ReadItem;

export function isToSend(item: Item): item is SendItem {
	return item.order.purpose === 'send';
}

/** Why records may be missing: the list changed meanwhile, or some of them came twice, in place of others. */
export type Incomplete = 'changed' | 'overlapping';

export interface Found {
	order: ReadOrder;
	outputs: IDataObject[];
	/** How many records they were made from. */
	records: number;
	/** Why records may be missing, though all rows came. */
	incomplete?: Incomplete;
	/** How many more records the service counts than it gave. */
	missing?: number;
}

/** Whether Skip Already Sent is on. */
export function skipsSent({ skipSentWithin }: SendOrder): boolean {
	return skipSentWithin !== undefined;
}
