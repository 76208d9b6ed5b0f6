/** Random input rows with messages, many of them equal, and what makes two of them the same message. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { contactGroups } from '../../workbench/sandbox/contactGroups.mts';
import type { JournalEntry } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, senderId } from '../workbench.mts';

export interface Row {
	to: string[];
	text: string;
	campaign: string;
	priority: string;
	sender: number;
}

/** A group of three numbers, so that a message to it has the very numbers of a row. */
export const group = contactGroups.find(({ id }) => id === 503)!;

/** Some of them are one and the same to a service that trims texts or rewrites line breaks; others differ in little. */
const texts = [
	'Hello',
	' Hello\n',
	'hello',
	'Two\r\nlines ',
	'Two\nlines',
	'Two\n\nlines',
	'Two lines',
	'Twolines',
	'U\u0308ni\u0308code ✓',
	'\n\tTwo\rlines',
	'Ünïcode  ✓ ',
	'Hello Hello',
];

const number = (index: number): string => `+2547${10_000_000 + index}`;

/** Numbers of few, so that rows meet. */
const someNumbers: fc.Arbitrary<string[]> = fc.oneof(
	{ weight: 5, arbitrary: fc.nat(3).map((index) => [number(index)]) },
	{ weight: 2, arbitrary: fc.uniqueArray(fc.nat(4).map(number), { minLength: 2, maxLength: 4 }) },
	{ weight: 1, arbitrary: fc.constant<string[]>([...group.phoneNumbers]) },
);

export const card: fc.Arbitrary<Row> = fc.record({
	to: someNumbers,
	text: fc.constantFrom(...texts),
	campaign: fc.constantFrom('reminders', 'reminders', 'Reminders', 'news'),
	priority: fc.constantFrom('utility', 'utility', 'marketing'),
	sender: fc.constantFrom(101, 102),
});

/** Undefined `times` times as often as a value. */
export function seldom<Value>(
	value: fc.Arbitrary<Value>,
	times: number,
): fc.Arbitrary<Value | undefined> {
	return fc.oneof(
		{ weight: times, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: value },
	);
}

/** A row as one of the cards, or with a number of its own: a card's place, or undefined. */
export const place = fc.oneof(
	{ weight: 1, arbitrary: fc.constant(undefined) },
	{ weight: 2, arbitrary: fc.nat(5) },
);

/** @param own tells the numbers of these rows from those of all others */
export function rowsOfPlaces(places: Array<number | undefined>, cards: Row[], own: number): Row[] {
	return places.map((at, index) => {
		const of = cards[(at ?? index) % cards.length]!;
		return at === undefined ? { ...of, to: [number(100_000 * (own + 1) + index)] } : of;
	});
}

/** Parameters that send each row as it is. */
export const sendRows: INodeParameters = {
	...goodSend,
	senderId: senderId('={{ $json.sender }}'),
	priority: '={{ $json.priority }}',
	campaign: '={{ $json.campaign }}',
	message: '={{ $json.text }}',
	recipients: '={{ $json.to }}',
};

/** Equal for messages that are the same but for what a service may change in a text that it keeps. */
export function contentOf({
	text,
	campaign,
	priority,
}: Pick<Row, 'text' | 'campaign' | 'priority'>): string {
	const words = (given: string) => given.normalize('NFC').trim().split(/\s+/).join(' ');
	return JSON.stringify([words(text), words(campaign).toLowerCase(), priority]);
}

/** A message to a set of numbers, in any order. */
export function identityOf(content: string, numbers: string[]): string {
	return `${content} ${[...new Set(numbers)].sort().join()}`;
}

export function identityOfRow(row: Row): string {
	return identityOf(contentOf(row), row.to);
}

export function contentOfEntry({ body: { message, campaign, priority } }: JournalEntry): string {
	return contentOf({ text: message, campaign, priority });
}

export function identityOfEntry(entry: JournalEntry): string {
	return identityOf(contentOfEntry(entry), entry.recipients);
}

/** How often each text occurs. */
export function countsOf(keys: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}
