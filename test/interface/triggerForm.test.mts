/** What the trigger's form shares with the node's, and what it says. Its parameters: parameters.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import * as triggerFile from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import { queryMessages } from '../../nodes/MessagingService/operations/queryMessages.ts';

const folder = resolve(import.meta.dirname, '../../nodes/MessagingService');
const trigger = new triggerFile.MessagingServiceTrigger();
const { description } = trigger;

/** A field of this form, by its path. */
function fieldOf(fields: INodeProperties[], path: string): INodeProperties {
	const [name, member] = path.split('.');
	const field = fields.find((candidate) => candidate.name === name)!;
	return member ? fieldOf(field.options as INodeProperties[], member) : field;
}

it('is one class, one node of version 1 that polls', () => {
	expect(Object.keys(triggerFile)).toEqual(['MessagingServiceTrigger']);
	expect(description).toMatchObject({
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		version: 1,
		group: ['trigger'],
		polling: true,
		defaults: { name: 'Messaging Service Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'messagingServiceApi', required: true }],
	});
	// An agent starts no trigger.
	expect(description.usableAsTool).toBeUndefined();
	expect(typeof trigger.poll).toBe('function');
});

it.each([
	['statusChanged', 'Message Status Changed'],
	['messageCreated', 'Message Created'],
])('says on the canvas what %s is called', (value, label) => {
	// n8n puts the parameters in for `$parameter`; the rest is JavaScript.
	const expression = String(description.subtitle)
		.replace(/^=\{\{(.*)\}\}$/, '$1')
		.replaceAll('$parameter["event"]', JSON.stringify(value));
	expect(new Function(`return ${expression}`)()).toBe(label);
});

it.each(['filters.query', 'filters.category', 'options.maxConcurrentRequests'])(
	'%s is the very field of Query Messages',
	(path) => {
		expect(fieldOf(description.properties, path)).toBe(fieldOf(queryMessages.fields, path));
	},
);

it('chooses the sender ID as Query Messages does, from the same live list', () => {
	expect(fieldOf(description.properties, 'filters.senderId')).toEqual(
		fieldOf(queryMessages.fields, 'filters.senderId'),
	);
});

it.each(['filters.campaign', 'filters.phoneNumber'])(
	'%s is the field of Query Messages, but for what it costs to read',
	(path) => {
		const { description: costs, ...field } = fieldOf(description.properties, path);
		const { description: ofQuery, ...shared } = fieldOf(queryMessages.fields, path);
		expect(field).toEqual(shared);
		const beginning = ofQuery!.split(" The service can't filter")[0]!;
		expect(
			costs!.startsWith(
				`${beginning} The service can't filter by it, so each poll reads all messages within Watch Hours.`,
			),
		).toBe(true);
	},
);

it('says in its panel how often it asks and whose words the statuses are, and where it costs what a poll reads', () => {
	const { displayName: notice } = fieldOf(description.properties, 'notice');
	expect(notice).toMatch(/at most once a minute.*service's own words/);
	expect(fieldOf(description.properties, 'options.watchHours').description).toMatch(
		/Each poll reads all messages of this time, 100 per request/,
	);
});

it('is found in the nodes panel as a trigger of text messages', () => {
	const codex = JSON.parse(
		readFileSync(join(folder, 'MessagingServiceTrigger.node.json'), 'utf8'),
	) as { alias: string[] };
	expect(codex).toMatchObject({
		node: 'n8n-nodes-messaging-service.messagingServiceTrigger',
		nodeVersion: '1.0',
		codexVersion: '1.0',
		categories: ['Communication'],
	});
	expect(codex.alias).toEqual(
		expect.arrayContaining(['SMS', 'delivery status', 'delivery report']),
	);
});

it('has the icons of the node, light and dark', () => {
	expect(description.icon).toEqual({
		light: 'file:messagingService.svg',
		dark: 'file:messagingService.dark.svg',
	});
	for (const icon of Object.values(description.icon as Record<string, string>))
		expect(existsSync(join(folder, icon.replace('file:', '')))).toBe(true);
});
