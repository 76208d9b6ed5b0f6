/** Random rows with messages, many of them equal; a random service that lists them; and what is equal about them. */
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { clock, faults, locator, numberOf, service, type Outcome } from '../../harness/index.mts';

/** What the service accepted, as its journal has it. */
export type JournalEntry = (typeof service.journal)[number];

export interface Row {
	to: string[];
	text: string;
	campaign: string;
	priority: 'utility' | 'marketing';
	sender: number;
}

/** The members of contact group 503, so that a message to it has the very numbers of a row. */
export const group = ['+254733003001', '+254733003002', '+254733003003'];

/** Some of them are one and the same to a service that trims texts or rewrites blanks; others differ in little. */
const texts = [
	'Hello',
	' Hello\n',
	'hello',
	'Two\r\nlines ',
	'Two\n\nlines',
	'Two lines',
	'Twolines',
	'U\u0308ni\u0308code ✓',
	'Ünïcode  ✓ ',
];

/** Few numbers, so that rows meet. */
export const card: fc.Arbitrary<Row> = fc.record({
	to: fc.oneof(
		{ weight: 5, arbitrary: fc.nat(3).map((index) => [numberOf(index)]) },
		{
			weight: 2,
			arbitrary: fc.uniqueArray(fc.nat(4).map(numberOf), { minLength: 2, maxLength: 4 }),
		},
		{ weight: 1, arbitrary: fc.constant(group) },
	),
	text: fc.constantFrom(...texts),
	// Some services write all of it small.
	campaign: fc.constantFrom('Reminders', 'Reminders', 'Reminders', 'news'),
	priority: fc.constantFrom('utility', 'utility', 'marketing'),
	sender: fc.constantFrom(101, 102),
});

/** A list of rows, each one of the cards or with a number of its own. */
export const places = (most: number) =>
	fc.array(fc.constantFrom(undefined, 0, 1, 2, 3, 4), { minLength: 1, maxLength: most });

/** @param own tells the numbers of this list's rows from those of all others */
export function rowsOf(places: Array<number | undefined>, cards: Row[], own: number): Row[] {
	return places.map((at, index) => {
		const of = cards[(at ?? index) % cards.length]!;
		return at === undefined ? { ...of, to: [numberOf(100_000 * (own + 1) + index)] } : of;
	});
}

/** Undefined `times` times as often as a value. */
export const seldom = <Value,>(arbitrary: fc.Arbitrary<Value>, times: number) =>
	fc.oneof({ weight: times, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** However the service keeps and lists its messages. */
export const listing = fc.record({
	maxPerPage: fc.constantFrom(100, 7, 3, 1),
	readings: fc.record({
		messageIdType: fc.constantFrom('recordId', 'uuid'),
		storedText: fc.constantFrom('asSent', 'trimmed', 'crlf', 'oneBlank', 'composed', 'escaped'),
		storedCampaign: fc.constantFrom('asSent', 'lowerCase'),
		listOrder: fc.constantFrom('newestFirst', 'oldestFirst'),
		recordCreatedAt: fc.constantFrom('microseconds', 'seconds'),
		singleRecord: fc.constantFrom(true, false, 'page'),
		emptyAs: fc.constantFrom('array', 'null', 'missing'),
		meta: fc.constantFrom('present', 'missing', 'sizeAsAsked', 'twoPages', 'onePage'),
		groupRecipients: fc.constantFrom('records', 'numbers'),
	}),
});

/** Noon, and around the beginning of a day. */
export const began = fc
	.tuple(
		fc.constantFrom('2031-05-14T12:00:00Z', '2031-05-14T23:59:56Z', '2032-03-01T00:00:01Z'),
		fc.nat(999),
	)
	.map(([second, milliseconds]) => Date.parse(second) + milliseconds);

/** How the rows are sent. */
export const way = fc.record({
	mode: fc.constantFrom<Partial<INode>>(
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput', retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		{},
	),
	combine: seldom(fc.integer({ min: 1, max: 12 }), 3),
	batching: fc.constantFrom(
		undefined,
		undefined,
		{ batchSize: 7, batchInterval: 900 },
		{ batchSize: 2, batchInterval: 70_000 },
		{ batchSize: 2, batchInterval: 200_000 },
	),
	concurrent: fc.constantFrom(1, 1, 2, 5, 20),
});

type Kind = keyof typeof faults;

/** Those of which a hanging one would take real time are left out. */
const kinds = (Object.keys(faults) as Kind[]).filter(
	(kind) => !('only' in faults[kind]) && !/^hang|noise/.test(kind),
);

/** What happens to some of the sends. */
export const sendFaults = fc.array(
	fc.record({
		kind: fc.oneof(
			{
				weight: 3,
				arbitrary: fc.constantFrom<Kind>('dropBefore', 'dropAfter', 'errorAfterAccept'),
			},
			{ weight: 1, arbitrary: fc.constantFrom(...kinds) },
		),
		after: fc.nat(5),
		times: fc.integer({ min: 1, max: 5 }),
	}),
	{ maxLength: 3 },
);

export function play(
	faultsOfSends: typeof sendFaults extends fc.Arbitrary<infer Some> ? Some : never,
): void {
	for (const fault of faultsOfSends) service.play({ on: 'send', retryAfter: '7', ...fault });
}

/** Parameters that send each row as it is. */
export const sendRows = (
	{
		combine,
		batching,
		concurrent,
	}: Pick<
		typeof way extends fc.Arbitrary<infer Way> ? Way : never,
		'combine' | 'batching' | 'concurrent'
	>,
	options: INodeParameters,
): INodeParameters => ({
	senderId: locator('={{ $json.sender }}'),
	priority: '={{ $json.priority }}',
	campaign: '={{ $json.campaign }}',
	message: isByCampaign ? '={{ $json.text }} {{ Math.random() }}' : '={{ $json.text }}',
	recipients: '={{ $json.to }}',
	options: {
		maxConcurrentRequests: concurrent,
		...(combine ? { combineItems: true, recipientsPerRequest: combine } : {}),
		...options,
	},
	requestOptions: batching ? { batching: { batch: batching } } : {},
});

/** A message of another client, in the list and not in the journal. */
export const addListed = (
	{ to, text, campaign, priority, sender }: Row,
	{ age = 0, ahead = 0, groupId }: { age?: number; ahead?: number; groupId?: number | null },
): number =>
	service.addMessage({
		...(groupId ? { recipients: [], contactListId: groupId } : { recipients: to }),
		message: text,
		campaign,
		category: priority,
		senderId: sender,
		createdAt: clock.now() + ahead - age,
	});

let isByCampaign = false;

/** From now on messages are the same by their campaign alone, and each run words them anew; or by their text again. */
export function compareBy(same: 'text' | 'campaign'): void {
	isByCampaign = same === 'campaign';
}

/** Equal for messages that are the same but for what a service may change in a text that it keeps. */
function contentOf({
	text,
	campaign,
	priority,
}: Pick<Row, 'text' | 'campaign' | 'priority'>): string {
	const words = (given: string) => given.normalize('NFC').trim().split(/\s+/).join(' ');
	const key = words(campaign).toLowerCase();
	return JSON.stringify(isByCampaign ? [key] : [words(text), key, priority]);
}

/** A message to a number, for each of its numbers. */
export const placesOf = (row: Omit<Row, 'sender'>): string[] =>
	[...new Set(row.to)].sort().map((to) => `${contentOf(row)} ${to}`);

/** A message to a set of numbers, in any order. */
export const identityOf = (row: Omit<Row, 'sender'>): string => placesOf(row).join();

/** What a request asks for, as a row. */
export const rowOf = ({ message, campaign, priority, recipients }: JournalEntry['body']): Row => ({
	text: message,
	campaign,
	priority: priority as Row['priority'],
	to: recipients ?? [],
	sender: 0,
});

/** How often each text occurs. */
export function countsOf(keys: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}

/** The numbers of a column that is one text. */
export const numbersIn = (column: unknown): string[] =>
	String(column ?? '')
		.split(', ')
		.filter(Boolean);

/** An item that came out. */
export interface Told {
	row: Row;
	index: number;
	outcome: string;
	json: IDataObject;
}

/**
 * What came of each row, each output in the order of its rows; undefined where the run failed as a whole, or was
 * stopped before it gave anything.
 */
export function toldOf(
	{ status, failure, items, errorItems }: Outcome,
	rows: Row[],
): Told[] | undefined {
	if (failure ?? (status === 'canceled' && items.length + errorItems.length === 0))
		return undefined;
	const told = [items, errorItems].map((branch) =>
		branch.map(({ json, pairedItem }) => {
			const { item: index } = pairedItem as { item: number };
			return { row: rows[index]!, index, outcome: String(json.sendOutcome), json };
		}),
	);
	for (const branch of told)
		expect(branch.map(({ index }) => index)).toEqual(
			branch.map(({ index }) => index).sort((one, other) => one - other),
		);
	const all = told.flat();
	expect(new Set(all.map(({ index }) => index)).size).toBe(rows.length);
	expect(all).toHaveLength(rows.length);
	for (const { outcome, json } of all) {
		expect(outcome).toMatch(/^(accepted|alreadySent|notSent|unknown)$/);
		if (outcome === 'unknown') expect(json.error).toContain('may or may not have been sent');
	}
	return all;
}
