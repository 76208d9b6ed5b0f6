/** What the search of the nodes panel goes by, and what n8n's AI workflow builder reads: n8n's own code for it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NodeTypeParser, searchCodeBuilderNodes } from '@n8n/ai-utilities/node-catalog';
import type { INodeTypeDescription } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import { fields } from './panelTexts.mts';

const folder = resolve(import.meta.dirname, '../../nodes/MessagingService');
const packageName = 'n8n-nodes-messaging-service';

/** The node as n8n loads it: named after its package, with what stands in the file beside it. */
function loaded(description: INodeTypeDescription): INodeTypeDescription {
	const file = `${description.name.charAt(0).toUpperCase()}${description.name.slice(1)}.node.json`;
	return {
		...description,
		name: `${packageName}.${description.name}`,
		codex: JSON.parse(readFileSync(join(folder, file), 'utf8')),
	};
}

const node = loaded(new MessagingService().description);
const trigger = loaded(new MessagingServiceTrigger().description);
// Its types are those of a copy of n8n-workflow of its own.
const catalog = new NodeTypeParser([node, trigger] as unknown as ConstructorParameters<
	typeof NodeTypeParser
>[0]);
const search = (query: string) => searchCodeBuilderNodes(catalog, [query]).results;

it.each([
	'SMS',
	'text message',
	'notification',
	'verification code',
	'OTP',
	'one-time code',
	'bulk SMS',
	'reminder',
	'campaign',
	'delivery report',
])('%s finds the node', (query) => {
	expect(search(query)).toContain(`- ${node.name}\n`);
	// The editor goes by the words that are written out, and has no description to fall back on.
	expect(node.codex?.alias).toContain(query);
});

it.each([
	'SMS',
	'text message',
	'notification',
	'delivery status',
	'delivery report',
	'undelivered',
	'failed',
])('%s finds the trigger', (query) => {
	expect(search(query)).toContain(`- ${trigger.name} [TRIGGER]`);
	expect(trigger.codex?.alias).toContain(query);
});

it("has the trigger's own words with the node too: the editor lists both as one, by the node's words", () => {
	expect(node.codex?.alias).toEqual(expect.arrayContaining(['delivery status', 'delivery report']));
	for (const { codex } of [node, trigger])
		expect(new Set(codex!.alias!.map((word) => word.toLowerCase())).size).toBe(
			codex!.alias!.length,
		);
});

it("says in the trigger's description what the whole package does: the editor shows it above the actions", () => {
	expect(trigger.description).toMatch(
		/^Starts the workflow when .*delivery status.* The actions send and query messages\.$/,
	);
});

it('tells the AI builder of each node when to take it, and of the other one', () => {
	expect(search('sms')).toContain(`  @builderHint ${node.builderHint?.searchHint}\n`);
	expect(search('sms')).toContain(`  @builderHint ${trigger.builderHint?.searchHint}\n`);
	expect(search('sms')).toContain(
		`  @relatedNodes\n    - ${trigger.name}: "${node.builderHint?.relatedNodes?.[0]?.relationHint}"`,
	);
	expect(search('sms')).toContain(
		`  @relatedNodes\n    - ${node.name}: "${trigger.builderHint?.relatedNodes?.[0]?.relationHint}"`,
	);
	expect(
		[node, trigger].map(({ builderHint }) =>
			builderHint?.relatedNodes?.map(({ nodeType }) => nodeType),
		),
	).toEqual([[trigger.name], [node.name]]);
});

it('shows the AI builder the four operations, Send Message first, with their descriptions', () => {
	const shown = [...search('campaign').matchAll(/^ {6}- (\w+)$/gm)].map(([, value]) => value);
	expect(shown).toEqual(['sendMessage', 'queryMessages', 'querySenders', 'listStatuses']);
	expect(search('campaign')).toContain(
		'Send a text message to phone numbers or a contact group, now or later',
	);
});

const hints: Array<[string, string]> = [
	['node', node.builderHint!.searchHint!],
	['trigger', trigger.builderHint!.searchHint!],
	...fields.flatMap(
		({ place, builderHint }): Array<[string, string]> =>
			builderHint ? [[place, builderHint.propertyHint]] : [],
	),
];

it.each(hints)('the hint of %s is short, and names only options that there are', (place, hint) => {
	expect(hint.length).toBeLessThanOrEqual(300);
	expect(hint).toMatch(/^[A-Z].*\.$/);
	const form = place.split(' ')[0]!;
	const named = [...hint.matchAll(/\b(?:options|filters)\.\w+/g)].map(([path]) => path);
	const known = fields
		.filter((field) => field.place.startsWith(form))
		.map((field) => field.place.split(' ').at(-1));
	expect(named.filter((path) => !known.includes(path))).toEqual([]);
});

it('says how to choose a sender ID where n8n offers the list to the AI builder', () => {
	expect(hints.map(([place]) => place)).toEqual(
		expect.arrayContaining(['node sendMessage senderId']),
	);
});
