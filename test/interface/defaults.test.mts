/** That nothing is chosen for anybody who chose nothing. What each field begins with: parameters.md. */
import type { INodeParameters } from 'n8n-workflow';
import { runWorkflow } from '../../workbench/engine/engine.mts';
import {
	goodSend,
	messagingService,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	workflowOf,
	type Workbench,
} from '../workbench.mts';
import { fields } from './panelTexts.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const withoutCampaign = Object.fromEntries(
	Object.entries(goodSend).filter(([name]) => name !== 'campaign'),
);

/** Runs a send in a workflow of this name. */
async function sendIn(name: string, parameters: INodeParameters, isTool: boolean) {
	return await runWorkflow(
		{
			...workflowOf({
				...parameters,
				options: { lookUpUnknown: false, ...(parameters.options as object) },
			}),
			name,
		},
		{
			packages: isTool ? throughRoutingEngine : [messagingService],
			credentials: bench.credentials,
			input: [{ json: {} }],
		},
	);
}

describe.each([
	['by the node', false],
	["through n8n's routing engine", true],
])('%s', (_title, isTool) => {
	it.each([
		['Gutter cleaning 2027', 'Gutter cleaning 2027'],
		['  Ebb & flood — Ñandú ', 'Ebb & flood — Ñandú'],
	])('a campaign that nobody set is the name of the workflow: %p', async (name, campaign) => {
		const result = await sendIn(name, withoutCampaign, isTool);
		expect(result.error).toBeUndefined();
		expect(
			bench.sandbox.journal.map(({ body }) => (body as { campaign: string }).campaign),
		).toEqual([campaign]);
	});

	it.each(['', ' \t'])(
		'a workflow without a name (%p) is refused in words, and nothing is sent',
		async (name) => {
			const result = await sendIn(name, withoutCampaign, isTool);
			expect([result.error?.message, result.error?.description]).toEqual([
				expect.stringContaining('Campaign is empty.'),
				expect.stringContaining('Fill in Campaign'),
			]);
			expect(bench.sandbox.requests).toEqual([]);
		},
	);

	it('a campaign that is set is used, whatever the workflow is called', async () => {
		await sendIn('Gutter cleaning 2027', { ...goodSend, campaign: 'leaf-fall' }, isTool);
		expect(
			bench.sandbox.journal.map(({ body }) => (body as { campaign: string }).campaign),
		).toEqual(['leaf-fall']);
	});

	it.each([
		['left as it begins', ''],
		['of blanks', '  '],
		['of nothing', '={{ null }}'],
		['that is missing', '={{ $json.country }}'],
	])(
		'a Default Country %s completes no number, not even one that is valid in Kenya',
		async (_value, defaultCountry) => {
			const result = await sendIn(
				'Test',
				{ ...goodSend, recipients: '0722 000 417', options: { defaultCountry } },
				isTool,
			);
			expect(result.error?.message).toContain("'0722 000 417' in Recipients has no country code.");
			expect(result.error?.description).toContain('choose a Default Country in Options');
			expect(bench.sandbox.requests).toEqual([]);
		},
	);

	it('a Default Country that was never added completes none either, and one that is chosen does', async () => {
		expect(
			(await sendIn('Test', { ...goodSend, recipients: '0722 000 417' }, isTool)).error?.message,
		).toContain('has no country code');
		const result = await sendIn(
			'Test',
			{ ...goodSend, recipients: '0722 000 417', options: { defaultCountry: 'UG' } },
			isTool,
		);
		expect(result.error ?? rowsOf(result)[0]?.recipients).toEqual(['+256722000417']);
	});

	it.each([
		['a list', '={{ ["KE"] }}', 'A list'],
		['a number', '={{ 254 }}', "'254'"],
		['yes', '={{ true }}', "'true'"],
	])(
		'a Default Country that is %s is refused with what it may be',
		async (_kind, defaultCountry, shown) => {
			const result = await sendIn('Test', { ...goodSend, options: { defaultCountry } }, isTool);
			expect(result.error?.message).toContain(`${shown} isn't a valid Default Country.`);
			expect(result.error?.description).toContain(
				'Choose a Default Country from the list, or give a two-letter code',
			);
		},
	);
});

it('gives both queries the standard words for Return All and Limit', () => {
	for (const operation of ['queryMessages', 'querySenders']) {
		const of = (name: string) => fields.find(({ place }) => place === `node ${operation} ${name}`);
		expect(of('limit')?.description).toBe('Max number of results to return');
		expect(of('returnAll')?.description).toBe(
			'Whether to return all results or only up to a given limit',
		);
	}
});

it('says of each kind of status whose it is', () => {
	const of = (operation: string) =>
		fields.find(({ place }) => place === `node ${operation} filters.status`)?.description;
	expect(of('queryMessages')).toMatch(
		/^Only messages with this status\. The list has the statuses of sender IDs; the service may number those of messages differently\. Choose from the list/,
	);
	expect(of('querySenders')).toMatch(/^Only sender IDs with this status\. Choose from the list/);
});

it('says in Priority and in Category what the other one is called, and has the same choices in both', () => {
	const [priority, ...categories] = [
		'node sendMessage priority',
		'node queryMessages filters.category',
		'trigger filters.category',
	].map((place) => fields.find((field) => field.place === place)!);
	expect(priority!.description).toContain('Query Messages calls it Category');
	for (const category of categories) {
		expect(category.description).toContain('Send Message calls it Priority');
		expect(category.options).toEqual(priority!.options);
	}
});
