/**
 * Stand-in for n8n's Read/Write Files from Disk, reading one file. The path is taken from the
 * workflow's folder and can't leave it; n8n takes it from the folder it was started in.
 */
import { readFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

export class ReadWriteFile implements INodeType {
	description = describe({
		name: 'readWriteFile', displayName: 'Read/Write Files from Disk', version: [1, 1.1],
		properties: [
			parameter('operation', 'options', 'read', { options: [{ name: 'Read File(s) From Disk', value: 'read' }] }),
			parameter('fileSelector', 'string', '', { required: true }),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	constructor(workflowFolder: string | undefined) {
		// `this` is n8n's context inside execute, so the folder travels in the closure.
		this.execute = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const path = insideFolder(this, this.getNodeParameter('fileSelector', 0) as string, workflowFolder);
			const content = await readFile(path).catch(() => {
				throw new NodeOperationError(this.getNode(), 'No file(s) found', { description: `There is no file ${path}.` });
			});
			const data = await this.helpers.prepareBinaryData(content, path);
			const { mimeType, fileType, fileName, fileExtension, fileSize } = data;
			return [[{ json: { mimeType, fileType, fileName, fileExtension, fileSize }, binary: { data }, pairedItem: { item: 0 } }]];
		};
	}

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

function insideFolder(context: IExecuteFunctions, selector: string, folder: string | undefined): string {
	if (folder === undefined) throw new NodeOperationError(context.getNode(), 'This run was given no folder to read files from.');
	const path = resolve(folder, selector);
	const way = relative(folder, path);
	if (way.startsWith('..') || isAbsolute(way)) throw new NodeOperationError(context.getNode(), `"${selector}" lies outside the workflow's folder, which is all the stand-in reads.`);
	return path;
}
