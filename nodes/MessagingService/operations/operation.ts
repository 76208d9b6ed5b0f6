import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import type { Order } from '../item';
import type { Problem, ValueOrProblem } from '../texts';

/** What one item's fields say, before anything is checked. */
export interface Fields {
	/** What the fields' `routing.send` put into body and query, by the service's names. */
	body: IDataObject;
	query: IDataObject;
	/** A parameter that goes nowhere by itself, by its path; undefined where it is not set. */
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
export type Prepared = { order: Order; concurrency: number } | { problems: Problem[] };

/** WHAT an operation shows and sends. HOW its requests are made is the same for all and stands elsewhere. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	method: IHttpRequestMethods;
	/** Relative to {base_url}. */
	url: string;
	fields: INodeProperties[];
	/**
	 * Reads step by step what would hold n8n up for long in `prepare`; to be gone through before it, with the
	 * same fields.
	 *
	 * @throws as `prepare`
	 */
	readAhead?(fields: Fields): Iterable<undefined>;
	/** @throws what reading a field threw: an expression of it failed */
	prepare(fields: Fields): Prepared;
}

/** Collects every reason why an item is refused, so that people fix them all at once. */
export class Reasons {
	readonly problems: Problem[] = [];

	/** The value that was read; where there is a problem instead, it is noted and a placeholder given back. */
	read<T, S>(outcome: ValueOrProblem<T>, placeholder: S): T | S {
		if (!outcome.problem) return outcome.value as T;
		this.problems.push(outcome.problem);
		return placeholder;
	}
}
