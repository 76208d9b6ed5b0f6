import type { Fields } from './operation';
import { problems, type Problem } from '../texts';
import { readDefaultCountry } from '../values/countries';
import { readingRecipients } from '../values/recipients';

export const excludeNumbers = 'options.excludeNumbers';

const reading = { field: 'Exclude Numbers', blanksAllowed: true, isUnbounded: true };

/** The list that was read last: the items of a run mostly share one, and it may have thousands of numbers. */
interface List {
	value: unknown;
	country?: string;
	numbers: ReadonlySet<string>;
	problems: Problem[];
}

/** Reads the list for `readExcluded`, a step for each number. */
export function* readExcludedAhead({ parameter, memory }: Fields): Generator<undefined> {
	const value = parameter(excludeNumbers);
	const { value: country } = readDefaultCountry(parameter('options.defaultCountry'));
	const last = memory.get(excludeNumbers) as List | undefined;
	if (last && last.country === country && isSame(last.value, value)) return;
	const { numbers, problems: found } = yield* readingRecipients(value, country, reading);
	const list: List = { value, country, numbers: new Set(numbers), problems: found };
	memory.set(excludeNumbers, list);
}

/** The numbers that get nothing, in E.164, or why the list is refused: whoever it stands for would be texted. */
export function readExcluded(
	{ parameter, memory }: Fields,
	isToGroup: boolean,
): Pick<List, 'numbers' | 'problems'> {
	const value = parameter(excludeNumbers);
	const { numbers, problems: found } = memory.get(excludeNumbers) as List;
	if (typeof value === 'string' && value.trim() === '') return { numbers, problems: [] };
	if (isToGroup) return { numbers, problems: [problems.groupNotExcluded()] };
	// Empty entries alone may be a column that isn't there.
	const isNobody = found.length === 0 && numbers.size === 0 && !isEmptyList(value);
	return { numbers, problems: isNobody ? [problems.nothingToExclude()] : found };
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
