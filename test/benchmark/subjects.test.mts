/** How the subjects inside n8n are run, and what is measured of them, each by itself. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { watched } from '../../benchmark/subjects/longest-hold.mts';
import { sharesOf } from '../../benchmark/subjects/profile.mts';
import { phoneNumber } from '../../benchmark/subjects/task.mts';
import { runNode } from '../../benchmark/subjects/workflow.mts';
import { missing } from '../../benchmark/scenarios/whole.mts';
import type { Run } from '../../benchmark/scenarios/bench.mts';
import { packageOf } from '../../workbench/engine/engine.mts';

/** A declarative node with a custom operation; what its workflow says is `operation` alone. */
function nodeWithDoor(
	send: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
): INodeType {
	const option = { name: 'SMS', value: 'sms' };
	return {
		description: {
			displayName: 'Door',
			name: 'door',
			group: ['output'],
			version: 1,
			description: '',
			defaults: { name: 'Door' },
			inputs: ['main'],
			outputs: ['main'],
			requestDefaults: { baseURL: 'http://127.0.0.1:1' },
			properties: [
				{
					displayName: 'Resource',
					name: 'resource',
					type: 'hidden',
					default: 'sms',
					options: [option],
				},
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					default: 'sendMessage',
					options: [{ name: 'Send', value: 'sendMessage' }],
					displayOptions: { show: { resource: ['sms'] } },
				},
			],
		},
		customOperations: { sms: { sendMessage: send } },
	} as unknown as INodeType;
}

const door = { type: 'doors.door', typeVersion: 1, parameters: { operation: 'sendMessage' } };

test('hidden defaults are filled in, so that n8n finds the custom operation and calls it once with all items', async () => {
	const calls: Array<{ resource: unknown; phones: unknown[] }> = [];
	const type = nodeWithDoor(async function () {
		const items = this.getInputData();
		calls.push({
			resource: this.getNode().parameters.resource,
			phones: items.map(({ json }) => json.phone),
		});
		return [items.map((_, item) => ({ json: {}, pairedItem: { item } }))];
	});
	const outcome = await runNode(
		{ kind: 'sends', items: 3 },
		{ packages: [packageOf([type], [], 'doors')], node: door },
	);
	expect(calls).toEqual([{ resource: 'sms', phones: [0, 1, 2].map(phoneNumber) }]);
	expect(outcome).toEqual({ items: 3, records: 3, paired: 3, failure: undefined });
});

test('items are paired when each input item is named by an output, however often one is', async () => {
	const type = nodeWithDoor(async () => [
		[
			{ json: {}, pairedItem: 0 },
			{ json: {}, pairedItem: { item: 0 } },
			{ json: {}, pairedItem: [{ item: 0 }, { item: 2 }] },
		],
	]);
	const outcome = await runNode(
		{ kind: 'sends', items: 3 },
		{ packages: [packageOf([type], [], 'doors')], node: door },
	);
	expect(outcome).toMatchObject({ items: 3, paired: 2 });
});

describe('the longest hold of the event loop', () => {
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['hrtime', 'nextTick', 'queueMicrotask'] }));
	afterEach(() => jest.useRealTimers());

	test('is the longest time between two ticks, the start and the end of the work among them', async () => {
		let [at, processor] = [1000, 0];
		const { result, hold } = await watched(
			async () => {
				for (const until of [6000, 11_000, 41_000, 46_000]) {
					processor += (until - at) / 2;
					at = until;
					jest.advanceTimersByTime(5);
				}
				at = 51_000;
				return 'done';
			},
			() => ({ at, processor }),
		);
		expect(result).toBe('done');
		expect(hold).toEqual({ from: 11_000, to: 41_000, processor: 15_000 });
		expect(jest.getTimerCount()).toBe(0);
	});

	test('is all of a run that never lets go of the loop', async () => {
		let at = 0;
		const { hold } = await watched(
			async () => void (at = 700_000),
			() => ({ at, processor: at }),
		);
		expect(hold).toEqual({ from: 0, to: 700_000, processor: 700_000 });
	});
});

test('a profile tells whose time it was, of all of it or of a part', () => {
	const frame = (functionName: string, url = '') => ({
		functionName,
		url,
		scriptId: '1',
		lineNumber: 0,
		columnNumber: 0,
	});
	const nodes = [
		{ id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
		{
			id: 2,
			callFrame: frame('send', 'file:///x/dist/nodes/MessagingService/MessagingService.node.js'),
			children: [5],
		},
		{ id: 3, callFrame: frame('dispatch', '/x/node_modules/axios/lib/axios.js') },
		{ id: 4, callFrame: frame('(idle)') },
		{ id: 5, callFrame: frame('map') },
	];
	const profile = {
		nodes,
		startTime: 100,
		endTime: 160,
		samples: [2, 5, 3, 4, 3],
		timeDeltas: [10, 10, 10, 10, 10],
	};
	expect(sharesOf(profile)).toEqual({ 'this package': 0.5, 'HTTP client': 0.5 });
	expect(sharesOf(profile, { from: 125, to: 155 })).toEqual({ 'HTTP client': 1 });
});

describe('a run has done its whole task', () => {
	const seen = {
		accepted: 3,
		reached: 3,
		twice: 0,
		requests: 3,
		refusedAsTooMany: 0,
		exchanges: 0,
		peakInFlight: 3,
		connections: 3,
		otherBodies: 0,
	};
	const run: Run = {
		items: 3,
		records: 3,
		paired: 3,
		milliseconds: 1,
		processorMilliseconds: 1,
		peakMegabytes: 1,
		earlier: 0,
		seen,
	};
	const sends = { kind: 'sends', items: 3 } as const;

	test('when every number was sent to once and every item has its output', () => {
		expect(missing(sends, run, 0)).toBeUndefined();
		expect(
			missing(sends, { ...run, seen: { ...seen, accepted: 1, requests: 1 } }, 0),
		).toBeUndefined();
		expect(missing({ kind: 'returnAll' }, { ...run, items: 1, records: 250 }, 250)).toBeUndefined();
	});

	test.each<[string, Partial<Run>, string]>([
		['failed', { failure: 'Too many requests' }, 'Too many requests'],
		['had a send refused', { seen: { ...seen, reached: 2 } }, '2 numbers were sent to, not 3'],
		['sent one twice', { seen: { ...seen, twice: 1 } }, '1 numbers were sent to twice, not 0'],
		[
			'sent something shorter',
			{ seen: { ...seen, otherBodies: 3 } },
			'3 sends had another body than the task says, not 0',
		],
		['lost an output', { items: 2 }, '2 items came out, not 3'],
		[
			'paired two outputs with one item',
			{ paired: 2 },
			'2 items have an output paired with them, not 3',
		],
	])('and not when it %s', (_case, change, text) => {
		expect(missing(sends, { ...run, ...change }, 0)).toBe(text);
	});

	test('and not when it read less than there is', () => {
		expect(missing({ kind: 'returnAll' }, { ...run, records: 249 }, 250)).toBe(
			'249 records came out, not 250',
		);
	});
});
