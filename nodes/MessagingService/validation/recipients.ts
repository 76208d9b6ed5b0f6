import { knownCountry, readPhoneNumber } from './phoneNumber';
import type { Problem } from './problem';
import { problems } from './problems';

/** The numbers of one item in E.164, each once and in their order, and why others were refused. */
export interface Recipients {
	numbers: string[];
	problems: Problem[];
}

// A list that is wrong throughout shall not bury the reader, nor fill the output.
const MOST_PROBLEMS = 100;
const DEEPEST_LIST = 5;
// Comma, semicolon and line break, the first two also as Arabic and East Asian keyboards type them.
const SEPARATOR = /[,;\n\r\v\f\u0085\u2028\u2029\u060c\u061b\uff0c\uff1b\u3001]/;

/** One value that should be a number, or the problem with it. */
type Entry = string | Problem;

function entriesOfText(text: string): Entry[] {
	const entries = text.split(SEPARATOR).filter((entry) => entry.trim() !== '');
	return entries.length === 0 ? [problems.noRecipients()] : entries;
}

function entriesOfNumber(value: number): Entry[] {
	if (Number.isSafeInteger(value) && value >= 0) return [String(value)];
	// From 1e21 on a number writes itself as spreadsheets do, 2.547e+21.
	if (Math.abs(value) >= 1e21 && Number.isFinite(value)) return [problems.roundedBySpreadsheet(String(value))];
	return [problems.decimalNumber(String(value))];
}

function entriesOf(value: unknown, depth = 0): Entry[] {
	if (typeof value === 'string') return entriesOfText(value);
	if (typeof value === 'number') return entriesOfNumber(value);
	if (value === null || value === undefined) return [problems.noRecipients()];
	if (!Array.isArray(value) || depth >= DEEPEST_LIST) return [problems.recipientOfWrongType(value)];
	if (value.length === 0) return [problems.noRecipients()];
	return value.flatMap((member) => entriesOf(member, depth + 1));
}

/**
 * Reads the recipients of one item: one number, several in a text, a list, or a
 * value typed as a number. `defaultCountry` is a two-letter code that completes
 * numbers written without a country code. At most 100 problems are told, then
 * one that counts the rest.
 */
export function readRecipients(value: unknown, defaultCountry?: string): Recipients {
	const country = defaultCountry ? knownCountry(defaultCountry) : undefined;
	if (defaultCountry && !country) {
		return { numbers: [], problems: [problems.unknownDefaultCountry(defaultCountry)] };
	}
	const numbers = new Set<string>();
	const told: Problem[] = [];
	let untold = 0;
	for (const entry of entriesOf(value)) {
		const outcome = typeof entry === 'string' ? readPhoneNumber(entry.trim(), country) : { problem: entry };
		if (outcome.problem === undefined) numbers.add(outcome.value);
		else if (told.length < MOST_PROBLEMS) told.push(outcome.problem);
		else untold += 1;
	}
	if (untold > 0) told.push(problems.moreRefusedRecipients(untold));
	return { numbers: [...numbers], problems: told };
}
