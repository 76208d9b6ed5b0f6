/** Makes the shipped example workflows ready to run in n8n. */
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credential, N8nRest, Workflow, WorkflowNode } from './rest.mts';

const examplesFolder = join(import.meta.dirname, '../../examples');

/** The one folder whose files n8n's nodes may read and write, by n8n's user folder. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

/** Puts the examples' files into a folder, but none over one that somebody may have written into. */
export async function layOutFiles(folder: string): Promise<void> {
	const filter = (path: string) => path === examplesFolder || path.endsWith('.csv');
	await cp(examplesFolder, folder, { recursive: true, force: false, filter });
}

/** The example workflows as they are shipped, by their file names. */
export async function exampleWorkflows(): Promise<Map<string, Workflow>> {
	const workflows = new Map<string, Workflow>();
	for (const name of (await readdir(examplesFolder)).sort()) {
		if (!name.endsWith('.json')) continue;
		const text = await readFile(join(examplesFolder, name), 'utf8');
		workflows.set(name, JSON.parse(text) as Workflow);
	}
	return workflows;
}

/** What a person enters in a node that sends, here for the sandbox: a sender, and a number where none comes in. */
function entered({ senderId, recipients, options }: WorkflowNode['parameters']) {
	if (senderId === undefined) return {};
	const sender = { __rl: true, mode: 'id', value: '102' };
	const number = '+254711001002';
	const given = { ...(options as object), dryRun: false };
	const allowed = 'onlyNumbers' in given ? { ...given, onlyNumbers: number } : given;
	return {
		senderId: sender,
		...(recipients === '' ? { recipients: number } : {}),
		options: allowed,
	};
}

/** The examples name their files as they lie beside them; n8n would look for those where it was started. */
function placedIn(folder: string, parameters: WorkflowNode['parameters']) {
	const files = ['fileSelector', 'fileName'].map((name) => [name, parameters[name]] as const);
	const named = files.filter(([, file]) => typeof file === 'string' && !file.startsWith('='));
	return Object.fromEntries(named.map(([name, file]) => [name, join(folder, String(file))]));
}

/**
 * What a person does after an import: choose credentials, by their type, fill in sender and number, switch Dry Run off,
 * and say where the files are.
 */
export function readyToRun(
	workflow: Workflow,
	given: Record<string, Credential>,
	folder = '',
): Workflow {
	const nodes = workflow.nodes.map((node): WorkflowNode => {
		const { parameters, credentials = {} } = node;
		const chosen = Object.entries(given).filter(([type]) => type in credentials);
		const filled = { ...parameters, ...placedIn(folder, parameters), ...entered(parameters) };
		return { ...node, parameters: filled, credentials: Object.fromEntries(chosen) };
	});
	return { ...workflow, nodes };
}

/** Imports the examples that n8n doesn't have under the same name yet, so that a person's own changes stay. */
export async function importExamples(
	rest: N8nRest,
	credentials: Record<string, Credential>,
	folder: string,
): Promise<number> {
	await layOutFiles(folder);
	const stored = await rest.request<Workflow[]>('GET', '/workflows');
	const known = new Set(stored.map(({ name }) => name));
	const missing = [...(await exampleWorkflows()).values()].filter(({ name }) => !known.has(name));
	for (const workflow of missing)
		await rest.createWorkflow(readyToRun(workflow, credentials, folder));
	return missing.length;
}
