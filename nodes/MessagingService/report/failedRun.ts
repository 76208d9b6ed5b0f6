import { itemsOf, itemsLabel, messagesIn, type Part } from './parts';
import type { Outcomes } from '../recipients/outcomes';
import type { SendOutcome } from '../recipients/rowReport';
import { howToCheck, type Problem, runSentences } from '../texts';
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
	/** One reason. */
	reason: 1500,
	/** One list of items: enough for hundreds of them that aren't consecutive. */
	items: 1000,
	moreItems: 50,
	description: 3900,
	checks: 1800,
	/** The advice on one of several reasons, and on the only one. */
	advice: 190,
	onlyAdvice: 900,
	/** The items that were sent, or may have been. */
	accepted: 300,
	toSend: 1700,
	/** The words around the items that are still to be sent. */
	wordsToSend: 400,
};

/** Returns the texts of a failed run. */
export function textsOf(run: RunSoFar): Pick<Problem, 'what' | 'next'> {
	const what = whatHappened(run);
	const how = howToGoOn(run);
	const namesItems = run.isSplit && /\bitems? \d/.test(`${what} ${how}`);
	return { what, next: joinSentences([how, namesItems ? runSentences.itemsFromZero : '']) };
}

/**
 * Returns the message of a failed run. Names every unknown item, before up to ten reasons of refused ones: an unknown
 * item that isn't named may be sent twice.
 */
function whatHappened(run: RunSoFar): string {
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
	const { rest, more } = ofRefused;
	if (rest.length > 0) ofRefused.lines.push(runSentences.more(rest.length, 'item'));
	else if (more > 0) ofRefused.lines.push(runSentences.more(more, 'problem'));
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
 * Returns a line such as '[item 3] …' for each of the first ten reasons, and as `rest` the parts that no line names. A
 * reason that all items share names none of them.
 */
function reasonsOf(parts: Part[], total: number, bytes: number) {
	const groups = bySentence(parts, ({ what }) => truncateBytes(what, room.reason));
	const reasons = groups.slice(0, 10).map(([what, same]) => {
		const isOfAll = same.length === total && same.every(({ others }) => others.length === 0);
		return isOfAll ? what : `${itemsLabel(same, room.items)} ${what}`;
	});
	const lines = takeThatFit(reasons, bytes);
	const named = new Set(groups.slice(0, lines.length).flatMap(([, same]) => same));
	const more = groups.length - lines.length;
	return { lines, rest: parts.filter((part) => !named.has(part)), more };
}

/** Groups parts by a sentence about each of their failures: a part with several failures is in several groups. */
function bySentence(parts: Part[], sentenceOf: (failure: Problem) => string) {
	const sentences = parts.flatMap((part) =>
		[...new Set(part.failures.map(sentenceOf))].map((sentence) => ({ part, sentence })),
	);
	return [...groupBy(sentences, ({ sentence }) => sentence)].map(
		([sentence, same]) => [sentence, same.map(({ part }) => part)] as const,
	);
}

/**
 * Returns the description of a failed run: what was sent nevertheless, then how to go on. Whoever does what each
 * sentence says, in this order, texts nobody twice.
 */
function howToGoOn(run: RunSoFar): string {
	const { isSplit, isSend, refused, alreadySent, skipping } = run;
	const look = checks(run);
	const fix = advice(refused);
	// With Skip Already Sent, to look is to run again, and what has to be corrected is corrected before that.
	const parts = [isSend ? sentSoFar(run) : '', ...(skipping === 'on' ? [fix, look] : [look, fix])];
	const had =
		alreadySent.length > 0
			? runSentences.alreadySent(messagesIn(alreadySent), itemsOf(alreadySent))
			: '';
	const left = room.description - bytesOf(joinSentences([...parts, had])) - room.wordsToSend;
	const isFirst = parts.every((text) => text === '');
	const rest = isSend && isSplit ? whatToSend(run, isFirst, left) : '';
	return joinSentences([...parts, rest, had]);
}

/** Says which messages were sent or may have been, and that they would be sent twice. Empty if there are none. */
function sentSoFar(run: RunSoFar): string {
	const { unknown, accepted, alreadySent, notSent, skipping, isSplit } = run;
	const [sent, open] = [messagesIn(accepted), messagesIn(unknown)];
	if (accepted.length + unknown.length === 0) return '';
	const all = messagesIn([...unknown, ...accepted, ...alreadySent, ...notSent]);
	const [whoSent, whoOpen] = [accepted, unknown].map((parts) => itemsOf(parts, room.accepted));
	const counts = { all, sent, open, whoSent: whoSent!, whoOpen: whoOpen! };
	return joinSentences([
		isSplit ? runSentences.sentSoFar(counts) : '',
		skipping === 'on' ? '' : runSentences.notAsItIs,
	]);
}

/** Says what to look for before resending unknown messages, once for all messages of a request. */
function checks({ unknown, skipping, isSplit }: RunSoFar): string {
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
	const [isOne, skips] = [messages.length === 1, skipping === 'on'];
	return howToCheck(facts.join('; '), { isOne, isWhole: !isSplit, skips });
}

/** Returns the advice for refused messages. Advice that is the same for all of them names no items. */
function advice(refused: Part[]): string {
	const groups = bySentence(refused, ({ next }) => next).filter(([text]) => text !== '');
	const longest = groups.length === 1 ? room.onlyAdvice : room.advice;
	const lines = groups.slice(0, 4).map(([text, parts]) => {
		const whose = parts.length === refused.length ? '' : `${itemsLabel(parts)} `;
		return `${whose}${truncateBytes(text, longest)}`;
	});
	return joinSentences(lines);
}

/** The most numbers that are named to be copied: as many as one request has whose answer was lost. */
const mostToSend = 100;

/**
 * Says how to send the messages that are left. Names all that were not sent, not only the refused ones: a later try
 * that refuses one keeps the good ones back.
 */
function whatToSend(run: RunSoFar, isFirst: boolean, left: number): string {
	const { unknown, accepted, notSent, skipping } = run;
	const hasUnknown = unknown.length > 0;
	if (accepted.length === 0 && !hasUnknown) return runSentences.runAgain(isFirst);
	// If there are unknown messages, `checks` has said it already.
	if (skipping === 'on') return hasUnknown ? '' : runSentences.runAgainSkipping;
	const longest = Math.min(room.toSend, left / 2);
	const named = (parts: Part[]) => itemsOf(parts, longest, mostToSend);
	const items = notSent.length > 0 ? [named(notSent)] : [];
	if (hasUnknown) items.push(runSentences.unlessListed(named(unknown), messagesIn(unknown)));
	const parts = [runSentences.sendOnly(items.join(', and '))];
	if (skipping === 'possible') parts.push(runSentences.orSkip(hasUnknown));
	return joinSentences(parts);
}
