import type { Field } from '../fields/field';
import type { ItemFields, Parameters } from '../fields/parameters';
import { problems, type Problem } from '../texts';
import { getOrInsert } from '../values/collections';
import { personKey } from '../values/phoneNumber';
import { readRecipients } from '../values/recipients';

/**
 * Reads the numbers to exclude, or the only ones allowed, as `personKey` returns them. Undefined if nobody has added
 * the field. Refuses a list that can't be read: somebody would be texted who must not be.
 */
export async function readNumberList(
	item: ItemFields,
	field: Field<unknown>,
	country: string | undefined,
	isToGroup: boolean,
) {
	const value = item.raw(field);
	if (value === undefined) return undefined;
	const { persons, problems: found } = await readListOnce(item.parameters, field, value, country);
	if (field.mayBeEmpty && isBlank(value)) return persons;
	if (isToGroup) item.refuse(problems.notForGroups(field.label));
	else if (persons.size > 0 || found.length > 0) item.refuse(...found);
	else item.refuse(...refusalOfEmptyList(field, value));
	return persons;
}

/**
 * Returns why a list without a number is refused. Empty cells mean that the column doesn't exist, but an empty list may
 * be meant.
 */
function refusalOfEmptyList({ label, mayBeEmpty }: Field<unknown>, value: unknown): Problem[] {
	if (!isBlank(value) && !isEmptyList(value)) return [problems.emptyInList(label)];
	return mayBeEmpty ? [] : [problems.emptyList(label)];
}

/** The list that a run last read for a field. Items mostly share one, and it may have thousands of numbers. */
interface ReadList {
	value: unknown;
	country?: string;
	persons: ReadonlySet<string>;
	problems: Problem[];
}

const lastLists = new WeakMap<Parameters, Map<string, ReadList>>();

async function readListOnce(
	parameters: Parameters,
	{ path, label }: Field<unknown>,
	value: unknown,
	country: string | undefined,
): Promise<ReadList> {
	const lists = getOrInsert(lastLists, parameters, () => new Map());
	const last = lists.get(path);
	if (last && last.country === country && isSameList(last.value, value)) return last;
	const how = { field: label, blanksAllowed: true, isUnbounded: true };
	const read = await readRecipients(value, country, how);
	const persons = new Set(read.numbers.map(personKey));
	const list = { value, country, persons, problems: read.problems };
	lists.set(path, list);
	return list;
}

function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isEmptyList(value: unknown): boolean {
	if (typeof value === 'string') return /^\s*\[\s*\]\s*$/.test(value);
	return Array.isArray(value) && value.length === 0;
}

/**
 * Whether two lists have the same members. An expression gives a new list for each item, mostly with the same members.
 */
function isSameList(one: unknown, other: unknown): boolean {
	if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
	return one.length === other.length && one.every((member, index) => member === other[index]);
}
