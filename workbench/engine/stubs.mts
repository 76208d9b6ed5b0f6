/**
 * Stubs of the built-in nodes that the tests and the demo use: n8n's own package weighs several hundred megabytes.
 * `npm run test:e2e` runs the examples with the real nodes, in a complete n8n.
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

/** Builds a stub of a built-in node. Declares `parameters`, since n8n drops those that a node doesn't declare. */
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
	// Passes on the run's input: one empty item by default, as after a click on Execute.
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

	// n8n parses CSV with the same library and settings.
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
