/** Refuses a workflow that asks more of a stub than it has. */
import type {
	INode,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';

/**
 * The parameters of a node that its stub doesn't know, as paths. n8n drops unknown parameters
 * without a word when it loads a workflow, so this has to look at the file's own text.
 */
function unknownParameters(
	parameters: Record<string, unknown>,
	properties: INodeProperties[],
	path = '',
): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const property = properties.find((candidate) => candidate.name === name);
		if (!property) return [`${path}${name}`];
		const isCollection =
			property.type === 'collection' && value !== null && typeof value === 'object';
		if (isCollection)
			return unknownParameters(
				value as Record<string, unknown>,
				(property.options ?? []) as INodeProperties[],
				`${path}${name}.`,
			);
		const isGroup =
			property.type === 'fixedCollection' && value !== null && typeof value === 'object';
		if (!isGroup)
			return unknownChoice(value, property).map((choice) => `${path}${name} = ${choice}`);
		return Object.entries(value as Record<string, unknown>).flatMap(([group, entries]) => {
			const known = (property.options as INodePropertyCollection[]).find(
				(candidate) => candidate.name === group,
			);
			if (!known) return [`${path}${name}.${group}`];
			return [entries]
				.flat()
				.flatMap((entry) =>
					unknownParameters(
						entry as Record<string, unknown>,
						known.values,
						`${path}${name}.${group}.`,
					),
				);
		});
	});
}

function unknownChoice(value: unknown, property: INodeProperties): string[] {
	if (property.type !== 'options') return [];
	const known = (property.options ?? []).some(
		(option) => 'value' in option && option.value === value,
	);
	return known ? [] : [JSON.stringify(value)];
}

/**
 * Checks the nodes of a workflow that the stubs would run.
 * @throws naming the node and what its stub lacks.
 */
export function refuseBeyondSubset(
	nodes: INode[],
	standInPackage: string,
	nodeTypes: INodeTypes,
): void {
	for (const node of nodes) {
		if (!node.type.startsWith(`${standInPackage}.`)) continue;
		const { description } = nodeTypes.getByName(node.type) as INodeType;
		const versions = [description.version].flat();
		const lacks = versions.includes(node.typeVersion) ? [] : [`version ${node.typeVersion}`];
		lacks.push(...unknownParameters(node.parameters, description.properties));
		if (lacks.length > 0) {
			throw new Error(
				`The node "${node.name}" needs more of ${node.type} than its stub has: ${lacks.join(', ')}. Run this workflow in a complete n8n, or teach the stub.`,
			);
		}
	}
}
