/**
 * Stub for n8n's Read/Write Files from Disk, one file at a time. The path is taken from the
 * workflow's folder and can't leave it; n8n takes it from the folder it was started in.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

const shownFor = (operation: string): Partial<INodeProperties> => ({
	displayOptions: { show: { operation: [operation] } },
});

export class ReadWriteFile implements INodeType {
	description = describe({
		name: 'readWriteFile',
		displayName: 'Read/Write Files from Disk',
		version: [1, 1.1],
		properties: [
			parameter('operation', 'options', 'read', {
				options: [
					{ name: 'Read File(s) From Disk', value: 'read' },
					{ name: 'Write File to Disk', value: 'write' },
				],
			}),
			parameter('fileSelector', 'string', '', { required: true, ...shownFor('read') }),
			parameter('fileName', 'string', '', { required: true, ...shownFor('write') }),
			parameter('dataPropertyName', 'string', 'data', { required: true, ...shownFor('write') }),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	constructor(workflowFolder: string | undefined) {
		// `this` is n8n's context inside execute, so the folder comes from the closure.
		this.execute = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const run = this.getNodeParameter('operation', 0) === 'write' ? writeOne : readOne;
			return [
				await Promise.all(
					this.getInputData().map(async (_, item) => await run(this, item, workflowFolder)),
				),
			];
		};
	}

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

async function readOne(
	context: IExecuteFunctions,
	item: number,
	folder: string | undefined,
): Promise<INodeExecutionData> {
	const path = insideFolder(
		context,
		context.getNodeParameter('fileSelector', item) as string,
		folder,
	);
	const content = await readFile(path).catch(() => {
		throw new NodeOperationError(context.getNode(), 'No file(s) found', {
			description: `There is no file ${path}.`,
		});
	});
	const data = await context.helpers.prepareBinaryData(content, path);
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
	const path = insideFolder(context, fileName, folder);
	const content = await context.helpers.getBinaryDataBuffer(
		item,
		context.getNodeParameter('dataPropertyName', item) as string,
	);
	await writeFile(path, content).catch((error: Error) => {
		throw new NodeOperationError(context.getNode(), error, { itemIndex: item });
	});
	const { json, binary } = context.getInputData()[item]!;
	return { json: { ...json, fileName }, binary, pairedItem: { item } };
}

function insideFolder(
	context: IExecuteFunctions,
	selector: string,
	folder: string | undefined,
): string {
	if (folder === undefined)
		throw new NodeOperationError(context.getNode(), 'This run was given no folder for its files.');
	const path = resolve(folder, selector);
	const way = relative(folder, path);
	if (way.startsWith('..') || isAbsolute(way))
		throw new NodeOperationError(
			context.getNode(),
			`"${selector}" lies outside the workflow's folder, which is all the stub reads and writes.`,
		);
	return path;
}
