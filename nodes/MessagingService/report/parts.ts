import type { IDataObject } from 'n8n-workflow';

import { yielding } from '../eventLoop';
import type { Outcomes } from '../recipients/outcomes';
import { listsBy, sendOutcomes, type SendOutcome } from '../recipients/rowReport';
import type { Problem } from '../texts';
import { takeThatFit, formatNumber } from '../wording';

/** Recipients of one row that share an outcome. */
export interface Part {
	/** The row's place in the node's input, from 0. */
	index: number;
	/** The row's number in its spreadsheet, from its column `row_number`; undefined if it has none. */
	row?: number;
	/** Empty for a row that can't be read, and for a query. */
	recipients: string[];
	/** The row's other recipients, which have other outcomes. */
	others: string[];
	/** Why they are unknown or not sent. */
	failures: Problem[];
}

/** Splits all rows into parts, by their outcome. Yields to the event loop. */
export async function partsByOutcome(
	outcomes: Outcomes,
	total: number,
	rowOf: (index: number) => IDataObject,
): Promise<Record<SendOutcome, Part[]>> {
	const parts = listsBy<Part>();
	for await (const index of yielding(new Array(total).keys())) {
		const { recipients: all, failures } = outcomes.report(index);
		for (const outcome of sendOutcomes) {
			const recipients = all[outcome];
			if (recipients.length + failures[outcome].length === 0) continue;
			const others = Object.values(all).filter((each) => each !== recipients);
			const row = rowNumberOf(rowOf(index));
			const part = { index, row, recipients, others: others.flat(), failures: failures[outcome] };
			parts[outcome].push(part);
		}
	}
	return parts;
}

/** Returns an item's row number in its spreadsheet, as n8n's spreadsheet nodes give it; undefined if they don't. */
export function rowNumberOf({ row_number: row }: IDataObject): number | undefined {
	return typeof row === 'number' && Number.isSafeInteger(row) ? row : undefined;
}

/** Counts the messages of parts: one for each recipient, and one for a row that can't be read. */
export function messagesIn(parts: Part[]): number {
	return parts.reduce((sum, { recipients }) => sum + Math.max(1, recipients.length), 0);
}

/**
 * Formats parts as 'items 0-4, 7, item 8 (only +254712345678)'.
 * @param longest the most bytes of the parts; parts beyond that are only counted
 * @param most the most numbers to name of one part; more are only counted
 */
export function itemsOf(parts: Part[], longest = 60, most = mostRead): string {
	const whole = parts.filter(({ others }) => others.length === 0).map(({ index }) => index);
	const split = parts.filter(({ others }) => others.length > 0);
	const texts = split.map((part) => splitItem(part, most));
	if (whole.length > 0)
		texts.unshift(`item${whole.length === 1 ? '' : 's'} ${rangesOf(whole, longest)}`);
	const shown = takeThatFit(texts, longest);
	const rest = texts.length - shown.length;
	return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The most numbers that anybody reads. */
const mostRead = 30;

/**
 * Names the numbers of a part. If they are too many, and the row's other numbers are fewer, names the others instead,
 * as left out. Only then: the row may have another spelling of one of them, which a reader wouldn't leave out.
 */
function splitItem({ index, recipients, others }: Part, most: number): string {
	const isShort = recipients.length <= Math.max(most, others.length);
	const [word, numbers] = isShort ? ['only', recipients] : ['without', others];
	const named =
		numbers.length > most ? `${formatNumber(numbers.length)} numbers` : numbers.join(', ');
	return `item ${index} (${word} ${named})`;
}

/** Formats parts as '[item 3, row_number 5]': the items, and their rows in the spreadsheet. */
export function itemsLabel(parts: Part[], longest?: number): string {
	const rows = parts.flatMap(({ row }) => row ?? []);
	const inSheet = rows.length > 0 ? `, row_number ${rangesOf(rows, 60)}` : '';
	return `[${itemsOf(parts, longest)}${inSheet}]`;
}

/** Formats numbers as '0-4, 6, 7 and 12 more'. @param longest the most bytes of the numbers that are shown */
export function rangesOf(numbers: number[], longest = Infinity): string {
	const ranges: number[][] = [];
	for (const number of [...numbers].sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	const texts = ranges.map((range) =>
		range.length > 2 ? `${range[0]}-${range.at(-1)}` : range.join(', '),
	);
	const shown = takeThatFit(texts, longest);
	const rest = ranges.slice(shown.length).flat().length;
	return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
