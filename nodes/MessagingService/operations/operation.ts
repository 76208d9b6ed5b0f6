import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import type { Order } from '../item';
import type { Problem } from '../texts';

/** What one item's fields say, unchecked. */
export interface Fields {
	/** What the fields' `routing.send` put into body and query, by the service's names. */
	body: IDataObject;
	query: IDataObject;
	/** A parameter by its path; undefined where it is not set. */
	parameter(path: string): unknown;
	/** Whether the node's form has the field, whatever its value comes to. */
	isInForm(path: string): boolean;
	/** The workflow's time zone, as an IANA name. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
	/** What the operation keeps from item to item of a run. */
	memory: Map<string, unknown>;
}

/** An order with how many requests may be under way at once, or every reason why there is none. */
export type Prepared<O = Order> = { order: O; concurrency: number } | { problems: Problem[] };

/** What an operation shows and asks of the service. How requests are made is the same for all. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	method: IHttpRequestMethods;
	/** Relative to {base_url}. */
	url: string;
	fields: INodeProperties[];
	/** Reads and checks an item; in steps where that may take long, as with thousands of numbers. */
	prepare(fields: Fields): Prepared | Generator<undefined, Prepared>;
}
