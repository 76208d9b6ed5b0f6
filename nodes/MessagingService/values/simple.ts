import { givenText } from './json';
import { isNotSet, problems, type Problem, type ValueOrProblem } from '../texts';

/** Collects every reason why an item is refused, so that people fix them all at once. */
export class Reasons {
	readonly problems: Problem[] = [];

	/** The value that was read; where there is a problem instead, it is noted and the placeholder given back. */
	read<T, S = undefined>(outcome: ValueOrProblem<T>, placeholder?: S): T | S {
		if (!outcome.problem) return outcome.value;
		this.problems.push(outcome.problem);
		return placeholder as S;
	}
}

/**
 * Reads a switch. The text `true` and the number 1 are refused: to take them for off would ignore
 * what somebody meant, and to take them for on would guess.
 */
export function readBoolean(
	value: unknown,
	field: string,
	whenNotSet = false,
): ValueOrProblem<boolean> {
	if (isNotSet(value)) return { value: whenNotSet };
	return typeof value === 'boolean' ? { value } : { problem: problems.notABoolean(field, value) };
}

/** Reads a switch of the form that keeps messages back: an expression that comes out empty must not switch it off. */
export function readSafeguard(value: unknown, field: string): ValueOrProblem<boolean> {
	return isNotSet(value)
		? { problem: problems.notABoolean(field, value) }
		: readBoolean(value, field);
}

/**
 * Reads a whole number from a number or from a text of digits (blanks around it
 * are dropped). `bounds` are inclusive. Refused: decimals, other notations such
 * as 0x10 or 1e3, and anything that a number can't hold exactly.
 */
export function readWholeNumber(
	value: unknown,
	field: string,
	bounds: { min?: number; max?: number } = {},
): ValueOrProblem<number> {
	const { min, max } = bounds;
	const text = typeof value === 'string' ? value.trim() : value;
	const number =
		typeof text === 'number'
			? text
			: typeof text === 'string' && /^[+-]?\d{1,16}$/.test(text)
				? Number(text)
				: NaN;
	if (!Number.isSafeInteger(number))
		return { problem: problems.notWholeNumber(field, value, min, max) };
	if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
		return { problem: problems.numberOutOfBounds(field, number, min, max) };
	}
	// -0 would be written as 0 in JSON but isn't equal to it in every comparison.
	return { value: number === 0 ? 0 : number };
}

/** Like {@link readWholeNumber}, but an empty text, null and a missing value are "not set": undefined. */
export function readOptionalWholeNumber(
	value: unknown,
	field: string,
	bounds: { min?: number; max?: number } = {},
): ValueOrProblem<number | undefined> {
	const notSet =
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
	return notSet ? { value: undefined } : readWholeNumber(value, field, bounds);
}

/** Reads how many requests may be under way at once. */
export function readConcurrency(value: unknown): ValueOrProblem<number> {
	if (isNotSet(value)) return { value: 10 };
	return readWholeNumber(value, 'Max Concurrent Requests', { min: 1 });
}

/**
 * Reads an option that limits what may happen. Whoever put it into the form (`isInForm`) wants a
 * limit, so a value that comes out empty is refused: it never means that there is no limit.
 */
export function readCap(
	value: unknown,
	field: string,
	isInForm: boolean,
	min: number,
): ValueOrProblem<number | undefined> {
	if (!isInForm && isNotSet(value)) return { value: undefined };
	const { value: cap } = readWholeNumber(value, field, { min });
	return cap === undefined
		? { problem: problems.unreadableCap(field, value, min) }
		: { value: cap };
}

/** Reads one of the `allowed` values; an expression can put anything where the editor shows a list. */
export function readChoice<Choice extends string>(
	value: unknown,
	field: string,
	allowed: readonly Choice[],
): ValueOrProblem<Choice> {
	const text = typeof value === 'string' ? value.trim() : value;
	const choice = allowed.find((candidate) => candidate === text);
	return choice === undefined
		? { problem: problems.notAChoice(field, value, allowed) }
		: { value: choice };
}

/**
 * Reads a short text that must be there, such as the campaign. Blanks around it
 * are dropped, or `Reminders ` from a spreadsheet would be another campaign than
 * `Reminders`. A number becomes its text.
 */
export function readRequiredText(value: unknown, field: string): ValueOrProblem<string> {
	if (value === null || value === undefined) return { problem: problems.emptyText(field) };
	const text = givenText(value)?.trim();
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	return text === '' ? { problem: problems.emptyText(field) } : { value: text };
}

// It stands in the address of the request, of which servers take some thousand bytes, and a letter can take nine.
const LONGEST = 1000;

/** Reads a text to search for, as it stands: blanks at its ends may be meant. Undefined where it is not set. */
export function readSearchText(value: unknown, field: string): ValueOrProblem<string | undefined> {
	if (isNotSet(value)) return { value: undefined };
	const text = givenText(value);
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	return text.length > LONGEST
		? { problem: problems.searchTextTooLong(field, text.length, LONGEST) }
		: { value: text };
}

/**
 * A status as it is compared: services write the same one in upper and in lower case. An empty text
 * where there is none.
 */
export function statusKey(status: unknown): string {
	return givenText(status)?.trim().toLowerCase() ?? '';
}

/**
 * Reads statuses as keys of theirs: a list, or a text with commas, semicolons or line breaks between them,
 * which may also be a list as JSON. Undefined where none is named. What holds no statuses is refused: taken for
 * an odd status it would never be met, and nothing would ever be told.
 */
export function readStatuses(
	value: unknown,
	field: string,
): ValueOrProblem<ReadonlySet<string> | undefined> {
	const members = Array.isArray(value) ? value : [value];
	const statuses = members.map(statusesIn);
	if (!statuses.every((some) => some !== undefined))
		return { problem: problems.statusesOfWrongType(field, value) };
	const keys = statuses.flat().map(statusKey).filter(Boolean);
	return { value: keys.length > 0 ? new Set(keys) : undefined };
}

/** The statuses that a text or a number names; undefined where it names none by its kind. */
function statusesIn(member: unknown): string[] | undefined {
	const text = givenText(member)?.trim();
	// The second is what an object becomes within a text.
	if (text === undefined || text.includes('[object Object]')) return undefined;
	const json = parsed(text);
	if (json === undefined) return split(text.replace(/^\[(.*)\]$/s, '$1'));
	const members = (Array.isArray(json) ? json : [json]).map(givenText);
	return members.every((member) => member !== undefined) ? members.flatMap(split) : undefined;
}

/** What a text in brackets or quotes is as JSON; undefined where it is none. */
function parsed(text: string): unknown {
	if (!/^[["{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function split(text: string): string[] {
	return text.split(/[,;\r\n]/).map((status) => status.trim().replace(/^(["'])(.*)\1$/, '$2'));
}
