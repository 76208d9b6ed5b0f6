import type {
	INode,
	INodeCredentials,
	INodeParameters,
	IWorkflowBase,
	IWorkflowSettings,
} from 'n8n-workflow';
import type { CredentialStore } from './credential-store.mts';
import type { NodePackage } from './node-package.mts';
import type { WorkflowDatabase } from './workflow-database.mts';

/** A workflow of one polling trigger. */
export interface PolledWorkflowOptions {
	packages: NodePackage[];
	credentials: CredentialStore;
	/** The node type's full name, e.g. `n8n-nodes-messaging-service.messagingServiceTrigger`. */
	nodeType: string;
	nodeName?: string;
	parameters?: INodeParameters;
	nodeCredentials?: INodeCredentials;
	settings?: IWorkflowSettings;
	/** Another workflow's database goes on from what is saved there. */
	database?: WorkflowDatabase;
	/** 'durable' is n8n's `N8N_POLLER_DURABLE_CURSORS_ENABLED`; static data unless told, as n8n does. */
	cursors?: 'static data' | 'durable';
}

/** The workflow as n8n stores it: the trigger alone. */
export function definitionOf(
	id: string,
	{ nodeType, nodeName = 'Trigger', nodeCredentials, settings = {} }: PolledWorkflowOptions,
	parameters: INodeParameters,
): IWorkflowBase {
	const node: INode = {
		id: 'trigger',
		name: nodeName,
		type: nodeType,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: nodeCredentials,
	};
	return {
		id,
		name: 'Polled',
		active: true,
		nodes: [node],
		connections: {},
		settings,
	} as unknown as IWorkflowBase;
}
