import { knownCountry, readPhoneNumber } from './phoneNumber';
import { problems, type Problem } from '../texts';

/** The numbers of one item in E.164, each once and in their order, and why others were refused. */
export interface Recipients {
	numbers: string[];
	/** Every value that was refused, the first hundred characters of it as far as it is a text or a number. */
	refused: Array<{ recipient: string; problem: Problem }>;
	/** The same refusals as sentences: at most ten, then one that counts the rest. */
	problems: Problem[];
}

// What one item may reach; reading more in one go would hold up the whole instance.
const MOST_NUMBERS = 10_000;
// A list that is wrong throughout shall not bury the reader, nor fill the output.
const MOST_PROBLEMS = 10;
// By then the field holds something else than phone numbers, and reading on would hold up the whole instance.
const MOST_REFUSED = 10_000;
// A list may hold one list many times over, so that reading it has no end in sight.
const MOST_VALUES = 1_000_000;
const DEEPEST_LIST = 5;
const LONGEST_REFUSED = 100;
// Comma, semicolon and line break, the first two also as Arabic and East Asian keyboards type them.
// A semicolon before a parameter belongs to a tel: address (RFC 3966, 3).
const SEPARATOR =
	/[,\n\r\v\f\u0085\u2028\u2029\u060c\u061b\uff0c\uff1b\u3001]|;(?!\s{0,3}(?:ext|isub|phone-context)=)/i;

/** How a value is read. */
interface Reading {
	/** The label of the field that refusals name; Recipients unless told. */
	field?: string;
	/** Whether an empty cell stands for nobody, rather than for a number that is missing. */
	blanksAllowed?: boolean;
	/** Whether there may be more than 10,000 numbers. */
	isUnbounded?: boolean;
}

/** One value that should be a number, or the problem with it. */
type Entry = string | { recipient: string; problem: Problem };

function refusal(problem: Problem, recipient = ''): Entry {
	return { recipient, problem };
}

/**
 * The members of a list that was written as a JSON text, as `JSON.stringify` in an expression or a
 * language model does.
 */
function membersOfJson(text: string): unknown[] | undefined {
	if (!/^\s*\[/.test(text)) return undefined;
	try {
		const members: unknown = JSON.parse(text);
		return Array.isArray(members) ? members : undefined;
	} catch {
		// Brackets that aren't JSON are punctuation, as in [0712] 345 678.
		return undefined;
	}
}

function* entriesOfText(text: string, depth: number, reading: Reading): Generator<Entry> {
	const members = membersOfJson(text);
	if (members) return yield* entriesOf(members, depth, reading);
	const entries = text.split(SEPARATOR).filter((entry) => entry.trim() !== '');
	yield* entries.length === 0 ? nobody(reading) : entries;
}

function nobody({ field, blanksAllowed }: Reading): Entry[] {
	return blanksAllowed ? [] : [refusal(problems.noRecipients(field))];
}

function entryOfNumber(value: number, field: string | undefined): Entry {
	if (Number.isSafeInteger(value) && value >= 0) return String(value);
	if (!Number.isFinite(value))
		return refusal(problems.recipientOfWrongType(value, field), String(value));
	// From 1e21 on a number writes itself as spreadsheets do, 2.547e+21.
	if (Math.abs(value) >= 1e21)
		return refusal(problems.roundedBySpreadsheet(String(value), field), String(value));
	return refusal(problems.decimalNumber(String(value), field), String(value));
}

/** One by one, so that whoever reads them can stop: a list that holds itself has no end. */
function* entriesOf(value: unknown, depth: number, reading: Reading): Generator<Entry> {
	const { field } = reading;
	if (typeof value === 'string') yield* entriesOfText(value, depth, reading);
	else if (typeof value === 'number') yield entryOfNumber(value, field);
	// A column that isn't there is undefined in each row.
	else if (value === undefined)
		yield refusal(
			reading.blanksAllowed ? problems.nothingToExclude() : problems.noRecipients(field),
		);
	else if (value === null) yield* nobody(reading);
	else if (!Array.isArray(value) || depth >= DEEPEST_LIST)
		yield refusal(problems.recipientOfWrongType(value, field));
	else if (value.length === 0) yield* nobody(reading);
	// Its iterator gives empty places too, which its other methods skip.
	else for (const member of value) yield* entriesOf(member, depth + 1, reading);
}

/**
 * Reads the recipients of one item: one number, several in a text, a list, or a
 * value typed as a number. `defaultCountry` is a two-letter code that completes
 * numbers written without a country code. At most ten problems are told, then
 * one that counts the rest; after 10,000 numbers, 10,000 refusals, or a million values,
 * the rest isn't read.
 *
 * @param given the value; the default country, null where there is none to choose; how to read it
 */
export function readRecipients(...given: Parameters<typeof readingRecipients>): Recipients {
	const steps = readingRecipients(...given);
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

/** The values in a list, at most a million: equal for two lists that are read alike, and quicker to get. */
export function valuesOf(value: unknown, reading: Reading): unknown[] {
	const values: unknown[] = [];
	for (const entry of entriesOf(value, 0, reading)) {
		if (values.push(entry) === MOST_VALUES) break;
	}
	return values;
}

/** The same, a step for each value: a long list need not be read in one go. */
export function* readingRecipients(
	value: unknown,
	defaultCountry?: string | null,
	how: Reading = {},
): Generator<undefined, Recipients> {
	const { field, isUnbounded } = how;
	const country = defaultCountry
		? knownCountry(defaultCountry)
		: defaultCountry === null
			? null
			: undefined;
	if (defaultCountry && !country)
		return withSentences(
			[],
			[{ recipient: '', problem: problems.unknownDefaultCountry(defaultCountry) }],
		);
	const numbers = new Set<string>();
	const refused: Recipients['refused'] = [];
	// One number given again and again is looked at once.
	const good = new Set<string>();
	let read = 0;
	for (const entry of entriesOf(value, 0, how)) {
		yield;
		if (++read > MOST_VALUES)
			return withSentences(
				[...numbers],
				refused,
				problems.tooManyRecipientValues(MOST_VALUES, field),
			);
		if (typeof entry === 'string' && good.has(entry)) continue;
		const text = typeof entry === 'string' ? entry.trim() : '';
		const outcome = typeof entry === 'string' ? readPhoneNumber(text, country, field) : entry;
		if (outcome.problem === undefined) {
			numbers.add(outcome.value);
			good.add(entry as string);
			if (numbers.size > MOST_NUMBERS && !isUnbounded)
				return withSentences([], [], problems.tooManyNumbers(MOST_NUMBERS, field));
		} else
			refused.push({
				recipient: text.slice(0, LONGEST_REFUSED),
				...outcome,
				problem: outcome.problem,
			});
		if (refused.length === MOST_REFUSED) {
			return withSentences(
				[...numbers],
				refused,
				problems.restOfRecipientsNotRead(MOST_REFUSED, field),
			);
		}
	}
	const untold = refused.length - MOST_PROBLEMS;
	return withSentences(
		[...numbers],
		refused,
		...(untold > 0 ? [problems.moreRefusedRecipients(untold, field)] : []),
	);
}

function withSentences(
	numbers: string[],
	refused: Recipients['refused'],
	...last: Problem[]
): Recipients {
	return {
		numbers,
		refused,
		problems: [...refused.slice(0, MOST_PROBLEMS).map(({ problem }) => problem), ...last],
	};
}
