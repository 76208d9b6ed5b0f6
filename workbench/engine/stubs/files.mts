/** Stubs for the nodes that read and write CSV files. */
import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { choice, optional, pairedWithAll, parameter, refuse, stub } from './stub.mts';

/**
 * Read/Write Files from Disk, one file an item. The path is taken from the workflow's folder and can't leave it;
 * n8n takes it from the folder it was started in.
 */
export const readWriteFile = (folder: string | undefined) =>
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
			const run = context.getNodeParameter('operation', 0) === 'write' ? writeOne : readOne;
			const items = context.getInputData();
			return [await Promise.all(items.map(async (_, item) => await run(context, item, folder)))];
		},
	);

async function readOne(
	context: IExecuteFunctions,
	item: number,
	folder: string | undefined,
): Promise<INodeExecutionData> {
	const selector = context.getNodeParameter('fileSelector', item) as string;
	const path = insideFolder(context, selector, folder);
	const data = await context.helpers.prepareBinaryData(await readFile(path), path);
	const { mimeType, fileType, fileName, fileExtension, fileSize } = data;
	return {
		json: { mimeType, fileType, fileName, fileExtension, fileSize },
		binary: { data },
		pairedItem: { item },
	};
}

/** Like n8n, it empties the file and then fills it, so that a failure in between leaves half a file. */
async function writeOne(
	context: IExecuteFunctions,
	item: number,
	folder: string | undefined,
): Promise<INodeExecutionData> {
	const fileName = context.getNodeParameter('fileName', item) as string;
	const field = context.getNodeParameter('dataPropertyName', item) as string;
	const content = await context.helpers.getBinaryDataBuffer(item, field);
	await writeFile(insideFolder(context, fileName, folder), content);
	const { json, binary } = context.getInputData()[item]!;
	return { json: { ...json, fileName }, binary, pairedItem: { item } };
}

function insideFolder(
	context: IExecuteFunctions,
	selector: string,
	folder: string | undefined,
): string {
	if (folder === undefined) return refuse(context, 'This run was given no folder for its files.');
	const path = resolve(folder, selector);
	const way = relative(folder, path);
	if (way === '' || way.startsWith('..') || isAbsolute(way))
		refuse(context, `The stub reads and writes files of the workflow's folder, not "${selector}".`);
	return path;
}

/** Extract from File with a CSV file; n8n reads CSV by the same library and settings. */
export const extractFromFile = () =>
	stub(
		'extractFromFile',
		1.1,
		[
			choice('operation', 'csv', ['csv']),
			parameter('binaryPropertyName', 'string', 'data'),
			optional(choice('enableBOM', false, [true]), choice('includeEmptyCells', false, [true])),
		],
		async (context) => {
			const read = async (item: number): Promise<INodeExecutionData[]> => {
				const field = context.getNodeParameter('binaryPropertyName', item) as string;
				const content = await context.helpers.getBinaryDataBuffer(item, field);
				const rows = parse(content, { bom: true, columns: true, skip_empty_lines: true });
				return rows.map((row) => ({
					json: row as INodeExecutionData['json'],
					pairedItem: { item },
				}));
			};
			const items = context.getInputData();
			return [(await Promise.all(items.map(async (_, item) => await read(item)))).flat()];
		},
	);

/** Convert to File with a CSV file: all items become one file, as n8n's spreadsheet library writes it. */
export const convertToFile = () =>
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
			const rows = items.map(({ json }) => json);
			const columns = [...new Set(rows.flatMap(Object.keys))];
			const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
			// How numbers, dates and nested values are written is left to the real node.
			if (cells.flat().some((cell) => typeof cell !== 'string'))
				refuse(context, 'The stub writes texts only.');
			const quoted = (cell: unknown) =>
				/[",\n]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : cell;
			// It begins with a byte order mark, and its last line has no end.
			const csv = `\ufeff${[columns, ...cells].map((row) => row.map(quoted).join(',')).join('\n')}`;
			const field = context.getNodeParameter('binaryPropertyName', 0) as string;
			const data = await context.helpers.prepareBinaryData(Buffer.from(csv), 'File.csv');
			return [[{ json: {}, binary: { [field]: data }, pairedItem: pairedWithAll(items) }]];
		},
	);
