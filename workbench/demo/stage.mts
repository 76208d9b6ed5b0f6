/** What every step of the demo plays on: the built package, a sandbox, and the engine between them. */
import { resolve } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { CredentialStore, loadPackage, runWorkflow, type NodePackage, type RunResult } from '../engine/engine.mts';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.mts';
import { counted, done } from './screen.mts';

/** A step fell short of what it promises; the message is a sentence for people. */
export class Shortfall extends Error {}

/** The demo's stage. */
export interface Stage {
	sandbox: Sandbox;
	/** Runs an example workflow to its end, telling of each node; throws a Shortfall when it fails. */
	play(example: string): Promise<RunResult>;
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

/** Starts a sandbox with some days of past messages and loads the package as built. */
export async function setStage(): Promise<Stage> {
	const messagingService = builtPackage();
	const sandbox = await startSandbox({ pastMessages: 1_000 });
	const { baseUrl, clientId, clientSecret } = sandbox;
	const credentials = new CredentialStore({
		demo: { name: credentialName, type: 'messagingServiceApi', data: { baseUrl, clientId, clientSecret, accessToken: '' } },
	});
	const play = async (example: string): Promise<RunResult> => {
		const result = await runWorkflow(resolve(root, 'examples', example), {
			packages: [messagingService],
			credentials,
			onNodeFinished: (name, run) => {
				const items = run.data?.main?.reduce((sum, branch) => sum + (branch?.length ?? 0), 0) ?? 0;
				done(`${name}: ${counted(items, 'item')}`);
			},
		});
		if (result.error) {
			const { node, message, description } = result.error;
			const sentences = [message, description].filter(Boolean).map((text) => `${text}`.replace(/\.?$/, '.'));
			throw new Shortfall(`${example} stopped at "${node}": ${sentences.join(' ')}`);
		}
		return result;
	};
	return { sandbox, play };
}

/** The JSON of a node's output items. */
export function rowsOf(result: RunResult, nodeName: string, branch = 0): IDataObject[] {
	return result.output(nodeName, branch).map(({ json }) => json);
}
