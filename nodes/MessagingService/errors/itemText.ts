import type { FailedItem } from '../item';
import { fitted } from './bounds';

/** What happened to a failed item, how to go on, and which item it is: for its output. */
export function itemText(item: FailedItem): string {
	return `${whatOf(item)} ${nextOf(item)} [item ${item.index}]`;
}

/** What happened to an item, each reason once. At most 1,500 bytes. */
export function whatOf({ failures }: FailedItem): string {
	return fitted([...new Set(failures.map(({ what }) => what))].join(' '), 1500);
}

/** How to go on with an item, each advice once. At most 900 bytes. */
export function nextOf({ failures }: FailedItem): string {
	return fitted([...new Set(failures.map(({ next }) => next))].join(' '), 900);
}

/** Whether nobody can say if the item's message was sent. */
export function isUnknown({ failures }: Pick<FailedItem, 'failures'>): boolean {
	return failures.some(({ fate }) => fate === 'unknown');
}

/** The items by a text of theirs, in the order of the first item that has it. */
export function byText(
	items: FailedItem[],
	textOf: (item: FailedItem) => string,
): Map<string, number[]> {
	const groups = new Map<string, number[]>();
	for (const item of items) {
		const text = textOf(item);
		const indexes = groups.get(text);
		if (indexes) indexes.push(item.index);
		else groups.set(text, [item.index]);
	}
	return groups;
}

/** Sentences one after the other; empty ones are left out. */
export function joined(parts: string[]): string {
	return parts.filter(Boolean).join(' ');
}
