/** Parses what a run reported about its rows, so that a test can check it against the service's journal. */
import type { IDataObject } from 'n8n-workflow';
import { numberOf, type Outcome } from '../../harness/index.mts';

/** Rows that may have been texted, rows that were, and the total number of those. */
export interface Told {
	unknown: Set<number>;
	accepted: Set<number>;
	count: number;
}

/** Returns the node's own failure. The execution's may be n8n's, if it was canceled. */
export const failureOf = ({ execution }: Outcome) => execution.errorOf('Messaging Service');

export function toldBy(outcome: Outcome, rows: number): Told {
	const { items, errorItems } = outcome;
	const failure = failureOf(outcome);
	const unknown = new Set<number>();
	let accepted = new Set<number>();
	if (failure) {
		const { message } = failure;
		const description = failure.description ?? '';
		const told = /\[(items? [^\]]+)\] Outcome unknown|Also unknown: (items? [\d, -]+)/g;
		for (const [, one, other] of message.matchAll(told))
			for (const row of placesIn((one ?? other)!)) unknown.add(row);
		// A reason without items applies to all of them.
		if (/(?<!\] )Outcome unknown/.test(message))
			for (let row = 0; row < rows; row++) unknown.add(row);
		const [, count = '0', places = 'items'] =
			/^([\d,]+) of [\d,]+ messages? (?:was|were) sent: (.*?)[.;](?: |$)/.exec(description) ?? [];
		if (count !== '0') accepted = new Set(placesIn(places));
		return { unknown, accepted, count: Number(count) };
	}
	for (const { json, pairedItem } of [...items, ...errorItems]) {
		const { item } = pairedItem as { item: number };
		if (json.sendOutcome === 'unknown') unknown.add(item);
		if (json.sendOutcome === 'accepted') accepted.add(item);
	}
	return { unknown, accepted, count: accepted.size };
}

/** Returns the places of the named items of a text like 'items 0-2, 5 and 3 more'. */
export function placesIn(text: string): number[] {
	const [named] = text.replace(/^items? /, '').split(' and ');
	const parts = named!.split(',').filter((part) => part.trim());
	return parts.flatMap((part) => {
		const [first, last = first] = part.split('-').map(Number) as [number, number?];
		return Array.from({ length: last - first + 1 }, (_, step) => first + step);
	});
}

/** Returns rows with a number each. One of them makes its expression fail in its first `tries` readings. */
export function rowsOf(count: number, failing?: { row: number; tries: number }): IDataObject[] {
	return Array.from({ length: count }, (_, row) => {
		let reads = 0;
		const json: IDataObject = { to: numberOf(row), text: 'Hello' };
		if (failing?.row === row)
			Object.defineProperty(json, 'text', {
				enumerable: true,
				get: () => (reads++ < failing.tries ? 'fails' : 'Hello'),
			});
		return json;
	});
}
