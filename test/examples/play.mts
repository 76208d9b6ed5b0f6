/** Runs an example workflow against a sandbox, with the node and the credential from their sources. */
import { resolve } from 'node:path';
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import {
	CredentialStore,
	packageOf,
	readWorkflow,
	runWorkflow,
	type RunOptions,
	type RunResult,
} from '../../workbench/engine/engine.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';

/** Where the example workflows are. */
export const examplesFolder = resolve(import.meta.dirname, '../../examples');

/** The package under test, from its sources. */
export const messagingService = packageOf(
	[new MessagingService(), new MessagingServiceTrigger()],
	[new MessagingServiceApi()],
);

/** An example as it is in its file. */
export function example(file: string): IWorkflowBase {
	return readWorkflow(resolve(examplesFolder, file));
}

/** The sandbox's credential as n8n stores it; one store is one n8n, which keeps its token. */
export function credentialsFor({ baseUrl, clientId, clientSecret }: Sandbox): CredentialStore {
	return new CredentialStore({
		test: {
			name: 'Messaging Service account',
			type: 'messagingServiceApi',
			data: { baseUrl, clientId, clientSecret, accessToken: '' },
		},
	});
}

/** Runs an example; `item` is what its trigger hands on. */
export async function play(
	sandbox: Sandbox,
	workflow: IWorkflowBase,
	item: IDataObject = {},
	options: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runWorkflow(workflow, {
		packages: [messagingService],
		credentials: credentialsFor(sandbox),
		input: [{ json: item }],
		workflowFolder: examplesFolder,
		...options,
	});
}

/** The JSON of a node's output items. */
export function rowsOf(result: RunResult, node: string, branch = 0): IDataObject[] {
	return result.output(node, branch).map(({ json }) => json);
}
