import { itemsOf, labelOf, messagesIn, type Part } from './parts';
import type { RunSoFar } from './runSoFar';
import { howToCheck, nextOf, runSentences } from '../texts';
import { groupedBy } from '../values/simple';
import { bytesOf, fitted, fitting, joined } from '../wording';

/** Together with what happened it stays below 8 kB of UTF-8. */
const mostBytes = 3900;

/** The description of a failed run: how to go on, and what it has sent all the same. */
export function howToGoOn(run: RunSoFar): string {
	const { isSplit, isSend, unknown, refused, accepted, alreadySent } = run;
	const first = [checks(unknown, run.skipping === 'on'), advice(refused)];
	const last: string[] = [];
	if (isSend && unknown.length > 0 && isSplit && accepted.length === 0)
		last.push(runSentences.noneAccepted);
	if (alreadySent.length > 0)
		last.push(runSentences.alreadySent(messagesIn(alreadySent), itemsOf(alreadySent)));
	if (accepted.length > 0)
		last.push(runSentences.accepted(messagesIn(accepted), itemsOf(accepted, 300)));
	if (isSplit) last.push(runSentences.itemsFromZero);
	// 400 are for the words that `whatToSend` puts around the items.
	const room = mostBytes - bytesOf(joined([...first, ...last])) - 400;
	if (isSend && isSplit) first.push(whatToSend(run, room));
	return joined([...first, ...last]);
}

/** What to look for before unknown messages are sent again, once for the messages of one request. */
function checks(unknown: Part[], skips: boolean): string {
	const looked = unknown.flatMap((part) =>
		part.failures.flatMap(({ check }) => (check ? [{ part, ...check }] : [])),
	);
	const messages = [...groupedBy(looked, ({ to, about }) => `${to}, ${about}`)];
	if (messages.length === 0) return '';
	// Some bytes are left for other advice.
	const texts = messages.map(([text]) => text);
	const { length: named } = fitting(texts, 1800);
	const lines = messages.slice(0, named).map(([, same]) => {
		const { to, about } = same[0]!;
		const items = same.map(({ part }) => ({ ...part, others: [] }));
		return { about, line: messages.length > 1 ? `${to} (${itemsOf(items)})` : to };
	});
	const facts = [...groupedBy(lines, ({ about }) => about)].map(
		([about, same]) => `${same.map(({ line }) => line).join(', ')}, ${about}`,
	);
	if (named < messages.length) facts.push(`and ${messages.length - named} more`);
	return howToCheck(facts.join('; '), messages.length === 1, skips);
}

/** How to go on with refused messages. Advice that is the same for all needs no items. */
function advice(refused: Part[]): string {
	const groups = [...groupedBy(refused, ({ failures }) => nextOf(failures))];
	if (groups.length === 1) return groups[0]![0];
	return joined(
		groups.slice(0, 4).map(([text, items]) => `${labelOf(items)} ${fitted(text, 190)}`),
	);
}

/** Names all that were not sent, not only the refused: a later try that refuses one keeps the good ones back. */
function whatToSend(
	{ unknown, accepted, alreadySent, notSent, skipping }: RunSoFar,
	room: number,
): string {
	const hasSent = accepted.length + alreadySent.length > 0;
	const hasUnknown = unknown.length > 0;
	if (!hasSent && !hasUnknown) return runSentences.allUnsent;
	// With unknown ones it is said already.
	if (skipping === 'on') return hasUnknown ? '' : runSentences.keepItems;
	if (!hasSent && notSent.length === 0) return '';
	const longest = Math.min(1000, room / 2);
	const items = notSent.length > 0 ? [itemsOf(notSent, longest)] : [];
	if (hasUnknown)
		items.push(runSentences.unlessListed(itemsOf(unknown, longest), messagesIn(unknown)));
	const parts = [runSentences.sendOnly(items.join(', and '), hasSent)];
	if (skipping === 'possible') parts.push(runSentences.orSkip(hasUnknown));
	return joined(parts);
}
