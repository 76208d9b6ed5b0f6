import { countryOf, type Country } from './countries';
import { hasCodeOf, personOf, readPhoneNumber, readWhole, type PersonsNumber } from './phoneNumber';
import { parsedJson } from './given';
import { problems, type Doubt, type Problem } from '../texts';
import { inTurns } from '../turns';

/** A value that is no number, and why: the first hundred characters of it, as far as it is a text or a number. */
interface Refused {
	recipient: string;
	problem: Problem;
}

/** The numbers of one item in E.164, one for each person and in their order, and why others were refused. */
interface Recipients {
	numbers: string[];
	/** The numbers that may not receive texts. */
	doubts: Map<string, Doubt>;
	refused: Refused[];
	/** The same refusals as sentences: at most ten, then one that counts the rest. */
	problems: Problem[];
	/** Whether the value was read to its end: else nobody can say who is left out. */
	isWhole: boolean;
}

interface Reading {
	/** The label of the field that refusals name. */
	field: string;
	/** Whether an empty cell stands for nobody, rather than for a number that is missing. */
	blanksAllowed?: boolean;
	/** Whether there may be more than 10,000 numbers. */
	isUnbounded?: boolean;
	/** The only countries whose numbers are taken. */
	countries?: ReadonlySet<string>;
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
// E.164 allows 15 digits; 00 comes on top.
const MOST_DIGITS = 17;
// A number as spreadsheets group it, 4,915,123,456,789, has no more.
const MOST_PARTS = 5;
const LONGEST_SPLIT = 50;
const PLUS = /[+\uff0b]/;
// Commas and semicolons also as Arabic and East Asian keyboards type them. A semicolon before a parameter belongs to
// a tel: address (RFC 3966, 3). Google Contacts exports several numbers of a person with ::: between them.
const COMMA = /[,\u060c\uff0c\u3001]+/g;
const OTHER_SEPARATOR =
	/[\n\r\v\f\u0085\u2028\u2029\u061b\uff1b]+|(?<!:):::(?!:)|;(?!\s{0,3}(?:ext|isub|phone-context)=)/gi;

/**
 * Reads one number, several in a text, a list, or a value typed as a number, in turns. After 10,000 numbers, 10,000
 * refusals or a million values the rest isn't read. @param defaultCountry null where none can be chosen
 */
export async function readRecipients(
	value: unknown,
	defaultCountry: string | null | undefined,
	{ field, blanksAllowed = false, isUnbounded = false, countries }: Reading,
): Promise<Recipients> {
	const country = defaultCountry ? countryOf(defaultCountry) : undefined;
	const nobody = { numbers: [], doubts: new Map<string, Doubt>(), refused: [], isWhole: false };
	if (defaultCountry && !country) {
		const problem = problems.notACountry(defaultCountry);
		return { ...nobody, refused: [{ recipient: '', problem }], problems: [problem] };
	}
	const numbers = new Map<string, string>();
	const doubts = new Map<string, Doubt>();
	const note = ({ number, doubt }: PersonsNumber) => {
		const person = personOf(number);
		if (numbers.has(person)) return;
		numbers.set(person, number);
		if (doubt) doubts.set(number, doubt);
	};
	const refused: Refused[] = [];
	const refuse = (text: string, problem: Problem) =>
		refused.push({ recipient: text.slice(0, 100), problem });
	let unread: Problem | undefined;
	let count = 0;
	const completing = defaultCountry === null ? null : country;
	const entries = entriesOf(value, { field, blanksAllowed, country: completing });
	for await (const entry of inTurns(entries)) {
		if (++count > MOST_VALUES) unread = problems.tooManyValues(field, MOST_VALUES);
		else if (typeof entry !== 'string') refused.push(entry);
		else if (entry !== nothing && numbers.get(personOf(entry)) !== entry) {
			const text = entry.trim();
			const { value: read, problem } = readPhoneNumber(text, completing, field);
			const notAllowed = read && countries && refusalByCountry(read, countries);
			if (problem) refuse(text, problem);
			else if (notAllowed) refuse(text, notAllowed(field, text));
			else note(read);
		}
		if (numbers.size > MOST_NUMBERS && !isUnbounded)
			return { ...nobody, problems: [problems.tooManyValues(field, MOST_NUMBERS)] };
		if (refused.length === MOST_REFUSED)
			unread ??= problems.restOfRecipientsNotRead(field, MOST_REFUSED);
		if (unread) break;
	}
	const found = refused.slice(0, MOST_PROBLEMS).map(({ problem }) => problem);
	const more = refused.length - found.length;
	if (unread) found.push(unread);
	else if (more > 0) found.push(problems.moreRefusedRecipients(field, more));
	return { numbers: [...numbers.values()], doubts, refused, problems: found, isWhole: !unread };
}

interface EntryReading {
	field: string;
	blanksAllowed: boolean;
	country: Country | null | undefined;
}

/** Stands for two separators with nothing between them: there may be a million, and each takes its turn. */
const nothing = '';

/** Each text that should be a number, or why a value is none; one by one, as a list that holds itself has no end. */
function* entriesOf(value: unknown, reading: EntryReading, depth = 0): Generator<string | Refused> {
	const { field, blanksAllowed } = reading;
	// A list may also be written as JSON, by `JSON.stringify` in an expression or by a language model.
	const json = typeof value === 'string' ? parsedJson(value) : undefined;
	const given = Array.isArray(json) ? json : value;
	const isNobody = (given ?? '') === '' || (Array.isArray(given) && given.length === 0);
	// A column that isn't there is undefined in each row.
	if (given === undefined && blanksAllowed)
		yield { recipient: '', problem: problems.emptyInList(field) };
	else if (isNobody) {
		if (!blanksAllowed) yield { recipient: '', problem: problems.noRecipients(field) };
	} else if (typeof given === 'string') yield* entriesOfText(given, reading);
	else if (typeof given === 'number') yield entryOfNumber(given, field);
	else if (!Array.isArray(given) || depth >= DEEPEST_LIST)
		yield { recipient: '', problem: problems.recipientOfWrongType(field, given) };
	// Its iterator gives empty places too, which its other methods skip.
	else for (const member of given) yield* entriesOf(member, reading, depth + 1);
}

function* entriesOfText(text: string, reading: EntryReading): Generator<string | Refused> {
	let isBlank = true;
	for (const line of partsOf(text, OTHER_SEPARATOR))
		for (const entry of joinedWhereSplit(partsOf(line, COMMA), reading)) {
			isBlank &&= entry === nothing;
			yield entry;
		}
	if (isBlank && !reading.blanksAllowed)
		yield { recipient: '', problem: problems.noRecipients(reading.field) };
}

/** The parts of a text, one by one: to split a megabyte of separators would hold n8n. */
function* partsOf(text: string, separators: RegExp): Generator<string> {
	let start = 0;
	for (const { index, 0: separator } of text.matchAll(separators)) {
		yield text.slice(start, index);
		start = index + separator.length;
	}
	yield text.slice(start);
}

/** The parts of a line; refuses parts that are one number without their commas: 0664,1234567 has nobody's number. */
function* joinedWhereSplit(
	line: Iterable<string>,
	{ field, country }: EntryReading,
): Generator<string | Refused> {
	/** The next parts, as many as may be one number. */
	const parts: string[] = [];
	const take = (): string | Refused => {
		const split = splitNumber(parts, country);
		const [first = nothing] = parts.splice(0, split?.count ?? 1);
		if (!split) return first;
		const { text, whole } = split;
		return { recipient: text, problem: problems.commaInNumber(field, text, whole) };
	};
	for (const part of line) {
		if (part.trim() === '') yield nothing;
		else if (parts.push(part) === MOST_PARTS) yield take();
	}
	while (parts.length > 0) yield take();
}

/** The number that the first of these parts are together; undefined where they are none. */
function splitNumber(parts: string[], country: Country | null | undefined) {
	let found: { count: number; text: string; whole: string } | undefined;
	for (let end = 1; end < parts.length && !PLUS.test(parts[end]!); end++) {
		const joined = parts.slice(0, end + 1);
		const text = joined.join(',').trim();
		if (text.length > LONGEST_SPLIT || text.replace(/\P{Nd}/gu, '').length > MOST_DIGITS) break;
		const whole = readWhole(joined.join(''), country);
		if (whole) found = { count: joined.length, text, whole };
	}
	return found;
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

/** Why a number is refused where only these countries' are taken; undefined where it isn't. */
function refusalByCountry(
	{ number, country, doubt }: PersonsNumber,
	allowed: ReadonlySet<string>,
): ((field: string, entry: string) => Problem) | undefined {
	if (country !== undefined && allowed.has(country)) {
		// Whoever limits countries guards against charges, and none of these is a person's phone.
		if (doubt !== 'premium' && doubt !== 'personal') return undefined;
		return (field, entry) => problems.costlyNumber(field, entry, doubt);
	}
	const name = countryOf(country)?.name;
	const isOfAllowedCode = [...allowed].some((code) => hasCodeOf(number, countryOf(code)!));
	if (name === undefined && isOfAllowedCode) return problems.unknownRange;
	return (field, entry) => problems.otherCountry(field, entry, name);
}
