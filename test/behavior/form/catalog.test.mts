/** How the nodes are found: by the words that people search for, under their icon, with their actions. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { n8nWorkflow, thePackage } from '../../harness/index.mts';

const dist = resolve(import.meta.dirname, '../../../dist');
const folder = join(dist, 'nodes/MessagingService');
const files = {
	messagingService: 'MessagingService',
	messagingServiceTrigger: 'MessagingServiceTrigger',
};
type Name = keyof typeof files;
const names = Object.keys(files) as Name[];

interface Codex {
	node: string;
	categories: string[];
	alias: string[];
}
const codexOf = (name: Name) =>
	JSON.parse(readFileSync(join(folder, `${files[name]}.node.json`), 'utf8')) as Codex;

const words: Record<Name, string[]> = {
	messagingService: [
		'SMS',
		'send SMS',
		'send message',
		'text message',
		'text messages',
		'notification',
		'verification code',
		'OTP',
		'one-time code',
		'bulk SMS',
		'reminder',
		'campaign',
		'approval',
		// The editor lists node and trigger as one, by the node's words.
		'delivery status',
		'delivery report',
	],
	messagingServiceTrigger: ['SMS', 'text message', 'delivery status', 'undelivered', 'failed'],
};

test.each(names)('%s is found by what people call it', (name) => {
	const { node, categories, alias } = codexOf(name);
	expect({ node, categories }).toEqual({
		node: `n8n-nodes-messaging-service.${name}`,
		categories: ['Communication'],
	});
	expect(words[name].filter((word) => !alias.includes(word))).toEqual([]);
	expect(new Set(alias.map((word) => word.toLowerCase())).size).toBe(alias.length);
});

test('the nodes panel lists an action for each operation', () => {
	const { properties } = thePackage().nodes.messagingService!.description;
	const field = (name: string) => properties.find((each) => each.name === name)!;
	// The editor finds the operations of a resource by its choices, and shows neither where it has none.
	expect(field('resource').options).toEqual([{ name: 'SMS', value: 'sms' }]);
	expect(field('operation').displayOptions).toEqual({ show: { resource: ['sms'] } });
	const actions = (field('operation').options as INodePropertyOptions[]).map((each) => each.action);
	expect(actions).toEqual([
		'Send a message',
		'Send a message and wait for approval',
		'Query messages',
		'Query senders',
		'List statuses',
	]);
});

test.each([
	['sendMessage', 'Send a message in Messaging Service'],
	['queryMessages', 'Query messages in Messaging Service'],
])('as a tool, %s tells the model: %s', (operation, description) => {
	const parameters = { resource: 'sms', operation, descriptionType: 'auto' };
	const node = { parameters } as unknown as Parameters<typeof toolDescription>[0];
	const { getToolDescriptionForNode: toolDescription } = n8nWorkflow.NodeHelpers;
	expect(toolDescription(node, thePackage().nodes.messagingService!)).toBe(description);
});

test('the trigger says what the whole package does: the editor shows it above the actions', () => {
	const { description, usableAsTool } = thePackage().nodes.messagingServiceTrigger!.description;
	expect(description).toMatch(/^Send text messages .*query.*start the workflow.*delivery status/);
	// An agent starts no trigger.
	expect(usableAsTool).toBeUndefined();
});
