import type { IDataObject } from 'n8n-workflow';

import type { Doubt, Oddity } from './texts';
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

/** Proof that the service took a message: its answer, a record of this process, or the service's list. */
export interface Receipt {
	/** The service's ID of the message. */
	id?: string;
	/** ISO 8601. */
	sentAt: string | null;
	/** ISO 8601. Set if the message goes out later. */
	scheduledFor?: string | null;
	confirmedBy?: 'lookup';
	/** Set if the message was already sent before this run. */
	deliveryStatus?: string;
	/** Other fields of the answer. */
	rest?: IDataObject;
}

/** Texts of the page behind a message's link, and the time limit for the answer. */
export interface Question extends IDataObject {
	/**
	 * Identifies the question among those that this node asks in an execution: the link of another one can't answer it.
	 */
	round: string;
	message: string;
	/** Whether the answer is a text, and whether there is a button to decline. */
	isFreeText: boolean;
	isDouble: boolean;
	/** Language tag of the page's texts; empty for the language that the browser asks for. */
	language: string;
	/** The user's own words: headings of the page, before the answer and after it, labels, and who asks. Or empty. */
	title: string;
	thanks: string;
	approve: string;
	decline: string;
	send: string;
	asker: string;
	/** End of the wait in milliseconds since 1970; undefined if there is none, or if `waitFor` decides. */
	waitTill?: number;
	/** Length of the wait in milliseconds. */
	waitFor?: number;
}

/** A question whose text message has been sent. */
export interface SentQuestion extends Question {
	/** In milliseconds since 1970, like `waitTill`. */
	askedAt: number;
	/** IANA name of the workflow's time zone. */
	zone: string;
	waitTill: number;
	/** Whether the wait has an end. */
	hasEnd: boolean;
}

/** One item's message, checked and ready to send. */
export interface SendOrder {
	purpose: 'send';
	body: MessageBody;
	/** Null only if the order has no recipients and its text can't be read. */
	segments: number | null;
	encoding: string | null;
	/** Entries of Recipients that get no message, as written, with the reason. */
	skipped: SkippedRecipient[];
	/** Recipients' numbers that may not receive texts, with the reason. */
	doubts?: ReadonlyMap<string, Doubt>;
	/** Recipients' numbers outside the Default Country. */
	abroad?: ReadonlySet<string>;
	/** What is odd about its texts. */
	oddities?: Oddity[];
	/** Caps of the whole run; 0 for none. */
	maxRecipients: number;
	maxTotalSegments: number;
	isDryRun?: boolean;
	/** The only number that gets anything, as a test of the first row. */
	testNumber?: string;
	/** Whether valid numbers get the message if others are refused (Invalid Recipients: Skip). */
	skipsInvalid: boolean;
	/** Whether it may share a request with other items. */
	combines: boolean;
	/** The most numbers in one request. */
	perRequest: number;
	looksUp?: boolean;
	question?: Question;
	/**
	 * Look-back of Skip Already Sent in milliseconds: numbers that were sent this message within it get nothing.
	 * Undefined if the option is off.
	 */
	skipSentWithin?: number;
	/** Whether messages are the same if they agree in campaign, rather than in text, campaign and priority. */
	isSameByCampaign?: boolean;
	/** Two-letter code of the Default Country. */
	country?: string;
	/** Sending Hours that apply to the message. */
	hours?: SendingHours;
	/** The schedule as the user set it, before Sending Hours; ISO 8601, null for at once. */
	asked?: string | null;
	/** Whether Sending Hours chose the schedule. */
	isPutOff?: boolean;
}

/** One item's query, checked and ready to run. */
export interface ReadOrder {
	purpose: 'read';
	query: IDataObject;
	/** Undefined if the answer has no pages. */
	pages?: {
		first: number;
		perPage: number;
		/** Whether the user set the page size, rather than this node. */
		isPerPageSet: boolean;
		limit?: number;
	};
	/** Whether to output a record. Undefined if the service applies all filters itself. */
	keeps?(record: IDataObject): boolean;
	/** Turns one record (or, without pages, the answer's `data`) into output. */
	output(record: IDataObject): IDataObject[];
	/** The filters in words; an empty text where none is set. */
	lookedFor?: string;
	/** Fields of filters that no record has shown so far, and values of the fields whose filter none met, by label. */
	seen?: { missing: string[]; others: Array<[label: string, values: string[]]> };
	/** Whether the user's Limit counts messages, although the output has one item for each recipient. */
	limitsMessages?: boolean;
}

export type Order = SendOrder | ReadOrder;

/** An item that passed its checks. */
interface ItemOf<O extends Order> {
	/** Index in the node's input, from 0. */
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

/**
 * The reason why records may be missing: the list changed meanwhile, or some records came twice, in place of others.
 */
export type Incomplete = 'changed' | 'overlapping';

export interface QueryResult {
	order: ReadOrder;
	outputs: IDataObject[];
	/** Number of records that the outputs were made from. */
	records: number;
	/** The reason why records may be missing, although all rows came. */
	incomplete?: Incomplete;
	/** Number of records that the service counts but didn't return. */
	missing?: number;
}

/** Whether Skip Already Sent is on. */
export function skipsSent({ skipSentWithin }: SendOrder): boolean {
	return skipSentWithin !== undefined;
}
