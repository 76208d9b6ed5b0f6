/** Loads built node packages, and finds a workflow's node types in them. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ICredentialType, IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import {
	commonPollingParameters,
	DirectoryLoader,
	n8nCore,
	n8nWorkflow,
	requireFile,
} from './n8n-modules.mts';

/** The nodes and credential types of one package, keyed by the short names in their descriptions. */
export interface NodePackage {
	packageName: string;
	nodes: Record<string, INodeType>;
	credentials: Record<string, ICredentialType>;
}

/** Builds a package as n8n's loader does: adds "Request Options" to declarative nodes, "Poll Times" to polling ones. */
export function packageOf(
	nodes: INodeType[],
	credentials: ICredentialType[],
	packageName = 'n8n-nodes-messaging-service',
): NodePackage {
	for (const node of nodes) {
		// The loader appends its options again when it meets a description that has them already.
		const has = (wanted: string) => node.description.properties.some(({ name }) => name === wanted);
		if (!has('requestOptions')) DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
		if (node.description.polling && !has('pollTimes'))
			node.description.properties.unshift(...commonPollingParameters);
	}
	return {
		packageName,
		nodes: Object.fromEntries(nodes.map((node) => [node.description.name, node])),
		credentials: Object.fromEntries(credentials.map((credential) => [credential.name, credential])),
	};
}

/** Instantiates the class named after its file, as n8n's loader does: `Some.node.js` exports `Some`. */
function instanceFrom<T>(path: string, file: string): T {
	const classes = requireFile(path) as Record<string, new () => T>;
	return new classes[basename(file).split('.')[0]!]!();
}

/** Loads a built package the way n8n does, by the `n8n` block of its package.json, from `dist` or another build. */
export function loadPackage(folder: string, dist = resolve(folder, 'dist')): NodePackage {
	const placeOf = (file: string) => resolve(folder, file.replace(/^dist/, dist));
	const { name, n8n } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as {
		name: string;
		n8n: { nodes: string[]; credentials: string[] };
	};
	return packageOf(
		n8n.nodes.map((file) => instanceFrom<INodeType>(placeOf(file), file)),
		n8n.credentials.map((file) => instanceFrom<ICredentialType>(placeOf(file), file)),
		name,
	);
}

/** Gives a declarative node, which has no `execute`, one that calls n8n's routing engine, as n8n does. */
function withRouting(type: INodeType): INodeType {
	if (type.description.requestDefaults && !type.execute) {
		type.execute = async function (this: IExecuteFunctions) {
			const context = this as unknown as ConstructorParameters<typeof n8nCore.RoutingNode>[0];
			return (await new n8nCore.RoutingNode(context, type).runNode()) ?? [];
		};
	}
	return type;
}

/**
 * Builds n8n's registry of node types. Later packages override earlier ones. Looking up an unknown type throws; n8n
 * would let it pass.
 */
export function nodeTypesOf(packages: NodePackage[]): INodeTypes {
	const types = new Map<string, INodeType>();
	for (const { packageName, nodes } of packages) {
		for (const [name, type] of Object.entries(nodes)) types.set(`${packageName}.${name}`, type);
	}
	const getByName = (name: string): INodeType => {
		const type = types.get(name);
		if (type) return type;
		throw new Error(`Neither the loaded packages nor the engine's stubs have "${name}".`);
	};
	return {
		getByName,
		getByNameAndVersion: (name, version) =>
			withRouting(n8nWorkflow.NodeHelpers.getVersionedNodeType(getByName(name), version)),
		getKnownTypes: () => ({}),
	};
}
