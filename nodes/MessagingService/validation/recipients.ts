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
// By then the field holds something else than phone numbers, and reading on would hold up the whole instance.
const MOST_REFUSED = 10_000;
const DEEPEST_LIST = 5;
// Comma, semicolon and line break, the first two also as Arabic and East Asian keyboards type them.
// A semicolon before a parameter belongs to a tel: address (RFC 3966, 3).
const SEPARATOR =
	/[,\n\r\v\f\u0085\u2028\u2029\u060c\u061b\uff0c\uff1b\u3001]|;(?!\s{0,3}(?:ext|isub|phone-context)=)/i;

/** One value that should be a number, or the problem with it. */
type Entry = string | Problem;

/** The members of a list that was written as a JSON text, as `JSON.stringify` in an expression or a language model does. */
function membersOfJson(text: string): unknown[] | undefined {
	if (!/^\s*\[/.test(text)) return undefined;
	try {
		const members: unknown = JSON.parse(text);
		return Array.isArray(members) && members.length > 0 ? members : undefined;
	} catch {
		// Brackets that aren't JSON are punctuation, as in [0712] 345 678.
		return undefined;
	}
}

function entriesOfText(text: string, depth: number): Entry[] {
	const members = membersOfJson(text);
	if (members) return entriesOf(members, depth);
	const entries = text.split(SEPARATOR).filter((entry) => entry.trim() !== '');
	return entries.length === 0 ? [problems.noRecipients()] : entries;
}

function entriesOfNumber(value: number): Entry[] {
	if (Number.isSafeInteger(value) && value >= 0) return [String(value)];
	if (!Number.isFinite(value)) return [problems.recipientOfWrongType(value)];
	// From 1e21 on a number writes itself as spreadsheets do, 2.547e+21.
	if (Math.abs(value) >= 1e21) return [problems.roundedBySpreadsheet(String(value))];
	return [problems.decimalNumber(String(value))];
}

function entriesOf(value: unknown, depth: number): Entry[] {
	if (typeof value === 'string') return entriesOfText(value, depth);
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
 * one that counts the rest; after 10,000 refusals the rest isn't read.
 */
export function readRecipients(value: unknown, defaultCountry?: string): Recipients {
	const country = defaultCountry ? knownCountry(defaultCountry) : undefined;
	if (defaultCountry && !country) {
		return { numbers: [], problems: [problems.unknownDefaultCountry(defaultCountry)] };
	}
	const numbers = new Set<string>();
	const told: Problem[] = [];
	let refused = 0;
	for (const entry of entriesOf(value, 0)) {
		const outcome = typeof entry === 'string' ? readPhoneNumber(entry.trim(), country) : { problem: entry };
		if (outcome.problem === undefined) numbers.add(outcome.value);
		else if (++refused <= MOST_PROBLEMS) told.push(outcome.problem);
		if (refused === MOST_REFUSED) {
			return { numbers: [...numbers], problems: [...told, problems.restOfRecipientsNotRead(refused)] };
		}
	}
	if (refused > MOST_PROBLEMS) told.push(problems.moreRefusedRecipients(refused - MOST_PROBLEMS));
	return { numbers: [...numbers], problems: told };
}
