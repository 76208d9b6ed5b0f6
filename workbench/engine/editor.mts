/** What n8n's editor does with a node outside an execution: fill a list. */
import type {
	ILoadOptionsFunctions,
	INode,
	INodeCredentials,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
} from 'n8n-workflow';
import { additionalDataOf } from './additional-data.mts';
import type { CredentialStore } from './credential-store.mts';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';
import { nodeTypesOf } from './node-types.mts';
import { stubs } from './stubs/stubs.mts';

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

type Method = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<unknown>;

/** Runs one of a node's list methods in the context that the editor gives it. */
export async function listFrom(
	kind: 'loadOptions' | 'listSearch',
	request: ListRequest,
	...rest: string[]
): Promise<unknown> {
	const {
		packages,
		credentials,
		nodeType,
		typeVersion = 1,
		parameters = {},
		nodeCredentials,
	} = request;
	const nodeTypes = nodeTypesOf([...packages, stubs(undefined)]);
	const type = nodeTypes.getByNameAndVersion(nodeType, typeVersion);
	const method = type.methods?.[kind]?.[request.method] as Method | undefined;
	if (!method)
		throw new Error(`The node type "${nodeType}" has no ${kind} method "${request.method}".`);
	const node: INode = {
		id: 'list',
		name: 'Temp-Node',
		type: nodeType,
		typeVersion,
		position: [0, 0],
		parameters: structuredClone(parameters),
		credentials: nodeCredentials,
	};
	const workflow = new n8nWorkflow.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const additionalData = additionalDataOf({
		packages,
		credentials,
		currentNodeParameters: parameters,
	});
	const context = new n8nCore.LoadOptionsContext(
		workflow,
		node,
		additionalData,
		request.path ?? 'parameters',
	);
	return await method.call(context as unknown as ILoadOptionsFunctions, ...rest);
}

/** The entries of a drop-down that a node fills by `methods.loadOptions`. */
export async function loadOptions(request: ListRequest): Promise<INodePropertyOptions[]> {
	return (await listFrom('loadOptions', request)) as INodePropertyOptions[];
}

/**
 * One page of a resource locator's list: `methods.listSearch`, with the text typed and the token of
 * the page before.
 */
export async function searchList(
	request: ListRequest,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return (await listFrom(
		'listSearch',
		request,
		filter as string,
		paginationToken as string,
	)) as INodeListSearchResult;
}
