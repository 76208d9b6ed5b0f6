/**
 * n8n's package of built-in nodes weighs several hundred megabytes: stubs of those that the tests and the demo use.
 * What the examples do with the real ones is seen in a complete n8n (`npm run test:e2e`).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { packageOf } from './packages.mts';

type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;

/** A stub of the built-in node of this name. n8n drops parameters that a node doesn't declare. */
function stub(name: string, parameters: string[], execute: Execute, isTrigger = false): INodeType {
	const properties = parameters.map(
		(name): INodeProperties => ({ displayName: name, name, type: 'string', default: '' }),
	);
	return {
		description: {
			name,
			displayName: name,
			version: [1, 1.1],
			properties,
			group: [isTrigger ? 'trigger' : 'transform'],
			description: `Stub for n8n's ${name}`,
			defaults: { name },
			inputs: isTrigger ? [] : ['main'],
			outputs: ['main'],
		},
		async execute(this: IExecuteFunctions) {
			return [await execute(this)];
		},
	};
}

const nodes = [
	// A person presses Execute; the run's input is handed on, one empty item unless told.
	stub('manualTrigger', [], async (context) => context.getInputData(), true),

	stub('stickyNote', [], async () => []),

	stub('readWriteFile', ['operation', 'fileSelector', 'fileName'], async (context) => {
		const parameter = (name: string) => context.getNodeParameter(name, 0) as string;
		if (parameter('operation') === 'write') {
			await writeFile(parameter('fileName'), await context.helpers.getBinaryDataBuffer(0, 'data'));
			return context.getInputData();
		}
		const content = await readFile(parameter('fileSelector'));
		const data = await context.helpers.prepareBinaryData(content, parameter('fileSelector'));
		return [{ json: {}, binary: { data }, pairedItem: 0 }];
	}),

	// n8n reads CSV by the same library and settings.
	stub('extractFromFile', [], async (context) => {
		const content = await context.helpers.getBinaryDataBuffer(0, 'data');
		const rows = parse<IDataObject>(content, { bom: true, columns: true });
		return rows.map((json) => ({ json, pairedItem: 0 }));
	}),

	// All items become one CSV file.
	stub('convertToFile', [], async (context) => {
		const rows = context.getInputData().map(({ json }) => json);
		const columns = [...new Set(rows.flatMap(Object.keys))];
		const cellOf = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`;
		const lines = rows.map((row) => columns.map((column) => cellOf(row[column])));
		const csv = [columns.map(cellOf), ...lines].map((cells) => cells.join(',')).join('\n');
		const data = await context.helpers.prepareBinaryData(Buffer.from(csv), 'File.csv');
		return [{ json: {}, binary: { data } }];
	}),
];

export const stubs = packageOf(nodes, [], 'n8n-nodes-base');
