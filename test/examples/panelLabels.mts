/** What the panel of a node calls its fields and choices: the words that a note may name in italics. */
import type {
	INode,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyCollection,
} from 'n8n-workflow';
import { n8nLabels } from './n8nLabels.mts';
import { messagingService } from './play.mts';

const ownPackage = 'n8n-nodes-messaging-service.';

type Property = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Whether a node with this operation can show the property, whatever its other fields say. */
function isOf(operation: unknown, property: Property): boolean {
	const operations =
		'displayOptions' in property ? property.displayOptions?.show?.operation : undefined;
	return (
		operations === undefined || operation === undefined || operations.includes(operation as string)
	);
}

function labelsIn(properties: Property[], operation: unknown): string[] {
	return properties
		.filter((property) => isOf(operation, property))
		.flatMap((property) => {
			const within = [
				...('options' in property ? (property.options ?? []) : []),
				...('values' in property ? property.values : []),
			];
			const label = 'displayName' in property ? property.displayName : property.name;
			return [label, ...labelsIn(within as Property[], operation)];
		});
}

/** The labels of a node's panel; of an own node those of its operation, and the names of the others. */
export function labelsOf({ type, parameters }: INode): string[] {
	if (!type.startsWith(ownPackage)) return n8nLabels[type] ?? [];
	const node = messagingService.nodes[type.slice(ownPackage.length).replace(/Tool$/, '')]!;
	return labelsIn(node.description.properties, parameters.operation);
}

/** The operations of this package's node, which a note may tell people to use. */
export const operationLabels: string[] = messagingService.nodes
	.messagingService!.description.properties.filter(({ name }) => name === 'operation')
	.flatMap(({ options = [] }) => options.map(({ name }) => name));
