/** Dry Run: everything is checked and shown, and no request leaves. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
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

const dry = (options: INodeParameters = {}, parameters: INodeParameters = {}): INodeParameters => ({
	...goodSend,
	recipients: '={{ $json.to }}',
	message: '={{ $json.text }}',
	...parameters,
	options: { dryRun: true, ...options },
});
const rows: IDataObject[] = [
	{ to: '+254733001171', text: 'Bring your papers' },
	{ to: '+254733001172, +254733001173', text: 'ñ'.repeat(70) + 'ж' },
];
const body = (message: string, recipients: string[] | null, changes: object = {}) => ({
	sender_id: 102,
	priority: 'utility',
	campaign: 'reminders',
	message,
	schedule: null,
	recipients,
	contact_list_id: null,
	...changes,
});

it('shows each request as it would leave, and makes none, not even for a token', async () => {
	const result = await bench.run(dry(), { items: rows });
	expect(bench.sandbox.requests).toEqual([]);
	expect(itemsOf(result).map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[
			{
				sendOutcome: 'dryRun',
				recipients: ['+254733001171'],
				segments: 1,
				encoding: 'GSM-7',
				request: body('Bring your papers', ['+254733001171']),
			},
			{ item: 0 },
		],
		[
			{
				sendOutcome: 'dryRun',
				recipients: ['+254733001172', '+254733001173'],
				segments: 2,
				encoding: 'UCS-2',
				request: body(`${'ñ'.repeat(70)}ж`, ['+254733001172', '+254733001173']),
			},
			{ item: 1 },
		],
	]);
	expect(hintsOf(result)).toEqual([
		{
			type: 'info',
			location: 'outputPane',
			message:
				'Dry Run is on for 2 items, and nothing was sent for them. Without it, they would text 3 numbers with 5 segments in all.',
		},
	]);
});

it('shows what the run then sends, schedule and completed numbers included', async () => {
	const schedule = new Date(Date.now() + 7 * 86_400_000).toISOString();
	const parameters = dry(
		{ defaultCountry: 'KE', schedule, invalidRecipients: 'skip' },
		{ recipients: '0733 001 171, none' },
	);
	const [shown] = rowsOf(await bench.run(parameters, { items: [{ text: 'Hello' }] }));
	await bench.run(
		{ ...parameters, options: { ...(parameters.options as object), dryRun: false } },
		{ items: [{ text: 'Hello' }] },
	);
	expect(bench.sentBodies).toEqual([shown!.request]);
	expect(shown!.skippedRecipients).toEqual([{ recipient: 'none', reason: expect.any(String) }]);
});

it('shows a contact group', async () => {
	const result = await bench.run(dry({}, { sendTo: 'contactGroup', contactListId: 503 }), {
		items: [rows[0]!],
	});
	expect(bench.sandbox.requests).toEqual([]);
	expect(rowsOf(result)).toEqual([
		{
			sendOutcome: 'dryRun',
			recipients: null,
			segments: 1,
			encoding: 'GSM-7',
			request: body('Bring your papers', null, { contact_list_id: 503 }),
		},
	]);
	expect(hintsOf(result)[0]!.message).toMatch(/ it would text 1 contact group\.$/);
});

it("is the same through n8n's routing engine", async () => {
	const result = await bench.run(dry(), { items: [rows[0]!], packages: throughRoutingEngine });
	expect([bench.sandbox.requests, rowsOf(result)[0]!.sendOutcome]).toEqual([[], 'dryRun']);
});

describe('with Combine Items', () => {
	const to = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({
			to: `+2547330${String(10_000 + index)}`,
			text: 'Hello',
		}));

	it('shows each item the request that it would be sent in', async () => {
		const result = await bench.run(dry({ combineItems: true, recipientsPerRequest: 2 }), {
			items: to(3),
		});
		const numbers = to(3).map((row) => row.to as string);
		expect(
			rowsOf(result).map(({ recipients, request }) => [
				recipients,
				(request as IDataObject).recipients,
			]),
		).toEqual([
			[[numbers[0]], numbers.slice(0, 2)],
			[[numbers[1]], numbers.slice(0, 2)],
			[[numbers[2]], [numbers[2]]],
		]);
	});

	it('shows a request of more than 100 numbers once, and names the item that shows it', async () => {
		const result = await bench.run(dry({ combineItems: true, recipientsPerRequest: 500 }), {
			items: [{ to: '+254711001001', text: 'Other' }, ...to(101)],
		});
		const [, first, second, ...others] = rowsOf(result);
		expect((first!.request as IDataObject).recipients).toHaveLength(101);
		expect([second!.request, second!.requestOfItem]).toEqual([null, 1]);
		expect(others.map(({ request, requestOfItem }) => [request, requestOfItem])).toEqual(
			Array.from({ length: 99 }, () => [null, 1]),
		);
		expect(bench.sandbox.requests).toEqual([]);
	});
});

describe('with Skip Already Sent', () => {
	it('looks nothing up, and says so', async () => {
		const result = await bench.run(dry({ skipAlreadySent: true }), { items: rows });
		expect(bench.sandbox.requests).toEqual([]);
		expect(
			rowsOf(result).map(({ sendOutcome, notLookedUp }) => [sendOutcome, notLookedUp]),
		).toEqual([
			['dryRun', true],
			['dryRun', true],
		]);
		expect(hintsOf(result)[0]!.message).toMatch(
			/5 segments in all\. Skip Already Sent did not look who has the message already\.$/,
		);
	});

	it('leaves no trace: the real run after it sends', async () => {
		const own = { campaign: `after a dry run ${Date.now()}` };
		await bench.run(dry({ skipAlreadySent: true }, own), { items: rows });
		const result = await bench.run(dry({ skipAlreadySent: true, dryRun: false }, own), {
			items: rows,
		});
		expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual(['accepted', 'accepted']);
		expect(bench.sandbox.journal).toHaveLength(2);
	});
});

it.each<[string, INodeParameters, RegExp]>([
	['a number', { recipients: '+254733001171, 12' }, /'12' in Recipients has no country code/],
	['a cap', { options: { dryRun: true, maxRecipients: 2 } }, /would reach 3 numbers/],
	['the schedule', { options: { dryRun: true, schedule: '2020-01-01' } }, /in the past/],
])('checks %s as the run would', async (_name, parameters, refusal) => {
	const result = await bench.run({ ...dry(), ...parameters }, { items: rows });
	expect(result.error?.message).toMatch(refusal);
	expect(bench.sandbox.requests).toEqual([]);
});

it('of some items sends the others, and says for how many it is on', async () => {
	const result = await bench.run(dry({ dryRun: '={{ $itemIndex === 0 }}' }), { items: rows });
	expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual(['dryRun', 'accepted']);
	expect(bench.sentBodies).toEqual([
		body(String(rows[1]!.text), ['+254733001172', '+254733001173']),
	]);
	expect(hintsOf(result)[0]!.message).toBe(
		'Dry Run is on for 1 item, and nothing was sent for it. Without it, it would text 1 number with 1 segment in all.',
	);
});

it.each(['={{ $json.nowhere }}', '={{ "" }}', '={{ null }}', '={{ "true" }}', '={{ 1 }}'])(
	'an expression that gives no true or false sends nothing: %s',
	async (dryRun) => {
		const result = await bench.run(dry({ dryRun }), { items: rows });
		expect(result.error?.message).toMatch(/Dry Run is .*, but it must be on or off/);
		expect(bench.sandbox.requests).toEqual([]);
	},
);

it('shows no secret that the text quotes', async () => {
	const result = await bench.run(dry(), {
		items: [{ to: '+254733001171', text: `Your key is ${bench.sandbox.clientSecret}.` }],
	});
	expect(JSON.stringify(rowsOf(result))).not.toContain(bench.sandbox.clientSecret);
	expect((rowsOf(result)[0]!.request as IDataObject).message).toMatch(/^Your key is \*+\.$/);
});
