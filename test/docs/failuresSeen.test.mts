/**
 * The sentences of docs/troubleshooting.md are those that people see, on n8n's engine: with the
 * page's own values each run says them word for word.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from '../../workbench/sandbox/faults.mts';
import { selfSigned } from '../../workbench/sandbox/selfSigned.mts';
import { startStubService } from '../stubService.mts';
import {
	goodSend,
	nodeName,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';
import { failureCases, notMet, type FailureCase } from './failureCases.mts';
import { failureRows, pollRows, type FailureRow } from './failureRows.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
// A service each: a process hands its newest token on, and keeps to a pause that the service asked for.
beforeEach(async () => {
	bench = await startWorkbench({ pastMessages: 12 });
});
afterEach(async () => await bench.sandbox.stop().catch(() => undefined));

/** What a row of the page says, with any time in the place of the made-up one. */
function inWords({ what, next }: FailureRow): RegExp[] {
	return [what, next].map(
		(text) =>
			new RegExp(
				text
					.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
					.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'),
			),
	);
}

const rowOf = (id: string): FailureRow => failureRows.find((row) => row.id === id)!;

/** All that a person reads of a run. */
async function told({
	parameters,
	setup = {},
	credential = {},
	fault,
	answer,
	token,
}: FailureCase): Promise<string> {
	const stub =
		(answer ?? token)
			? await startStubService(
					() => answer ?? { body: {} },
					token ? { answerToken: () => token } : {},
				)
			: undefined;
	if (fault) bench.sandbox.play(fault);
	const credentials = bench.store({ ...(stub ? { baseUrl: stub.baseUrl } : {}), ...credential });
	const result = await bench.run(parameters, { zone: 'Africa/Nairobi', credentials, ...setup });
	await stub?.stop();
	return [
		result.error?.message,
		result.error?.description,
		...rowsOf(result).map(({ error }) => error),
	]
		.filter(Boolean)
		.join('\n');
}

/** Met by a test of its own. */
const others = [
	'tokenUntrusted',
	'untrusted',
	'severalItems',
	'canceled',
	'sendCanceled',
	'sendCanceledUnderWay',
	'credentialTest400',
	'credentialTest401',
	'credentialTest404',
	'credentialTest429',
	'noSenders',
	'noSenderFound',
	'sendersWithoutId',
	'statusesOfWrongType',
];

test('every failure of the page is met here, but for some', () => {
	expect([...Object.keys(failureCases), ...others, ...notMet].sort()).toEqual(
		failureRows.map(({ id }) => id).sort(),
	);
});

test.each(Object.entries(failureCases))('%s', async (id, given) => {
	const text = await told(given);
	for (const words of inWords(rowOf(id))) expect(text).toMatch(words);
});

test.each(['tokenUntrusted', 'untrusted'])('%s', async (id) => {
	const stub = await startStubService(() => ({ body: {} }), { tls: selfSigned });
	const text = await told({
		parameters: goodSend,
		credential: { baseUrl: stub.baseUrl, ...(id === 'untrusted' ? { accessToken: 'kept' } : {}) },
	});
	await stub.stop();
	for (const words of inWords(rowOf(id))) expect(text).toMatch(words);
});

test('severalItems, where n8n gives the node its items one by one', async () => {
	const text = await told({
		parameters: goodSend,
		setup: { items: [{}, {}], packages: throughRoutingEngine },
	});
	for (const words of inWords(rowOf('severalItems'))) expect(text).toMatch(words);
});

test.each<[string, Operation, INodeParameters]>([
	['canceled', 'messages', { operation: 'queryMessages' }],
	['sendCanceledUnderWay', 'send', goodSend],
	['sendCanceled', 'token', goodSend],
])('%s', async (id, on, parameters) => {
	bench.sandbox.play({ on, kind: 'hang' });
	const stop = new AbortController();
	const running = bench.run(parameters, { zone: 'Africa/Nairobi', signal: stop.signal });
	while (!bench.sandbox.requests.some(({ operation }) => operation === on))
		await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	const failure = (await running).errorOf(nodeName);
	for (const words of inWords(rowOf(id)))
		expect(`${failure?.message} ${failure?.description}`).toMatch(words);
});

test('statusesOfWrongType', async () => {
	const workflow = bench.polled({ options: { statuses: '={{ ({ of: "clinic" }) }}' } });
	await expect(workflow.activate()).rejects.toThrow(rowOf('statusesOfWrongType').what);
	expect((workflow.polls[0]!.error as Error & { description: string }).description).toBe(
		rowOf('statusesOfWrongType').next,
	);
});

describe("the credential's test", () => {
	test.each([
		[400, 500],
		[401, 403],
		[404, 404],
		[429, 429],
	])('credentialTest%i', async (name, status) => {
		const stub = await startStubService(() => ({ status, body: {} }));
		bench.credentials = bench.store({ baseUrl: stub.baseUrl });
		const { message } = await bench.testCredential();
		await stub.stop();
		const { what, next } = rowOf(`credentialTest${name}`);
		expect(message).toBe(`${what} ${next}`);
	});
});

describe('the sender list', () => {
	test.each<[string, object[], string]>([
		['noSenders', [], ''],
		['noSenderFound', [], 'CLINIC'],
		['sendersWithoutId', [{ name: 'CLINIC' }], ''],
	])('%s', async (id, data, search) => {
		const stub = await startStubService(() => ({ body: { responsecode: 200, data: { data } } }));
		bench.credentials = bench.store({ baseUrl: stub.baseUrl });
		const { results } = await bench.searchSenders(search);
		await stub.stop();
		expect(results).toEqual([{ name: `${rowOf(id).what} ${rowOf(id).next}`, value: '' }]);
	});
});

test.each(['rateLimitedWithWait', 'serverError', 'refused'])('after a poll: %s', async (id) => {
	const { answer } = failureCases[id]!;
	let isDown = false;
	const stub = await startStubService(() =>
		isDown ? answer! : { body: { responsecode: 200, data: { data: [] } } },
	);
	const workflow = bench.polled({}, { credentials: bench.store({ baseUrl: stub.baseUrl }) });
	await workflow.activate();
	isDown = true;
	const { error } = await workflow.poll();
	await stub.stop();
	const { what, next } = pollRows.find((row) => row.id === id)!;
	expect([error?.message, (error as Error & { description: string }).description]).toEqual([
		what,
		`${next} No change is lost: the next poll that succeeds tells what changed meanwhile.`,
	]);
});
