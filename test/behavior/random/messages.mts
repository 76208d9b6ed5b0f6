/**
 * Random rows, many with equal messages; a random service that lists them; and keys to tell which messages are equal.
 */
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { clock, faults, locator, numberOf, service, type Outcome } from '../../harness/index.mts';

/** A message that the service accepted, as in its journal. */
export type JournalEntry = (typeof service.journal)[number];

export interface Row {
	to: string[];
	text: string;
	campaign: string;
	priority: 'utility' | 'marketing';
	sender: number;
}

/** Members of contact group 503, so that a message to the group can have exactly the numbers of a row. */
export const group = ['+254733003001', '+254733003002', '+254733003003'];

/**
 * Message texts. Some are the same to a service that trims texts or rewrites whitespace; others differ only a little.
 */
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

/** A message and its recipients. There are few numbers, so that rows overlap. */
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
	// Capitalized, because some services store campaigns in lower case.
	campaign: fc.constantFrom('Reminders', 'Reminders', 'Reminders', 'news'),
	priority: fc.constantFrom('utility', 'utility', 'marketing'),
	sender: fc.constantFrom(101, 102),
});

/** Rows of a list, as indexes of cards; undefined for a row with a number of its own. */
export const places = (most: number) =>
	fc.array(fc.constantFrom(undefined, 0, 1, 2, 3, 4), { minLength: 1, maxLength: most });

/**
 * Returns the rows of a list.
 * @param own separates the own numbers of this list's rows from those of all other lists
 */
export function rowsOf(places: Array<number | undefined>, cards: Row[], own: number): Row[] {
	return places.map((at, index) => {
		const of = cards[(at ?? index) % cards.length]!;
		return at === undefined ? { ...of, to: [numberOf(100_000 * (own + 1) + index)] } : of;
	});
}

/** Gives undefined `times` times as often as a value. */
export const seldom = <Value,>(arbitrary: fc.Arbitrary<Value>, times: number) =>
	fc.oneof({ weight: times, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Ways in which a service may keep and list its messages. */
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

/** Times at which a run begins: at noon, and around the beginning of a day. */
export const began = fc
	.tuple(
		fc.constantFrom('2031-05-14T12:00:00Z', '2031-05-14T23:59:56Z', '2032-03-01T00:00:01Z'),
		fc.nat(999),
	)
	.map(([second, milliseconds]) => Date.parse(second) + milliseconds);

/** Settings with which the rows are sent. */
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

/** Faults of any request. Hangs, which take real time, are left out, and so are megabytes of noise. */
const kinds = (Object.keys(faults) as Kind[]).filter(
	(kind) => !('only' in faults[kind]) && !/^hang|noise/.test(kind),
);

/** Faults of some of the sends. */
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

/** Returns parameters that send each row as it is. */
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

/** Adds a message of another client, which is in the list but not in the journal. Returns its ID. */
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

/** Makes messages equal by campaign alone, and each run word its texts anew; or makes them equal by text again. */
export function compareBy(same: 'text' | 'campaign'): void {
	isByCampaign = same === 'campaign';
}

/** Returns equal texts for messages that differ only in details that a service may change in a stored text. */
function contentOf({
	text,
	campaign,
	priority,
}: Pick<Row, 'text' | 'campaign' | 'priority'>): string {
	const words = (given: string) => given.normalize('NFC').trim().split(/\s+/).join(' ');
	const key = words(campaign).toLowerCase();
	return JSON.stringify(isByCampaign ? [key] : [words(text), key, priority]);
}

/** Returns a key of message and number, for each of the row's numbers. */
export const placesOf = (row: Omit<Row, 'sender'>): string[] =>
	[...new Set(row.to)].sort().map((to) => `${contentOf(row)} ${to}`);

/** Returns a key of the message and its set of numbers, in any order. */
export const identityOf = (row: Omit<Row, 'sender'>): string => placesOf(row).join();

/** Returns the message of a request as a row. */
export const rowOf = ({ message, campaign, priority, recipients }: JournalEntry['body']): Row => ({
	text: message,
	campaign,
	priority: priority as Row['priority'],
	to: recipients ?? [],
	sender: 0,
});

export function countsOf(keys: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}

/** Returns the numbers of a column that lists them in one text. */
export const numbersIn = (column: unknown): string[] =>
	String(column ?? '')
		.split(', ')
		.filter(Boolean);

/** A row of the output. */
export interface Told {
	row: Row;
	index: number;
	outcome: string;
	json: IDataObject;
}

/**
 * Returns the outcome of each row, each output in the order of its rows; undefined if the run failed as a whole, or was
 * canceled before it output anything.
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
		expect(outcome).toMatch(/^(accepted|alreadySent|notSent|unknown|dryRun)$/);
		if (outcome === 'unknown') expect(json.error).toContain('may or may not have been sent');
	}
	return all;
}
