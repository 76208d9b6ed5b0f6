/** Runs one node on n8n's engine with a task's items: what the subjects inside n8n share. */
import type { ICredentialDataDecryptedObject, INode, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import { CredentialStore, runWorkflow, type NodePackage } from '../../workbench/engine/engine.mts';
import { phoneNumber, type Outcome, type Place, type Task } from './task.mts';

const nodeName = 'Subject';
export const credentialType = 'messagingServiceApi';

/** The items that reach the node: a number each for sends, one empty item for a query. */
export function itemsFor(task: Task): INodeExecutionData[] {
	if (task.kind !== 'sends') return [{ json: {} }];
	return Array.from({ length: task.items }, (_, index) => ({ json: { phone: phoneNumber(index) } }));
}

/** The credential's data for a place. */
export function credentialAt({ baseUrl, clientId, clientSecret, token }: Place): ICredentialDataDecryptedObject {
	return { baseUrl, clientId, clientSecret, allowInsecureHttp: false, accessToken: token };
}

/** Runs the node; records that stand inside an output item are counted by `count`, one an item unless told. */
export async function runNode(
	packages: NodePackage[],
	node: Pick<INode, 'type' | 'typeVersion' | 'parameters'>,
	task: Task,
	place: Place,
	count: (item: INodeExecutionData) => number = () => 1,
): Promise<Outcome> {
	const workflow = {
		name: 'Benchmark', active: false, settings: {},
		nodes: [
			{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
			{ id: 'subject', name: nodeName, position: [200, 0], credentials: { [credentialType]: { id: 'benchmark', name: 'Benchmark' } }, ...node },
		],
		connections: { Start: { main: [[{ node: nodeName, type: 'main', index: 0 }]] } },
	} as unknown as IWorkflowBase;
	const credentials = new CredentialStore({ benchmark: { name: 'Benchmark', type: credentialType, data: credentialAt(place) } });
	const result = await runWorkflow(workflow, { packages, credentials, input: itemsFor(task) });
	const output = result.output(nodeName);
	return {
		items: output.reduce((sum, item) => sum + count(item), 0),
		paired: output.filter(({ pairedItem }) => pairedItem !== undefined).length,
		failure: result.error?.message,
	};
}
