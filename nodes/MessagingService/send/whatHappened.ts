import { itemsOf, labelOf, messagesIn, type Part } from './parts';
import type { RunSoFar } from './runSoFar';
import { runSentences, whatOf } from '../texts';
import { groupedBy } from '../values/simple';
import { bytesOf, fitted, fitting, joined } from '../wording';

/** Together with how to go on it stays below 8 kB of UTF-8. */
const mostBytes = 4000;

/** Letters: enough for hundreds of items with others between them. */
const longestItems = 1000;

/**
 * The message of a failed run. It names every unknown item, before ten texts of refused ones: an unknown one that is
 * not named may be sent twice.
 */
export function whatHappened(run: RunSoFar): string {
	const { unknown, refused, isSplit } = run;
	const opened = opening(run);
	const ofUnknown = reasonsOf(unknown, isSplit, 2000);
	if (ofUnknown.rest.length > 0)
		ofUnknown.lines.push(runSentences.alsoUnknown(itemsOf(ofUnknown.rest, longestItems)));
	const lines = [opened, ...ofUnknown.lines];
	const ofRefused = reasonsOf(refused, isSplit, mostBytes - bytesOf(joined(lines)) - 50);
	if (ofRefused.rest.length > 0)
		ofRefused.lines.push(runSentences.moreItems(ofRefused.rest.length));
	return fitted(joined([...lines, ...ofRefused.lines]), mostBytes);
}

/** Whether anything was sent, and how many messages failed where it is more than one item's. */
function opening(run: RunSoFar): string {
	const { isSend, total, madeNoRequest, unknown, accepted, alreadySent, notSent, refused } = run;
	const hasSent = unknown.length + accepted.length > 0;
	let sent = '';
	if (isSend && !hasSent) sent = runSentences.sentNothing;
	else if (isSend && madeNoRequest)
		sent = accepted.length > 0 ? runSentences.sentBefore : runSentences.sentNothingNow;
	if (unknown.length + refused.length < 2) return sent;
	const countsItems = !isSend || madeNoRequest || !hasSent;
	const count = (parts: Part[]) => (countsItems ? parts.length : messagesIn(parts));
	const all = countsItems
		? total
		: messagesIn([...unknown, ...accepted, ...alreadySent, ...notSent]);
	const became = madeNoRequest ? 'refused' : countsItems ? 'failed' : 'not sent';
	const one = countsItems ? 'item' : 'message';
	return joined([sent, runSentences.failed(one, all, count(unknown), count(refused), became)]);
}

/** '[item 3] …' for each of the first ten reasons, and the `rest` of the parts, which have no room. */
function reasonsOf(parts: Part[], isSplit: boolean, bytes: number) {
	const groups = [...groupedBy(parts, ({ failures }) => whatOf(failures))];
	const reasons = groups
		.slice(0, 10)
		.map(([what, same]) => (isSplit ? `${labelOf(same, longestItems)} ${what}` : what));
	const lines = fitting(reasons, bytes);
	return { lines, rest: groups.slice(lines.length).flatMap(([, same]) => same) };
}
