import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IConnections, INode, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import { CredentialStore, loadOptions, loadPackage, packageOf, runWorkflow, searchList, testCredential, type RunOptions } from '../../workbench/engine/engine.mts';
import { Parcel, ParcelApi, startParcelService, type ParcelService } from './parcel-service.mts';

const packages = [packageOf([new Parcel()], [new ParcelApi()], 'test')];
const nodeCredentials = { parcelApi: { id: 'one', name: 'Parcels' } };
let service: ParcelService;

beforeEach(async () => { service = await startParcelService(); });
afterEach(async () => { await service.stop(); });

function storeOf(data: object = {}): CredentialStore {
	return new CredentialStore({ one: { name: 'Parcels', type: 'parcelApi', data: { address: service.address, key: 'right key', ...data } as never } });
}

function node(name: string, type: string, parameters: object, more: Partial<INode> = {}): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: parameters as never, ...more };
}

/** A workflow of one chain: a manual trigger, then the given nodes. */
function chain(...nodes: INode[]): IWorkflowBase {
	const all = [node('Start', 'n8n-nodes-base.manualTrigger', {}), ...nodes];
	const connections: IConnections = {};
	all.slice(0, -1).forEach(({ name }, index) => {
		connections[name] = { main: [[{ node: all[index + 1]!.name, type: 'main', index: 0 }]] };
	});
	return { id: 'w', name: 'w', active: false, nodes: all, connections, settings: { executionOrder: 'v1' } } as unknown as IWorkflowBase;
}

const parcel = (more: Partial<INode> = {}, parameters: object = {}) =>
	node('Send', 'test.parcel', { label: '={{ $json.label }}', ...parameters }, { credentials: nodeCredentials, ...more });

const labels = (...names: string[]): INodeExecutionData[] => names.map((label) => ({ json: { label } }));

async function run(workflow: IWorkflowBase | string, options: Partial<RunOptions> = {}) {
	return await runWorkflow(workflow, { packages, credentials: storeOf(), ...options });
}

describe('running a declarative node', () => {
	it('sends one request per item through the routing engine and hands the answers on', async () => {
		const finished: string[] = [];
		const result = await run(chain(parcel()), { input: labels('red', 'blue'), onNodeFinished: (name) => finished.push(name) });
		expect(result.status).toBe('success');
		expect(service.received.map(({ body }) => body.label).sort()).toEqual(['blue', 'red']);
		expect(result.output('Send').map(({ json }) => json.parcel)).toEqual(['red', 'blue']);
		expect(finished).toEqual(['Start', 'Send']);
	});

	it('tries again under Retry On Fail', async () => {
		service.failures = [500];
		const result = await run(chain(parcel({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 })), { input: labels('red') });
		expect(result.status).toBe('success');
		expect(service.received).toHaveLength(2);
	});

	it('obeys the request options that n8n adds to declarative nodes', async () => {
		const proxied = { requestOptions: { proxy: 'http://127.0.0.1:1' } };
		const result = await run(chain(parcel({}, proxied)), { credentials: storeOf({ token: 'any' }), input: labels('red') });
		expect(result.error?.message).toMatch(/refused/);
		expect(service.received).toEqual([]);
	});

	it('reports a failure with its node, and keeps it as the node\'s own', async () => {
		service.failures = [500];
		const result = await run(chain(parcel()), { input: labels('red') });
		expect(result.status).toBe('error');
		expect(result.error?.node).toBe('Send');
		expect(result.errorOf('Send')?.message).toBe(result.error?.message);
		expect(result.output('Send')).toEqual([]);
	});

	it('sends a refused item out of the error branch', async () => {
		service.refused = ['blue'];
		const result = await run(chain(parcel({ onError: 'continueErrorOutput' })), { input: labels('red', 'blue') });
		expect(result.status).toBe('success');
		expect(result.output('Send', 0).map(({ json }) => json.parcel)).toEqual(['red']);
		expect(result.output('Send', 1).map(({ json }) => Object.keys(json))).toEqual([['error']]);
	});

	it('refuses a workflow whose required parameter is empty, as n8n does, before anything runs', async () => {
		const result = await run(chain(parcel({}, { label: '' })));
		expect(result.status).toBe('error');
		expect(result.run).toBeUndefined();
		expect(service.received).toEqual([]);
	});

	it('stops at once when it is cancelled', async () => {
		service.hang = true;
		const stop = new AbortController();
		const running = run(chain(parcel()), { input: labels('red'), signal: stop.signal });
		while (service.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
		stop.abort();
		expect((await running).status).toBe('canceled');
	});

	it('reads times in the workflow\'s zone', async () => {
		const fields = node('Zone', 'n8n-nodes-base.set', { assignments: { assignments: [{ id: '1', name: 'zone', type: 'string', value: '={{ $now.zoneName }}' }] } }, { typeVersion: 3.4 });
		const workflow = chain(fields);
		workflow.settings = { ...workflow.settings, timezone: 'Asia/Kathmandu' };
		expect((await run(workflow)).output('Zone')[0]?.json).toEqual({ zone: 'Asia/Kathmandu' });
	});
});

describe('credentials', () => {
	it('exchanges a missing token, stores it and uses the stored one in the next run', async () => {
		const credentials = storeOf();
		await run(chain(parcel()), { credentials, input: labels('red') });
		expect(credentials.get('one').token).toBe('token 1');
		await run(chain(parcel()), { credentials, input: labels('blue') });
		expect([service.tokens, credentials.writes]).toEqual([1, 1]);
		expect(service.received.map(({ authorization }) => authorization)).toEqual(['Bearer token 1', 'Bearer token 1']);
	});

	it('renews a rejected token once and repeats the request', async () => {
		const credentials = storeOf();
		await run(chain(parcel()), { credentials, input: labels('red') });
		service.expire();
		const result = await run(chain(parcel()), { credentials, input: labels('blue') });
		expect(result.status).toBe('success');
		expect(credentials.get('one').token).toBe('token 2');
		expect([service.tokens, credentials.writes, service.received.length]).toEqual([2, 2, 3]);
	});

	it('finds a credential by its name when the workflow carries another installation\'s id', async () => {
		const elsewhere = { parcelApi: { id: 'unknown here', name: 'Parcels' } };
		expect((await run(chain(parcel({ credentials: elsewhere })), { input: labels('red') })).status).toBe('success');
		const stranger = { parcelApi: { id: 'unknown here', name: 'Other' } };
		const refused = await run(chain(parcel({ credentials: stranger })), { input: labels('red') });
		expect(refused.error?.message).toContain('"Other"');
	});

	it('tests a credential by its test request, with a fresh token', async () => {
		const credentials = storeOf({ token: 'stale' });
		expect(await testCredential(packages, credentials, 'one')).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(service.received.map(({ path }) => path)).toEqual(['/ping']);
		const wrong = await testCredential(packages, storeOf({ key: 'wrong key' }), 'one');
		expect(wrong.status).toBe('Error');
	});
});

describe('lists in the editor', () => {
	it('runs loadOptions and listSearch methods with what was entered', async () => {
		const request = { packages, credentials: storeOf(), nodeType: 'test.parcel', nodeCredentials };
		expect(await loadOptions({ ...request, method: 'getSizes', parameters: { label: 'red' } })).toEqual([{ name: 'none for red', value: 1 }]);
		expect(await searchList({ ...request, method: 'findShelves' }, 'top', '2'))
			.toEqual({ results: [{ name: 'top on page 2', value: 1 }], paginationToken: 'next' });
		await expect(loadOptions({ ...request, method: 'none' })).rejects.toThrow('no loadOptions method "none"');
	});
});

describe('stand-ins', () => {
	it('read a CSV file beside the workflow, leave empty cells out, and filter and count rows', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'engine-test-'));
		try {
			writeFileSync(join(folder, 'rows.csv'), 'name,colour\n"Müller, Zoë",red\nAnn,\nBob,red\n');
			const condition = { id: '1', leftValue: '={{ $json.name }}', rightValue: 'Bob', operator: { type: 'string', operation: 'notEquals' } };
			const workflow = chain(
				node('Read', 'n8n-nodes-base.readWriteFile', { operation: 'read', fileSelector: 'rows.csv' }),
				node('Extract', 'n8n-nodes-base.extractFromFile', { operation: 'csv' }),
				node('Pick', 'n8n-nodes-base.filter', { conditions: { options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 }, conditions: [condition], combinator: 'and' } }, { typeVersion: 2.2 }),
				node('Count', 'n8n-nodes-base.summarize', { fieldsToSummarize: { values: [{ aggregation: 'count', field: 'name' }] }, fieldsToSplitBy: 'colour' }, { typeVersion: 1.1 }),
			);
			const path = join(folder, 'workflow.json');
			writeFileSync(path, JSON.stringify(workflow));
			const result = await run(path);
			expect(result.error).toBeUndefined();
			expect(result.output('Extract').map(({ json }) => json)).toEqual([{ name: 'Müller, Zoë', colour: 'red' }, { name: 'Ann' }, { name: 'Bob', colour: 'red' }]);
			expect(result.output('Count').map(({ json }) => json)).toEqual([{ colour: 'red', count_name: 1 }, { colour: undefined, count_name: 1 }]);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('refuse a parameter, a choice or a version that they do not know, naming the node', async () => {
		const set = (parameters: object, typeVersion = 3.4) => chain(node('Fields', 'n8n-nodes-base.set', parameters, { typeVersion }));
		await expect(run(set({ duplicateItem: true }))).rejects.toThrow(/"Fields".*duplicateItem/);
		await expect(run(set({ options: { dotNotation: false } }))).rejects.toThrow('options.dotNotation');
		await expect(run(set({ mode: 'raw' }))).rejects.toThrow('mode = "raw"');
		await expect(run(set({}, 3.3))).rejects.toThrow('version 3.3');
		await expect(run(chain(node('Odd', 'n8n-nodes-base.slack', {})))).rejects.toThrow('"n8n-nodes-base.slack"');
	});

	it('never read outside the workflow\'s folder', async () => {
		const result = await run(chain(node('Read', 'n8n-nodes-base.readWriteFile', { fileSelector: '../secret.csv' })), { workflowFolder: tmpdir() });
		expect(result.error?.message).toContain('outside the workflow\'s folder');
	});
});

describe('loading a built package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'engine-package-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

	it('says what is missing, from the package.json to the class', () => {
		write('package.json', JSON.stringify({ name: 'some-package' }));
		expect(() => loadPackage(folder)).toThrow('names no nodes');
		write('package.json', JSON.stringify({ name: 'some-package', n8n: { nodes: ['dist/Some.node.js'], credentials: [] } }));
		expect(() => loadPackage(folder)).toThrow('has no dist/Some.node.js yet. Build it first: npm run build.');
		mkdirSync(join(folder, 'dist'));
		write('dist/Some.node.js', 'exports.Other = class {};');
		expect(() => loadPackage(folder)).toThrow('exports no class Some');
	});

	it('loads the classes that the n8n block names', () => {
		write('package.json', JSON.stringify({ name: 'some-package', n8n: { nodes: ['dist/Full.node.js'], credentials: ['dist/FullApi.credentials.js'] } }));
		write('dist/Full.node.js', 'exports.Full = class { description = { name: "full", group: [], inputs: ["main"], outputs: ["main"], properties: [], requestDefaults: {} } };');
		write('dist/FullApi.credentials.js', 'exports.FullApi = class { name = "fullApi"; properties = []; };');
		const loaded = loadPackage(folder);
		expect([loaded.packageName, Object.keys(loaded.nodes), Object.keys(loaded.credentials)]).toEqual(['some-package', ['full'], ['fullApi']]);
		expect(loaded.nodes.full!.description.properties.map(({ name }) => name)).toEqual(['requestOptions']);
	});
});

it('leaves the home folder alone', async () => {
	const before = readdirSync(homedir());
	await run(chain(parcel()), { input: labels('red') });
	expect(readdirSync(homedir())).toEqual(before);
});
