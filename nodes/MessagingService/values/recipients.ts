import { countryOf } from './countries';
import { parsedJson } from './json';
import { readPhoneNumber } from './phoneNumber';
import { problems, type Problem } from '../texts';

/** A value that is no number, and why. */
interface Refused {
	/** The first hundred characters of it, as far as it is a text or a number. */
	recipient: string;
	problem: Problem;
}

/** The numbers of one item in E.164, each once and in their order, and why others were refused. */
export interface Recipients {
	numbers: string[];
	refused: Refused[];
	/** The same refusals as sentences: at most ten, then one that counts the rest. */
	problems: Problem[];
}

/** How a value is read. */
interface Reading {
	/** The label of the field that refusals name; Recipients unless told. */
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
const LONGEST_REFUSED = 100;
// Comma, semicolon and line break, the first two also as Arabic and East Asian keyboards type them.
// A semicolon before a parameter belongs to a tel: address (RFC 3966, 3).
const SEPARATOR =
	/[,\n\r\v\f\u0085\u2028\u2029\u060c\u061b\uff0c\uff1b\u3001]|;(?!\s{0,3}(?:ext|isub|phone-context)=)/i;

/** {@link readingRecipients} in one go. */
export function readRecipients(...given: Parameters<typeof readingRecipients>): Recipients {
	const steps = readingRecipients(...given);
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

/**
 * Reads recipients: one number, several in a text, a list, or a value typed as a number. A step for
 * each value, so that a long list need not be read in one go. After 10,000 numbers, 10,000 refusals
 * or a million values the rest isn't read.
 *
 * @param defaultCountry a two-letter code that completes numbers without a country code; null where
 * there is none to choose
 */
export function* readingRecipients(
	value: unknown,
	defaultCountry?: string | null,
	{ field = 'Recipients', blanksAllowed = false, isUnbounded = false }: Reading = {},
): Generator<undefined, Recipients> {
	const numbers = new Set<string>();
	const refused: Refused[] = [];
	const read = (...last: Problem[]): Recipients => {
		const told = refused.slice(0, MOST_PROBLEMS).map(({ problem }) => problem);
		return { numbers: [...numbers], refused, problems: [...told, ...last] };
	};

	const country = defaultCountry ? countryOf(defaultCountry) : undefined;
	if (defaultCountry && !country) {
		refused.push({ recipient: '', problem: problems.unknownDefaultCountry(defaultCountry) });
		return read();
	}
	let count = 0;
	for (const entry of entriesOf(value, 0, { field, blanksAllowed })) {
		yield;
		if (++count > MOST_VALUES) return read(problems.tooManyRecipientValues(field, MOST_VALUES));
		if (typeof entry !== 'string') refused.push(entry);
		else if (!numbers.has(entry)) {
			const text = entry.trim();
			const number = readPhoneNumber(text, defaultCountry === null ? null : country, field);
			if (number.problem === undefined) numbers.add(number.value);
			else refused.push({ recipient: text.slice(0, LONGEST_REFUSED), problem: number.problem });
		}
		if (numbers.size > MOST_NUMBERS && !isUnbounded) {
			const problem = problems.tooManyNumbers(field, MOST_NUMBERS);
			return { numbers: [], refused: [], problems: [problem] };
		}
		if (refused.length === MOST_REFUSED)
			return read(problems.restOfRecipientsNotRead(field, MOST_REFUSED));
	}
	const untold = refused.length - MOST_PROBLEMS;
	return untold > 0 ? read(problems.moreRefusedRecipients(field, untold)) : read();
}

/** How entries are found. */
type Finding = Required<Pick<Reading, 'field' | 'blanksAllowed'>>;

/** Each text that should be a number, or why a value is none; one by one, as a list that holds itself has no end. */
function* entriesOf(value: unknown, depth: number, how: Finding): Generator<string | Refused> {
	const { field, blanksAllowed } = how;
	if (typeof value === 'string') return yield* entriesOfText(value, depth, how);
	if (typeof value === 'number') return yield entryOfNumber(value, field);
	const isEmpty = Array.isArray(value) && value.length === 0;
	if (value === null || isEmpty) return yield* nobody(how);
	// A column that isn't there is undefined in each row.
	if (value === undefined)
		yield refused(blanksAllowed ? problems.nothingToExclude() : problems.noRecipients(field));
	else if (!Array.isArray(value) || depth >= DEEPEST_LIST)
		yield refused(problems.recipientOfWrongType(field, value));
	// Its iterator gives empty places too, which its other methods skip.
	else for (const member of value) yield* entriesOf(member, depth + 1, how);
}

/** A list may also be written as JSON, by `JSON.stringify` in an expression or by a language model. */
function* entriesOfText(text: string, depth: number, how: Finding): Generator<string | Refused> {
	const json = parsedJson(text);
	if (Array.isArray(json)) return yield* entriesOf(json, depth, how);
	const entries = text.split(SEPARATOR).filter((entry) => entry.trim() !== '');
	yield* entries.length > 0 ? entries : nobody(how);
}

function nobody({ field, blanksAllowed }: Finding): Refused[] {
	return blanksAllowed ? [] : [refused(problems.noRecipients(field))];
}

function entryOfNumber(value: number, field: string): string | Refused {
	const text = String(value);
	if (!Number.isFinite(value)) return refused(problems.recipientOfWrongType(field, value), text);
	// From 1e21 on a number writes itself as spreadsheets do, 2.547e+21, and is refused for that.
	const isDigits = Number.isSafeInteger(value) && value >= 0;
	if (isDigits || Math.abs(value) >= 1e21) return text;
	return refused(problems.decimalNumber(field, text), text);
}

function refused(problem: Problem, recipient = ''): Refused {
	return { recipient, problem };
}
