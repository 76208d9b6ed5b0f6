import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import { sends, type Run } from './check';
import type { Check, FailedItem, Failure, Order, Receipt, Results } from '../item';
import { plainText } from '../service/reason';
import type { Session } from '../service/session';
import type { Stop } from '../service/stop';
import {
	bytesOf,
	fitted,
	howToCheck,
	mostBytes,
	nothingLost,
	pollAdvice,
	runSentences,
} from '../texts';

/**
 * An error that n8n shows as it is.
 *
 * The message is set once more after the constructor, which replaces every text that contains a
 * code of Node.js with advice of its own (n8n-workflow's node.error.ts).
 *
 * @param wasStopped whether a person stopped the execution. Elsewhere the word 'canceled' is spelled
 * with another l: n8n files a failed execution as canceled by it (workflow-execute.ts,
 * processSuccessExecution).
 */
export function errorFor(
	node: INode,
	{ message, description, index }: { message: string; description: string; index?: number },
	wasStopped: boolean,
): NodeApiError {
	const error = new NodeApiError(node, {} as JsonObject, {
		message,
		description,
		itemIndex: index,
	});
	error.message = wasStopped ? message : message.replaceAll('canceled', 'cancelled');
	error.description = description;
	return error;
}

/** Whether nobody can say if the item's message was sent. */
export function isUnknown({ failures }: Pick<FailedItem, 'failures'>): boolean {
	return failures.some(({ fate }) => fate === 'unknown');
}

/** What happened to a failed item, how to go on, and which item it is: for its output. */
export function itemText(item: FailedItem): string {
	return `${whatOf(item)} ${nextOf(item)} [item ${item.index}]`;
}

function whatOf({ failures }: Pick<FailedItem, 'failures'>): string {
	return fitted(joined(failures.map(({ what }) => what)), 1500);
}

function nextOf({ failures }: Pick<FailedItem, 'failures'>): string {
	return fitted(joined(failures.map(({ next }) => next)), 900);
}

/** Sentences one after the other, each once; empty ones are left out. */
function joined(parts: string[]): string {
	return [...new Set(parts)].filter(Boolean).join(' ');
}

/**
 * 'item 3' or 'items 0-4, 7': which items a text is about.
 *
 * @param indexes each once, in ascending order
 * @param longest letters; what has no room is counted
 */
function placesOf(indexes: number[], longest = 60): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && index === range.last + 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}
	let text = '';
	let named = 0;
	for (const { first, last } of ranges) {
		const to = last === first + 1 ? ', ' : '-';
		const range = first === last ? String(first) : `${first}${to}${last}`;
		if (text && text.length + range.length > longest) break;
		text += `${text && ', '}${range}`;
		named += last - first + 1;
	}
	const rest = indexes.length - named;
	return `item${indexes.length === 1 ? '' : 's'} ${text}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The places of the items that have the same text, in the order of the first one that has it. */
function placesBy<T extends { index: number }>(
	items: T[],
	textOf: (item: T) => string,
): Array<[text: string, indexes: number[]]> {
	const groups = new Map<string, number[]>();
	for (const item of items) {
		const text = textOf(item);
		const indexes = groups.get(text) ?? [];
		indexes.push(item.index);
		groups.set(text, indexes);
	}
	return [...groups];
}

/** The first of these texts, as many as so many bytes hold; one at least. */
function fitting(texts: string[], bytes: number): string[] {
	let left = bytes;
	const end = texts.findIndex((text, at) => {
		left -= bytesOf(text) + 2;
		return at > 0 && left < 0;
	});
	return end === -1 ? texts : texts.slice(0, end);
}

/** What a run's failure is told from, beside its failed items. */
interface RunSoFar {
	/** How many items the run has. */
	total: number;
	/** Whether they are messages to send rather than queries. */
	sends: boolean;
	/** What was accepted in all its tries. */
	receipts: Receipt[];
	/** The items whose numbers had their message already, in ascending order. */
	alreadySent: number[];
	skipping: Skipping;
	/** Whether items were refused before the first request of this try. */
	nothingLeft: boolean;
}

/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
type Skipping = 'on' | 'possible' | 'impossible';

export function skippingOf(orders: Order[]): Skipping {
	const isOn = (order: Order): boolean =>
		order.purpose === 'send' && order.skipSentWithin !== undefined;
	if (orders.every(isOn)) return 'on';
	const isPossible = (order: Order): boolean =>
		order.purpose === 'send' && order.body.recipients !== null;
	return orders.every(isPossible) ? 'possible' : 'impossible';
}

/** The error that a run without continue-on-fail ends with: what came of all its tries. */
export function failureOfRun(
	run: Run,
	session: Session,
	{
		first,
		failed,
		results,
		orders,
		stop: { isStopped },
		nothingLeft,
	}: {
		/** The item at which n8n shows the error. */
		first: FailedItem;
		failed: FailedItem[];
		results: Results;
		/** Of the items that could be read. */
		orders: Order[];
		stop: Stop;
		nothingLeft: boolean;
	},
): Error {
	const { message, description } = runFailure(failed, {
		total: run.total,
		sends: sends(run),
		receipts: run.ledger.receipts,
		alreadySent: [...results]
			.flatMap(([index, result]) => ('outputs' in result && result.alreadySent ? [index] : []))
			.sort((one, other) => one - other),
		skipping: skippingOf(orders),
		nothingLeft: nothingLeft && !isStopped,
	});
	const texts = { message: session.redact(message), description: session.redact(description) };
	return errorFor(run.node, { ...texts, index: first.index }, isStopped);
}

/**
 * The texts of a failed run: what happened, and how to go on. Every unknown item is named, before
 * the refused ones, of which ten texts are told: a refused item can be run again, an unknown one
 * that nobody names may be sent twice.
 *
 * @param failed of all the run's tries, in the order of the items
 */
export function runFailure(
	failed: FailedItem[],
	run: RunSoFar,
): { message: string; description: string } {
	const unknown = failed.filter(isUnknown);
	const refused = failed.filter((item) => !isUnknown(item));
	const isOnlyItem = run.total === 1;
	const before = joined([
		opening(unknown.length, refused.length, run),
		told(unknown, isOnlyItem, { bytes: 2000, each: 600, places: 1200, most: 100 }, (untold) =>
			runSentences.alsoUnknown(placesOf(untold, 1000)),
		),
	]);
	const bytes = mostBytes.message - bytesOf(before) - 50;
	const ofRefused = { bytes, each: Math.min(1500, bytes - 150), places: 100, most: 10 };
	const next = joined([
		checks(unknown, run.skipping === 'on'),
		advice(refused),
		again(unknown, run),
		run.sends && !isOnlyItem && unknown.length > 0 && run.receipts.length === 0
			? runSentences.noneAccepted
			: '',
		run.alreadySent.length > 0
			? runSentences.alreadySent(run.alreadySent.length, placesOf(run.alreadySent))
			: '',
	]);
	const last = isOnlyItem ? '' : runSentences.itemsFromZero;
	return {
		message: joined([
			before,
			told(refused, isOnlyItem, ofRefused, ({ length }) => runSentences.moreItems(length)),
		]),
		description: joined([
			next,
			accepted(run.receipts, mostBytes.description - bytesOf(next + last)),
			last,
		]),
	};
}

/** Whether anything was sent, and how many items failed where it is more than one. */
function opening(unknown: number, refused: number, run: RunSoFar): string {
	const { total, receipts, nothingLeft } = run;
	const isNothingSent = unknown === 0 && receipts.length === 0;
	const ofThisTry = receipts.length > 0 ? runSentences.sentBefore : runSentences.sentNothingNow;
	const ofLater = nothingLeft ? ofThisTry : '';
	const sent = !run.sends ? '' : isNothingSent ? runSentences.sentNothing : ofLater;
	if (unknown + refused === 1) return sent;
	const verb = refused === 1 ? 'was' : 'were';
	const ofSends = run.sends && !isNothingSent ? `${verb} not sent` : 'failed';
	const counts = { unknown, refused, total, verb: nothingLeft ? `${verb} refused` : ofSends };
	return joined([sent, runSentences.failed(counts)]);
}

/**
 * '[item 3] …' for each text, which several items may share, and a sentence for the items for which
 * there is no room.
 */
function told(
	items: FailedItem[],
	isOnlyItem: boolean,
	{ bytes, each, places, most }: { bytes: number; each: number; places: number; most: number },
	ofRest: (untold: number[]) => string,
): string {
	const groups = placesBy(items, whatOf);
	const lines = groups.slice(0, most).map(([what, indexes]) => {
		const text = fitted(what, each);
		return isOnlyItem ? text : `[${placesOf(indexes, places)}] ${text}`;
	});
	const shown = fitting(lines, bytes);
	const untold = groups.slice(shown.length).flatMap(([, indexes]) => indexes);
	if (untold.length > 0) shown.push(ofRest(untold.sort((one, other) => one - other)));
	return joined(shown);
}

/** What to look for before unknown items are sent again, once for those that shared a request. */
function checks(unknown: FailedItem[], skips: boolean): string {
	const messages = new Map<string, Check & { indexes: number[] }>();
	for (const { index, failures } of unknown) {
		const check = failures.find((failure) => failure.check)?.check;
		if (!check) continue;
		const key = `${check.to}, ${check.about}`;
		const message = messages.get(key) ?? { ...check, indexes: [] };
		message.indexes.push(index);
		messages.set(key, message);
	}
	if (messages.size === 0) return '';
	const lists = new Map<string, string[]>();
	let bytes = 2000;
	let named = 0;
	for (const { to, about, indexes } of messages.values()) {
		const list = lists.get(about) ?? [];
		const line = messages.size > 1 ? `${to} (${placesOf(indexes)})` : to;
		bytes -= bytesOf(line) + 2 + (list.length === 0 ? bytesOf(about) + 4 : 0);
		if (named > 0 && bytes < 0) break;
		list.push(line);
		lists.set(about, list);
		named++;
	}
	const facts = [...lists].map(([about, list]) => `${list.join(', ')}, ${about}`);
	if (named < messages.size) facts.push(`and ${messages.size - named} more`);
	return howToCheck(facts.join('; '), messages.size === 1, skips);
}

/** How to go on with refused items. Advice that is the same for all needs no places. */
function advice(refused: FailedItem[]): string {
	const groups = placesBy(refused, nextOf);
	if (groups.length === 1) return nextOf(refused[0]!);
	const lines = groups
		.slice(0, 4)
		.map(([text, indexes]) => `[${placesOf(indexes)}] ${fitted(text, 190)}`);
	return joined(lines);
}

/**
 * Which items to send when the workflow runs again, where not all of them may go: all that were not
 * sent, not only the refused ones. A later try that refuses one item keeps the good ones back, too.
 */
function again(unknown: FailedItem[], run: RunSoFar): string {
	const { total, receipts, alreadySent, skipping } = run;
	if (!run.sends || total === 1) return '';
	const perhapsSent = unknown.map(({ index }) => index);
	const sent = [...receipts.map(({ index }) => index), ...alreadySent];
	if (perhapsSent.length + sent.length === 0) return runSentences.allUnsent;
	// With unknown ones it is said already.
	if (skipping === 'on') return perhapsSent.length > 0 ? '' : runSentences.keepItems;
	const gone = new Set([...perhapsSent, ...sent]);
	const unsent = Array.from({ length: total }, (_, index) => index).filter(
		(index) => !gone.has(index),
	);
	if (unsent.length + sent.length === 0) return '';
	const places = [
		...(unsent.length > 0 ? [placesOf(unsent, 200)] : []),
		...(perhapsSent.length > 0
			? [runSentences.unlessListed(placesOf(perhapsSent, 200), perhapsSent.length)]
			: []),
	];
	return joined([
		runSentences.sendOnly(places.join(', and '), sent.length > 0),
		skipping === 'possible' ? runSentences.orSkip(perhapsSent.length > 0) : '',
	]);
}

/**
 * What a failed run has sent all the same: how many messages were accepted, the first twenty of them
 * with their items, and how to find the others. '' where none was.
 *
 * @param bytes at least 400
 */
function accepted(receipts: Receipt[], bytes: number): string {
	const withId = receipts.filter(({ messageId }) => messageId !== undefined);
	const withoutId = receipts.filter(({ messageId }) => messageId === undefined);
	const messages = placesBy(withId, ({ messageId }) => messageId!);
	const lines = messages
		.slice(0, 20)
		.map(([id, indexes]) => `ID ${fitted(plainText(id), 60)} (${placesOf(indexes)})`);
	// 300 for what is said beside them.
	const named = fitting(lines, bytes - 300);
	const rest = messages.length - named.length;
	const requests = new Set(withId.map(({ request }) => request));
	const campaigns = [...new Set(receipts.map(({ campaign }) => campaign))];
	return joined([
		requests.size > 0
			? runSentences.accepted(
					requests.size,
					`${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
				)
			: '',
		withoutId.length > 0
			? runSentences.acceptedWithoutId(
					withoutId.length,
					placesOf(withoutId.map(({ index }) => index)),
				)
			: '',
		rest > 0
			? runSentences.allListed(campaigns.length === 1 ? fitted(campaigns[0]!, 80) : undefined)
			: '',
	]);
}

/**
 * The texts of a poll that failed: what happened, and how to go on.
 *
 * @param goesOn whether the trigger has a state from which the next poll goes on
 */
export function pollFailure(
	failures: Failure[],
	goesOn: boolean,
): { message: string; description: string } {
	const ofPolls: Record<string, string> = pollAdvice;
	const advised = failures.map((failure) => ({
		...failure,
		next: Object.hasOwn(ofPolls, failure.id) ? ofPolls[failure.id]! : failure.next,
	}));
	return {
		message: whatOf({ failures }),
		description: joined([nextOf({ failures: advised }), goesOn ? nothingLost : '']),
	};
}
