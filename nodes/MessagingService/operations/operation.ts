import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import type { Order } from '../item';
import type { Problem, ValueOrProblem } from '../texts';
import { readOptionalWholeNumber } from '../values/simple';

/** What one item's fields say, unchecked. */
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
	/** Reads, before `prepare` and step by step, what would hold n8n up for long. @throws as `prepare` */
	readAhead?(fields: Fields): Iterable<undefined>;
	/** @throws what reading a field threw: an expression of it failed */
	prepare(fields: Fields): Prepared;
}

/** Collects every reason why an item is refused, so that people fix them all at once. */
export class Reasons {
	readonly problems: Problem[] = [];

	/** The value that was read; where there is a problem instead, it is noted and the placeholder given back. */
	read<T, S = undefined>(outcome: ValueOrProblem<T>, placeholder?: S): T | S {
		if (!outcome.problem) return outcome.value;
		this.problems.push(outcome.problem);
		return placeholder as S;
	}

	/** What was made of the values, or the reasons why it may not be used. */
	orElse<T>(made: T): T | { problems: Problem[] } {
		return this.problems.length > 0 ? { problems: this.problems } : made;
	}
}

/** How many requests may be under way at once. */
export function readConcurrency({ parameter }: Fields, reasons: Reasons): number {
	const value = parameter('options.maxConcurrentRequests');
	const label = 'Max Concurrent Requests';
	return reasons.read(readOptionalWholeNumber(value, label, { min: 1 })) ?? 10;
}
