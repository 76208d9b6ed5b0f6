import { countryOf } from './countries';
import { readPhoneNumber } from './phoneNumber';
import { parsedJson } from './simple';
import { problems, type Problem } from '../texts';

/** A value that is no number, and why: the first hundred characters of it, as far as it is a text or a number. */
interface Refused {
	recipient: string;
	problem: Problem;
}

/** The numbers of one item in E.164, each once and in their order, and why others were refused. */
interface Recipients {
	numbers: string[];
	refused: Refused[];
	/** The same refusals as sentences: at most ten, then one that counts the rest. */
	problems: Problem[];
}

interface Reading {
	/** The label of the field that refusals name. */
	field?: string;
	/** Whether an empty cell stands for nobody, rather than for a number that is missing. */
	blanksAllowed?: boolean;
	/** Whether there may be more than 10,000 numbers. */
	isUnbounded?: boolean;
}

// What one item may reach; reading more in one go would hold up the whole instance.
const MOST_NUMBERS = 10_000;
// A list that is wrong throughout shall not bury the reader.
const MOST_PROBLEMS = 10;
// By then the field holds something else than phone numbers.
const MOST_REFUSED = 10_000;
// A list may hold one list many times over, so that reading it has no end in sight.
const MOST_VALUES = 1_000_000;
const DEEPEST_LIST = 5;
// Comma, semicolon and line break, the first two also as Arabic and East Asian keyboards type them.
// A semicolon before a parameter belongs to a tel: address (RFC 3966, 3).
const SEPARATOR =
	/[,\n\r\v\f\u0085\u2028\u2029\u060c\u061b\uff0c\uff1b\u3001]|;(?!\s{0,3}(?:ext|isub|phone-context)=)/i;

/** {@link readingRecipients} in one go. */
export function readRecipients(...given: Parameters<typeof readingRecipients>): Recipients {
	const steps = readingRecipients(...given);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/**
 * Reads one number, several in a text, a list, or a value typed as a number; a step for each. After 10,000 numbers,
 * 10,000 refusals or a million values the rest isn't read. @param defaultCountry null where none can be chosen
 */
export function* readingRecipients(
	value: unknown,
	defaultCountry?: string | null,
	{ field = 'Recipients', blanksAllowed = false, isUnbounded = false }: Reading = {},
): Generator<undefined, Recipients> {
	const country = defaultCountry ? countryOf(defaultCountry) : undefined;
	if (defaultCountry && !country) {
		const problem = problems.unknownDefaultCountry(defaultCountry);
		return { numbers: [], refused: [{ recipient: '', problem }], problems: [problem] };
	}
	const numbers = new Set<string>();
	const refused: Refused[] = [];
	let unread: Problem | undefined;
	let count = 0;
	for (const entry of entriesOf(value, field, blanksAllowed)) {
		yield;
		if (++count > MOST_VALUES) unread = problems.tooManyRecipientValues(field, MOST_VALUES);
		else if (typeof entry !== 'string') refused.push(entry);
		else if (!numbers.has(entry)) {
			const text = entry.trim();
			const number = readPhoneNumber(text, defaultCountry === null ? null : country, field);
			if (number.problem) refused.push({ recipient: text.slice(0, 100), problem: number.problem });
			else numbers.add(number.value);
		}
		if (numbers.size > MOST_NUMBERS && !isUnbounded) {
			const problem = problems.tooManyNumbers(field, MOST_NUMBERS);
			return { numbers: [], refused: [], problems: [problem] };
		}
		if (refused.length === MOST_REFUSED)
			unread ??= problems.restOfRecipientsNotRead(field, MOST_REFUSED);
		if (unread) break;
	}
	const told = refused.slice(0, MOST_PROBLEMS).map(({ problem }) => problem);
	const untold = refused.length - told.length;
	if (unread) told.push(unread);
	else if (untold > 0) told.push(problems.moreRefusedRecipients(field, untold));
	return { numbers: [...numbers], refused, problems: told };
}

/** Each text that should be a number, or why a value is none; one by one, as a list that holds itself has no end. */
function* entriesOf(
	value: unknown,
	field: string,
	blanksAllowed: boolean,
	depth = 0,
): Generator<string | Refused> {
	// A list may also be written as JSON, by `JSON.stringify` in an expression or by a language model.
	const json = typeof value === 'string' ? parsedJson(value) : undefined;
	const given = Array.isArray(json) ? json : value;
	const members: unknown =
		typeof given === 'string' ? given.split(SEPARATOR).filter((part) => part.trim()) : given;
	// A column that isn't there is undefined in each row.
	if (given === undefined && blanksAllowed)
		yield { recipient: '', problem: problems.nothingToExclude() };
	else if (given === undefined || given === null || (Array.isArray(members) && !members.length)) {
		if (!blanksAllowed) yield { recipient: '', problem: problems.noRecipients(field) };
	} else if (typeof given === 'string') yield* members as string[];
	else if (typeof given === 'number') yield entryOfNumber(given, field);
	else if (!Array.isArray(given) || depth >= DEEPEST_LIST)
		yield { recipient: '', problem: problems.recipientOfWrongType(field, given) };
	// Its iterator gives empty places too, which its other methods skip.
	else for (const member of given) yield* entriesOf(member, field, blanksAllowed, depth + 1);
}

function entryOfNumber(value: number, field: string): string | Refused {
	const text = String(value);
	if (!Number.isFinite(value))
		return { recipient: text, problem: problems.recipientOfWrongType(field, value) };
	// From 1e21 on a number writes itself as spreadsheets do, 2.547e+21, and is refused for that.
	const isDigits = Number.isSafeInteger(value) && value >= 0;
	if (isDigits || Math.abs(value) >= 1e21) return text;
	return { recipient: text, problem: problems.decimalNumber(field, text) };
}
