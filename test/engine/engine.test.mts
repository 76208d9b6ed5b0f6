import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import type { IWorkflowBase } from 'n8n-workflow';
import {
	loadOptions,
	searchList,
	testCredential,
	type RunOptions,
} from '../../workbench/engine/engine.mts';
import { startPrinterService, type PrinterService } from './printer-service.mts';
import {
	chain,
	labels,
	node,
	nodeCredentials,
	packages,
	printer,
	run,
	storeOf,
} from './workflows.mts';

let service: PrinterService;

beforeEach(async () => {
	service = await startPrinterService();
});
afterEach(async () => {
	await service.stop();
});

async function print(workflow: IWorkflowBase, options: Partial<RunOptions> = {}) {
	return await run(workflow, { credentials: storeOf(service.address), ...options });
}

describe('running a declarative node', () => {
	it('sends one request per item through the routing engine and hands the answers on', async () => {
		const finished: string[] = [];
		const result = await print(chain(printer()), {
			input: labels('red', 'blue'),
			onNodeFinished: (name) => finished.push(name),
		});
		expect(result.status).toBe('success');
		expect(service.received.map(({ body }) => body.label).sort()).toEqual(['blue', 'red']);
		expect(result.output('Send').map(({ json }) => json.printed)).toEqual(['red', 'blue']);
		expect(finished).toEqual(['Start', 'Send']);
	});

	it('tries again under Retry On Fail', async () => {
		service.failures = [500];
		const result = await print(
			chain(printer({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 })),
			{ input: labels('red') },
		);
		expect(result.status).toBe('success');
		expect(service.received).toHaveLength(2);
	});

	it('obeys the request options that n8n adds to declarative nodes', async () => {
		const proxied = { requestOptions: { proxy: 'http://127.0.0.1:1' } };
		const result = await print(chain(printer({}, proxied)), {
			credentials: storeOf(service.address, { token: 'any' }),
			input: labels('red'),
		});
		expect(result.error?.message).toMatch(/refused/);
		expect(service.received).toEqual([]);
	});

	it("reports a failure with its node, and keeps it as the node's own", async () => {
		service.failures = [500];
		const result = await print(chain(printer()), { input: labels('red') });
		expect(result.status).toBe('error');
		expect(result.error?.node).toBe('Send');
		expect(result.errorOf('Send')?.message).toBe(result.error?.message);
		expect(result.output('Send')).toEqual([]);
	});

	it('sends a refused item out of the error branch', async () => {
		service.refused = ['blue'];
		const result = await print(chain(printer({ onError: 'continueErrorOutput' })), {
			input: labels('red', 'blue'),
		});
		expect(result.status).toBe('success');
		expect(result.output('Send', 0).map(({ json }) => json.printed)).toEqual(['red']);
		expect(result.output('Send', 1).map(({ json }) => Object.keys(json))).toEqual([['error']]);
	});

	it('refuses a workflow whose required parameter is empty, as n8n does, before anything runs', async () => {
		const result = await print(chain(printer({}, { label: '' })));
		expect(result.status).toBe('error');
		expect(result.run).toBeUndefined();
		expect(service.received).toEqual([]);
	});

	it('stops at once when it is cancelled', async () => {
		service.hang = true;
		const stop = new AbortController();
		const running = print(chain(printer()), { input: labels('red'), signal: stop.signal });
		while (service.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
		stop.abort();
		expect((await running).status).toBe('canceled');
	});

	it("reads times in the workflow's zone", async () => {
		const fields = node(
			'Zone',
			'n8n-nodes-base.set',
			{
				assignments: {
					assignments: [{ id: '1', name: 'zone', type: 'string', value: '={{ $now.zoneName }}' }],
				},
			},
			{ typeVersion: 3.4 },
		);
		const workflow = chain(fields);
		workflow.settings = { ...workflow.settings, timezone: 'Asia/Kathmandu' };
		expect((await print(workflow)).output('Zone')[0]?.json).toEqual({ zone: 'Asia/Kathmandu' });
	});
});

describe('credentials', () => {
	it('exchanges a missing token, stores it and uses the stored one in the next run', async () => {
		const credentials = storeOf(service.address);
		await print(chain(printer()), { credentials, input: labels('red') });
		expect(credentials.get('one').token).toBe('token 1');
		await print(chain(printer()), { credentials, input: labels('blue') });
		expect([service.tokens, credentials.writes]).toEqual([1, 1]);
		expect(service.received.map(({ authorization }) => authorization)).toEqual([
			'Bearer token 1',
			'Bearer token 1',
		]);
	});

	it('renews a rejected token once and repeats the request', async () => {
		const credentials = storeOf(service.address);
		await print(chain(printer()), { credentials, input: labels('red') });
		service.expire();
		const result = await print(chain(printer()), { credentials, input: labels('blue') });
		expect(result.status).toBe('success');
		expect(credentials.get('one').token).toBe('token 2');
		expect([service.tokens, credentials.writes, service.received.length]).toEqual([2, 2, 3]);
	});

	it("finds a credential by its name when the workflow carries another installation's id", async () => {
		const elsewhere = { printerApi: { id: 'unknown here', name: 'Printers' } };
		expect(
			(await print(chain(printer({ credentials: elsewhere })), { input: labels('red') })).status,
		).toBe('success');
		const stranger = { printerApi: { id: 'unknown here', name: 'Other' } };
		const refused = await print(chain(printer({ credentials: stranger })), {
			input: labels('red'),
		});
		expect(refused.error?.message).toContain('"Other"');
	});

	it('tests a credential by its test request, with a fresh token', async () => {
		const credentials = storeOf(service.address, { token: 'stale' });
		expect(await testCredential(packages, credentials, 'one')).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		expect(service.received.map(({ path }) => path)).toEqual(['/ping']);
		const wrong = await testCredential(
			packages,
			storeOf(service.address, { key: 'wrong key' }),
			'one',
		);
		expect(wrong.status).toBe('Error');
	});
});

describe('lists in the editor', () => {
	it('runs loadOptions and listSearch methods with what was entered', async () => {
		const request = {
			packages,
			credentials: storeOf(service.address),
			nodeType: 'test.printer',
			nodeCredentials,
		};
		expect(
			await loadOptions({ ...request, method: 'getSizes', parameters: { label: 'red' } }),
		).toEqual([{ name: 'none for red', value: 1 }]);
		expect(await searchList({ ...request, method: 'findShelves' }, 'top', '2')).toEqual({
			results: [{ name: 'top on page 2', value: 1 }],
			paginationToken: 'next',
		});
		await expect(loadOptions({ ...request, method: 'none' })).rejects.toThrow(
			'no loadOptions method "none"',
		);
	});
});

it('leaves the home folder alone', async () => {
	const before = readdirSync(homedir());
	await print(chain(printer()), { input: labels('red') });
	expect(readdirSync(homedir())).toEqual(before);
});
