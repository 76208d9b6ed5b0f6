/** A cap that is in the form and can't be read: it never means that there is no cap. */
import type { INodeParameters } from 'n8n-workflow';
import { operations } from '../../nodes/MessagingService/operations/index.ts';
import {
	goodSend,
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

const rows = (...caps: unknown[]) =>
	caps.map((cap, index) => ({ phone: `+25473300117${index}`, cap, part: index % 2 }) as never);
const each: INodeParameters = { ...goodSend, recipients: '={{ $json.phone }}' };
const capped = (options: INodeParameters): INodeParameters => ({ ...each, options });

describe.each([
	['maxRecipients', 'Max Recipients', 0],
	['maxTotalSegments', 'Max Total Segments', 0],
	['recipientsPerRequest', 'Recipients per Request', 1],
	['maxSegments', 'Max Segments', 0],
])('%s', (name, label, least) => {
	const next = `Give ${label} a whole number, or remove it from Options for no limit.`;
	const combine = name === 'recipientsPerRequest' ? { combineItems: true } : {};

	test.each<[string, unknown]>([
		['of a column that is not there', '={{ $json.nowhere }}'],
		['null', '={{ null }}'],
		['a blank', '={{ " " }}'],
		['an empty field', ''],
		['a field with nothing', null],
	])('%s is empty, and nothing is sent', async (_title, value) => {
		const result = await bench.run(capped({ ...combine, [name]: value as string }), {
			items: rows(3),
		});
		expect(bench.sandbox.requests).toEqual([]);
		expect(result.error).toMatchObject({
			message: `Nothing was sent. ${label} is empty.`,
			description: next,
		});
	});

	test.each([
		'={{ NaN }}',
		'={{ 2.5 }}',
		'={{ "two" }}',
		'={{ true }}',
		'={{ [2] }}',
		'={{ -2 }}',
		'={{ 2n }}',
		'={{ Symbol("two") }}',
		'={{ $now }}',
	])('%s is no number, and nothing is sent', async (value) => {
		const result = await bench.run(capped({ ...combine, [name]: value }), {
			items: rows(3),
			packages: throughRoutingEngine,
		});
		expect(bench.sandbox.requests).toEqual([]);
		expect(`${result.error?.message} ${result.error?.description}`).toMatch(
			new RegExp(`${label} is .*, not a whole number of ${least} or more\\. ${next}$`),
		);
	});

	test('that is not in the form is none', async () => {
		const result = await bench.run(capped(combine), { items: rows(3) });
		expect([result.error, bench.sandbox.journal.length]).toEqual([undefined, 1]);
	});
});

describe.each([
	['maxRecipients', 'Max Recipients'],
	['maxTotalSegments', 'Max Total Segments'],
])('%s is a cap of the run', (name, label) => {
	const own = capped({ [name]: '={{ $json.cap }}' });
	const settings = { onError: 'continueRegularOutput' } as const;

	test.each<[string, INodeParameters, string]>([
		['that comes out empty', own, `${label} is empty.`],
		[
			'whose expression fails',
			capped({ [name]: '={{ $json.part === 1 ? $("Nowhere").item.json.cap : 7 }}' }),
			`The expression in ${label} failed: `,
		],
	])(
		'one %s refuses all items, under continue-on-fail too, and the others say which it is',
		async (_title, parameters, what) => {
			const result = await bench.run(parameters, { items: rows(7, undefined, 9), settings });
			expect(bench.sandbox.requests).toEqual([]);
			const told = rowsOf(result).map(({ error, sendOutcome }) => [error, sendOutcome]);
			const others = (item: number) => [
				`${label} of item 1 isn't valid, so no item is sent. Give ${label} of item 1 a whole number, or remove ${label} from Options. [item ${item}]`,
				'notSent',
			];
			expect(told).toEqual([others(0), [expect.stringContaining(what), 'notSent'], others(2)]);
		},
	);

	test.each<[string, unknown]>([
		['comes out empty', undefined],
		['is no number', 'many'],
	])(
		'one that %s refuses all items also where an earlier field of its item failed',
		async (_title, cap) => {
			const parameters = {
				...own,
				message: '={{ $itemIndex === 0 ? $("Nowhere").item.json.text : "Hello" }}',
			};
			const result = await bench.run(parameters, { items: rows(cap as number, 7, 9), settings });
			expect(bench.sandbox.requests).toEqual([]);
			expect(rowsOf(result).map(({ error }) => error)).toEqual([
				expect.stringMatching(/^The expression in Message /),
				...Array(2).fill(expect.stringContaining(`${label} of item 0 isn't valid`)),
			]);
		},
	);

	test('what is refused for a reason of its own keeps it', async () => {
		const result = await bench.run(
			{ ...own, recipients: '={{ $json.cap === 9 ? "nobody" : $json.phone }}' },
			{ items: rows(7, null, 9), settings },
		);
		expect(rowsOf(result)[2]!.error).toMatch(/^'nobody' in Recipients has no digits/);
		expect(bench.sandbox.requests).toEqual([]);
	});

	test('without continue-on-fail the failure stands at the item that has it, and at no other', async () => {
		const result = await bench.run(own, { items: rows(7, 8, undefined) });
		expect(result.error).toMatchObject({
			itemIndex: 2,
			message: expect.stringContaining(`Nothing was sent. [item 2] ${label} is empty`),
		});
		expect(bench.sandbox.requests).toEqual([]);
	});
});

describe('caps of a run', () => {
	test('where two of an item are wrong, both are told, and no item goes', async () => {
		const result = await bench.run(
			capped({ maxRecipients: '={{ $json.cap }}', maxTotalSegments: '={{ $json.cap }}' }),
			{ items: rows(7, undefined), settings: { onError: 'continueRegularOutput' } },
		);
		expect(rowsOf(result).map(({ error }) => error)).toEqual([
			expect.stringMatching(/^Max Recipients of item 1/),
			expect.stringMatching(/Max Recipients is empty\..*Max Total Segments is empty/),
		]);
		expect(bench.sandbox.requests).toEqual([]);
	});

	test.each(['recipientsPerRequest', 'maxSegments'])(
		'%s is one of the item: the others go',
		async (name) => {
			const result = await bench.run(capped({ combineItems: true, [name]: '={{ $json.cap }}' }), {
				items: rows(7, undefined, 9),
				settings: { onError: 'continueRegularOutput' },
			});
			expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual([
				'accepted',
				'notSent',
				'accepted',
			]);
		},
	);

	test('its operation says so by a label that it has', () => {
		for (const { capsOfRun = [], fields } of operations) {
			const labels = fields.flatMap(({ options = [] }) =>
				options.map((option) => ('displayName' in option ? option.displayName : '')),
			);
			expect(labels).toEqual(expect.arrayContaining(capsOfRun.map(({ label }) => label)));
		}
		expect(operations[0]!.capsOfRun).toEqual([
			{ path: 'options.maxRecipients', label: 'Max Recipients' },
			{ path: 'options.maxTotalSegments', label: 'Max Total Segments' },
		]);
	});
});
