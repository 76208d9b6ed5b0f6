import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { loadPackage, packageOf } from '../../workbench/engine/engine.mts';
import { chain, node, run } from './workflows.mts';

describe('stubs', () => {
	it('read a CSV file beside the workflow, leave empty cells out, and filter and count rows', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'engine-test-'));
		try {
			writeFileSync(join(folder, 'rows.csv'), 'name,colour\n"Müller, Zoë",red\nAnn,\nBob,red\n');
			const condition = {
				id: '1',
				leftValue: '={{ $json.name }}',
				rightValue: 'Bob',
				operator: { type: 'string', operation: 'notEquals' },
			};
			const workflow = chain(
				node('Read', 'n8n-nodes-base.readWriteFile', {
					operation: 'read',
					fileSelector: 'rows.csv',
				}),
				node('Extract', 'n8n-nodes-base.extractFromFile', { operation: 'csv' }),
				node(
					'Pick',
					'n8n-nodes-base.filter',
					{
						conditions: {
							options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
							conditions: [condition],
							combinator: 'and',
						},
					},
					{ typeVersion: 2.2 },
				),
				node(
					'Count',
					'n8n-nodes-base.summarize',
					{
						fieldsToSummarize: { values: [{ aggregation: 'count', field: 'name' }] },
						fieldsToSplitBy: 'colour',
					},
					{ typeVersion: 1.1 },
				),
			);
			const path = join(folder, 'workflow.json');
			writeFileSync(path, JSON.stringify(workflow));
			const result = await run(path);
			expect(result.error).toBeUndefined();
			expect(result.output('Extract').map(({ json }) => json)).toEqual([
				{ name: 'Müller, Zoë', colour: 'red' },
				{ name: 'Ann' },
				{ name: 'Bob', colour: 'red' },
			]);
			expect(result.output('Count').map(({ json }) => json)).toEqual([
				{ colour: 'red', count_name: 1 },
				{ colour: undefined, count_name: 1 },
			]);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('refuse a parameter, a choice or a version that they do not know, naming the node', async () => {
		const set = (parameters: object, typeVersion = 3.4) =>
			chain(node('Fields', 'n8n-nodes-base.set', parameters, { typeVersion }));
		await expect(run(set({ duplicateItem: true }))).rejects.toThrow(/"Fields".*duplicateItem/);
		await expect(run(set({ options: { stripBinary: false } }))).rejects.toThrow(
			'options.stripBinary',
		);
		await expect(
			run(
				chain(
					node('File', 'n8n-nodes-base.convertToFile', { operation: 'xlsx' }, { typeVersion: 1.1 }),
				),
			),
		).rejects.toThrow('operation = "xlsx"');
		await expect(run(set({}, 3.3))).rejects.toThrow('version 3.3');
		await expect(run(chain(node('Odd', 'n8n-nodes-base.slack', {})))).rejects.toThrow(
			'"n8n-nodes-base.slack"',
		);
	});

	it('give way to the real node where a package brings it', async () => {
		const description = {
			name: 'set',
			group: [],
			version: 9,
			inputs: ['main'],
			outputs: ['main'],
			defaults: {},
			properties: [],
		} as unknown as INodeTypeDescription;
		const real: INodeType = { description, execute: async () => [[{ json: { real: true } }]] };
		const result = await run(
			chain(node('Fields', 'n8n-nodes-base.set', { beyond: 'the subset' }, { typeVersion: 9 })),
			{ packages: [packageOf([real], [], 'n8n-nodes-base')] },
		);
		expect(result.output('Fields').map(({ json }) => json)).toEqual([{ real: true }]);
	});

	it("never read outside the workflow's folder", async () => {
		const result = await run(
			chain(node('Read', 'n8n-nodes-base.readWriteFile', { fileSelector: '../secret.csv' })),
			{ workflowFolder: tmpdir() },
		);
		expect(result.error?.message).toContain("outside the workflow's folder");
	});
});

describe('loading a built package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'engine-package-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

	it('says what is missing, from the package.json to the class', () => {
		write('package.json', JSON.stringify({ name: 'some-package' }));
		expect(() => loadPackage(folder)).toThrow('names no nodes');
		write(
			'package.json',
			JSON.stringify({
				name: 'some-package',
				n8n: { nodes: ['dist/Some.node.js'], credentials: [] },
			}),
		);
		expect(() => loadPackage(folder)).toThrow(
			'has no dist/Some.node.js yet. Build it first: npm run build.',
		);
		mkdirSync(join(folder, 'dist'));
		write('dist/Some.node.js', 'exports.Other = class {};');
		expect(() => loadPackage(folder)).toThrow('exports no class Some');
	});

	it('loads the classes that the n8n block names', () => {
		write(
			'package.json',
			JSON.stringify({
				name: 'some-package',
				n8n: { nodes: ['dist/Full.node.js'], credentials: ['dist/FullApi.credentials.js'] },
			}),
		);
		write(
			'dist/Full.node.js',
			'exports.Full = class { description = { name: "full", group: [], inputs: ["main"], outputs: ["main"], properties: [], requestDefaults: {} } };',
		);
		write(
			'dist/FullApi.credentials.js',
			'exports.FullApi = class { name = "fullApi"; properties = []; };',
		);
		const loaded = loadPackage(folder);
		expect([
			loaded.packageName,
			Object.keys(loaded.nodes),
			Object.keys(loaded.credentials),
		]).toEqual(['some-package', ['full'], ['fullApi']]);
		expect(loaded.nodes.full!.description.properties.map(({ name }) => name)).toEqual([
			'requestOptions',
		]);
	});
});
