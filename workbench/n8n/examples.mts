/** Makes the shipped example workflows ready to run in n8n. */
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credential, N8nRest, Workflow, WorkflowNode } from './rest.mts';

const examplesFolder = join(import.meta.dirname, '../../examples');

/** Returns the only folder, within n8n's user folder, whose files n8n's nodes may read and write. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

/** Copies the examples' files into a folder. Keeps existing files, because a workflow may have written to them. */
export async function layOutFiles(folder: string): Promise<void> {
	const filter = (path: string) => path === examplesFolder || path.endsWith('.csv');
	await cp(examplesFolder, folder, { recursive: true, force: false, filter });
}

/** Reads the example workflows as shipped, keyed by file name. */
export async function exampleWorkflows(): Promise<Map<string, Workflow>> {
	const workflows = new Map<string, Workflow>();
	for (const name of (await readdir(examplesFolder)).sort()) {
		if (!name.endsWith('.json')) continue;
		const text = await readFile(join(examplesFolder, name), 'utf8');
		workflows.set(name, JSON.parse(text) as Workflow);
	}
	return workflows;
}

/**
 * Returns the parameters that a user fills in on a send node without a sender, here for the sandbox: a sender, and a
 * number if no recipients come in.
 */
function entered(
	{ senderId, recipients, options }: WorkflowNode['parameters'],
	isRehearsal: boolean,
) {
	if (Object(senderId).value !== '') return {};
	const sender = { __rl: true, mode: 'id', value: '102' };
	const number = '+254711001002';
	const given = { ...(options as object), ...(!isRehearsal && { dryRun: false }) };
	const allowed = 'onlyNumbers' in given ? { ...given, onlyNumbers: number } : given;
	return {
		senderId: sender,
		...(recipients === '' ? { recipients: number } : {}),
		options: allowed,
	};
}

/**
 * Returns the file parameters with `folder` prepended. The examples name files that lie beside them, which n8n would
 * look for in its working directory.
 */
function placedIn(folder: string, parameters: WorkflowNode['parameters']) {
	const files = ['fileSelector', 'fileName'].map((name) => [name, parameters[name]] as const);
	const named = files.filter(([, file]) => typeof file === 'string' && !file.startsWith('='));
	return Object.fromEntries(named.map(([name, file]) => [name, join(folder, String(file))]));
}

/**
 * Prepares an imported workflow as a user would: chooses credentials by type, fills in sender and number, switches Dry
 * Run off, and sets the folder of the files.
 * @param isRehearsal leaves Dry Run as it is in the file
 */
export function readyToRun(
	workflow: Workflow,
	given: Record<string, Credential>,
	folder = '',
	isRehearsal = false,
): Workflow {
	const nodes = workflow.nodes.map((node): WorkflowNode => {
		const { parameters, credentials = {} } = node;
		const chosen = Object.entries(given).filter(([type]) => type in credentials);
		const filled = {
			...parameters,
			...placedIn(folder, parameters),
			...entered(parameters, isRehearsal),
		};
		return { ...node, parameters: filled, credentials: Object.fromEntries(chosen) };
	});
	return { ...workflow, nodes };
}

/** Imports the examples that n8n doesn't have by name yet, so a user's own changes stay. Returns their number. */
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
		await rest.createWorkflow(readyToRun(workflow, credentials, folder, true));
	return missing.length;
}
