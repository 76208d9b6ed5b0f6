import { countryOf, type Country } from './countries';
import {
	hasCodeOf,
	personKey,
	readPhoneNumber,
	readWhole,
	type PersonsNumber,
} from './phoneNumber';
import { parsedJson } from './given';
import { yielding } from '../eventLoop';
import { problems, type Doubt, type Problem } from '../texts';

/** A refused value, with the reason. `recipient` has its first 100 characters if it is a text or a number. */
interface RefusedValue {
	recipient: string;
	problem: Problem;
}

/** The numbers of one item in E.164, one per person and in their order, with the refusals of other values. */
interface Recipients {
	numbers: string[];
	/** Numbers that may not receive texts, and why. */
	doubts: Map<string, Doubt>;
	/** Numbers outside the Default Country; none if there are Allowed Countries. */
	abroad: Set<string>;
	refused: RefusedValue[];
	/** The refusals as sentences: at most ten, then one with the number of further ones. */
	problems: Problem[];
	/** Whether the whole value was read. If not, nobody can say who is left out. */
	isWhole: boolean;
}

interface ReadOptions {
	/** The field's label, for refusals. */
	field: string;
	/** Whether an empty value stands for nobody, rather than for a missing number. */
	blanksAllowed?: boolean;
	/** Whether there may be more than 10,000 numbers. */
	isUnbounded?: boolean;
	/** The only countries whose numbers are accepted. */
	countries?: ReadonlySet<string>;
}

// The most numbers of one item. Reading more in one go would hold up the whole n8n instance.
const MOST_NUMBERS = 10_000;
// Keeps the error readable if a whole list is wrong.
const MOST_PROBLEMS = 10;
// After so many, the field must hold something other than phone numbers.
const MOST_REFUSED = 10_000;
// A list may contain another one many times over, so that reading it could take practically forever.
const MOST_VALUES = 1_000_000;
const DEEPEST_LIST = 5;
// E.164 allows 15 digits; 00 comes on top.
const MOST_DIGITS = 17;
// A number grouped by a spreadsheet, such as 4,915,123,456,789, has no more parts.
const MOST_PARTS = 5;
const LONGEST_SPLIT = 50;
const PLUS = /[+\uff0b]/;
// Includes the commas and semicolons of Arabic and East Asian keyboards. A semicolon before a parameter belongs to a
// tel: address (RFC 3966, section 3). Google Contacts exports several numbers of a person with ::: between them.
const COMMA = /[,\u060c\uff0c\u3001]+/g;
const OTHER_SEPARATOR =
	/[\n\r\v\f\u0085\u2028\u2029\u061b\uff1b]+|(?<!:):::(?!:)|;(?!\s{0,3}(?:ext|isub|phone-context)=)/gi;

/**
 * Reads phone numbers from a text, a number or a list. Yields to the event loop. Stops reading after 10,000 refusals or
 * a million values. With more than 10,000 numbers it returns none, unless `isUnbounded`.
 *
 * @param defaultCountry null where the form has no Default Country
 */
export async function readRecipients(
	value: unknown,
	defaultCountry: string | null | undefined,
	{ field, blanksAllowed = false, isUnbounded = false, countries }: ReadOptions,
): Promise<Recipients> {
	const country = defaultCountry ? countryOf(defaultCountry) : undefined;
	const nobody = { ...new FoundNumbers().all, refused: [], isWhole: false };
	if (defaultCountry && !country) {
		const problem = problems.notACountry(defaultCountry);
		return { ...nobody, refused: [{ recipient: '', problem }], problems: [problem] };
	}
	// Numbers of a country that Allowed Countries names aren't abroad by mistake.
	const numbers = new FoundNumbers(countries ? undefined : country);
	const refused: RefusedValue[] = [];
	const refuse = (text: string, problem: Problem) =>
		refused.push({ recipient: text.slice(0, 100), problem });
	let unread: Problem | undefined;
	let count = 0;
	const completing = defaultCountry === null ? null : country;
	const entries = entriesOf(value, { field, blanksAllowed, country: completing });
	for await (const entry of yielding(entries)) {
		if (++count > MOST_VALUES) unread = problems.tooManyValues(field, MOST_VALUES);
		else if (typeof entry !== 'string') refused.push(entry);
		else if (entry !== nothing && !numbers.has(entry)) {
			const text = entry.trim();
			const { value: read, problem } = readPhoneNumber(text, completing, field);
			const notAllowed = read && countries && refusalByCountry(read, countries);
			if (problem) refuse(text, problem);
			else if (notAllowed) refuse(text, notAllowed(field, text));
			else numbers.add(read);
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
	return { ...numbers.all, refused, problems: found, isWhole: !unread };
}

/** Collects numbers in E.164, one for each person. */
class FoundNumbers {
	private readonly byPerson = new Map<string, string>();
	private readonly doubts = new Map<string, Doubt>();
	private readonly abroad = new Set<string>();

	/** @param home numbers of all other countries are abroad; undefined if none are */
	constructor(private readonly home?: Country) {}

	get size(): number {
		return this.byPerson.size;
	}

	get all() {
		const { byPerson, doubts, abroad } = this;
		return { numbers: [...byPerson.values()], doubts, abroad };
	}

	/** Whether this very number is among them. */
	has(number: string): boolean {
		return this.byPerson.get(personKey(number)) === number;
	}

	add(read: PersonsNumber): void {
		const { number, doubt } = read;
		const person = personKey(number);
		if (this.byPerson.has(person)) return;
		this.byPerson.set(person, number);
		if (doubt) this.doubts.set(number, doubt);
		if (this.home && !isOfCountry(read, this.home)) this.abroad.add(number);
	}
}

interface EntryOptions {
	field: string;
	blanksAllowed: boolean;
	country: Country | null | undefined;
}

/** An empty entry, between two separators. Yielded like any other, so that even a million of them don't block n8n. */
const nothing = '';

/**
 * Yields each text that should be a number, or the refusal of a value that can't be one. A generator, since a list that
 * contains itself has no end.
 */
function* entriesOf(
	value: unknown,
	options: EntryOptions,
	depth = 0,
): Generator<string | RefusedValue> {
	const { field, blanksAllowed } = options;
	// A list may also be written as JSON, by `JSON.stringify` in an expression or by a language model.
	const json = typeof value === 'string' ? parsedJson(value) : undefined;
	const given = Array.isArray(json) ? json : value;
	const isNobody = (given ?? '') === '' || (Array.isArray(given) && given.length === 0);
	// A missing column, not an empty cell: it is undefined in each row.
	if (given === undefined && blanksAllowed)
		yield { recipient: '', problem: problems.emptyInList(field) };
	else if (isNobody) {
		if (!blanksAllowed) yield { recipient: '', problem: problems.noRecipients(field) };
	} else if (typeof given === 'string') yield* entriesOfText(given, options);
	else if (typeof given === 'number') yield entryOfNumber(given, field);
	else if (!Array.isArray(given) || depth >= DEEPEST_LIST)
		yield { recipient: '', problem: problems.recipientOfWrongType(field, given) };
	// An array's iterator also gives its holes, which other methods skip.
	else for (const member of given) yield* entriesOf(member, options, depth + 1);
}

function* entriesOfText(text: string, options: EntryOptions): Generator<string | RefusedValue> {
	let isBlank = true;
	for (const line of splitLazily(text, OTHER_SEPARATOR))
		for (const entry of joinedWhereSplit(splitLazily(line, COMMA), options)) {
			isBlank &&= entry === nothing;
			yield entry;
		}
	if (isBlank && !options.blanksAllowed)
		yield { recipient: '', problem: problems.noRecipients(options.field) };
}

/** Splits a text lazily: splitting a megabyte of separators at once would block n8n. */
function* splitLazily(text: string, separators: RegExp): Generator<string> {
	let start = 0;
	for (const { index, 0: separator } of text.matchAll(separators)) {
		yield text.slice(start, index);
		start = index + separator.length;
	}
	yield text.slice(start);
}

/** Yields the parts of a line. Refuses parts that form one number together: 0664,1234567 isn't two. */
function* joinedWhereSplit(
	line: Iterable<string>,
	{ field, country }: EntryOptions,
): Generator<string | RefusedValue> {
	/** The next parts, as many as one number may have. */
	const parts: string[] = [];
	const take = (): string | RefusedValue => {
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

/** Returns the longest number that the first parts form together, or undefined. */
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

function entryOfNumber(value: number, field: string): string | RefusedValue {
	const text = String(value);
	if (!Number.isFinite(value))
		return { recipient: text, problem: problems.recipientOfWrongType(field, value) };
	// From 1e21 on, a number becomes scientific notation (2.547e+21), which is refused like a spreadsheet's.
	const isDigits = Number.isSafeInteger(value) && value >= 0;
	if (isDigits || Math.abs(value) >= 1e21) return text;
	return { recipient: text, problem: problems.decimalNumber(field, text) };
}

/** Whether a number is of a country, or may be. */
function isOfCountry({ number, country: own }: PersonsNumber, country: Country): boolean {
	return own === undefined ? hasCodeOf(number, country) : own === country.value;
}

/** Returns why Allowed Countries refuses a number, or undefined if it doesn't. */
function refusalByCountry(
	{ number, country, doubt }: PersonsNumber,
	allowed: ReadonlySet<string>,
): ((field: string, entry: string) => Problem) | undefined {
	if (country !== undefined && allowed.has(country)) {
		// Allowed Countries guards against charges, and neither kind of number is a person's phone.
		if (doubt !== 'premium' && doubt !== 'personal') return undefined;
		return (field, entry) => problems.costlyNumber(field, entry, doubt);
	}
	const name = countryOf(country)?.name;
	const isOfAllowedCode = [...allowed].some((code) => hasCodeOf(number, countryOf(code)!));
	if (name === undefined && isOfAllowedCode) return problems.unknownRange;
	return (field, entry) => problems.otherCountry(field, entry, name);
}
