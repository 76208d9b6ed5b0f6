/** Makes the shipped example workflows ready to run on the bench. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { N8nRest, StoredWorkflow, Workflow, WorkflowNode } from './rest.mts';

/** The folder of the examples, which nothing that runs may change. */
export const examplesFolder = join(import.meta.dirname, '../../examples');

/** The one folder whose files n8n's nodes may read and write, by n8n's user folder. */
export function filesFolder(userFolder: string): string {
	return join(userFolder, 'files');
}

/**
 * Puts the examples' files into a folder, but none over one that is there already: a workflow or a
 * person may have written into it.
 */
export async function layOutFiles(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const names = (await readdir(examplesFolder)).filter((name) => name.endsWith('.csv'));
	await Promise.all(
		names.map(async (name) => {
			await copyFile(join(examplesFolder, name), join(folder, name), constants.COPYFILE_EXCL).catch(
				(error: NodeJS.ErrnoException) => {
					if (error.code !== 'EEXIST') throw error;
				},
			);
		}),
	);
}

/** The rows of one of these files, each with all its columns. */
export function rowsOfCsv(text: string): Array<Record<string, string>> {
	return parse(text, { columns: true, bom: true, skip_empty_lines: true }) as unknown as Array<
		Record<string, string>
	>;
}

/** Credentials by their type, as n8n stores them in a node. */
export type CredentialsByType = Record<string, { id: string; name: string }>;

/** The example workflows as they are shipped, by their file names. */
export async function exampleWorkflows(): Promise<Map<string, Workflow>> {
	const names = (await readdir(examplesFolder)).filter((name) => name.endsWith('.json')).sort();
	const texts = await Promise.all(
		names.map(async (name) => await readFile(join(examplesFolder, name), 'utf8')),
	);
	return new Map(names.map((name, index) => [name, JSON.parse(texts[index] ?? '') as Workflow]));
}

function readyNode(
	node: WorkflowNode,
	credentials: CredentialsByType,
	folder: string | undefined,
): WorkflowNode {
	const wanted = Object.keys(node.credentials ?? {}).filter(
		(type) => credentials[type] !== undefined,
	);
	const chosen = Object.fromEntries(
		wanted.map((type) => [type, credentials[type] as { id: string; name: string }]),
	);
	const { fileSelector } = node.parameters;
	// The examples name their file as it lies beside them; n8n would look for it where it was started.
	const parameters =
		folder !== undefined && typeof fileSelector === 'string'
			? { ...node.parameters, fileSelector: join(folder, fileSelector) }
			: node.parameters;
	return { ...node, parameters, credentials: chosen };
}

/**
 * What a person does after an import: choose credentials, and say where the files are.
 * @param folder where they are; an example without files needs none
 */
export function readyToRun(
	workflow: Workflow,
	credentials: CredentialsByType,
	folder?: string,
): Workflow {
	return { ...workflow, nodes: workflow.nodes.map((node) => readyNode(node, credentials, folder)) };
}

/** Imports the examples that n8n doesn't have under the same name yet, so that a person's own changes stay. */
export async function importExamples(
	rest: N8nRest,
	credentials: CredentialsByType,
	folder: string,
): Promise<StoredWorkflow[]> {
	await layOutFiles(folder);
	const known = new Set((await rest.workflows()).map((workflow) => workflow.name));
	const imported: StoredWorkflow[] = [];
	for (const workflow of (await exampleWorkflows()).values()) {
		if (!known.has(workflow.name))
			imported.push(await rest.createWorkflow(readyToRun(workflow, credentials, folder)));
	}
	return imported;
}
