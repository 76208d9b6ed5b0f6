/**
 * What every step of the demo plays on: the built package, a sandbox, the examples' files, and the
 * engine between them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	CredentialStore,
	loadPackage,
	readWorkflow,
	runWorkflow,
	type NodePackage,
	type RunResult,
} from '../engine/engine.mts';
import { examplesFolder, layOutFiles, rowsOfCsv } from '../n8n/examples.mts';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.mts';
import { counted, done } from './screen.mts';

/** A step fell short of what it promises; the message is a sentence for people. */
export class Shortfall extends Error {}

/** The demo's stage. */
export interface Stage {
	sandbox: Sandbox;
	/**
	 * Runs an example workflow to its end, telling of each node; throws a Shortfall when it fails.
	 * @param options added to those of its Send Message node
	 */
	play(example: string, options?: INodeParameters): Promise<RunResult>;
	/** The rows of a CSV file, as the workflows left it. */
	rowsOfFile(name: string): Array<Record<string, string>>;
	end(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/** The name that the example workflows give the credential. */
const credentialName = 'Messaging Service account';

function builtPackage(): NodePackage {
	try {
		return loadPackage(root);
	} catch (error) {
		throw new Shortfall((error as Error).message);
	}
}

/** The examples' files in a folder of their own: a workflow writes into one of them. */
async function copyOfFiles(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'messaging-service-demo-'));
	await layOutFiles(folder);
	return folder;
}

/** Starts a sandbox with some days of past messages and loads the package as built. */
export async function setStage(): Promise<Stage> {
	const messagingService = builtPackage();
	const sandbox = await startSandbox({ pastMessages: 1_000 });
	const { baseUrl, clientId, clientSecret } = sandbox;
	const credentials = new CredentialStore({
		demo: {
			name: credentialName,
			type: 'messagingServiceApi',
			data: { baseUrl, clientId, clientSecret, accessToken: '' },
		},
	});
	const folder = await copyOfFiles();
	const play = async (example: string, options: INodeParameters = {}): Promise<RunResult> => {
		const workflow = readWorkflow(join(examplesFolder, example));
		for (const { parameters } of workflow.nodes) {
			if (parameters.operation === 'sendMessage')
				parameters.options = { ...(parameters.options as INodeParameters), ...options };
		}
		const result = await runWorkflow(workflow, {
			packages: [messagingService],
			credentials,
			workflowFolder: folder,
			onNodeFinished: (name, run) => {
				const items = run.data?.main?.reduce((sum, branch) => sum + (branch?.length ?? 0), 0) ?? 0;
				done(`${name}: ${counted(items, 'item')}`);
			},
		});
		if (result.error) {
			const { node, message, description } = result.error;
			const sentences = [message, description]
				.filter(Boolean)
				.map((text) => `${text}`.replace(/\.?$/, '.'));
			throw new Shortfall(`${example} stopped at "${node}": ${sentences.join(' ')}`);
		}
		return result;
	};
	const rowsOfFile = (name: string) => rowsOfCsv(readFileSync(join(folder, name), 'utf8'));
	const end = async (): Promise<void> => {
		rmSync(folder, { recursive: true });
		await sandbox.stop();
	};
	return { sandbox, play, rowsOfFile, end };
}

/** The JSON of a node's output items. */
export function rowsOf(result: RunResult, nodeName: string, branch = 0): IDataObject[] {
	return result.output(nodeName, branch).map(({ json }) => json);
}

/** What n8n shows above a node's output. */
export function hintsOf({ run }: RunResult, nodeName: string): string[] {
	return run?.data.resultData.runData[nodeName]?.at(-1)?.hints?.map(({ message }) => message) ?? [];
}
