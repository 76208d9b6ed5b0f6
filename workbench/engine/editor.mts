/** Loads lists and tests credentials, as n8n's editor does outside of an execution. */
import type {
	ICredentialTestRequest,
	ILoadOptionsFunctions,
	INodeCredentials,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { credentialTypeOf, withDefaults, type CredentialStore } from './credentials.mts';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import { nodeTypesOf, type NodePackage } from './packages.mts';
import { additionalDataOf, workflowOf, workflowOfOne, type Surroundings } from './surroundings.mts';

/** The list to load, and the node that it belongs to. */
export interface ListRequest extends Surroundings {
	nodeType: string;
	/** The name under `methods.loadOptions` or `methods.listSearch`. */
	method: string;
	nodeCredentials?: INodeCredentials;
}

/** Builds the context that n8n gives to a node just placed on the canvas. */
function contextOf({ nodeType, nodeCredentials, ...surroundings }: ListRequest) {
	const nodeTypes = nodeTypesOf(surroundings.packages);
	const alone = workflowOfOne({ type: nodeType, credentials: nodeCredentials });
	const workflow = workflowOf(alone, nodeTypes);
	const additionalData = additionalDataOf(surroundings, { currentNodeParameters: {} });
	const [node] = Object.values(workflow.nodes);
	const context = new n8nCore.LoadOptionsContext(workflow, node!, additionalData, 'parameters');
	const { methods } = nodeTypes.getByNameAndVersion(nodeType);
	return { methods, context: context as unknown as ILoadOptionsFunctions };
}

export async function loadOptions(request: ListRequest): Promise<INodePropertyOptions[]> {
	const { methods, context } = contextOf(request);
	return await methods!.loadOptions![request.method]!.call(context);
}

/** Returns a page of a resource locator's list, for the typed text and the token of the previous page. */
export async function searchList(
	request: ListRequest,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { methods, context } = contextOf(request);
	return await methods!.listSearch![request.method]!.call(context, filter, paginationToken);
}

/** Returns the message that n8n shows for a failed request. */
function sentenceOf(error: unknown, rules: ICredentialTestRequest['rules'] = []): string {
	const { message, cause } = error as {
		message: string;
		cause?: { code?: string; response?: { status: number; statusText: string } };
	};
	const response = cause?.response;
	if (!response) return cause?.code ?? message;
	const fitting = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === response.status,
	);
	if (fitting) return fitting.properties.message;
	if (response.status > 198 && response.status < 300) return message;
	return response.statusText || `Received HTTP status code: ${response.status}`;
}

function valueAt(data: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);
}

/** Tests a stored credential as n8n does (`credentials-tester.service`), down to the sentence beside *Save*. */
export async function testCredential(
	packages: NodePackage[],
	credentials: CredentialStore,
	id: string,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	const { name, type, data } = credentials.find(id);
	const credentialType = credentialTypeOf(type, packages);
	const { request, rules } = credentialType.test!;
	// The temporary node that n8n creates for the test, with the test's request as its routing.
	const temp = { displayName: 'Temp', name: 'temp', type: 'string', default: '' };
	const description = {
		// The name from the node's own file, without the package, so n8n's credentials helper doesn't recognize a test.
		name: 'noOp',
		version: 1,
		credentials: [{ name: type, required: true }],
		properties: [{ ...temp, routing: { request } }],
	};
	const nodeType = { description } as INodeType;
	const alone = workflowOfOne({ type: description.name, credentials: { [type]: { id, name } } });
	const workflow = workflowOf(alone, {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
	} as Partial<INodeTypes> as INodeTypes);
	const [node] = Object.values(workflow.nodes);
	const context = new n8nCore.ExecuteContext(
		workflow,
		node!,
		additionalDataOf({ packages, credentials }, { currentNodeParameters: {} }),
		'internal',
		n8nWorkflow.createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node: node!, data: {}, source: null },
		[],
	);
	const decrypted = { id, name, type, data: withDefaults(credentialType, data) };
	let body: unknown;
	try {
		const output = await new n8nCore.RoutingNode(context, nodeType, decrypted).runNode();
		body = output?.[0]?.[0]?.json;
	} catch (error) {
		return { status: 'Error', message: sentenceOf(error, rules) };
	}
	for (const { type: kind, properties } of rules ?? []) {
		if (kind === 'responseSuccessBody' && valueAt(body, properties.key) === properties.value)
			return { status: 'Error', message: properties.message };
	}
	return { status: 'OK', message: 'Connection successful!' };
}
