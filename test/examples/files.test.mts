import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { example, examplesFolder, messagingService } from './play.mts';

const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
const { description } = messagingService.nodes.messagingService!;
const type = 'n8n-nodes-messaging-service.messagingService';

/** The parameters of the tool variant, which n8n adds to a node that an agent uses. */
const toolParameters: INodeProperties[] = [
	{ displayName: 'Tool Description', name: 'descriptionType', type: 'options', options: [], default: 'auto' },
	{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
];

/** The leaves of a node's parameters, as paths; a resource locator is one leaf. */
function leaves(parameters: INodeParameters, path = ''): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const nested = value !== null && typeof value === 'object' && !Array.isArray(value) && !('__rl' in value);
		return nested && Object.keys(value).length > 0 ? leaves(value as INodeParameters, `${path}${name}.`) : [`${path}${name}`];
	});
}

it('has the six examples and the small ones of the demo', () => {
	expect(files).toHaveLength(9);
});

describe.each(files)('%s', (file) => {
	const { nodes, connections, name, settings } = example(file);
	const own = nodes.filter((node) => node.type.startsWith(type));

	it('has a name, a time zone, a note for people and at least one node of this package', () => {
		expect(name.length).toBeGreaterThan(5);
		expect(settings?.timezone).toBe('Africa/Nairobi');
		expect(nodes.some((node) => node.type === 'n8n-nodes-base.stickyNote' && String(node.parameters.content).startsWith('## '))).toBe(true);
		expect(own.length).toBeGreaterThan(0);
	});

	it('connects nodes that exist, each with its own id and name', () => {
		const names = nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(names.length);
		for (const [from, outputs] of Object.entries(connections)) {
			expect(names).toContain(from);
			for (const { node } of Object.values(outputs).flat(2).filter((target) => target !== null)) expect(names).toContain(node);
		}
	});

	// n8n drops a parameter that its node doesn't have, or doesn't show beside the others, without a word.
	it.each(own.map((node) => [node.name, node] as const))('sets only parameters that "%s" has and shows', (_name, node: INode) => {
		const properties = [...toolParameters, ...description.properties];
		const kept = NodeHelpers.getNodeParameters(properties, node.parameters, false, false, node, description);
		const given = leaves(node.parameters);
		const defaults = leaves(NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description)!);
		expect(kept).not.toBeNull();
		expect(given.filter((leaf) => !defaults.includes(leaf) && !leaf.match(/^(options|filters)$/))).toEqual([]);
	});

	it('refers to the credential by the name that people are told, and holds no secret', () => {
		for (const node of own) expect(node.credentials).toEqual({ messagingServiceApi: { id: expect.any(String), name: 'Messaging Service account' } });
		expect(readFileSync(resolve(examplesFolder, file), 'utf8')).not.toMatch(/secret|bearer|token"/i);
	});
});
