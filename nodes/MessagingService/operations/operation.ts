import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import type { Problem } from '../validation/problem';

/** What one item's fields say, before anything is checked. */
export interface Fields {
	/** What the fields' `routing.send` put into body and query, by the service's names. */
	body: IDataObject;
	query: IDataObject;
	/** A parameter that goes nowhere by itself, by its path; undefined where it is not set. */
	parameter(path: string): unknown;
	/** The workflow's time zone, as an IANA name. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
}

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

/** One item's message, ready to go. */
export interface SendOrder {
	purpose: 'send';
	body: MessageBody;
	/** What stands in the output beside the service's own answer. */
	beside: IDataObject;
	/** The most numbers that the run may reach; 0 for no cap. */
	maxRecipients: number;
	/** The most numbers in one request that items share; undefined when this item travels alone. */
	combineUpTo?: number;
}

/** One item's query, ready to go. */
export interface ReadOrder {
	purpose: 'read';
	query: IDataObject;
	/** Which pages to read; undefined for an answer that has none. */
	pages?: { first: number; perPage: number; limit?: number };
	/** Turns one record (or, without pages, the answer's `data`) into output. */
	output(record: IDataObject): IDataObject[];
}

export type Order = SendOrder | ReadOrder;

/** An order with how many requests may be under way at once, or every reason why there is none. */
export type Prepared = { order: Order; limit: number } | { problems: Problem[] };

/** WHAT an operation shows and sends. HOW its requests travel is the same for all and stands elsewhere. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	method: IHttpRequestMethods;
	/** Relative to {base_url}. */
	url: string;
	fields: INodeProperties[];
	prepare(fields: Fields): Prepared;
}
