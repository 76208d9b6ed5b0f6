/** What a test of the node needs: a sandbox, a credential for it, and one-node workflows on n8n's engine. */
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	IWorkflowBase,
	NodeExecutionHint,
} from 'n8n-workflow';
import { MessagingServiceApi } from '../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import {
	CredentialStore,
	loadOptions,
	packageOf,
	runWorkflow,
	searchList,
	testCredential,
	type RunOptions,
	type RunResult,
} from '../workbench/engine/engine.mts';
import { PolledWorkflow, type PolledWorkflowOptions } from '../workbench/engine/poll.mts';
import {
	startSandbox,
	type RequestEntry,
	type Sandbox,
	type SandboxOptions,
} from '../workbench/sandbox/sandbox.mts';

/** The package under test, from its sources, so that coverage counts. */
export const messagingService = packageOf(
	[new MessagingService(), new MessagingServiceTrigger()],
	[new MessagingServiceApi()],
);

/**
 * The package in an n8n that knows no `customOperations`, or behind a caller that doesn't: n8n's
 * routing engine runs it.
 */
export const throughRoutingEngine = [
	packageOf(
		[Object.assign(new MessagingService(), { customOperations: undefined })],
		[new MessagingServiceApi()],
	),
];

/** The node's name in the workflows made here. */
export const nodeName = 'Messaging Service';

/** The trigger's name in the workflows made here. */
export const triggerName = 'Messaging Service Trigger';

const nodeType = 'n8n-nodes-messaging-service.messagingService';
const triggerType = 'n8n-nodes-messaging-service.messagingServiceTrigger';
const credentialId = 'test';
const nodeCredentials = { messagingServiceApi: { id: credentialId, name: 'Test' } };

/** Parameters of a send that the sandbox accepts. */
export const goodSend: INodeParameters = {
	operation: 'sendMessage',
	senderId: senderId(102),
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	sendTo: 'phoneNumbers',
	recipients: '+254712345678',
};

/** A sender ID as the editor stores it. */
export function senderId(value: unknown, mode = 'id'): INodeParameters {
	return { __rl: true, mode, value } as INodeParameters;
}

/** How a run differs from the plain one: parameters on one empty item, stopping at a failure. */
export interface RunSetup extends Partial<Omit<RunOptions, 'input'>> {
	/** One JSON an input item; one empty item unless told. */
	items?: IDataObject[];
	/** n8n's settings of the node, such as `onError`, `retryOnFail`, `executeOnce`. */
	settings?: Partial<INode>;
	/** The workflow's time zone; UTC unless told. */
	zone?: string;
}

/** A workflow of a trigger and this node. */
export function workflowOf(
	parameters: INodeParameters,
	{ settings, zone = 'UTC' }: RunSetup = {},
): IWorkflowBase {
	const trigger = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const node = {
		id: 'node',
		name: nodeName,
		type: nodeType,
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: nodeCredentials,
		...settings,
	};
	return {
		name: 'Test',
		active: false,
		nodes: [trigger, node],
		settings: { timezone: zone },
		connections: { Start: { main: [[{ node: nodeName, type: 'main', index: 0 }]] } },
	} as unknown as IWorkflowBase;
}

/** A sandbox with a credential for it. */
export class Workbench {
	readonly sandbox: Sandbox;

	credentials: CredentialStore;

	constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
		this.credentials = this.store();
	}

	/** A fresh store whose credential fits the sandbox, but for these fields. */
	store(data: ICredentialDataDecryptedObject = {}): CredentialStore {
		const { baseUrl, clientId, clientSecret } = this.sandbox;
		return new CredentialStore({
			[credentialId]: {
				name: 'Test',
				type: 'messagingServiceApi',
				data: {
					baseUrl,
					clientId,
					clientSecret,
					allowInsecureHttp: false,
					accessToken: '',
					...data,
				},
			},
		});
	}

	/** What the store keeps now, a renewed token included. */
	get stored(): ICredentialDataDecryptedObject {
		return this.credentials.get(credentialId);
	}

	/**
	 * Runs a workflow of this one node. Unclear sends are looked up only where the test says so: it
	 * takes six seconds.
	 */
	async run(parameters: INodeParameters, setup: RunSetup = {}): Promise<RunResult> {
		const { items = [{}], settings, zone, ...options } = setup;
		return await runWorkflow(workflowOf(withoutLookUp(parameters), { settings, zone }), {
			packages: [messagingService],
			credentials: this.credentials,
			input: items.map((json) => ({ json })),
			...options,
		});
	}

	/** A workflow that starts with the trigger; not yet activated. */
	polled(
		parameters: INodeParameters = {},
		options: Partial<PolledWorkflowOptions> = {},
	): PolledWorkflow {
		return new PolledWorkflow({
			packages: [messagingService],
			credentials: this.credentials,
			nodeType: triggerType,
			nodeName: triggerName,
			nodeCredentials,
			parameters,
			settings: { timezone: 'UTC' },
			...options,
		});
	}

	/** The credential's own test, as the editor shows it. */
	async testCredential(): Promise<{ status: string; message: string }> {
		return await testCredential([messagingService], this.credentials, credentialId);
	}

	/** A page of the sender list. */
	async searchSenders(filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		return await searchList(this.listRequest('searchSenders'), filter, paginationToken);
	}

	/** The statuses of the drop-down. */
	async getStatuses(): Promise<INodePropertyOptions[]> {
		return await loadOptions(this.listRequest('getStatuses'));
	}

	/** The requests of one operation, as the sandbox received them. */
	received(operation: RequestEntry['operation']): RequestEntry[] {
		return this.sandbox.requests.filter((request) => request.operation === operation);
	}

	/** The bodies of all sends that reached the sandbox, accepted or not. */
	get sentBodies(): unknown[] {
		return this.received('send').map(({ body }) => body);
	}

	/**
	 * Back to the start: an empty log and journal, and another account, of whose limits, tokens and
	 * sends the node remembers nothing.
	 */
	reset(): void {
		this.sandbox.reset();
		this.sandbox.nextAccount();
		this.credentials = this.store();
	}

	private listRequest(method: string) {
		return {
			packages: [messagingService],
			credentials: this.credentials,
			nodeType,
			method,
			nodeCredentials,
		};
	}
}

function withoutLookUp(parameters: INodeParameters): INodeParameters {
	const { operation = 'sendMessage', options = {} } = parameters;
	if (operation !== 'sendMessage' || typeof options !== 'object') return parameters;
	return { ...parameters, options: { lookUpUnknown: false, ...(options as INodeParameters) } };
}

/** Starts a sandbox with a credential for it. Stop it with `sandbox.stop()`. */
export async function startWorkbench(options: SandboxOptions = {}): Promise<Workbench> {
	return new Workbench(await startSandbox(options));
}

/** The JSON of the node's output items; branch 1 is the error output. */
export function rowsOf(result: RunResult, branch = 0): IDataObject[] {
	return itemsOf(result, branch).map(({ json }) => json);
}

/** What n8n shows above the node's output; throws where the node didn't run. */
export function hintsOf(result: RunResult): NodeExecutionHint[] {
	return result.run!.data.resultData.runData[nodeName]![0]!.hints ?? [];
}

/** The node's output items. */
export function itemsOf(result: RunResult, branch = 0): INodeExecutionData[] {
	return result.output(nodeName, branch);
}
