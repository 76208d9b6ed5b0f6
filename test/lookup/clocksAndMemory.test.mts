/**
 * What random schedules found: an unclear send, or an old one, at the edge of what the clocks and
 * the process's memory tell.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, rowsOf, senderId } from '../workbench.mts';
import { clock } from '../clock/virtualClock.mts';
import { endEnvironment, startEnvironment, type Environment } from './environment.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualPause.mts'),
);
jest.mock('../../nodes/MessagingService/http/attempt.ts', () =>
	jest.requireActual('../clock/virtualAttempt.mts'),
);

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const began = Date.parse('2033-09-02T07:15:20.730Z');
const ann = '+254712000001';
const bob = '+254712000002';
const text = { to: [ann], text: 'Kesho saa tatu', campaign: 'miadi', priority: 'utility' };

afterAll(endEnvironment);

async function environmentWith(options: SandboxOptions): Promise<Environment> {
	return await startEnvironment(began, { work: 3, out: 20, back: 30 }, options);
}

async function run(
	environment: Environment,
	numbers: string[],
	options: INodeParameters,
	requestOptions: INodeParameters = {},
): Promise<IDataObject[]> {
	const { text: message, campaign, priority } = text;
	const parameters = {
		...goodSend,
		message,
		campaign,
		priority,
		recipients: '={{ $json.to }}',
		options: { lookUpUnknown: true, maxConcurrentRequests: 1, ...options },
		requestOptions,
	};
	return rowsOf(
		await environment.bench.run(parameters, {
			items: numbers.map((to) => ({ to })),
			settings: { onError: 'continueRegularOutput' },
		}),
	);
}

function outcomesOf(rows: IDataObject[]): unknown[] {
	return rows.map(({ sendOutcome }) => sendOutcome);
}

test('an equal item that went a moment before has its own record, whatever ID its receipt named', async () => {
	const environment = await environmentWith({ readings: { messageIdType: 'uuid' } });
	environment.bench.sandbox.play({ on: 'send', kind: 'dropBefore', after: 1 });
	expect(outcomesOf(await run(environment, [ann, ann], {}))).toEqual(['accepted', 'unknown']);
});

test('an accepted item between two unclear ones has its own record, and only what is left confirms', async () => {
	const environment = await environmentWith({ readings: { messageIdType: 'uuid' } });
	environment.bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
	environment.bench.sandbox.play({ on: 'send', kind: 'dropAfter', after: 1 });
	expect(
		outcomesOf(
			await run(
				environment,
				[ann, ann, ann],
				{},
				{ batching: { batch: { batchSize: 1, batchInterval: 150 * second } } },
			),
		),
	).toEqual(['unknown', 'accepted', 'accepted']);
});

test('a receipt is known as long as the run lasts, and its record confirms no other send', async () => {
	const environment = await environmentWith({});
	environment.bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
	const rows = await run(
		environment,
		[ann, ann, ...Array.from({ length: 6 }, (_, index) => `+25471300000${index}`)],
		{},
		{ batching: { batch: { batchSize: 1, batchInterval: 150 * second } } },
	);
	expect(outcomesOf(rows)).toEqual(['unknown', ...Array.from({ length: 7 }, () => 'accepted')]);
});

test('an equal item that went from another sender ID has its own record', async () => {
	const environment = await environmentWith({});
	environment.bench.sandbox.play({ on: 'send', kind: 'dropAfter', after: 1 });
	const { text: message, campaign, priority } = text;
	const parameters = {
		...goodSend,
		senderId: senderId('={{ $json.sender }}'),
		message,
		campaign,
		priority,
		recipients: ann,
		options: { lookUpUnknown: true, maxConcurrentRequests: 1 },
	};
	const result = await environment.bench.run(parameters, {
		items: [{ sender: 102 }, { sender: 101 }],
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outcomesOf(rowsOf(result))).toEqual(['accepted', 'accepted']);
});

test('a clock that is a minute behind and writes whole seconds is within the margin', async () => {
	const environment = await environmentWith({
		dateHeader: 'off',
		clockOffset: -minute,
		readings: { recordCreatedAt: 'seconds' },
	});
	environment.bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	expect(outcomesOf(await run(environment, [ann], {}))).toEqual(['accepted']);
});

test('without a stated time a record from the future confirms nothing: an old one may look like a new one', async () => {
	const environment = await environmentWith({ dateHeader: 'off', clockOffset: hour });
	await environment.send(text, 102);
	clock.advance(20 * minute);
	environment.bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
	expect(outcomesOf(await run(environment, [ann], {}))).toEqual(['unknown']);
});

test('without a stated time an own receipt of a while ago may be what the list shows', async () => {
	const environment = await environmentWith({
		dateHeader: 'off',
		clockOffset: 4 * minute,
		readings: { messageIdType: 'uuid' },
	});
	environment.bench.sandbox.play({ on: 'send', kind: 'dropBefore', after: 1 });
	expect(
		outcomesOf(
			await run(
				environment,
				[ann, ann],
				{},
				{ batching: { batch: { batchSize: 1, batchInterval: 4 * minute } } },
			),
		),
	).toEqual(['accepted', 'unknown']);
});

test('an unclear send keeps its number from equal rows of the same run, however long that lasts', async () => {
	const environment = await environmentWith({ listingDelay: second });
	environment.bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	const rows = await run(
		environment,
		[ann, bob, ann],
		{ skipAlreadySent: true },
		{ batching: { batch: { batchSize: 1, batchInterval: 100 * second } } },
	);
	expect(environment.bench.sandbox.journal.flatMap(({ recipients }) => recipients)).toEqual([
		ann,
		bob,
	]);
	expect(outcomesOf(rows)).toEqual(['accepted', 'accepted', 'alreadySent']);
});

test("what was accepted just before a run is known as long as it lasts, although the run's look at the list came too early", async () => {
	const environment = await environmentWith({ listingDelay: 5 * second });
	await run(environment, [ann], { skipAlreadySent: true });
	const others = Array.from({ length: 9 }, (_, index) => `+25471300000${index}`);
	await run(
		environment,
		[...others, ann],
		{ skipAlreadySent: true },
		{ batching: { batch: { batchSize: 1, batchInterval: 100 * second } } },
	);
	expect(environment.bench.sandbox.journal.flatMap(({ recipients }) => recipients)).toEqual([
		ann,
		...others,
	]);
});

test('what was sent before the hours looked back is sent again, by a process that has idled since, too', async () => {
	const environment = await environmentWith({});
	expect(
		outcomesOf(await run(environment, [ann, bob], { skipAlreadySent: true, lookBackHours: 20 })),
	).toEqual(['accepted', 'accepted']);
	clock.advance(24 * hour);
	expect(
		outcomesOf(await run(environment, [ann, bob], { skipAlreadySent: true, lookBackHours: 20 })),
	).toEqual(['accepted', 'accepted']);
});
