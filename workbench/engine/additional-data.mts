/** The surroundings that n8n gives to an execution, as far as the engine has them. */
import type {
	INodeParameters,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import type { CredentialStore } from './credential-store.mts';
import { credentialsHelperOf } from './credentials-helper.mts';
import type { NodePackage } from './node-package.mts';

/** What an execution needs from its surroundings. */
export interface Surroundings {
	packages: NodePackage[];
	credentials: CredentialStore;
	currentNodeParameters?: INodeParameters;
	executionId?: string;
	settings?: IWorkflowSettings;
}

function absent(what: string): never {
	throw new Error(`The engine has no ${what}; run this workflow in a complete n8n.`);
}

/** n8n's additional data: credentials for real, no sub-workflows, no task runners, addresses that lead nowhere. */
export function additionalDataOf(surroundings: Surroundings): IWorkflowExecuteAdditionalData {
	const nowhere = 'http://127.0.0.1:0/';
	return {
		credentialsHelper: credentialsHelperOf(surroundings.credentials, surroundings.packages),
		currentNodeExecutionIndex: 0,
		currentNodeParameters: surroundings.currentNodeParameters,
		executionId: surroundings.executionId,
		workflowSettings: surroundings.settings,
		variables: {},
		externalSecretsProxy: { hasProvider: () => false, listProviders: () => [] } as never,
		restApiUrl: nowhere,
		instanceBaseUrl: nowhere,
		formBaseUrl: nowhere,
		formWaitingBaseUrl: nowhere,
		formTestBaseUrl: nowhere,
		webhookBaseUrl: nowhere,
		webhookWaitingBaseUrl: nowhere,
		webhookTestBaseUrl: nowhere,
		mcpBaseUrl: nowhere,
		mcpTestBaseUrl: nowhere,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		executeWorkflow: async () => absent('sub-workflows'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: async () => absent('task runners'),
	};
}
