import type { Fields, Reasons } from './operation';
import { problems, type Problem } from '../texts';
import { readDefaultCountry } from '../values/countries';
import { readingRecipients } from '../values/recipients';
import { isNotSet } from '../values/simple';

const path = 'options.excludeNumbers';
const reading = { field: 'Exclude Numbers', blanksAllowed: true, isUnbounded: true };

/** The list that was read last. */
interface List {
	value: unknown;
	country?: string;
	numbers: ReadonlySet<string>;
	problems: Problem[];
}

/**
 * Reads the list for `readExcluded`, a step for each number. It is kept, because the items of a run mostly share one,
 * and reading thousands of numbers for each item would hold n8n up.
 */
export function* readExcludedAhead({ parameter, isInForm, memory }: Fields): Generator<undefined> {
	if (!isInForm(path)) return;
	const value = parameter(path);
	const { value: country } = readDefaultCountry(parameter('options.defaultCountry'));
	const last = memory.get(path) as List | undefined;
	if (last && last.country === country && isSame(last.value, value)) return;
	const { numbers, problems: found } = yield* readingRecipients(value, country, reading);
	const list: List = { value, country, numbers: new Set(numbers), problems: found };
	memory.set(path, list);
}

/**
 * The numbers that get nothing, in E.164. A list with an entry that can't be read is refused: whoever
 * it stands for would be texted. So is one of empty entries alone, as of a column that isn't there;
 * an empty text and an empty list leave out nobody.
 */
export function readExcluded(
	{ parameter, isInForm, memory }: Fields,
	to: string | undefined,
	reasons: Reasons,
): ReadonlySet<string> {
	const value = parameter(path);
	const isBlank = typeof value === 'string' && isNotSet(value);
	if (!isInForm(path) || isBlank) return new Set();
	if (to === 'contactGroup') {
		reasons.problems.push(problems.groupNotExcluded());
		return new Set();
	}
	const list = memory.get(path) as List;
	const isNobody = list.problems.length === 0 && list.numbers.size === 0;
	if (isNobody && !isEmptyList(value)) reasons.problems.push(problems.nothingToExclude());
	reasons.problems.push(...list.problems);
	return list.numbers;
}

function isEmptyList(value: unknown): boolean {
	if (typeof value === 'string') return /^\s*\[\s*\]\s*$/.test(value);
	return Array.isArray(value) && value.length === 0;
}

/** An expression gives a new list for each item, mostly with the same members. */
function isSame(one: unknown, other: unknown): boolean {
	if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
	return one.length === other.length && one.every((member, index) => member === other[index]);
}
