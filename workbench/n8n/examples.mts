/** Makes the shipped example workflows ready to run on the bench. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nRest, StoredWorkflow, Workflow, WorkflowNode } from './rest.mts';

/** The folder of the examples; n8n may read files in it, see `readableFolder` in launch.mts. */
export const examplesFolder = join(import.meta.dirname, '../../examples');

/** Credentials by their type, as n8n stores them in a node. */
export type CredentialsByType = Record<string, { id: string; name: string }>;

/** The example workflows as they are shipped, by their file names. */
export async function exampleWorkflows(): Promise<Map<string, Workflow>> {
	const names = (await readdir(examplesFolder)).filter((name) => name.endsWith('.json')).sort();
	const texts = await Promise.all(names.map(async (name) => await readFile(join(examplesFolder, name), 'utf8')));
	return new Map(names.map((name, index) => [name, JSON.parse(texts[index] ?? '') as Workflow]));
}

function readyNode(node: WorkflowNode, credentials: CredentialsByType): WorkflowNode {
	const wanted = Object.keys(node.credentials ?? {}).filter((type) => credentials[type] !== undefined);
	const chosen = Object.fromEntries(wanted.map((type) => [type, credentials[type] as { id: string; name: string }]));
	const { fileSelector } = node.parameters;
	// The examples name their file as it lies beside them; n8n would look for it where it was started.
	const parameters = typeof fileSelector === 'string' ? { ...node.parameters, fileSelector: join(examplesFolder, fileSelector) } : node.parameters;
	return { ...node, parameters, credentials: chosen };
}

/** What a person does after an import: choose credentials, and say where the file is. */
export function readyToRun(workflow: Workflow, credentials: CredentialsByType): Workflow {
	return { ...workflow, nodes: workflow.nodes.map((node) => readyNode(node, credentials)) };
}

/** Imports the examples that n8n doesn't have under the same name yet, so that a person's own changes stay. */
export async function importExamples(rest: N8nRest, credentials: CredentialsByType): Promise<StoredWorkflow[]> {
	const known = new Set((await rest.workflows()).map((workflow) => workflow.name));
	const imported: StoredWorkflow[] = [];
	for (const workflow of (await exampleWorkflows()).values()) {
		if (!known.has(workflow.name)) imported.push(await rest.createWorkflow(readyToRun(workflow, credentials)));
	}
	return imported;
}
