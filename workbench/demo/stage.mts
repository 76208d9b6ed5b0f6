/** What the demo plays on: the built package, a sandbox, the examples' files, and n8n's engine between them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { CredentialStore, loadPackage, runWorkflow } from '../engine/engine.mts';
import { exampleWorkflows, layOutFiles } from '../n8n/examples.mts';
import { startSandbox } from '../sandbox/sandbox.mts';
import { done } from './screen.mts';

/** The demo falls short of what it promises; the message is a sentence for people. */
export class Shortfall extends Error {}

export function hold(isSo: boolean, otherwise: string): void {
	if (!isSo) throw new Shortfall(otherwise);
}

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** Starts a sandbox with some days of past messages and loads the package as built. */
export async function setStage() {
	const messagingService = loadPackage(resolve(import.meta.dirname, '../..'));
	const sandbox = await startSandbox({ pastMessages: 1_000 });
	const { baseUrl, clientId, clientSecret } = sandbox;
	const data = { baseUrl, clientId, clientSecret, accessToken: '' };
	const name = 'Messaging Service account';
	const credentials = new CredentialStore({ demo: { name, type: 'messagingServiceApi', data } });
	// A workflow writes into one of the files.
	const workflowFolder = mkdtempSync(join(tmpdir(), 'messaging-service-demo-'));
	await layOutFiles(workflowFolder);

	return {
		sandbox,

		/** Runs an example to its end, telling of each node; its node that sends has these options, too. */
		async play(example: string, options: INodeParameters = {}) {
			const workflow = (await exampleWorkflows()).get(example) as unknown as IWorkflowBase;
			for (const { parameters } of workflow.nodes) {
				if (parameters.operation === 'sendMessage')
					parameters.options = { ...(parameters.options as INodeParameters), ...options };
			}
			const result = await runWorkflow(workflow, {
				packages: [messagingService],
				credentials,
				workflowFolder,
				onNodeFinished: (node, run) => done(`${node}: ${run.data?.main?.flat().length ?? 0}`),
			});
			const { error } = result;
			hold(!error, `${example} stopped at "${error?.node}": ${error?.message}`);
			return (node: string) => ({
				rows: result.output(node, 0).map(({ json }) => json),
				hints: (result.run?.data.resultData.runData[node]?.at(-1)?.hints ?? []).map(
					({ message }) => message,
				),
			});
		},

		/** The rows of a CSV file, as the workflows left it. */
		rowsOfFile: (file: string) =>
			parse<Record<string, string>>(readFileSync(join(workflowFolder, file)), {
				columns: true,
				bom: true,
			}),

		async end(): Promise<void> {
			rmSync(workflowFolder, { recursive: true });
			await sandbox.stop();
		},
	};
}
