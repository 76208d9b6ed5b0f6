/** The example workflows, and the files that they read and write. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, IN8nHttpFullResponse, IWorkflowBase } from 'n8n-workflow';
import { execute } from '../../harness/index.mts';

export const examplesFolder = resolve(import.meta.dirname, '../../../examples');

/** An example as it is in its file. */
export const example = (file: string): IWorkflowBase =>
	JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as IWorkflowBase;

/** A copy of the examples' files for this test, so that none changes the shipped ones. */
export class Files {
	readonly folder = mkdtempSync(join(tmpdir(), 'examples-'));

	constructor() {
		cpSync(examplesFolder, this.folder, { recursive: true });
	}

	read = (name: string): string => readFileSync(join(this.folder, name), 'utf8');

	rows = (name: string): Array<Record<string, string>> =>
		parse(this.read(name), { columns: true, bom: true });

	write = (name: string, text: string): void => writeFileSync(join(this.folder, name), text);

	remove = (): void => rmSync(this.folder, { recursive: true });
}

/** The answer that the caller of an example's webhook gets. A call without one would be answered with a failure. */
export async function called(file: string, body: IDataObject): Promise<IN8nHttpFullResponse> {
	const { answer, error } = await execute(example(file), {
		input: [{ json: { body } }],
		mode: 'webhook',
	});
	if (!answer) throw new Error(`n8n would have answered 500: ${error?.message}`);
	return answer;
}
