/** Follows the advice of a run to the letter: which rows are to be sent again, and with which of their numbers. */
import type { IDataObject } from 'n8n-workflow';
import { numberOf, type Outcome } from '../../harness/index.mts';
import { numbersIn } from './messages.mts';
import { failureOf, placesIn } from './told.mts';

/** A number as its row spells it, and as it goes out. Two spellings of one phone are one person. */
export interface Spelled {
	written: string;
	e164: string;
	person: string;
}

/** A row to send: to these numbers, or to a contact group. */
export interface ListRow {
	/** The message to send, as the index of its card. Rows with the same card send the same message. */
	card: number;
	to: Spelled[] | 'group';
}

/** The rows that are left to send, and how to send them. */
export interface NextRun {
	rows: ListRow[];
	/** Whether Skip Already Sent is to be on, with the texts as they were. */
	skips?: true;
}

/** Whether the service shows the message of this card to this number, as Query Messages does. */
export type Shows = (card: number, to: string) => boolean;

/**
 * Returns the next run that a failed run advises: does what its first sentence says that tells what to send, and takes
 * the way with Skip Already Sent if it may.
 */
export function adviceOf(
	outcome: Outcome,
	rows: ListRow[],
	skips: boolean,
	shows: Shows,
	takesSkip: boolean,
): NextRun | undefined {
	const sentences = (failureOf(outcome)?.description ?? '').split(/(?<=\.) /);
	if (takesSkip && sentences.some((sentence) => /^Or switch on Skip Already Sent/.test(sentence)))
		return { rows, skips: true };
	for (const sentence of sentences) {
		if (/^(?:Then run|Run) the workflow again/.test(sentence))
			return skips ? { rows, skips: true } : { rows };
		const [, only] = /^Then send only (.*)\.$/.exec(sentence) ?? [];
		if (only) return { rows: rowsIn(only, rows, shows) };
	}
	// A run of a single item: all of it was refused or is unknown.
	return { rows: rows.flatMap((row) => unlessShown(row, shows)) };
}

/** Returns the rows of a text such as 'items 1, 2, and item 0 if Query Messages doesn't show it'. */
function rowsIn(text: string, rows: ListRow[], shows: Shows): ListRow[] {
	const ifNotShown = / if Query Messages doesn't show (?:it|them)$/;
	const parted = text.lastIndexOf(', and ');
	const places = parted >= 0 ? [text.slice(0, parted), text.slice(parted + 6)] : [text];
	return places.flatMap((place) => {
		const named = rowsAt(place.replace(ifNotShown, ''), rows);
		return ifNotShown.test(place) ? named.flatMap((row) => unlessShown(row, shows)) : named;
	});
}

/** Returns the row without the numbers that the service shows; no row if none is left. */
function unlessShown(row: ListRow, shows: Shows): ListRow[] {
	if (row.to === 'group') return shows(row.card, 'group') ? [] : [row];
	const to = row.to.filter(({ person }) => !shows(row.card, person));
	return to.length > 0 ? [{ ...row, to }] : [];
}

/**
 * Returns the rows that a text names, with the numbers that it means: 'items 0-2, 5, item 6 (only +254…, +254…), item 7
 * (without +254…)'.
 */
function rowsAt(text: string, rows: ListRow[]): ListRow[] {
	const found = [...text.matchAll(/item (\d+) \((only|without) ([^)]+)\)|items? ([\d, -]+)/g)];
	if (found.length === 0) throw new Error(`No item is named: ${text}`);
	return found.flatMap(([, index, word, numbers = '', whole]) => {
		if (whole) return placesIn(whole).map((place) => rows[place]!);
		const row = rows[Number(index)]!;
		const isNamed = ({ e164 }: Spelled) => numbersIn(numbers).includes(e164);
		const to = (row.to as Spelled[]).filter((each) => isNamed(each) === (word === 'only'));
		return [{ ...row, to }];
	});
}

/** Returns the rows left to send by the columns of the output: not sent, or unknown and not shown by the service. */
export function leftIn(outputs: Array<[ListRow, IDataObject]>, shows: Shows): NextRun | undefined {
	const rows = outputs.flatMap(([row, json]) => {
		const { sendOutcome, recipients } = json;
		const isUnknown = sendOutcome === 'unknown';
		// A row that can't be read may repeat another one.
		if (json.segments === undefined && sendOutcome !== 'excluded') return unlessShown(row, shows);
		if (row.to === 'group') {
			if (sendOutcome === 'notSent') return [row];
			return isUnknown ? unlessShown(row, shows) : [];
		}
		const skipped = ((json.skippedRecipients ?? []) as IDataObject[])
			.filter(({ reason }) => !/Exclude Numbers|no digits/.test(String(reason)))
			.map(({ recipient }) => String(recipient));
		const failed = isUnknown || sendOutcome === 'notSent' ? numbersIn(recipients) : [];
		const left = row.to.filter(({ e164 }) => [...failed, ...skipped].includes(e164));
		const part = { ...row, to: left };
		if (left.length === 0) return [];
		return isUnknown ? unlessShown(part, shows) : [part];
	});
	return rows.length > 0 ? { rows } : undefined;
}

/** The people of these tests, each with all spellings of their number. Two numbers are one phone in two spellings. */
export const people: Spelled[][] = [
	...[0, 1, 2, 3].map((index) => {
		const e164 = numberOf(index);
		return [e164, `00${e164.slice(1)}`, ` ${e164.slice(0, 5)} ${e164.slice(5)}`].map((written) => ({
			written,
			e164,
			person: e164,
		}));
	}),
	['+5491123456789', '+541123456789'].map((e164) => ({ written: e164, e164, person: 'Ana' })),
];
