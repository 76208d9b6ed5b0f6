import type { Check, FailedItem } from '../item';
import { bytesOf, fitted } from './bounds';
import { byText, joined, nextOf } from './itemText';
import { placesOf } from './places';
import type { RunSoFar } from './runSoFar';
import { howToCheck } from './sentences';

/** Bytes that the messages to look for may take, so that some are left for other advice. */
const forChecks = 2000;

/** How to go on after a failed run, with its unknown and its refused items. */
export function howToGoOn(unknown: FailedItem[], refused: FailedItem[], run: RunSoFar): string {
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
	const unclear =
		unknown.length === 0
			? ''
			: `${placesOf(
					unknown.map(({ index }) => index),
					200,
				)} if Query Messages doesn't show ${unknown.length === 1 ? 'it' : 'them'}`;
	const others = done === 0 ? '' : '; the others would be sent twice';
	return joined([
		`Then send only ${[unsent.length === 0 ? '' : placesOf(unsent, 200), unclear].filter(Boolean).join(', and ')}${others}.`,
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
