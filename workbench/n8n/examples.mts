import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { credentialType, nodeType } from './bench.mts';
import type { N8nRest, StoredWorkflow, Workflow } from './rest.mts';

const folder = join(import.meta.dirname, '../../examples');

/** The example workflows as they are shipped, in the order of their file names. */
export async function exampleWorkflows(): Promise<Workflow[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Workflow));
}

/** The same workflow with this credential chosen in every node of ours, tool nodes included. */
export function withCredential<T extends Workflow>(workflow: T, credential: { id: string; name: string }): T {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(nodeType) ? { ...node, credentials: { [credentialType]: { id: credential.id, name: credential.name } } } : node,
	);
	return { ...workflow, nodes };
}

/** Imports the examples that n8n doesn't have under the same name yet, so that a person's own changes stay. */
export async function importExamples(rest: N8nRest, credential: { id: string; name: string }): Promise<StoredWorkflow[]> {
	const known = new Set((await rest.workflows()).map((workflow) => workflow.name));
	const imported: StoredWorkflow[] = [];
	for (const workflow of await exampleWorkflows()) {
		if (!known.has(workflow.name)) imported.push(await rest.createWorkflow(withCredential(workflow, credential)));
	}
	return imported;
}
