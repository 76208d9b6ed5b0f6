/** Runs an example workflow against a sandbox, with the node and the credential from their sources. */
import { resolve } from 'node:path';
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { CredentialStore, packageOf, readWorkflow, runWorkflow, type RunResult } from '../../workbench/engine/engine.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';

/** Where the example workflows are. */
export const examplesFolder = resolve(import.meta.dirname, '../../examples');

/** The package under test, from its sources. */
export const messagingService = packageOf([new MessagingService()], [new MessagingServiceApi()]);

/** An example as it is in its file. */
export function example(file: string): IWorkflowBase {
	return readWorkflow(resolve(examplesFolder, file));
}

/** Runs an example; `item` is what its trigger hands on. */
export async function play(sandbox: Sandbox, workflow: IWorkflowBase, item: IDataObject = {}): Promise<RunResult> {
	const { baseUrl, clientId, clientSecret } = sandbox;
	const credentials = new CredentialStore({
		test: { name: 'Messaging Service account', type: 'messagingServiceApi', data: { baseUrl, clientId, clientSecret, accessToken: '' } },
	});
	return await runWorkflow(workflow, { packages: [messagingService], credentials, input: [{ json: item }], workflowFolder: examplesFolder });
}

/** The JSON of a node's output items. */
export function rowsOf(result: RunResult, node: string, branch = 0): IDataObject[] {
	return result.output(node, branch).map(({ json }) => json);
}
