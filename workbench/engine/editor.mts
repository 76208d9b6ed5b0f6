/** What n8n's editor does outside of an execution: it fills lists and tests credentials. */
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

/** Which list of which node the editor fills. */
export interface ListRequest extends Surroundings {
	nodeType: string;
	/** The name under `methods.loadOptions` or `methods.listSearch`. */
	method: string;
	nodeCredentials?: INodeCredentials;
}

/** A node that was only just put onto the canvas, as n8n sees it. */
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

/** A page of a resource locator's list, with the text typed and the token of the page before. */
export async function searchList(
	request: ListRequest,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { methods, context } = contextOf(request);
	return await methods!.listSearch![request.method]!.call(context, filter, paginationToken);
}

/** The sentence that n8n chooses for a request that failed. */
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
	// The node that n8n makes up for this, with the test's request as its routing.
	const temp = { displayName: 'Temp', name: 'temp', type: 'string', default: '' };
	const description = {
		// As its own file calls it, without the package: n8n's credentials helper doesn't take it for a test.
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
