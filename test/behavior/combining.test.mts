/** Combine Items: rows that differ only in their recipients share requests, and each row still has its own output. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { clock, numberOf, received, send, service, type Setup } from '../harness/index.mts';
import { runsOf } from '../harness/random.mts';

const [a, b, c, d, e] = [0, 1, 2, 3, 4].map(numberOf) as [string, string, string, string, string];
const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};
interface Row extends IDataObject {
	to?: string[];
	text?: string;
	group?: number;
}

/** Sends the rows with Combine Items, each to its numbers or to its contact group. */
const combine = async (
	rows: Row[],
	options: INodeParameters = {},
	{ requestOptions = {}, ...setup }: { requestOptions?: INodeParameters } & Setup = {},
) =>
	await send(
		{
			sendTo: '={{ $json.group ? "contactGroup" : "phoneNumbers" }}',
			recipients: '={{ $json.to }}',
			contactListId: '={{ $json.group }}',
			message: '={{ $json.text ?? "Hello" }}',
			options: { combineItems: true, ...options },
			requestOptions,
		},
		{ rows, ...setup },
	);

/** Returns the numbers of each request, or the ID of its contact group. */
const requests = () =>
	received('send').map(({ body }) => {
		const { recipients, contact_list_id: group } = body as Record<string, unknown>;
		return recipients ?? group;
	});

describe('which rows share a request', () => {
	test.each<[string, Row[], INodeParameters, unknown[]]>([
		['all that are alike', [{ to: [a] }, { to: [b, c] }, { to: [d] }], {}, [[a, b, c, d]]],
		[
			'a number abroad with one that is not',
			[{ to: [a] }, { to: ['+447400123456'] }],
			{ defaultCountry: 'KE' },
			[[a, '+447400123456']],
		],
		[
			'up to Recipients per Request',
			[{ to: [a] }, { to: [b] }, { to: [c] }, { to: [d] }, { to: [e] }],
			{ recipientsPerRequest: 2 },
			[[a, b], [c, d], [e]],
		],
		[
			'a row is never split',
			[{ to: [a, b] }, { to: [c, d] }],
			{ recipientsPerRequest: 3 },
			[
				[a, b],
				[c, d],
			],
		],
		[
			'contact groups never',
			[{ group: 501 }, { group: 503 }, { to: [a] }, { to: [b] }],
			{},
			[501, 503, [a, b]],
		],
		['none where it is off', [{ to: [a] }, { to: [b] }], { combineItems: false }, [[a], [b]]],
		[
			'of rows with another cap each with its like',
			[
				{ to: [a], cap: 2 },
				{ to: [b], cap: 5 },
				{ to: [c], cap: 2 },
			],
			{ recipientsPerRequest: '={{ $json.cap }}' },
			[[a, c], [b]],
		],
	])('%s', async (_title, rows, options, expected) => {
		const { items, told } = await combine(rows, options);
		expect(told).toBe('');
		expect(requests()).toHaveLength(expected.length);
		expect(requests()).toEqual(expect.arrayContaining(expected));
		expect(items).toMatchObject(
			rows.map(({ to }, item) => ({
				json: { sendOutcome: 'accepted', ...(to && { recipients: to.join(', ') }) },
				pairedItem: { item },
			})),
		);
	});

	test('rows whose schedule crosses a minute while they are read fill requests to the cap', async () => {
		clock.set(clock.start + 59_000);
		clock.perLook = 1;
		const rows = Array.from({ length: 250 }, (_, index) => ({ to: [numberOf(index)] }));
		const outcome = await combine(rows, { schedule: '={{ $now.plus({ hours: 1 }) }}' });
		const sizes = requests().map((numbers) => (numbers as string[]).length);
		expect(sizes.sort()).toEqual([100, 100, 50]);
		const minutes = service.journal.map(({ body }) => String(body.schedule).slice(0, 16));
		expect(new Set(minutes).size).toBeGreaterThan(1);
		for (const { sendOutcome } of outcome.rows) expect(sendOutcome).toBe('accepted');
	});

	test.each([
		[[true, true, true, true], 1],
		[[true, false, true, false], 2],
	])('Look Up Unknown Sends by an expression, %j: %i requests', async (looks, count) => {
		service.play({ on: 'send', kind: 'serverError', times: Infinity });
		const { rows } = await send(
			{
				recipients: '={{ $json.to }}',
				options: { combineItems: true, lookUpUnknown: '={{ $json.look }}' },
			},
			{
				rows: looks.map((look, place) => ({ to: numberOf(place), look })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(received('send')).toHaveLength(count);
		const looked = rows.map(({ error }) => String(error).includes('did not show it'));
		expect(looked).toEqual(looks);
	});
});

test('rows that share a request have one receipt', async () => {
	const { rows } = await combine([{ to: [a, b] }, { to: [c], text: 'Other' }, { to: [b] }]);
	const idOf = (message: string) =>
		service.journal.find(({ body }) => body.message === message)!.messageId;
	expect(rows.map(({ messageId }) => messageId)).toEqual([
		idOf('Hello'),
		idOf('Other'),
		idOf('Hello'),
	]);
});

test.each<[string, 'badRequest' | 'errorAfterAccept', string, string]>([
	['refused, each row goes by itself', 'badRequest', 'accepted', 'notSent'],
	['unknown, so is each row of it, and no other', 'errorAfterAccept', 'unknown', 'unknown'],
])('where the request is %s', async (_title, kind, ofFirst, ofSecond) => {
	service.play({ on: 'send', kind, recipient: b, times: Infinity });
	const rows = [{ to: [a] }, { to: [b] }, { to: [c], text: 'Other' }];
	const outcome = await combine(
		rows,
		{ lookUpUnknown: false },
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(outcome.rows).toMatchObject([
		{ sendOutcome: ofFirst },
		{ sendOutcome: ofSecond, error: expect.any(String) },
		{ sendOutcome: 'accepted' },
	]);
});

test.each([
	['first', 1, 7],
	['last', 7, 1],
])(
	'Max Concurrent Requests of its %s row is the lowest, and counts for the request',
	async (_title, first, last) => {
		// Delays the answers, so that requests could overlap.
		await service.start({ beforeAnswer: async () => await turns(50) });
		const rows = ['A', 'B', 'C'].flatMap((text, place) => [
			{ to: [numberOf(2 * place)], text, most: first },
			{ to: [numberOf(2 * place + 1)], text, most: last },
		]);
		await combine(rows, { maxConcurrentRequests: '={{ $json.most }}' });
		expect(requests()).toHaveLength(3);
		expect(service.inFlight.peak).toBe(1);
	},
);

const minute = 60_000;

/** Returns the schedule (epoch milliseconds) and the numbers of each request. */
const scheduled = () =>
	service.journal.map(({ body }) => ({
		at: Date.parse(String(body.schedule)),
		numbers: body.recipients as string[],
	}));

describe('schedules less than a minute apart', () => {
	/** Returns a row for each person, scheduled at this second past the hour. */
	const rowsAt = (...told: Array<[string, number]>) => {
		const hour = Math.ceil(clock.now() / (60 * minute)) * 60 * minute;
		return told.map(([to, second]) => ({
			to: [to],
			at: new Date(hour + second * 1_000).toISOString(),
		}));
	};
	const schedule = '={{ $json.at }}';

	// Each row: a person, and a second past the hour.
	test.each([
		['by one request', 100, 'a 59, b 1, b 61'],
		['of which two requests have the time of another row', 2, 'a 59, b 1, c 59, b 61'],
		['that two requests would bring together', 2, 'a 109, b 50, c 126, b 185'],
	])('nobody gets two texts %s', async (_title, recipientsPerRequest, text) => {
		const told = text.split(', ').map((row): [string, number] => {
			const [name, second] = row.split(' ');
			return [{ a, b, c }[name!]!, Number(second)];
		});
		await combine(rowsAt(...told), { schedule, recipientsPerRequest });
		const times = scheduled().flatMap(({ at, numbers }) => (numbers.includes(b) ? [at] : []));
		const [first, last] = told.flatMap(([to, second]) => (to === b ? [second] : []));
		expect(times[1]! - times[0]!).toBe((last! - first!) * 1_000);
	});

	test('whatever the schedules of a list are, nobody gets two texts within a minute', async () => {
		// Near the turn of a minute, where sharing another row's request can bring two texts together.
		const second = fc
			.tuple(fc.nat(3), fc.constantFrom(0, 1, 2, 30, 57, 58, 59))
			.map(([minutes, seconds]) => 60 * minutes + seconds);
		const row = fc.tuple(fc.constantFrom(a, a, a, b, c), second);
		const story = fc.record({
			rows: fc.array(row, { minLength: 2, maxLength: 14 }),
			most: fc.integer({ min: 1, max: 5 }),
			batch: fc.option(fc.integer({ min: 1, max: 4 })),
		});
		const tryOut = async (told: {
			rows: Array<[string, number]>;
			most: number;
			batch: number | null;
		}) => {
			await service.start();
			const batching = { batch: { batchSize: told.batch ?? -1, batchInterval: 1 } };
			const rows = rowsAt(...told.rows);
			const { rows: outputs } = await combine(
				rows,
				{ schedule, recipientsPerRequest: told.most },
				{ requestOptions: { batching } },
			);
			for (const { numbers } of scheduled()) expect(new Set(numbers).size).toBe(numbers.length);
			for (const person of [a, b, c, d]) {
				const times = scheduled().flatMap(({ at, numbers }) =>
					numbers.includes(person) ? [at] : [],
				);
				times.sort((one, other) => one - other);
				for (const [place, at] of times.entries())
					expect(at - (times[place - 1] ?? -Infinity)).toBeGreaterThanOrEqual(minute);
			}
			for (const [place, { sendOutcome }] of outputs.entries()) {
				expect(['accepted', 'alreadySent']).toContain(sendOutcome);
				const own = Date.parse(rows[place]!.at);
				// A repeated row is less than a minute from the text it repeats, which may itself have moved by as much.
				const most = sendOutcome === 'accepted' ? minute : 2 * minute;
				const [to] = rows[place]!.to;
				const near = scheduled().some(
					({ at, numbers }) => numbers.includes(to!) && Math.abs(at - own) < most,
				);
				expect(near).toBe(true);
			}
		};
		await fc.assert(fc.asyncProperty(story, tryOut), runsOf(100));
	});
});
