/** Finds the node types that a workflow names: the packages under test and the engine's stubs. */
import type { IDataObject, IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';

/**
 * A declarative node has no `execute`; n8n gives it one that hands over to its routing engine, on the
 * same conditions (`NodeTypes.getByNameAndVersion` and `shouldAssignExecuteMethod` in n8n).
 */
function withRouting(type: INodeType): INodeType {
	const declarative = type.description.requestDefaults !== undefined;
	const runsItself = type.execute ?? type.supplyData ?? type.poll ?? type.trigger;
	if (!runsItself && (declarative || (!type.webhook && !type.methods))) {
		type.execute = async function (this: IExecuteFunctions) {
			const context = this as unknown as ConstructorParameters<typeof n8nCore.RoutingNode>[0];
			return (await new n8nCore.RoutingNode(context, type).runNode()) ?? [];
		};
	}
	return type;
}

/**
 * n8n's registry of node types over the given packages. An unknown type is refused by name, because
 * n8n's own `Workflow` would silently leave its parameters without defaults.
 */
export function nodeTypesOf(packages: NodePackage[]): INodeTypes {
	const types = new Map<string, INodeType>();
	for (const { packageName, nodes } of packages) {
		for (const [name, type] of Object.entries(nodes)) types.set(`${packageName}.${name}`, type);
	}
	const find = (name: string): INodeType => {
		const type = types.get(name);
		if (!type) {
			throw new Error(
				`The workflow uses the node type "${name}", which neither the loaded packages nor the engine's stubs have. Known: ${[...types.keys()].join(', ')}.`,
			);
		}
		return type;
	};
	return {
		getByName: (name) => find(name),
		getByNameAndVersion: (name, version) =>
			withRouting(n8nWorkflow.NodeHelpers.getVersionedNodeType(find(name), version)),
		getKnownTypes: () =>
			Object.fromEntries([...types.keys()].map((name) => [name, {}])) as IDataObject,
	};
}
