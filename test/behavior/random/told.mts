/** Reads back what a run told about its rows, so that a test can hold it against the service's journal. */
import type { IDataObject } from 'n8n-workflow';
import { numberOf, type Outcome } from '../../harness/index.mts';

/** Which rows may have been texted, which were, and how many were in all. */
export interface Told {
	unknown: Set<number>;
	accepted: Set<number>;
	count: number;
}

/** The node's own failure; that of the execution may be n8n's, where it was stopped. */
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
		// A reason without items is that of all.
		if (/(?<!\] )Outcome unknown/.test(message))
			for (let row = 0; row < rows; row++) unknown.add(row);
		const [, count = '0', places = 'items'] =
			/(\d+) messages? of this run (?:was|were) accepted: (.*?)\.(?: |$)/.exec(description) ?? [];
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

/** 'items 0-2, 5 and 3 more': the places of the items that are named. */
export function placesIn(text: string): number[] {
	const [named] = text.replace(/^items? /, '').split(' and ');
	const parts = named!.split(',').filter((part) => part.trim());
	return parts.flatMap((part) => {
		const [first, last = first] = part.split('-').map(Number) as [number, number?];
		return Array.from({ length: last - first + 1 }, (_, step) => first + step);
	});
}

/** Rows with a number each, of which one says for its first readings that its expression is to fail. */
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
