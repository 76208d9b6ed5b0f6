import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { cronNodeOptions, NodeHelpers } from 'n8n-workflow';
import { example, examplesFolder, messagingService } from './play.mts';

const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
const ownPackage = 'n8n-nodes-messaging-service.';

/** The description of a node of this package; as a tool a node has "Tool" after its name. */
function descriptionOf({ type }: INode): INodeTypeDescription {
	return messagingService.nodes[type.slice(ownPackage.length).replace(/Tool$/, '')]!.description;
}

/** How often, which n8n asks for in every node that polls. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	options: cronNodeOptions,
};

/** The parameters of the tool variant, which n8n adds to a node that an agent uses. */
const toolParameters: INodeProperties[] = [
	{
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		options: [],
		default: 'auto',
	},
	{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
];

/** The leaves of a node's parameters, as paths; a resource locator is one leaf. */
function leaves(parameters: INodeParameters, path = ''): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const nested =
			value !== null && typeof value === 'object' && !Array.isArray(value) && !('__rl' in value);
		return nested && Object.keys(value).length > 0
			? leaves(value as INodeParameters, `${path}${name}.`)
			: [`${path}${name}`];
	});
}

it('has these eight, each with a row of its own in the README', () => {
	expect(files.sort()).toEqual([
		'agent-texts-one-number.json',
		'campaign-tomorrow-morning.json',
		'daily-delivery-report.json',
		'look-around.json',
		'spreadsheet-reminders.json',
		'undelivered-email-the-office.json',
		'webhook-one-time-code.json',
		'webhook-order-confirmation.json',
	]);
	const readme = readFileSync(resolve(examplesFolder, 'README.md'), 'utf8');
	expect([...readme.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file).sort()).toEqual(files);
});

describe.each(files)('%s', (file) => {
	const { nodes, connections, name, settings } = example(file);
	const own = nodes.filter((node) => node.type.startsWith(ownPackage));

	it('has a name, a time zone, a note for people and at least one node of this package', () => {
		expect(name.length).toBeGreaterThan(5);
		expect(settings?.timezone).toBe('Africa/Nairobi');
		expect(
			nodes.some(
				(node) =>
					node.type === 'n8n-nodes-base.stickyNote' &&
					String(node.parameters.content).startsWith('## '),
			),
		).toBe(true);
		expect(own.length).toBeGreaterThan(0);
	});

	it('connects nodes that exist, each with its own id and name', () => {
		const names = nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(names.length);
		expect(Object.keys(connections).length).toBeGreaterThan(0);
		for (const [from, outputs] of Object.entries(connections)) {
			expect(names).toContain(from);
			for (const { node } of Object.values(outputs)
				.flat(2)
				.filter((target) => target !== null))
				expect(names).toContain(node);
		}
	});

	// n8n drops a parameter that its node doesn't have, or doesn't show beside the others, without a word.
	it.each(own.map((node) => [node.name, node] as const))(
		'sets only parameters that "%s" has and shows',
		(_name, node: INode) => {
			const description = descriptionOf(node);
			const properties = [
				...toolParameters,
				...(description.polling ? [pollTimes] : []),
				...description.properties,
			];
			const kept = NodeHelpers.getNodeParameters(
				properties,
				node.parameters,
				false,
				false,
				node,
				description,
			);
			const given = leaves(node.parameters);
			const defaults = leaves(
				NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description)!,
			);
			expect(kept).not.toBeNull();
			expect(
				given.filter((leaf) => !defaults.includes(leaf) && !leaf.match(/^(options|filters)$/)),
			).toEqual([]);
		},
	);

	it('refers to the credential by the name that people are told, and holds no secret', () => {
		for (const node of own)
			expect(node.credentials).toEqual({
				messagingServiceApi: { id: expect.any(String), name: 'Messaging Service account' },
			});
		expect(readFileSync(resolve(examplesFolder, file), 'utf8')).not.toMatch(
			/secret|bearer|token"/i,
		);
	});

	const mailing = nodes.filter(({ type }) => type.startsWith('n8n-nodes-base.emailSend'));

	it('e-mails where it is for that, and nowhere else', () => {
		const mails = [
			'agent-texts-one-number.json',
			'daily-delivery-report.json',
			'undelivered-email-the-office.json',
		];
		expect(mailing).toHaveLength(mails.includes(file) ? 1 : 0);
	});

	it("e-mails from and to addresses that are nobody's, by the SMTP credential that people are told, and tries again", () => {
		for (const node of mailing) {
			expect(node).toMatchObject({
				credentials: { smtp: { name: 'SMTP account' } },
				retryOnFail: true,
				parameters: { options: { appendAttribution: false } },
			});
			for (const name of ['fromEmail', 'toEmail'])
				expect(node.parameters[name]).toMatch(/@example\.com$/);
		}
	});
});
