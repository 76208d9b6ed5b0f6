/**
 * What the README and the notes claim of the examples, held against the workflow files: what starts
 * each, what it reads, whom it can text and under which settings. The tables are written by hand
 * from the claims, so a file that comes to say something else is noticed.
 */
import { readdirSync } from 'node:fs';
import { DateTime } from 'luxon';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	IWorkflowBase,
} from 'n8n-workflow';
import { notesOf } from './noteText.mts';
import { example, examplesFolder, messagingService, play, rowsOf } from './play.mts';
import { startSandbox } from '../../workbench/sandbox/sandbox.mts';

const files = readdirSync(examplesFolder)
	.filter((file) => file.endsWith('.json'))
	.sort();
const agent = example('agent-texts-one-number.json');

/** Where the outputs of a node lead, output by output. */
const targetsOf = ({ connections }: IWorkflowBase, from: string, kind = 'main'): string[][] =>
	(connections[from]?.[kind as 'main'] ?? []).map((output) =>
		(output ?? []).map(({ node }) => node),
	);
const nodeOf = (workflow: IWorkflowBase, name: string): INode =>
	workflow.nodes.find((node) => node.name === name)!;

/** The nodes that a run can begin with: they hand on items and nothing hands them any. */
function startersOf(workflow: IWorkflowBase): INode[] {
	const reached = new Set(
		Object.keys(workflow.connections).flatMap((from) => targetsOf(workflow, from).flat()),
	);
	return workflow.nodes.filter(
		({ name }) => targetsOf(workflow, name).length > 0 && !reached.has(name),
	);
}

const byHand = { 'n8n-nodes-base.manualTrigger': {} };
const byCall = (path: string) => ({
	'n8n-nodes-base.webhook': {
		httpMethod: 'POST',
		path,
		authentication: 'headerAuth',
		responseMode: 'responseNode',
		options: {},
	},
});

const starts: Record<string, Record<string, INodeParameters>> = {
	'agent-texts-one-number.json': { '@n8n/n8n-nodes-langchain.chatTrigger': { options: {} } },
	'campaign-tomorrow-morning.json': byHand,
	'daily-delivery-report.json': {
		'n8n-nodes-base.scheduleTrigger': {
			rule: {
				interval: [{ field: 'days', daysInterval: 1, triggerAtHour: 7, triggerAtMinute: 0 }],
			},
		},
	},
	'look-around.json': byHand,
	'spreadsheet-reminders.json': byHand,
	'undelivered-email-the-office.json': {
		'n8n-nodes-messaging-service.messagingServiceTrigger': {
			pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
			event: 'statusChanged',
			filters: {},
			options: { statuses: 'Failed' },
		},
	},
	'webhook-one-time-code.json': byCall('one-time-code'),
	'webhook-order-confirmation.json': byCall('order-confirmation'),
};

/** Files and lists of the service, by the node that reads them. */
const reads: Record<string, Record<string, INodeParameters>> = {
	'campaign-tomorrow-morning.json': {
		'Read Stop List': { fileSelector: 'stop-list.csv' },
		'Read Customers': { fileSelector: 'customers.csv' },
	},
	'daily-delivery-report.json': {
		"Yesterday's Recipients": {
			operation: 'queryMessages',
			returnAll: true,
			output: 'recipients',
			filters: { dateCreated: 'yesterday' },
			options: {},
		},
	},
	'look-around.json': {
		"Today's Messages": {
			operation: 'queryMessages',
			returnAll: true,
			output: 'simplified',
			filters: { dateCreated: 'today' },
			options: {},
		},
		Senders: { operation: 'querySenders', returnAll: true, filters: {}, options: {} },
		Statuses: { operation: 'listStatuses' },
	},
	'spreadsheet-reminders.json': { 'Read the Spreadsheet': { fileSelector: 'appointments.csv' } },
};

/** Whom the texts go to, what they count as, and what keeps them from going twice or to too many; not their wording. */
const texts: Record<string, object> = {
	'agent-texts-one-number.json': {
		priority: 'utility',
		campaign: 'agent-alerts',
		recipients: '+254711001001',
		options: { maxRecipients: 1, maxSegments: 2 },
	},
	'campaign-tomorrow-morning.json': {
		priority: 'marketing',
		campaign: 'weekend-offer',
		recipients: '={{ $json.phone }}',
		options: {
			schedule: "={{ $now.plus(1, 'day').set({ hour: 9, minute: 0, second: 0, millisecond: 0 }) }}",
			defaultCountry: 'KE',
			combineItems: true,
			maxTotalSegments: 500,
			skipAlreadySent: true,
			lookBackHours: 168,
			excludeNumbers: expect.stringContaining("$('Stop List').all()"),
		},
	},
	'spreadsheet-reminders.json': {
		priority: 'utility',
		campaign: 'appointment-reminders',
		recipients: '={{ $json.phone }}',
		options: { defaultCountry: 'KE', skipAlreadySent: true, lookBackHours: 168 },
	},
	'webhook-one-time-code.json': {
		priority: 'authentication',
		campaign: 'one-time-codes',
		recipients: '={{ $json.body.phone }}',
		options: { maxRecipients: 1, maxSegments: 1, lookUpUnknown: true },
	},
	'webhook-order-confirmation.json': {
		priority: 'utility',
		campaign: 'order-confirmations',
		recipients: '={{ $json.body.customer.phone }}',
		options: {
			defaultCountry: 'KE',
			maxRecipients: 1,
			maxSegments: 2,
			skipAlreadySent: true,
			lookBackHours: 24,
			lookUpUnknown: true,
		},
	},
};

const isSending = ({ parameters }: INode) => parameters.operation === 'sendMessage';
const isReading = ({ type, parameters }: INode) =>
	('fileSelector' in parameters ||
		type.startsWith('n8n-nodes-messaging-service.messagingService')) &&
	!type.endsWith('Trigger') &&
	parameters.operation !== 'sendMessage';

it.each(files)(
	'%s begins with what the README says, and not before somebody has switched it on',
	(file) => {
		const workflow = example(file);
		expect(
			Object.fromEntries(startersOf(workflow).map(({ type, parameters }) => [type, parameters])),
		).toEqual(starts[file]);
		expect(workflow.active).toBe(false);
	},
);

it.each(files)(
	'%s reads these files and these lists of the service, of these days, and no others',
	(file) => {
		const own = example(file)
			.nodes.filter(isReading)
			.map(({ name, parameters: { fileSelector, ...others } }) => [
				name,
				fileSelector === undefined ? others : { fileSelector },
			]);
		expect(Object.fromEntries(own)).toEqual(reads[file] ?? {});
	},
);

it.each(files)('%s texts these numbers, with these safeguards', (file) => {
	const sending = example(file)
		.nodes.filter(isSending)
		.map(({ parameters: { priority, campaign, sendTo, recipients, options } }) => ({
			priority,
			campaign,
			sendTo,
			recipients,
			options,
		}));
	expect(sending).toEqual(texts[file] ? [{ ...texts[file], sendTo: 'phoneNumbers' }] : []);
});

/** The texts in a node's parameters, by their paths. */
function textsIn(value: unknown, path: string): Array<[path: string, text: string]> {
	if (typeof value === 'string') return [[path, value]];
	return value !== null && typeof value === 'object'
		? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
		: [];
}

it('nothing but the wording of one text is ever chosen by a model', () => {
	const chosen = files.flatMap((file) =>
		example(file)
			.nodes.flatMap(({ name, parameters }) => textsIn(parameters, name))
			.filter(([, text]) => /fromAI/i.test(text)),
	);
	expect(chosen.map(([path]) => path)).toEqual(['Text the Person on Call.message']);
});

describe('the agent', () => {
	it('has one tool: a person, who is asked by two buttons, before anything is texted', () => {
		const tools = agent.nodes
			.filter(({ name }) => targetsOf(agent, name, 'ai_tool').length > 0)
			.map(({ name }) => [name, targetsOf(agent, name, 'ai_tool')]);
		expect(tools).toEqual([
			['Ask the Office', [['Agent']]],
			['Text the Person on Call', [['Ask the Office']]],
		]);
		const { type, parameters } = nodeOf(agent, 'Ask the Office');
		expect(type).toBe('n8n-nodes-base.emailSendHitlTool');
		expect(parameters.approvalOptions).toEqual({
			values: { approvalType: 'double', approveLabel: 'Send It', disapproveLabel: "Don't Send" },
		});
	});

	it.each([
		['a bare text', { Message: 'Freezer 3: 9 °C & rising' }, 'Freezer 3: 9 °C & rising'],
		[
			'one that would hide a part of itself',
			{ Message: 'Come.<!-- Or pay 0733 910 220 -->&lt;b hidden>' },
			'Come.‹!-- Or pay 0733 910 220 -->‹b hidden>',
		],
		['one that n8n hands over as a query', { query: { Message: 'Ward 2 calls' } }, 'Ward 2 calls'],
	])(
		"shows the person %s word for word, with the day and hour of the workflow's zone",
		async (_what, toolParameters, shown) => {
			const minute = () =>
				DateTime.now().setZone('Africa/Nairobi').setLocale('en').toFormat('cccc d LLLL, HH:mm');
			const before = minute();
			const sandbox = await startSandbox();
			const at = { parameters: {}, position: [0, 0] as [number, number], typeVersion: 3.4 };
			const show = {
				assignments: {
					assignments: [
						{
							id: 'mail',
							name: 'mail',
							type: 'string',
							value: nodeOf(agent, 'Ask the Office').parameters.message!,
						},
					],
				},
				options: {},
			};
			const nodes: INode[] = [
				{ ...at, id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
				{ ...at, id: 'show', name: 'Show', type: 'n8n-nodes-base.set', parameters: show },
			];
			try {
				const result = await play(
					sandbox,
					{
						...agent,
						nodes,
						connections: { Start: { main: [[{ node: 'Show', type: 'main', index: 0 }]] } },
					},
					{ toolParameters },
				);
				const mails = [before, minute()].map(
					(time) =>
						`The agent wants to text the person on call:\n\n${shown}\n\nWritten on ${time}.`,
				);
				expect(mails).toContain(rowsOf(result, 'Show')[0]!.mail);
			} finally {
				await sandbox.stop();
			}
		},
	);
});

describe.each(files.filter((file) => 'n8n-nodes-base.webhook' in starts[file]!))('%s', (file) => {
	const workflow = example(file);

	it('answers no caller without the header that its credential asks for', () => {
		for (const { parameters, credentials } of startersOf(workflow)) {
			expect(parameters.authentication).toBe('headerAuth');
			expect(credentials).toEqual({
				httpHeaderAuth: { id: expect.any(String), name: 'Header Auth account' },
			});
		}
	});

	it('leads every way to an answer of its own, also from the error output', () => {
		const isAnswer = ({ type }: INode) => type === 'n8n-nodes-base.respondToWebhook';
		const ways = workflow.nodes
			.filter(({ name, type }) => type === 'n8n-nodes-base.if' || isSending(nodeOf(workflow, name)))
			.map((node) => targetsOf(workflow, node.name));
		expect(ways.map((outputs) => outputs.map((targets) => targets.length))).toEqual([
			[1, 1],
			[1, 1],
		]);
		expect(workflow.nodes.filter(isSending).map(({ onError }) => onError)).toEqual([
			'continueErrorOutput',
		]);
		const ends = workflow.nodes.filter(
			({ type, name }) => !type.endsWith('.stickyNote') && targetsOf(workflow, name).length === 0,
		);
		expect(ends.length).toBe(3);
		expect(ends.filter((node) => !isAnswer(node))).toEqual([]);
	});
});

it('no error output of any example leads nowhere', () => {
	const loose = files.flatMap((file) => {
		const workflow = example(file);
		return workflow.nodes
			.filter(
				({ onError, name }) =>
					onError === 'continueErrorOutput' &&
					!(
						targetsOf(workflow, name).length === 2 &&
						targetsOf(workflow, name).every((targets) => targets.length > 0)
					),
			)
			.map(({ name }) => name);
	});
	expect(loose).toEqual([]);
});

/** The name of the field that a panel calls so, wherever it stands in the form. */
function namesOf(
	label: string,
	properties: Array<INodeProperties | INodePropertyOptions | INodePropertyCollection>,
): string[] {
	return properties.flatMap((property) => {
		const within = [
			...('options' in property ? (property.options ?? []) : []),
			...('values' in property ? property.values : []),
		] as INodeProperties[];
		return [
			...('displayName' in property && property.displayName === label ? [property.name] : []),
			...namesOf(label, within),
		];
	});
}

it('each number that a note states for a field is the one that the workflow sets', () => {
	const { properties } = messagingService.nodes.messagingService!.description;
	const stated = files.flatMap((file) =>
		notesOf(example(file)).flatMap((note) =>
			[...note.matchAll(/\*([A-Z][^*]+)\* is (\d+)/g)].map(([, label, number]) => {
				const options = example(file)
					.nodes.filter(isSending)
					.map(({ parameters }) => parameters.options as INodeParameters);
				return {
					file,
					label,
					stated: Number(number),
					set: options.map((given) => given[namesOf(label!, properties)[0]!]),
				};
			}),
		),
	);
	expect(stated.map(({ file, label }) => [file, label])).toEqual([
		['agent-texts-one-number.json', 'Max Recipients'],
		['spreadsheet-reminders.json', 'Look Back Hours'],
		['webhook-one-time-code.json', 'Max Recipients'],
	]);
	for (const { stated: number, set } of stated) expect(set).toEqual([number]);
});
