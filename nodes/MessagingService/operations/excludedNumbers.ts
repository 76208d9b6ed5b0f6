import type { Fields, Reasons } from './operation';
import { problems, type Problem } from '../texts';
import { readDefaultCountry } from '../values/countries';
import { readingRecipients, readRecipients, valuesOf, type Recipients } from '../values/recipients';
import { isNotSet } from '../values/simple';

const path = 'options.excludeNumbers';
const field = 'Exclude Numbers';

/** Nobody is left out. */
const nobody: ReadonlySet<string> = new Set();

/**
 * What was read last, whatever came of it. All items of a run mostly have the same list, and reading
 * thousands of numbers for each would hold n8n up.
 */
interface Last {
	value: unknown;
	key: string;
	country?: string;
	read: Read;
}

interface Read {
	numbers: ReadonlySet<string>;
	problems: Problem[];
}

const reading = { field, blanksAllowed: true, isUnbounded: true };

/** Reads a list that no item before had, a step for each number. */
export function* readExcludedAhead({ parameter, isInForm, memory }: Fields): Generator<undefined> {
	if (!isInForm(path) || parameter('sendTo') === 'contactGroup') return;
	const country = readDefaultCountry(parameter('options.defaultCountry'));
	const value = parameter(path);
	if (country.problem || recall(memory, value, country.value)) return;
	const read = yield* readingRecipients(value, country.value, reading);
	keep(memory, value, country.value, read);
}

/**
 * The numbers that get nothing, in E.164. A list with an entry that can't be read is refused: whoever
 * it stands for would be texted. So is one whose entries are all empty, as of a column that isn't there;
 * an empty text and an empty list leave out nobody.
 */
export function readExcluded(
	{ parameter, isInForm, memory }: Fields,
	to: string | undefined,
	country: string | undefined,
	reasons: Reasons,
): ReadonlySet<string> {
	const value = parameter(path);
	if (!isInForm(path) || (typeof value === 'string' && isNotSet(value))) return nobody;
	if (to === 'contactGroup') {
		reasons.problems.push(problems.groupNotExcluded());
		return nobody;
	}
	const read =
		recall(memory, value, country) ??
		keep(memory, value, country, readRecipients(value, country, reading));
	const isNobody = read.problems.length === 0 && read.numbers.size === 0;
	if (isNobody && !isEmptyList(value)) reasons.problems.push(problems.nothingToExclude());
	reasons.problems.push(...read.problems);
	return read.numbers;
}

function recall(
	memory: Fields['memory'],
	value: unknown,
	country: string | undefined,
): Read | undefined {
	const last = memory.get(path) as Last | undefined;
	if (!last || last.country !== country) return undefined;
	if (last.value !== value && last.key !== keyOf(value)) return undefined;
	last.value = value;
	return last.read;
}

function keep(
	memory: Fields['memory'],
	value: unknown,
	country: string | undefined,
	{ numbers, problems: found }: Recipients,
): Read {
	const read = { numbers: new Set(numbers), problems: found };
	memory.set(path, { value, key: keyOf(value), country, read } satisfies Last);
	return read;
}

function isEmptyList(value: unknown): boolean {
	return typeof value === 'string'
		? /^\s*\[\s*\]\s*$/.test(value)
		: Array.isArray(value) && value.length === 0;
}

/** By which two values are known as the same. */
function keyOf(value: unknown): string {
	if (typeof value === 'string') return value;
	const isPlain =
		Array.isArray(value) &&
		value.every(
			(member) =>
				typeof member === 'string' || (typeof member === 'number' && Number.isFinite(member)),
		);
	return isPlain
		? JSON.stringify(value)
		: `${isEmptyList(value)} ${JSON.stringify(valuesOf(value, reading))}`;
}
