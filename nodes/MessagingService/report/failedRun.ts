import { itemsOf, itemsLabel, messagesIn, type Part } from './parts';
import type { Outcomes } from '../recipients/outcomes';
import type { SendOutcome } from '../recipients/rowReport';
import { howToCheck, nextOf, runSentences, whatOf } from '../texts';
import { groupBy } from '../values/collections';
import { bytesOf, truncateBytes, takeThatFit, joinSentences } from '../wording';

/** A failed run, with the outcomes of its items over all tries. */
export interface RunSoFar extends Record<SendOutcome, Part[]> {
	/** The parts of `notSent` that have reasons. The others were not sent because of them. */
	refused: Part[];
	/** How many items the run has. */
	total: number;
	/** Whether the run sends messages, rather than making queries. */
	isSend: boolean;
	/** Whether it has several items, or one whose recipients have several outcomes. */
	isSplit: boolean;
	/** Whether items were refused before the first request of this try. */
	madeNoRequest: boolean;
	skipping: Outcomes['skipping'];
}

/** The most bytes of UTF-8 in each part of the error: n8n keeps less than 8 kB of an error. */
const room = {
	message: 4000,
	/** Reasons why messages are unknown. The rest of the message is for refused ones. */
	unknown: 2000,
	/** One list of items: enough for hundreds of them that aren't consecutive. */
	items: 1000,
	moreItems: 50,
	description: 3900,
	checks: 1800,
	/** The advice on one reason. */
	advice: 190,
	accepted: 300,
	toSend: 1700,
	/** The words around the items that are still to be sent. */
	wordsToSend: 400,
};

/**
 * Returns the message of a failed run. Names every unknown item, before up to ten reasons of refused ones: an unknown
 * item that isn't named may be sent twice.
 */
export function whatHappened(run: RunSoFar): string {
	const { unknown, refused, total } = run;
	const ofUnknown = reasonsOf(unknown, total, room.unknown);
	if (ofUnknown.rest.length > 0)
		ofUnknown.lines.push(runSentences.alsoUnknown(itemsOf(ofUnknown.rest, room.items)));
	const lines = [opening(run), ...ofUnknown.lines];
	const ofRefused = reasonsOf(
		refused,
		total,
		room.message - bytesOf(joinSentences(lines)) - room.moreItems,
	);
	if (ofRefused.rest.length > 0)
		ofRefused.lines.push(runSentences.moreItems(ofRefused.rest.length));
	return truncateBytes(joinSentences([...lines, ...ofRefused.lines]), room.message);
}

/** Says whether anything was sent and, if more than one item failed, how many did. */
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
	return joinSentences([
		sent,
		runSentences.failed(one, all, count(unknown), count(refused), became),
	]);
}

/**
 * Returns a line such as '[item 3] …' for each of the first ten reasons, and as `rest` the parts that have no room. A
 * reason that all items share names none of them.
 */
function reasonsOf(parts: Part[], total: number, bytes: number) {
	const groups = [...groupBy(parts, ({ failures }) => whatOf(failures))];
	const reasons = groups.slice(0, 10).map(([what, same]) => {
		const isOfAll = same.length === total && same.every(({ others }) => others.length === 0);
		return isOfAll ? what : `${itemsLabel(same, room.items)} ${what}`;
	});
	const lines = takeThatFit(reasons, bytes);
	return { lines, rest: groups.slice(lines.length).flatMap(([, same]) => same) };
}

/** Returns the description of a failed run: how to go on, and what was sent nevertheless. */
export function howToGoOn(run: RunSoFar): string {
	const { isSplit, isSend, unknown, refused, accepted, alreadySent } = run;
	const first = [checks(unknown, run.skipping === 'on'), advice(refused)];
	const last: string[] = [];
	if (isSend && unknown.length > 0 && isSplit && accepted.length === 0)
		last.push(runSentences.noneAccepted);
	if (alreadySent.length > 0)
		last.push(runSentences.alreadySent(messagesIn(alreadySent), itemsOf(alreadySent)));
	if (accepted.length > 0)
		last.push(runSentences.accepted(messagesIn(accepted), itemsOf(accepted, room.accepted)));
	if (isSplit) last.push(runSentences.itemsFromZero);
	const left = room.description - bytesOf(joinSentences([...first, ...last])) - room.wordsToSend;
	if (isSend && isSplit) first.push(whatToSend(run, left));
	return joinSentences([...first, ...last]);
}

/** Says what to look for before resending unknown messages, once for all messages of a request. */
function checks(unknown: Part[], skips: boolean): string {
	const looked = unknown.flatMap((part) =>
		part.failures.flatMap(({ check }) => (check ? [{ part, ...check }] : [])),
	);
	const messages = [...groupBy(looked, ({ to, about }) => `${to}, ${about}`)];
	if (messages.length === 0) return '';
	// Some bytes are left for other advice.
	const texts = messages.map(([text]) => text);
	const { length: named } = takeThatFit(texts, room.checks);
	const lines = messages.slice(0, named).map(([, same]) => {
		const { to, about } = same[0]!;
		const items = same.map(({ part }) => ({ ...part, others: [] }));
		return { about, line: messages.length > 1 ? `${to} (${itemsOf(items)})` : to };
	});
	const facts = [...groupBy(lines, ({ about }) => about)].map(
		([about, same]) => `${same.map(({ line }) => line).join(', ')}, ${about}`,
	);
	if (named < messages.length) facts.push(`and ${messages.length - named} more`);
	return howToCheck(facts.join('; '), messages.length === 1, skips);
}

/** Returns the advice for refused messages. Advice that is the same for all of them names no items. */
function advice(refused: Part[]): string {
	const groups = [...groupBy(refused, ({ failures }) => nextOf(failures))];
	if (groups.length === 1) return groups[0]![0];
	const first = groups.slice(0, 4);
	return joinSentences(
		first.map(([text, items]) => `${itemsLabel(items)} ${truncateBytes(text, room.advice)}`),
	);
}

/** The most numbers that are named to be copied: as many as one request has whose answer was lost. */
const mostToSend = 100;

/**
 * Names all messages that were not sent, not only the refused ones: a later try that refuses one keeps the good ones
 * back.
 */
function whatToSend(run: RunSoFar, left: number): string {
	const { unknown, accepted, alreadySent, notSent, skipping } = run;
	const hasSent = accepted.length + alreadySent.length > 0;
	const hasUnknown = unknown.length > 0;
	if (!hasSent && !hasUnknown) return runSentences.allUnsent;
	// If there are unknown messages, `checks` has said it already.
	if (skipping === 'on') return hasUnknown ? '' : runSentences.keepItems;
	if (!hasSent && notSent.length === 0) return '';
	const longest = Math.min(room.toSend, left / 2);
	const named = (parts: Part[]) => itemsOf(parts, longest, mostToSend);
	const items = notSent.length > 0 ? [named(notSent)] : [];
	if (hasUnknown) items.push(runSentences.unlessListed(named(unknown), messagesIn(unknown)));
	const parts = [runSentences.sendOnly(items.join(', and '), hasSent)];
	if (skipping === 'possible') parts.push(runSentences.orSkip(hasUnknown));
	return joinSentences(parts);
}
