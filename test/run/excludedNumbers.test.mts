/**
 * Exclude Numbers: who is on the list gets nothing, however the number is written, and a list that
 * can't be read sends nothing.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sendMessage } from '../../nodes/MessagingService/operations/sendMessage.ts';
import {
	goodSend,
	hintsOf,
	itemsOf,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const send = (excludeNumbers: unknown, options: INodeParameters = {}): INodeParameters => ({
	...goodSend,
	recipients: '={{ $json.to }}',
	options: { excludeNumbers: excludeNumbers as string, ...options },
});
const rows: IDataObject[] = [
	{ to: '+254733001171' },
	{ to: '+254733001172, +254733001173' },
	{ to: '+254733001174' },
];
const reached = () => bench.sandbox.journal.flatMap(({ recipients }) => recipients).sort();
const reason = 'This number is in Exclude Numbers.';

it('leaves out the numbers of the list, and says so on each item', async () => {
	const result = await bench.run(send('00254 733 001-173; +254 (733) 001 174'), { items: rows });
	expect(reached()).toEqual(['+254733001171', '+254733001172']);
	expect(
		itemsOf(result).map(({ json, pairedItem }) => [
			json.sendOutcome,
			json.recipients,
			json.skippedRecipients,
			pairedItem,
		]),
	).toEqual([
		['accepted', ['+254733001171'], undefined, { item: 0 }],
		['accepted', ['+254733001172'], [{ recipient: '+254733001173', reason }], { item: 1 }],
		['excluded', [], [{ recipient: '+254733001174', reason }], { item: 2 }],
	]);
	expect(hintsOf(result).map(({ message }) => message)).toEqual([
		"2 numbers got nothing. The output's skippedRecipients says which, and why.",
	]);
});

it.each<[string, unknown, INodeParameters]>([
	['a list', '={{ ["+254733001173", "+254733001174"] }}', {}],
	[
		'numbers typed as numbers, by the default country',
		'={{ [254733001173, 733001174] }}',
		{ defaultCountry: 'KE' },
	],
	['a list in text', '={{ JSON.stringify(["+254733001173", "+254733001174"]) }}', {}],
	[
		'cells of which some are empty',
		'={{ ["", "+254733001173", null, "  ", "+254733001174", []] }}',
		{},
	],
	['lines', '+254733001173\n\n+254733001174\n', {}],
])('takes %s', async (_name, list, options) => {
	await bench.run(send(list, options), { items: rows });
	expect(reached()).toEqual(['+254733001171', '+254733001172']);
});

it.each<[string, unknown]>([
	['a blank field', ''],
	['an empty text', '={{ "" }}'],
	['an empty list', '={{ [] }}'],
	['an empty list as text', '={{ JSON.stringify([]) }}'],
])('%s leaves out nobody', async (_name, list) => {
	const result = await bench.run(send(list), { items: rows });
	expect([result.error, reached().length]).toEqual([undefined, 4]);
});

it.each<[string, unknown, RegExp]>([
	[
		'a column that is not there',
		'={{ $json.stop_list }}',
		/^Nothing was sent\. .*Exclude Numbers is empty where a number should be/,
	],
	[
		'a column that no row has',
		'={{ [{ a: 1 }, { a: 2 }].map((row) => row.phone) }}',
		/Exclude Numbers is empty where a number should be/,
	],
	[
		'one row without the column',
		'={{ ["+254733001173", undefined] }}',
		/Exclude Numbers is empty where a number should be/,
	],
	['null', '={{ null }}', /Exclude Numbers is empty where a number should be/],
	[
		'cells that are all empty',
		'={{ ["", null] }}',
		/Exclude Numbers is empty where a number should be/,
	],
	[
		'a column that no row has, joined by commas',
		'={{ [{ a: 1 }, { a: 2 }].map((row) => row.phone).join() }}',
		/Exclude Numbers is empty where a number should be/,
	],
	[
		'a column that no row has, as JSON',
		'={{ JSON.stringify([{ a: 1 }, { a: 2 }].map((row) => row.phone)) }}',
		/Exclude Numbers is empty where a number should be/,
	],
	[
		'a word',
		'={{ ["+254733001173", "ask at reception"] }}',
		/'ask at reception' in Exclude Numbers has no digits/,
	],
	[
		'a number without a country code',
		'0733001174',
		/'0733001174' in Exclude Numbers has no country code/,
	],
	[
		'rows in place of numbers',
		'={{ [{ phone: "+254733001173" }] }}',
		/in Exclude Numbers isn't a phone number/,
	],
	[
		'an expression that fails',
		'={{ $("Stop List").all() }}',
		/The expression in Exclude Numbers failed/,
	],
])('%s sends nothing', async (_name, list, refusal) => {
	const result = await bench.run(send(list), { items: rows });
	expect(result.error?.message).toMatch(refusal);
	expect(bench.sandbox.requests).toEqual([]);
	const goesOn = await bench.run(send(list, { invalidRecipients: 'skip' }), {
		items: rows,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(rowsOf(goesOn).map(({ sendOutcome }) => sendOutcome)).toEqual([
		'notSent',
		'notSent',
		'notSent',
	]);
	expect(bench.sandbox.requests).toEqual([]);
});

it('refuses a contact group, whose members the service texts', async () => {
	for (const list of ['+254733001173', '={{ [] }}']) {
		const result = await bench.run({ ...send(list), sendTo: 'contactGroup', contactListId: 503 });
		expect(result.error?.message).toMatch(
			/Exclude Numbers can't leave anybody out of a contact group/,
		);
	}
	expect(bench.sandbox.requests).toEqual([]);
	const blank = await bench.run({ ...send(''), sendTo: 'contactGroup', contactListId: 503 });
	expect([blank.error, bench.sandbox.journal.length]).toEqual([undefined, 1]);
});

it('makes no request where everybody is on the list', async () => {
	const result = await bench.run(
		send('={{ [1, 2, 3, 4].map((digit) => "+25473300117" + digit) }}', {
			skipAlreadySent: true,
			combineItems: true,
		}),
		{ items: rows },
	);
	expect(bench.sandbox.requests).toEqual([]);
	expect(rowsOf(result).map(({ sendOutcome, recipients }) => [sendOutcome, recipients])).toEqual([
		['excluded', []],
		['excluded', []],
		['excluded', []],
	]);
});

it('goes with Combine Items, with skipped numbers, with Dry Run, and with each item its own list', async () => {
	const combined = await bench.run(
		send('+254733001172', { combineItems: true, invalidRecipients: 'skip' }),
		{ items: [{ to: '+254733001171, none' }, rows[1]!] },
	);
	expect(bench.sentBodies).toMatchObject([{ recipients: ['+254733001171', '+254733001173'] }]);
	expect(rowsOf(combined)[1]!.skippedRecipients).toEqual([{ recipient: '+254733001172', reason }]);
	bench.reset();

	const dry = await bench.run(send('+254733001172', { dryRun: true }), { items: rows });
	expect(rowsOf(dry)[1]).toMatchObject({
		sendOutcome: 'dryRun',
		recipients: ['+254733001173'],
		request: { recipients: ['+254733001173'] },
		skippedRecipients: [{ recipient: '+254733001172', reason }],
	});
	expect(bench.sandbox.requests).toEqual([]);

	await bench.run(send('={{ $json.not }}'), {
		items: [
			{ to: '+254733001171', not: '+254733001172' },
			{ to: '+254733001172', not: '+254733001171' },
			{ to: '+254733001173', not: ['+254733001173'] },
		],
	});
	expect(reached()).toEqual(['+254733001171', '+254733001172']);
});

it('counts neither as recipients nor as segments', async () => {
	const result = await bench.run(
		send('+254733001173, +254733001174', { maxRecipients: 2, maxTotalSegments: 2 }),
		{ items: rows },
	);
	expect([result.error, reached()]).toEqual([undefined, ['+254733001171', '+254733001172']]);
});

it("is the same through n8n's routing engine", async () => {
	const result = await bench.run(send('+254733001171'), {
		items: [rows[0]!],
		packages: throughRoutingEngine,
	});
	expect([bench.sandbox.requests, rowsOf(result)[0]!.sendOutcome]).toEqual([[], 'excluded']);
});

it('reads a list that all items share once, and another one anew', () => {
	let read = 0;
	const counted = (list: string[]): string[] =>
		new Proxy(list, {
			get: (target, name) => {
				if (name === Symbol.iterator) read++;
				return Reflect.get(target, name) as unknown;
			},
		});
	const memory = new Map<string, unknown>();
	const prepare = (list: unknown, defaultCountry?: string) => {
		const given: Record<string, unknown> = {
			sendTo: 'phoneNumbers',
			'options.excludeNumbers': list,
			'options.defaultCountry': defaultCountry,
		};
		const prepared = sendMessage.prepare({
			body: {
				sender_id: 1,
				priority: 'utility',
				campaign: 'c',
				message: 'm',
				recipients: '+254733001171, +254733001172',
			},
			query: {},
			zone: 'UTC',
			now: 0,
			parameter: (path) => given[path],
			isInForm: (path) => path in given && given[path] !== undefined,
			memory,
		});
		return (prepared as { order?: { body: { recipients: string[] } } }).order?.body.recipients;
	};
	expect(prepare(counted(['+254733001171']))).toEqual(['+254733001172']);
	expect(prepare(counted(['+254733001171']))).toEqual(['+254733001172']);
	expect(read).toBe(1);
	expect(prepare(counted(['+254733001172']))).toEqual(['+254733001171']);
	expect(prepare(counted(['0733001171']), 'KE')).toEqual(['+254733001172']);
	expect(prepare(counted(['0733001171']), 'KE')).toEqual(['+254733001172']);
	expect(read).toBe(3);
	// The same digits in another country are another number.
	expect(prepare(counted(['0733001171']), 'TZ')).toEqual(['+254733001171', '+254733001172']);
	expect(read).toBe(4);
	// As JSON an empty cell and a missing column look alike.
	expect(prepare(['+254733001171', null])).toEqual(['+254733001172']);
	expect(prepare(['+254733001171', undefined])).toBeUndefined();
});
