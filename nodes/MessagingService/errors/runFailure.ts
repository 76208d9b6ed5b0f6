import type { FailedItem } from '../item';
import { acceptedText } from './accepted';
import { bytesOf, fitted, mostBytes } from './bounds';
import { howToGoOn } from './howToGoOn';
import { byText, isUnknown, joined, whatOf } from './itemText';
import { placesOf } from './places';
import type { RunSoFar } from './runSoFar';

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
		...(untold.length > 0 ? [`Also unclear: ${placesOf(untold, 1000)}.`] : []),
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
