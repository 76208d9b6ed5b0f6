import type { IDataObject } from 'n8n-workflow';

import type { Problem } from './texts';

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

/** A number that gets nothing, and why. */
export interface SkippedRecipient extends IDataObject {
	recipient: string;
	reason: string;
}

/** One item's message, checked and ready to go. */
export interface SendOrder {
	purpose: 'send';
	body: MessageBody;
	/** What stands in the output beside the service's own answer. */
	beside: {
		segments: number;
		encoding: string;
		skippedRecipients?: SkippedRecipient[];
		alreadySentRecipients?: string[];
	};
	/** Caps of the whole run; 0 for none. */
	maxRecipients: number;
	maxTotalSegments: number;
	isDryRun?: boolean;
	/** The most numbers in one request that items share; undefined when this item has a request of its own. */
	combineUpTo?: number;
	/** Look Up Unknown Sends. */
	looksUp?: boolean;
	/** Numbers that were sent this message within so many milliseconds get nothing; undefined where not asked. */
	skipSentWithin?: number;
}

/** One item's query, checked and ready to go. */
export interface ReadOrder {
	purpose: 'read';
	query: IDataObject;
	/** Undefined for an answer that has no pages. */
	pages?: { first: number; perPage: number; limit?: number };
	/** Whether a record comes out, where the service can't filter by what was asked. */
	keeps?(record: IDataObject): boolean;
	/** Turns one record (or, without pages, the answer's `data`) into output. */
	output(record: IDataObject): IDataObject[];
}

export type Order = SendOrder | ReadOrder;

/** An item that may go. */
export interface Item<O extends Order = Order> {
	/** Its place in the node's input, from 0. */
	index: number;
	order: O;
	/** How many requests of the run may be under way at once, this item's included. */
	concurrency: number;
}

export type SendItem = Item<SendOrder>;

/** What finds a message at the service again: its numbers or contact group, and its campaign and when it was tried. */
export interface Check {
	to: string;
	about: string;
}

/** Why an item failed, in words for people. */
export interface Failure extends Problem {
	/** A refused item reached nobody, and can be run again; an unknown one may have, and is never sent twice. */
	fate: 'refused' | 'unknown';
	/** Only where it is unknown. */
	check?: Check;
}

export interface FailedItem {
	index: number;
	failures: Failure[];
}

/** An item whose message was accepted in this run. */
export interface Receipt {
	index: number;
	/** Undefined where the service named none. */
	messageId?: string;
	campaign: string;
	/** The same object for items of one request: services may give several requests the same ID. */
	request: object;
}

/** What an item came to: the JSON of its output items, or why it failed. */
export type Result =
	| {
			outputs: IDataObject[];
			/** The list changed while it was read, so that records may be missing. */
			incomplete?: true;
			/** How many more records the service counts than it gave. */
			missing?: number;
			alreadySent?: true;
			dryRun?: SendOrder;
	  }
	| { failures: Failure[] };

/** The results of a run's items, by their index. */
export type Results = Map<number, Result>;
