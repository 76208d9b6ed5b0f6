import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { Problem } from '../validation/problem';

/**
 * What became of an item that failed: `refused` items reached nobody and can be run again safely;
 * of `unknown` ones nobody can say, so they never travel twice.
 */
export type Fate = 'refused' | 'unknown';

/** A failed item, in words for people. */
export interface Failure extends Problem {
	fate: Fate;
}

/** A failed item and its place in the run. */
export interface FailedItem {
	index: number;
	failures: Failure[];
}

/** A message that was accepted in this run. */
export interface Receipt {
	index: number;
	messageId: string;
}

const shownInFull = 10;

/** The error for a run in which items were refused before anything was sent. */
export function refusedRun(refused: FailedItem[], total: number, receipts: Receipt[]) {
	const nothing = receipts.length > 0 ? 'Nothing more was sent' : 'Nothing was sent';
	const count = refused.length === 1 ? '1 item was refused' : `${refused.length} of ${total} items were refused`;
	return {
		message: `${nothing}: ${count}. ${inFull(refused, 'what')}`,
		description: `${inFull(refused, 'next')} ${acceptedSoFar(receipts)}`.trim(),
	};
}

/** The error for a run in which requests failed. */
export function failedRun(failed: FailedItem[], total: number, sends: boolean, receipts: Receipt[]) {
	const count = failed.length === 1 ? '' : `${failed.length} of ${total} items failed. `;
	return {
		message: `${count}${inFull(failed, 'what')}`,
		description: `${inFull(failed, 'next')}${sends ? ` ${acceptedSoFar(receipts) || 'No message of this run was accepted.'}` : ''}`,
	};
}

/**
 * The output of a failed item under continue-on-fail. No other keys: n8n knows a failed item by
 * these two, and 2.8.1 sends an item with a third one out of the success branch (workflow-execute.ts,
 * handleNodeErrorOutput).
 */
export function failedOutput({ index, failures }: FailedItem) {
	return {
		error: `${failures.map(({ what }) => what).join(' ')} [item ${index}]`,
		message: failures.map(({ next }) => next).join(' '),
	};
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

function isUnknown({ failures }: FailedItem): boolean {
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
