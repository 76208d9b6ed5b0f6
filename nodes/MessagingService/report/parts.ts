import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../recipients/outcomes';
import { listsBy, sendOutcomes, type SendOutcome } from '../recipients/rowReport';
import type { Problem } from '../texts';
import { yielding } from '../eventLoop';
import { takeThatFit, formatNumber } from '../wording';

/** Recipients of one row that share an outcome. */
export interface Part {
	/** The row's place in the node's input, from 0. */
	index: number;
	/** The row in its spreadsheet, where it says so: its column `row_number`. */
	row?: number;
	/** Empty for a row that can't be read, and for a query. */
	recipients: string[];
	/** The row's other recipients, which have another outcome. */
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

/** The item's row in its sheet, as n8n's spreadsheet nodes tell it; undefined where they don't. */
export function rowNumberOf({ row_number: row }: IDataObject): number | undefined {
	return typeof row === 'number' && Number.isSafeInteger(row) ? row : undefined;
}

/** How many messages they are: one to each recipient, and one of a row that can't be read. */
export function messagesIn(parts: Part[]): number {
	return parts.reduce((sum, { recipients }) => sum + Math.max(1, recipients.length), 0);
}

/**
 * 'items 0-4, 7, item 8 (only +254712345678)'. A part that has no room in so many letters is counted, and more numbers
 * than so many are, too.
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
 * Names the part's numbers; the row's others where those are fewer, and the part's too many. Not else: the row may have
 * another spelling of one of them, which a reader wouldn't leave out.
 */
function splitItem({ index, recipients, others }: Part, most: number): string {
	const isShort = recipients.length <= Math.max(most, others.length);
	const [word, numbers] = isShort ? ['only', recipients] : ['without', others];
	const named =
		numbers.length > most ? `${formatNumber(numbers.length)} numbers` : numbers.join(', ');
	return `item ${index} (${word} ${named})`;
}

/** '[item 3, row_number 5]': the items, and where their sheet has them. */
export function itemsLabel(parts: Part[], longest?: number): string {
	const rows = parts.flatMap(({ row }) => row ?? []);
	const inSheet = rows.length > 0 ? `, row_number ${rangesOf(rows, 60)}` : '';
	return `[${itemsOf(parts, longest)}${inSheet}]`;
}

/** '0-4, 6, 7 and 12 more'. */
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
