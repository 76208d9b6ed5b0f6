import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { FailedItem, Receipt } from '../item';

const shownInFull = 10;

/** What a run's failure is told from: what came of all its tries so far. */
export interface RunSoFar {
	/** How many items the run has. */
	total: number;
	receipts: Receipt[];
	unknowns: FailedItem[];
}

/** The error for a run in which items were refused before this try sent anything. */
export function refusedRun(refused: FailedItem[], { total, receipts, unknowns }: RunSoFar) {
	const nothing = receipts.length + unknowns.length > 0 ? 'Nothing more was sent' : 'Nothing was sent';
	const count = refused.length === 1 ? '1 item was refused' : `${refused.length} of ${total} items were refused`;
	const told = [...unknowns, ...refused];
	return {
		message: `${nothing}: ${count}. ${inFull(told, 'what')}`,
		description: `${inFull(told, 'next')} ${acceptedSoFar(receipts)}`.trim(),
	};
}

/** The error for a run in which requests failed; `sends` where they were messages. */
export function failedRun(failed: FailedItem[], { total, receipts }: RunSoFar, sends: boolean) {
	const count = failed.length === 1 ? '' : `${failed.length} of ${total} items failed. `;
	return {
		message: `${count}${inFull(failed, 'what')}`,
		description: `${inFull(failed, 'next')}${sends ? ` ${acceptedSoFar(receipts) || 'No message of this run was accepted.'}` : ''}`,
	};
}

/** What happened to a failed item, how to go on, and which item it is: for its output. */
export function textOf({ index, failures }: FailedItem): string {
	const parts = [...failures.map(({ what }) => what), ...new Set(failures.map(({ next }) => next))];
	return `${parts.join(' ')} [item ${index}]`;
}

/**
 * An error that n8n shows as it is.
 *
 * The message is set once more after the constructor, which replaces every text that contains a
 * code of Node.js, inside other words too, with advice of its own (n8n-workflow's node.error.ts).
 */
export function errorFor(
	node: INode,
	{ message, description, index }: { message: string; description: string; index: number },
): NodeApiError {
	const error = new NodeApiError(node, {} as JsonObject, { message, description, itemIndex: index });
	error.message = message;
	error.description = description;
	return error;
}

/**
 * '[item 3] …' for every unknown item, then for the first ten refused ones and a count of the rest:
 * a refused item can be run again, an unknown one that nobody names may be sent twice. Items with
 * the same text share it; how to go on, when it is the same for all, needs no items at all.
 */
function inFull(items: FailedItem[], part: 'what' | 'next'): string {
	const unknown = items.filter(isUnknown);
	const refused = items.filter((item) => !isUnknown(item));
	const indexes = new Map<string, number[]>();
	for (const { index, failures } of [...unknown, ...refused.slice(0, shownInFull)]) {
		const text = [...new Set(failures.map((failure) => failure[part]))].join(' ');
		indexes.set(text, [...(indexes.get(text) ?? []), index]);
	}
	if (part === 'next' && indexes.size === 1) return [...indexes.keys()].join('');
	const lines = [...indexes].map(([text, places]) => `[item ${places.join(', ')}] ${text}`);
	const rest = refused.length - shownInFull;
	if (rest > 0) lines.push(`And ${rest} more ${rest === 1 ? 'item' : 'items'}.`);
	return lines.join(' ');
}

/** Whether nobody can say if the item's message was sent. */
export function isUnknown({ failures }: Pick<FailedItem, 'failures'>): boolean {
	return failures.some(({ fate }) => fate === 'unknown');
}

function acceptedSoFar(receipts: Receipt[]): string {
	if (receipts.length === 0) return '';
	const ids = new Map<string, number[]>();
	for (const { index, messageId } of receipts) {
		ids.set(messageId, [...(ids.get(messageId) ?? []), index]);
	}
	const list = [...ids].map(([id, indexes]) => `${id} (item ${indexes.join(', ')})`);
	const count = ids.size === 1 ? '1 message of this run was' : `${ids.size} messages of this run were`;
	return `${count} accepted: ${list.join(', ')}.`;
}
