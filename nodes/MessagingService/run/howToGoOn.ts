import type { FailedItem } from '../item';
import type { Ledger } from '../send/ledger';
import { plainText } from '../service/reason';
import { howToCheck, mostBytes, runSentences } from '../texts';
import { groupedBy } from '../values/simple';
import { bytesOf, fitted } from '../wording';

/** What a run's failure is told from, beside its failed items. */
export interface RunSoFar {
	/** How many items the run has. */
	total: number;
	/** Whether they are messages to send rather than queries. */
	sends: boolean;
	/** What was accepted in all its tries. */
	receipts: Ledger['receipts'];
	/** The items whose numbers had their message already. */
	alreadySent: Array<{ index: number }>;
	/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
	skipping: 'on' | 'possible' | 'impossible';
	/** Whether items were refused before the first request of this try. */
	nothingLeft: boolean;
}

/** 'item 3' or 'items 0-4, 7'. What has no room in so many letters is counted. */
export function placesOf(items: Array<{ index: number }>, longest = 60): string {
	const places = items.map(({ index }) => index);
	return `item${items.length === 1 ? '' : 's'} ${rangesOf(places, longest)}`;
}

/** '[item 3, row_number 5]': the items' places, and where the sheet has them. */
export function labelOf(items: FailedItem[], longest?: number): string {
	const rows = items.flatMap(({ row }) => row ?? []);
	const inSheet = rows.length > 0 ? `, row_number ${rangesOf(rows, 60)}` : '';
	return `[${placesOf(items, longest)}${inSheet}]`;
}

function rangesOf(numbers: number[], longest: number): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const number of numbers.sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range && number === range.last + 1) range.last = number;
		else ranges.push({ first: number, last: number });
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
	const rest = numbers.length - named;
	return `${text}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The first of these texts, as many as so many bytes hold; one at least. */
export function fitting(texts: string[], bytes: number): string[] {
	let left = bytes;
	const end = texts.findIndex((text, at) => {
		left -= bytesOf(text) + 2;
		return at > 0 && left < 0;
	});
	return end === -1 ? texts : texts.slice(0, end);
}

/** Sentences one after the other, each once. */
export function joined(sentences: string[]): string {
	return [...new Set(sentences)].filter(Boolean).join(' ');
}

export function nextOf({ failures }: Pick<FailedItem, 'failures'>): string {
	return fitted(joined(failures.map(({ next }) => next)), 900);
}

/** How to go on after a failed run, and what it has sent all the same. */
export function howToGoOn(unknown: FailedItem[], refused: FailedItem[], run: RunSoFar): string {
	const { total, sends, receipts, alreadySent } = run;
	const parts = [checks(unknown, run.skipping === 'on'), advice(refused)];
	if (sends && total > 1) {
		parts.push(again(unknown, run));
		if (unknown.length > 0 && receipts.length === 0) parts.push(runSentences.noneAccepted);
	}
	if (alreadySent.length > 0)
		parts.push(runSentences.alreadySent(alreadySent.length, placesOf(alreadySent)));
	const last = total > 1 ? runSentences.itemsFromZero : '';
	const bytes = mostBytes.description - bytesOf(joined([...parts, last]));
	return joined([...parts, ...accepted(receipts, bytes), last]);
}

/** What to look for before unknown items are sent again, once for those that shared a request. */
function checks(unknown: FailedItem[], skips: boolean): string {
	const looked = unknown.flatMap(({ index, failures }) =>
		failures.flatMap(({ check }) => (check ? [{ index, ...check }] : [])),
	);
	const messages = [...groupedBy(looked, ({ to, about }) => `${to}, ${about}`)];
	if (messages.length === 0) return '';
	// Some bytes are left for other advice.
	const texts = messages.map(([text]) => text);
	const { length: named } = fitting(texts, 2000);
	const lines = messages.slice(0, named).map(([, items]) => {
		const { to, about } = items[0]!;
		return { about, line: messages.length > 1 ? `${to} (${placesOf(items)})` : to };
	});
	const facts = [...groupedBy(lines, ({ about }) => about)].map(
		([about, same]) => `${same.map(({ line }) => line).join(', ')}, ${about}`,
	);
	if (named < messages.length) facts.push(`and ${messages.length - named} more`);
	return howToCheck(facts.join('; '), messages.length === 1, skips);
}

/** How to go on with refused items. Advice that is the same for all needs no places. */
function advice(refused: FailedItem[]): string {
	const groups = [...groupedBy(refused, nextOf)];
	if (groups.length === 1) return groups[0]![0];
	return joined(
		groups.slice(0, 4).map(([text, items]) => `${labelOf(items)} ${fitted(text, 190)}`),
	);
}

/** All that were not sent, not only the refused: a later try that refuses one keeps the good ones back. */
function again(
	unknown: FailedItem[],
	{ total, receipts, alreadySent, skipping }: RunSoFar,
): string {
	const sent = [...receipts, ...alreadySent];
	if (unknown.length + sent.length === 0) return runSentences.allUnsent;
	// With unknown ones it is said already.
	if (skipping === 'on') return unknown.length > 0 ? '' : runSentences.keepItems;
	const gone = new Set([...unknown, ...sent].map(({ index }) => index));
	const all = Array.from({ length: total }, (_, index) => ({ index }));
	const unsent = all.filter(({ index }) => !gone.has(index));
	if (unsent.length + sent.length === 0) return '';
	const places = unsent.length > 0 ? [placesOf(unsent, 200)] : [];
	if (unknown.length > 0)
		places.push(runSentences.unlessListed(placesOf(unknown, 200), unknown.length));
	const parts = [runSentences.sendOnly(places.join(', and '), sent.length > 0)];
	if (skipping === 'possible') parts.push(runSentences.orSkip(unknown.length > 0));
	return joined(parts);
}

/** The first twenty accepted messages with their items, and how to find the others. */
function accepted(receipts: RunSoFar['receipts'], bytes: number): string[] {
	const withId = receipts.filter(({ messageId }) => messageId !== undefined);
	const withoutId = receipts.filter(({ messageId }) => messageId === undefined);
	const messages = [...groupedBy(withId, ({ messageId }) => messageId!)];
	const lines = messages
		.slice(0, 20)
		.map(([id, items]) => `ID ${fitted(plainText(id), 60)} (${placesOf(items)})`);
	// 300 are for what is said beside them.
	const named = fitting(lines, bytes - 300);
	const rest = messages.length - named.length;
	const parts: string[] = [];
	if (withId.length > 0) {
		const { size } = new Set(withId.map(({ request }) => request));
		const others = rest > 0 ? ` and ${rest} more` : '';
		parts.push(runSentences.accepted(size, `${named.join(', ')}${others}`));
	}
	if (withoutId.length > 0)
		parts.push(runSentences.acceptedWithoutId(withoutId.length, placesOf(withoutId)));
	if (rest > 0) {
		const [campaign, ...others] = new Set(receipts.map((receipt) => receipt.campaign));
		parts.push(runSentences.allListed(others.length === 0 ? fitted(campaign!, 80) : ''));
	}
	return parts;
}
