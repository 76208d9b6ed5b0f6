import { isNotSet } from '../validation/isNotSet';
import { problems } from '../validation/problems';
import { readRecipients } from '../validation/recipients';
import type { Fields } from './operation';
import type { Reasons } from './reasons';

const path = 'options.excludeNumbers';
const field = 'Exclude Numbers';

/** Nobody is left out. */
const nobody: ReadonlySet<string> = new Set();

/**
 * What was read last. All items of a run mostly have the same list, and reading thousands of
 * numbers for each would hold n8n up.
 */
interface Last {
	text: string;
	country?: string;
	numbers: ReadonlySet<string>;
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
	const text = textOf(value);
	const last = memory.get(path) as Last | undefined;
	if (last && last.text === text && last.country === country) return last.numbers;
	const read = readRecipients(value, country, { field, blanksAllowed: true });
	const numbers = new Set(read.numbers);
	const found =
		read.problems.length === 0 && numbers.size === 0 && !isEmptyList(value)
			? [problems.nothingToExclude()]
			: read.problems;
	reasons.problems.push(...found);
	if (text !== undefined && found.length === 0)
		memory.set(path, { text, country, numbers } satisfies Last);
	return numbers;
}

function isEmptyList(value: unknown): boolean {
	return typeof value === 'string'
		? /^\s*\[\s*\]\s*$/.test(value)
		: Array.isArray(value) && value.length === 0;
}

/** By which two values are known as the same; undefined where that costs more than reading them. */
function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const isPlain =
		Array.isArray(value) &&
		value.every((member) => typeof member === 'string' || typeof member === 'number');
	return isPlain ? JSON.stringify(value) : undefined;
}
