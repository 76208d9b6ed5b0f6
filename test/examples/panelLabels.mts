/** What the panel of a node calls its fields and choices: the words that a note may name in italics. */
import type { INode, INodeProperties, INodePropertyOptions, INodePropertyCollection } from 'n8n-workflow';
import { messagingService } from './play.mts';

const ownPackage = 'n8n-nodes-messaging-service.';

/** What the editor itself shows, whatever the node: buttons, tabs, and the settings that each node has. */
export const editorLabels = ['Execute workflow', 'Executions', 'Retry', 'Settings', 'Human review', 'Always Output Data', 'Retry On Fail', 'On Error'];

/** Labels of n8n's own nodes that the notes name; the end-to-end tests look for them in the n8n that runs. */
export const n8nLabels: Record<string, string[]> = {
	'n8n-nodes-base.emailSend': ['From Email', 'To Email', 'Subject', 'Text'],
	'n8n-nodes-base.emailSendHitlTool': ['From Email', 'To Email', 'Subject', 'Message', 'Limit Wait Time'],
	'n8n-nodes-base.webhook': ['Path', 'Authentication'],
	'n8n-nodes-base.respondToWebhook': ['Response Body', 'Response Code'],
	'n8n-nodes-base.readWriteFile': ['File(s) Selector'],
	'n8n-nodes-base.googleSheets': ['Get Row(s)', 'Update Row', 'Column to match on', 'Map Each Column Manually', 'Map Automatically'],
	'n8n-nodes-base.scheduleTrigger': ['Trigger at Hour', 'Trigger at Minute'],
};

type Property = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Whether a node with this operation can show the property, whatever its other fields say. */
function isOf(operation: unknown, property: Property): boolean {
	const operations = 'displayOptions' in property ? property.displayOptions?.show?.operation : undefined;
	return operations === undefined || operation === undefined || operations.includes(operation as string);
}

function labelsIn(properties: Property[], operation: unknown): string[] {
	return properties.filter((property) => isOf(operation, property)).flatMap((property) => {
		const within = [...('options' in property ? (property.options ?? []) : []), ...('values' in property ? property.values : [])];
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
export const operationLabels: string[] = messagingService.nodes.messagingService!.description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options = [] }) => options.map(({ name }) => name));
