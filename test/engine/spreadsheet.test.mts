import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { chain, node, run } from './workflows.mts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'engine-spreadsheet-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (parameters: object = {}) =>
	node('Read', 'n8n-nodes-base.readWriteFile', {
		operation: 'read',
		fileSelector: 'in.csv',
		...parameters,
	});
const extract = (options: object) =>
	node('Extract', 'n8n-nodes-base.extractFromFile', { operation: 'csv', options });
const json = (jsonOutput: string, parameters: object = { options: { dotNotation: false } }) =>
	node(
		'Fields',
		'n8n-nodes-base.set',
		{ mode: 'raw', jsonOutput, ...parameters },
		{ typeVersion: 3.4 },
	);
const convert = () =>
	node(
		'Convert',
		'n8n-nodes-base.convertToFile',
		{ operation: 'csv', binaryPropertyName: 'data', options: {} },
		{ typeVersion: 1.1 },
	);
const write = (fileName: string) =>
	node('Write', 'n8n-nodes-base.readWriteFile', {
		operation: 'write',
		fileName,
		dataPropertyName: 'data',
		options: {},
	});
const play = async (...nodes: INode[]): Promise<RunResult> =>
	await run(chain(...nodes), { workflowFolder: folder });
const put = (csv: string) => writeFileSync(join(folder, 'in.csv'), csv);

// What n8n 2.39.10 and 1.123.81 made of these rows, by the library that both write spreadsheets with.
const asN8nWrites =
	'\ufeffname,phone,empty,multi,num,f,sp,q,\n"Müller, ""Z""",+254711,,"a\nb",007,=1+1, x ,semi;colon,blankhead\nb,,,,,,,,\n,,,,,,,,';

it('write a CSV file as n8n does, byte for byte, and read it again', async () => {
	put(asN8nWrites.slice(1));
	const result = await play(
		read(),
		extract({ includeEmptyCells: true }),
		convert(),
		write('out.csv'),
	);
	expect(result.error).toBeUndefined();
	expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe(asN8nWrites);
	const rows = result.output('Extract').map((item) => item.json);
	expect(rows).toHaveLength(3);
	put(asN8nWrites);
	const again = await play(read(), extract({ includeEmptyCells: true, enableBOM: true }));
	expect(again.output('Extract').map((item) => item.json)).toEqual(rows);
	expect((await play(read(), extract({}))).output('Extract')[0]!.json).toHaveProperty('\ufeffname');
});

it("set the fields of a JSON object, of any name, in the place of the item's own or beside them", async () => {
	put('a,a.b,c[0]\n1,2,3\n');
	const object = '={{ { ...$json, "a.b": $json.a + "!", none: undefined } }}';
	expect(
		(await play(read(), extract({}), json(object))).output('Fields').map((item) => item.json),
	).toEqual([{ a: '1', 'a.b': '1!', 'c[0]': '3' }]);
	expect(
		(
			await play(
				read(),
				extract({}),
				json('={{ { d: 1 } }}', { includeOtherFields: true, options: { dotNotation: false } }),
			)
		).output('Fields')[0]!.json,
	).toEqual({ a: '1', 'a.b': '2', 'c[0]': '3', d: 1 });
	expect((await play(read(), extract({}), json('{ "d": [1] }'))).output('Fields')[0]!.json).toEqual(
		{ d: [1] },
	);
	for (const wrong of ['={{ [1] }}', '={{ "no" }}', 'no'])
		expect((await play(read(), extract({}), json(wrong))).error?.node).toBe('Fields');
	expect((await play(read(), extract({}), json(object, { options: {} }))).error?.message).toContain(
		'nested',
	);
});

it("write the file of an item that goes on, and never outside the workflow's folder", async () => {
	put('x\n1\n');
	const result = await play(read(), write('copy of in.csv'), extract({}));
	expect(readFileSync(join(folder, 'copy of in.csv'), 'utf8')).toBe('x\n1\n');
	expect(result.output('Extract').map((item) => item.json)).toEqual([{ x: '1' }]);
	expect((await play(read(), write('../stray.csv'))).error?.message).toContain(
		"outside the workflow's folder",
	);
	expect(existsSync(join(folder, '../stray.csv'))).toBe(false);
	expect((await play(read(), write('no such folder/out.csv'))).error?.node).toBe('Write');
});

it('refuse to write what is no text', async () => {
	put('x\n1\n');
	expect(
		(await play(read(), extract({}), json('={{ { x: 7 } }}'), convert())).error?.message,
	).toContain('"x"');
});
