import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import { sends, type Run } from './check';
import type { Check, FailedItem, Failure, Order, Receipt, Results } from '../item';
import { plainText } from '../service/reason';
import type { Session } from '../service/session';
import type { Stop } from '../service/stop';
import { howToCheck, mostBytes, nothingLost, pollAdvice } from '../texts';
import { bytesOf, fitted } from '../wording';

/**
 * An error that n8n shows as it is.
 *
 * The message is set once more after the constructor, which replaces every text that contains a
 * code of Node.js, inside other words too, with advice of its own (n8n-workflow's node.error.ts).
 *
 * @param wasStopped whether a person stopped the execution. n8n files a failed execution as canceled
 * when its message has that word (workflow-execute.ts, processSuccessExecution), so elsewhere, in
 * what the service said or a field holds, it is spelled with another l.
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

/**
 * 'item 3' or 'items 0-4, 7': which items a text is about.
 *
 * @param indexes each once, in ascending order
 * @param longest letters; what has no room is counted
 */
function placesOf(indexes: number[], longest = 400): string {
	const ranges = rangesOf(indexes);
	let text = '';
	let named = 0;
	for (const { first, last } of ranges) {
		const range =
			first === last ? String(first) : `${first}${last === first + 1 ? ', ' : '-'}${last}`;
		if (text && text.length + range.length > longest) break;
		text += `${text && ', '}${range}`;
		named += last - first + 1;
	}
	const rest = indexes.length - named;
	return `item${indexes.length === 1 ? '' : 's'} ${text}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function rangesOf(indexes: number[]): Array<{ first: number; last: number }> {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && index === range.last + 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}
	return ranges;
}

/** How many messages are named; the others are counted. */
const mostNamed = 20;

const longestId = 60;

/** Bytes of what is said beside the messages that are named. */
const beside = 300;

/**
 * What a failed run has sent all the same: how many messages were accepted, the first twenty of them
 * with their items, and how to find the others. '' where none was.
 *
 * @param room bytes, at least 400
 */
function acceptedText(receipts: Receipt[], room: number): string {
	if (receipts.length === 0) return '';
	const { ids, withoutId } = byMessage(receipts);
	const named = namedWithin(ids, room - beside);
	const rest = ids.size - named.length;
	const count = new Set(
		receipts.filter(({ messageId }) => messageId !== undefined).map(({ request }) => request),
	).size;
	return [
		...(count > 0
			? [
					`${count === 1 ? '1 message of this run was' : `${count} messages of this run were`} accepted: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
				]
			: []),
		...(withoutId.length > 0
			? [
					`${withoutId.length === 1 ? '1 item was' : `${withoutId.length} items were`} accepted without a message ID: ${placesOf(withoutId, 60)}.`,
				]
			: []),
		...(rest > 0 ? [`Query Messages lists them all${inCampaign(receipts)}.`] : []),
	].join(' ');
}

function byMessage(receipts: Receipt[]): { ids: Map<string, number[]>; withoutId: number[] } {
	const ids = new Map<string, number[]>();
	const withoutId: number[] = [];
	for (const { index, messageId } of receipts) {
		const indexes = messageId === undefined ? withoutId : (ids.get(messageId) ?? []);
		indexes.push(index);
		if (messageId !== undefined) ids.set(messageId, indexes);
	}
	return { ids, withoutId };
}

function namedWithin(ids: Map<string, number[]>, room: number): string[] {
	const named: string[] = [];
	let left = room;
	for (const [id, indexes] of ids) {
		const text = `ID ${fitted(plainText(id), longestId)} (${placesOf(indexes, 60)})`;
		left -= bytesOf(text) + 2;
		if (named.length === mostNamed || (named.length > 0 && left < 0)) break;
		named.push(text);
	}
	return named;
}

function inCampaign(receipts: Receipt[]): string {
	const campaigns = new Set(receipts.map(({ campaign }) => campaign));
	return campaigns.size === 1 ? ` (campaign '${fitted([...campaigns].join(''), 80)}')` : '';
}

/** What happened to a failed item, how to go on, and which item it is: for its output. */
export function itemText(item: FailedItem): string {
	return `${whatOf(item)} ${nextOf(item)} [item ${item.index}]`;
}

/** What happened to an item, each reason once. At most 1,500 bytes. */
function whatOf({ failures }: FailedItem): string {
	return fitted([...new Set(failures.map(({ what }) => what))].join(' '), 1500);
}

/** How to go on with an item, each advice once. At most 900 bytes. */
function nextOf({ failures }: FailedItem): string {
	return fitted([...new Set(failures.map(({ next }) => next))].join(' '), 900);
}

/** Whether nobody can say if the item's message was sent. */
export function isUnknown({ failures }: Pick<FailedItem, 'failures'>): boolean {
	return failures.some(({ fate }) => fate === 'unknown');
}

/** The items by a text of theirs, in the order of the first item that has it. */
function byText(items: FailedItem[], textOf: (item: FailedItem) => string): Map<string, number[]> {
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
function joined(parts: string[]): string {
	return parts.filter(Boolean).join(' ');
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
	/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
	skipping: 'on' | 'possible' | 'impossible';
	/** Whether items were refused before the first request of this try. */
	nothingLeft: boolean;
}

/** Bytes that the messages to look for may take, so that some are left for other advice. */
const forChecks = 2000;

/** How to go on after a failed run, with its unknown and its refused items. */
function howToGoOn(unknown: FailedItem[], refused: FailedItem[], run: RunSoFar): string {
	return joined([
		checks(unknown, run),
		advice(refused),
		again(unknown, run),
		noneAccepted(unknown, run),
		already(run),
	]);
}

/** What to look for before unknown items are sent again, with their places where there are several messages. */
function checks(items: FailedItem[], { skipping }: RunSoFar): string {
	const messages = messagesOf(items);
	const lists = new Map<string, string>();
	let room = forChecks;
	let told = 0;
	for (const { to, about, indexes } of messages) {
		const list = lists.get(about);
		const line = `${fitted(to, 100)}${messages.length > 1 ? ` (${placesOf(indexes, 60)})` : ''}`;
		room -= bytesOf(line) + 2 + (list === undefined ? bytesOf(about) + 4 : 0);
		if (told > 0 && room < 0) break;
		lists.set(about, list === undefined ? line : `${list}, ${line}`);
		told++;
	}
	if (told === 0) return '';
	const facts = [...lists].map(([about, list]) => `${list}, ${fitted(about, 200)}`).join('; ');
	return howToCheck(
		told < messages.length ? `${facts}; and ${messages.length - told} more` : facts,
		messages.length === 1,
		skipping === 'on',
	);
}

/** What to look for, once for the items that shared a request. */
function messagesOf(items: FailedItem[]): Array<Check & { indexes: number[] }> {
	const messages = new Map<string, Check & { indexes: number[] }>();
	for (const { index, failures } of items) {
		const check = failures.find((failure) => failure.check)?.check;
		if (!check) continue;
		const key = `${check.to}, ${check.about}`;
		const message = messages.get(key);
		if (message) message.indexes.push(index);
		else messages.set(key, { ...check, indexes: [index] });
	}
	return [...messages.values()];
}

/** How to go on with refused items. Advice that is the same for all needs no places. */
function advice(items: FailedItem[]): string {
	const groups = byText(items, nextOf);
	if (groups.size === 1) return joined([...groups.keys()]);
	return joined(
		[...groups]
			.slice(0, 4)
			.map(([text, indexes]) => `[${placesOf(indexes, 60)}] ${fitted(text, 190)}`),
	);
}

/**
 * Which items to send when the workflow runs again, where not all of them may go: all that were not
 * sent, not only the refused ones. A later try that refuses one item keeps the good ones back, too.
 */
function again(
	unknown: FailedItem[],
	{ total, sends, receipts, alreadySent, skipping }: RunSoFar,
): string {
	if (!sends || total === 1) return '';
	const done = receipts.length + alreadySent.length;
	if (unknown.length + done === 0) return 'All items are still to be sent.';
	// With unknown ones it is said already.
	if (skipping === 'on')
		return unknown.length > 0
			? ''
			: 'Keep the same items: Skip Already Sent texts only those that are left.';
	const sent = new Set([
		...unknown.map(({ index }) => index),
		...receipts.map(({ index }) => index),
		...alreadySent,
	]);
	const unsent = Array.from({ length: total }, (_, index) => index).filter(
		(index) => !sent.has(index),
	);
	if (unsent.length + done === 0) return '';
	const perhapsSent =
		unknown.length === 0
			? ''
			: `${placesOf(
					unknown.map(({ index }) => index),
					200,
				)} if Query Messages doesn't show ${unknown.length === 1 ? 'it' : 'them'}`;
	const others = done === 0 ? '' : '; the others would be sent twice';
	return joined([
		`Then send only ${[unsent.length === 0 ? '' : placesOf(unsent, 200), perhapsSent].filter(Boolean).join(', and ')}${others}.`,
		skipping === 'possible'
			? `Or switch on Skip Already Sent in Options and run the workflow again${unknown.length > 0 ? ' in two minutes or later' : ''} with the same items: it texts only those that are left.`
			: '',
	]);
}

function noneAccepted(unknown: FailedItem[], { total, sends, receipts }: RunSoFar): string {
	return sends && total > 1 && unknown.length > 0 && receipts.length === 0
		? 'No message of this run is known to be accepted.'
		: '';
}

function already({ alreadySent }: RunSoFar): string {
	if (alreadySent.length === 0) return '';
	return `${alreadySent.length === 1 ? '1 item' : `${alreadySent.length} items`} had the message already: ${placesOf(alreadySent, 60)}.`;
}

/** How many refused items are told with a text of their own. */
const mostRefused = 10;

/** Bytes that unknown items may take, so that some are left for refused ones. */
const forUnknown = 2000;

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
		whatOfUnknown(unknown, isOnlyItem),
	]);
	const next = howToGoOn(unknown, refused, run);
	const last = isOnlyItem ? '' : 'n8n counts items from 0: item 0 is the first.';
	return {
		message: joined([
			before,
			whatOfRefused(refused, isOnlyItem, mostBytes.message - bytesOf(before)),
		]),
		description: joined([
			next,
			acceptedText(run.receipts, mostBytes.description - bytesOf(next + last)),
			last,
		]),
	};
}

/** Whether anything was sent, and how many items failed where it is more than one. */
function opening(
	unknown: number,
	refused: number,
	{ total, sends, receipts, nothingLeft }: RunSoFar,
): string {
	const isNothingSent = unknown === 0 && receipts.length === 0;
	const nowNothing =
		receipts.length > 0
			? 'An earlier try of this run sent some messages; this try sent none.'
			: 'This try sent nothing.';
	const sent = !sends ? '' : isNothingSent ? 'Nothing was sent.' : nothingLeft ? nowNothing : '';
	if (unknown + refused === 1) return sent;
	const verb = refused === 1 ? 'was' : 'were';
	const failed = nothingLeft
		? `${verb} refused`
		: sends && !isNothingSent
			? `${verb} not sent`
			: 'failed';
	if (unknown === 0) return joined([sent, `${refused} of ${total} items ${failed}.`]);
	return joined([
		sent,
		`${unknown} of ${total} items may or may not have been sent${refused > 0 ? `, and ${refused} ${failed}` : ''}.`,
	]);
}

/** Every unknown item: with its text as long as there is room, the others by their places. */
function whatOfUnknown(items: FailedItem[], isOnlyItem: boolean): string {
	const { lines, untold } = told(items, isOnlyItem, {
		room: forUnknown,
		longest: 600,
		places: 1200,
	});
	return joined([
		...lines,
		...(untold.length > 0 ? [`Also unknown: ${placesOf(untold, 1000)}.`] : []),
	]);
}

function whatOfRefused(items: FailedItem[], isOnlyItem: boolean, room: number): string {
	const { lines, untold } = told(items, isOnlyItem, {
		room: room - 50,
		longest: Math.min(1500, room - 200),
		places: 100,
		most: mostRefused,
	});
	return joined([
		...lines,
		...(untold.length > 0
			? [`And ${untold.length} more ${untold.length === 1 ? 'item' : 'items'}.`]
			: []),
	]);
}

/** '[item 3] …' for each text, which several items may share, and the items for which there is no room. */
function told(
	items: FailedItem[],
	isOnlyItem: boolean,
	{
		room,
		longest,
		places,
		most = Infinity,
	}: { room: number; longest: number; places: number; most?: number },
): { lines: string[]; untold: number[] } {
	const lines: string[] = [];
	const untold: number[] = [];
	let left = room;
	for (const [text, indexes] of byText(items, whatOf)) {
		const short = fitted(text, longest);
		const line = isOnlyItem ? short : `[${placesOf(indexes, places)}] ${short}`;
		left -= bytesOf(line) + 1;
		if (lines.length === 0 || (lines.length < most && left >= 0)) lines.push(line);
		else for (const index of indexes) untold.push(index);
	}
	return { lines, untold: untold.sort((one, other) => one - other) };
}

/** What the failure of a run is told from. */
interface Failed {
	/** The item at which n8n shows the error. */
	first: FailedItem;
	failed: FailedItem[];
	results: Results;
	/** Of the items that could be read. */
	orders: Order[];
	stop: Stop;
	nothingLeft: boolean;
}

/** The error that a run without continue-on-fail ends with: what came of all its tries. */
export function failureOfRun(
	run: Run,
	session: Session,
	{ first, failed, results, orders, stop: { isStopped }, nothingLeft }: Failed,
): Error {
	const { node, total, ledger } = run;
	const { message, description } = runFailure(failed, {
		total,
		sends: sends(run),
		receipts: ledger.receipts,
		alreadySent: [...results]
			.flatMap(([index, result]) => ('outputs' in result && result.alreadySent ? [index] : []))
			.sort((one, other) => one - other),
		skipping: skippingOf(orders),
		nothingLeft: nothingLeft && !isStopped,
	});
	return errorFor(
		node,
		{
			message: session.redact(message),
			description: session.redact(description),
			index: first.index,
		},
		isStopped,
	);
}

/** Whether running the same items again texts only the rest. */
export function skippingOf(orders: Order[]): 'on' | 'possible' | 'impossible' {
	if (orders.every((order) => order.purpose === 'send' && order.skipSentWithin !== undefined))
		return 'on';
	return orders.every((order) => order.purpose === 'send' && order.body.recipients !== null)
		? 'possible'
		: 'impossible';
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
	const advised = failures.map((failure) => ({ ...failure, next: adviceOf(failure) }));
	const item = { index: 0, failures: advised };
	return {
		message: whatOf(item),
		description: `${nextOf(item)}${goesOn ? ` ${nothingLost}` : ''}`,
	};
}

function adviceOf({ id, next }: Failure): string {
	return Object.hasOwn(pollAdvice, id) ? (pollAdvice as Record<string, string>)[id]! : next;
}
