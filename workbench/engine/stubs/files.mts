/** Stubs for the nodes that read and write CSV files. */
import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { choice, optional, pairedWithAll, parameter, refuse, stub } from './stub.mts';

/** @param folder the only one that files are read from and written to; without it none are */
export const files = (folder?: string): INodeType[] => [
	// One file an item.
	stub(
		'readWriteFile',
		1.1,
		[
			choice('operation', 'read', ['read', 'write']),
			parameter('fileSelector', 'string', ''),
			parameter('fileName', 'string', ''),
			parameter('dataPropertyName', 'string', 'data'),
			optional(),
		],
		async (context) => {
			const isWriting = context.getNodeParameter('operation', 0) === 'write';
			const parameterName = isWriting ? 'fileName' : 'fileSelector';
			const one = async (given: INodeExecutionData, item: number) => {
				const name = context.getNodeParameter(parameterName, item) as string;
				const path = insideFolder(context, name, folder);
				if (!isWriting) return { ...(await fileOf(context, path)), pairedItem: { item } };
				const field = context.getNodeParameter('dataPropertyName', item) as string;
				// Like n8n, it empties the file and then fills it: a failure in between leaves half a file.
				await writeFile(path, await context.helpers.getBinaryDataBuffer(item, field));
				return { ...given, json: { ...given.json, fileName: name }, pairedItem: { item } };
			};
			return [await Promise.all(context.getInputData().map(one))];
		},
	),

	// With a CSV file, which n8n reads by the same library and settings.
	stub(
		'extractFromFile',
		1.1,
		[
			choice('operation', 'csv', ['csv']),
			parameter('binaryPropertyName', 'string', 'data'),
			optional(choice('enableBOM', false, [true]), choice('includeEmptyCells', false, [true])),
		],
		async (context) => {
			const one = async (_: INodeExecutionData, item: number) => {
				const field = context.getNodeParameter('binaryPropertyName', item) as string;
				const content = await context.helpers.getBinaryDataBuffer(item, field);
				const rows = parse(content, { bom: true, columns: true, skip_empty_lines: true });
				return rows.map((json) => ({ json: json as IDataObject, pairedItem: { item } }));
			};
			return [(await Promise.all(context.getInputData().map(one))).flat()];
		},
	),

	// Into a CSV file: all items become one file, as n8n's spreadsheet library writes it.
	stub(
		'convertToFile',
		1.1,
		[
			choice('operation', 'csv', ['csv']),
			parameter('binaryPropertyName', 'string', 'data'),
			optional(),
		],
		async (context) => {
			const items = context.getInputData();
			const rows = items.map(({ json }) => flat(json));
			const columns = [...new Set(rows.flatMap(Object.keys))];
			const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
			// How fractions, dates and truth values are written is left to the real node.
			if (cells.flat().some((cell) => typeof cell !== 'string' && !Number.isInteger(cell)))
				refuse(context, 'The stub writes texts and whole numbers only.');
			const quoted = (cell: unknown) => {
				const text = String(cell);
				return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
			};
			const lines = [columns, ...cells].map((row) => row.map(quoted).join(','));
			// It begins with a byte order mark, and its last line has no end.
			const csv = Buffer.from(`\ufeff${lines.join('\n')}`);
			const field = context.getNodeParameter('binaryPropertyName', 0) as string;
			const data = await context.helpers.prepareBinaryData(csv, 'File.csv');
			return [[{ json: {}, binary: { [field]: data }, pairedItem: pairedWithAll(items) }]];
		},
	),
];

/** As n8n flattens a row for a spreadsheet: a member of a list, or of an object, has a column of its own. */
function flat(row: IDataObject): IDataObject {
	const cells = Object.entries(row).map(([name, value]) => {
		if (typeof value !== 'object' || value === null) return { [name]: value };
		const inside = Object.entries(flat(value as IDataObject));
		return Object.fromEntries(inside.map(([own, cell]) => [`${name}.${own}`, cell]));
	});
	return Object.assign({}, ...cells) as IDataObject;
}

async function fileOf(context: IExecuteFunctions, path: string): Promise<INodeExecutionData> {
	const data = await context.helpers.prepareBinaryData(await readFile(path), path);
	const { mimeType, fileType, fileName, fileExtension, fileSize } = data;
	return { json: { mimeType, fileType, fileName, fileExtension, fileSize }, binary: { data } };
}

/** n8n takes a path from the folder it was started in; here it is taken from one that it can't leave. */
function insideFolder(context: IExecuteFunctions, name: string, folder?: string): string {
	if (folder === undefined) return refuse(context, 'This run was given no folder for its files.');
	const path = resolve(folder, name);
	const way = relative(folder, path);
	if (way === '' || way.startsWith('..') || isAbsolute(way))
		refuse(context, `The stub reads and writes files of the workflow's folder, not "${name}".`);
	return path;
}
