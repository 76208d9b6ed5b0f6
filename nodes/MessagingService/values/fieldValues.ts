import { givenText, isNotSet, listIn, longestList, parsedJson } from './given';
import { problems, type ValueOrProblem } from '../texts';

/** Reads a switch. Refuses the text `true` and the number 1: off would ignore the intent, and on would be a guess. */
export function readBoolean(value: unknown, field: string): ValueOrProblem<boolean> {
	return typeof value === 'boolean' ? { value } : { problem: problems.notABoolean(field, value) };
}

/** Reads a whole number from a number or from a text of digits. Decimals, 0x10 and 1e3 are refused. */
export function readWholeNumber(
	value: unknown,
	field: string,
	{ min, max }: { min?: number; max?: number } = {},
): ValueOrProblem<number> {
	const isDigits = typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value.trim());
	const number = isDigits || typeof value === 'number' ? Number(value) : NaN;
	if (!Number.isSafeInteger(number))
		return { problem: problems.notWholeNumber(field, value, min, max) };
	if (number < (min ?? -Infinity) || number > (max ?? Infinity))
		return { problem: problems.numberOutOfBounds(field, number, min, max) };
	// -0 isn't equal to 0 in every comparison.
	return { value: number === 0 ? 0 : number };
}

/** Returns the whole number in a value, or undefined if there is none within the bounds. */
export function wholeNumberOf(value: unknown, bounds?: { min?: number }): number | undefined {
	return readWholeNumber(value, '', bounds).value;
}

/** Reads an option that sets a cap. Refuses an empty value, so that it never means "no limit". */
export function readCap(value: unknown, field: string, min = 0): ValueOrProblem<number> {
	const cap = readWholeNumber(value, field, { min });
	if (!cap.problem) return cap;
	const shown = isNotSet(value) ? undefined : value;
	return { problem: problems.unreadableCap(field, shown, min) };
}

/** Reads one of the `allowed` values. The editor shows a list, but an expression can give any value. */
export function readChoice<Choice extends string>(
	value: unknown,
	field: string,
	allowed: readonly Choice[],
): ValueOrProblem<Choice> {
	const text = typeof value === 'string' ? value.trim() : value;
	const choice = allowed.find((each) => each === text);
	if (choice === undefined) return { problem: problems.notAChoice(field, value, allowed) };
	return { value: choice };
}

/** Reads several of the `allowed` values from an array, JSON or comma-separated text, in the order of `allowed`. */
export function readChoices<Choice extends string>(
	value: unknown,
	field: string,
	allowed: readonly Choice[],
): ValueOrProblem<Choice[]> {
	const given = listIn(value);
	const odd = given.find((each) => each !== '' && !allowed.some((choice) => choice === each));
	if (odd !== undefined) return { problem: problems.notAmongChoices(field, odd, allowed) };
	return { value: allowed.filter((choice) => given.some((each) => each === choice)) };
}

/** Reads a required text and trims it: `Reminders ` would be another campaign. */
export function readRequiredText(value: unknown, field: string): ValueOrProblem<string> {
	if (isNotSet(value)) return { problem: problems.emptyText(field) };
	const text = givenText(value)?.trim();
	return text ? { value: text } : { problem: problems.textOfWrongType(field, value) };
}

/** Reads an optional text and trims it. Returns an empty text for a value that isn't text. */
export function readWords(value: unknown, field: string): ValueOrProblem<string> {
	return withinLength(givenText(value)?.trim() ?? '', field, LONGEST);
}

/** Refuses a text of more than `most` characters. */
export function withinLength(text: string, field: string, most: number): ValueOrProblem<string> {
	if (text.length <= most) return { value: text };
	return { problem: problems.textTooLong(field, text.length, most) };
}

/** Reads the tag of a language (BCP 47), such as sw or pt-BR. Empty where it is not set. */
export function readLanguage(value: unknown, field: string): ValueOrProblem<string> {
	if (isNotSet(value)) return { value: '' };
	try {
		const [tag = ''] = Intl.getCanonicalLocales(String(value).trim().replace(/_/g, '-'));
		// A longer first part, as in the word 'Swahili', is well-formed but names no language.
		if (/^[a-z]{2,3}\b/.test(tag)) return { value: tag };
	} catch {
		// Not a well-formed tag.
	}
	return { problem: problems.notALanguage(field, value) };
}

// Servers accept URLs of a few thousand bytes, and one letter can take nine of them.
const LONGEST = 1000;

/** Reads a search text without trimming it: blanks at its ends may be meant. Undefined where it is not set. */
export function readSearchText(value: unknown, field: string): ValueOrProblem<string | undefined> {
	if (isNotSet(value)) return { value: undefined };
	const text = givenText(value);
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	return withinLength(text, field, LONGEST);
}

/** Returns a status in lower case, for comparison, or an empty text if there is none. */
export function statusKey(status: unknown): string {
	return givenText(status)?.trim().toLowerCase() ?? '';
}

/** Reads statuses, as their keys, from an array, JSON or a text with separators. Undefined for none. */
export function readStatuses(
	value: unknown,
	field: string,
): ValueOrProblem<ReadonlySet<string> | undefined> {
	const statuses = [value].flat().flatMap(statusesIn);
	if (statuses.includes(undefined)) return { problem: problems.statusesOfWrongType(field, value) };
	const keys = statuses.map(statusKey).filter(Boolean);
	return { value: keys.length > 0 ? new Set(keys) : undefined };
}

/** Splits a text or a number into statuses. Returns `[undefined]` for a value that can't be read. */
function statusesIn(member: unknown): Array<string | undefined> {
	const text = givenText(member)?.trim();
	// An object within a text becomes '[object Object]'.
	if (text === undefined || text.length > longestList || text.includes('[object Object]'))
		return [undefined];
	const json = parsedJson(text);
	const texts =
		json === undefined ? [text.replace(/^\[(.*)\]$/s, '$1')] : [json].flat().map(givenText);
	return texts.flatMap((each) => each?.split(/[,;\r\n]/).map(withoutQuotes));
}

function withoutQuotes(status: string): string {
	return status.trim().replace(/^(["'])(.*)\1$/, '$2');
}
