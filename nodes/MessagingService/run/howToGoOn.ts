import { labelOf, messagesIn, placesOf, type Part } from './parts';
import { howToCheck, runSentences } from '../texts';
import { groupedBy } from '../values/simple';
import { bytesOf, fitted, fitting, joined } from '../wording';

/** What a run's failure is told from. */
export interface RunSoFar {
	/** How many items the run has. */
	total: number;
	/** Whether it has several, or one whose recipients have several outcomes. */
	isSplit: boolean;
	/** Whether they are messages to send rather than queries. */
	sends: boolean;
	/** What became of them in all its tries. */
	unknown: Part[];
	accepted: Part[];
	alreadySent: Part[];
	/** All that were not sent, for whatever reason, and those of them that were refused. */
	notSent: Part[];
	refused: Part[];
	/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
	skipping: 'on' | 'possible' | 'impossible';
	/** Whether items were refused before the first request of this try. */
	nothingLeft: boolean;
}

export function nextOf({ failures }: Pick<Part, 'failures'>): string {
	return fitted(joined(failures.map(({ next }) => next)), 900);
}

/** The most bytes in UTF-8 of a failure's message and its description: less than 8 kB together. */
export const mostBytes = { message: 4000, description: 3900 };

/** How to go on after a failed run, and what it has sent all the same. */
export function howToGoOn(run: RunSoFar): string {
	const { isSplit, sends, unknown, refused, accepted, alreadySent } = run;
	const parts = [checks(unknown, run.skipping === 'on'), advice(refused)];
	const last: string[] = [];
	if (sends && unknown.length > 0 && isSplit && accepted.length === 0)
		last.push(runSentences.noneAccepted);
	if (alreadySent.length > 0)
		last.push(runSentences.alreadySent(messagesIn(alreadySent), placesOf(alreadySent)));
	if (accepted.length > 0)
		last.push(runSentences.accepted(messagesIn(accepted), placesOf(accepted, 300)));
	if (isSplit) last.push(runSentences.itemsFromZero);
	// 400 are for what `again` says beside the places.
	const room = mostBytes.description - bytesOf(joined([...parts, ...last])) - 400;
	if (sends && isSplit) parts.push(again(run, room));
	return joined([...parts, ...last]);
}

/** What to look for before unknown messages are sent again, once for those that shared a request. */
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
		return { about, line: messages.length > 1 ? `${to} (${placesOf(items)})` : to };
	});
	const facts = [...groupedBy(lines, ({ about }) => about)].map(
		([about, same]) => `${same.map(({ line }) => line).join(', ')}, ${about}`,
	);
	if (named < messages.length) facts.push(`and ${messages.length - named} more`);
	return howToCheck(facts.join('; '), messages.length === 1, skips);
}

/** How to go on with refused messages. Advice that is the same for all needs no places. */
function advice(refused: Part[]): string {
	const groups = [...groupedBy(refused, nextOf)];
	if (groups.length === 1) return groups[0]![0];
	return joined(
		groups.slice(0, 4).map(([text, items]) => `${labelOf(items)} ${fitted(text, 190)}`),
	);
}

/** All that were not sent, not only the refused: a later try that refuses one keeps the good ones back. */
function again(
	{ unknown, accepted, alreadySent, notSent, skipping }: RunSoFar,
	room: number,
): string {
	const sent = [...accepted, ...alreadySent];
	if (unknown.length + sent.length === 0) return runSentences.allUnsent;
	// With unknown ones it is said already.
	if (skipping === 'on') return unknown.length > 0 ? '' : runSentences.keepItems;
	if (notSent.length + sent.length === 0) return '';
	const longest = Math.min(1000, room / 2);
	const places = notSent.length > 0 ? [placesOf(notSent, longest)] : [];
	if (unknown.length > 0)
		places.push(runSentences.unlessListed(placesOf(unknown, longest), messagesIn(unknown)));
	const parts = [runSentences.sendOnly(places.join(', and '), sent.length > 0)];
	if (skipping === 'possible') parts.push(runSentences.orSkip(unknown.length > 0));
	return joined(parts);
}
