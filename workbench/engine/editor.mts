/** What n8n's editor does with a node outside an execution: test a credential, fill a list. */
import type {
	ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestRequest, ILoadOptionsFunctions, INode,
	INodeCredentials, INodeListSearchResult, INodeParameters, INodePropertyOptions, INodeType, INodeTypes,
} from 'n8n-workflow';
import { additionalDataOf } from './additional-data.mts';
import type { CredentialStore } from './credential-store.mts';
import { credentialsHelperOf } from './credentials-helper.mts';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';
import { nodeTypesOf } from './node-types.mts';
import { stubs } from './stubs/stubs.mts';

/** What people read beside the credential's Save button. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

interface FailedRequest {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

function judge(error: FailedRequest, rules: ICredentialTestRequest['rules']): CredentialTestResult {
	const response = error.cause?.response;
	if (response) {
		for (const rule of rules ?? []) {
			if (rule.type === 'responseCode' && rule.properties.value === response.status) {
				return { status: 'Error', message: rule.properties.message };
			}
		}
		if (response.status < 199 || response.status > 299) {
			return { status: 'Error', message: response.statusText || `Received HTTP status code: ${response.status}` };
		}
	} else if (error.cause?.code) {
		return { status: 'Error', message: error.cause.code };
	}
	return { status: 'Error', message: error.message };
}

function valueAt(data: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);
}

/**
 * Tests a stored credential by its type's `test` request. n8n puts the request into a made-up node of
 * type noOp and sends it through its routing engine, and renews the token first whatever is stored
 * (`credentials-tester.service` in n8n); so does this, down to the choice of the sentence shown.
 */
export async function testCredential(packages: NodePackage[], credentials: CredentialStore, id: string): Promise<CredentialTestResult> {
	const { name, type } = credentials.describe(id);
	const credentialType = packages.map((entry) => entry.credentials[type]).find(Boolean);
	const test = credentialType?.test;
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };

	const noOp = 'n8n-nodes-base.noOp';
	const nodeType = {
		description: {
			displayName: 'No Operation', name: noOp, group: ['organization'], version: 1, description: '', defaults: { name: 'No Op' },
			inputs: ['main'], outputs: ['main'],
			credentials: [{ name: type, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request: test.request }, default: '' }],
		},
	} as unknown as INodeType;
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) } as unknown as INodeTypes;
	const node: INode = {
		id: 'temp', name: 'Temp-Node', type: noOp, typeVersion: 1, position: [0, 0], parameters: {}, credentials: { [type]: { id, name } },
	};
	const workflow = new n8nWorkflow.Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataOf({ packages, credentials, currentNodeParameters: node.parameters });
	const helper = credentialsHelperOf(credentials, packages);
	const data: ICredentialDataDecryptedObject = await helper.withDefaults(additionalData, credentials.get(id), type, 'internal');
	const decrypted: ICredentialsDecrypted = { id, name, type, data };
	const context = new n8nCore.ExecuteContext(
		workflow, node, additionalData, 'internal', n8nWorkflow.createEmptyRunExecutionData(), 0, [],
		{ main: [[{ json: {} }]] }, { node, data: {}, source: null }, [],
	);
	let response;
	try {
		response = await new n8nCore.RoutingNode(context, nodeType, decrypted).runNode();
	} catch (error) {
		return judge(error as FailedRequest, test.rules);
	}
	for (const rule of test.rules ?? []) {
		if (rule.type === 'responseSuccessBody' && valueAt(response?.[0]?.[0]?.json, rule.properties.key) === rule.properties.value) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/** Which list of which node the editor fills, and with what the user has entered so far. */
export interface ListRequest {
	packages: NodePackage[];
	credentials: CredentialStore;
	/** The node type's full name, e.g. `n8n-nodes-messaging-service.messagingService`. */
	nodeType: string;
	typeVersion?: number;
	/** The name under `methods.loadOptions` or `methods.listSearch`. */
	method: string;
	parameters?: INodeParameters;
	nodeCredentials?: INodeCredentials;
	/** Where the parameter stands in the editor. */
	path?: string;
}

type Method = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<unknown>;

/** Runs one of a node's list methods in the context that the editor gives it. */
export async function listFrom(kind: 'loadOptions' | 'listSearch', request: ListRequest, ...rest: string[]): Promise<unknown> {
	const { packages, credentials, nodeType, typeVersion = 1, parameters = {}, nodeCredentials } = request;
	const nodeTypes = nodeTypesOf([...packages, stubs(undefined)]);
	const type = nodeTypes.getByNameAndVersion(nodeType, typeVersion);
	const method = type.methods?.[kind]?.[request.method] as Method | undefined;
	if (!method) throw new Error(`The node type "${nodeType}" has no ${kind} method "${request.method}".`);
	const node: INode = {
		id: 'list', name: 'Temp-Node', type: nodeType, typeVersion, position: [0, 0],
		parameters: structuredClone(parameters), credentials: nodeCredentials,
	};
	const workflow = new n8nWorkflow.Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataOf({ packages, credentials, currentNodeParameters: parameters });
	const context = new n8nCore.LoadOptionsContext(workflow, node, additionalData, request.path ?? 'parameters');
	return await method.call(context as unknown as ILoadOptionsFunctions, ...rest);
}

/** The entries of a drop-down that a node fills by `methods.loadOptions`. */
export async function loadOptions(request: ListRequest): Promise<INodePropertyOptions[]> {
	return (await listFrom('loadOptions', request)) as INodePropertyOptions[];
}

/** One page of a resource locator's list: `methods.listSearch`, with the text typed and the token of the page before. */
export async function searchList(request: ListRequest, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
	return (await listFrom('listSearch', request, filter as string, paginationToken as string)) as INodeListSearchResult;
}
