/**
 * What the README and the notes of the example workflows claim: what starts each, what it reads, whom it texts and
 * with which safeguards. The tables are written by hand from the claims.
 */
import { readdirSync } from 'node:fs';
import type { INode, IWorkflowBase } from 'n8n-workflow';
import { example, examplesFolder } from './example.mts';

const files = readdirSync(examplesFolder)
	.filter((file) => file.endsWith('.json'))
	.sort();
const own = 'n8n-nodes-messaging-service.';

const byHand = { type: 'n8n-nodes-base.manualTrigger' };
const byCall = (path: string) => ({
	type: 'n8n-nodes-base.webhook',
	parameters: {
		httpMethod: 'POST',
		path,
		authentication: 'headerAuth',
		responseMode: 'responseNode',
	},
	credentials: { httpHeaderAuth: { name: 'Header Auth account' } },
});

const starts: Record<string, object> = {
	'agent-texts-one-number.json': { type: '@n8n/n8n-nodes-langchain.chatTrigger' },
	'campaign-tomorrow-morning.json': byHand,
	'daily-delivery-report.json': {
		type: 'n8n-nodes-base.scheduleTrigger',
		parameters: {
			rule: {
				interval: [{ field: 'days', daysInterval: 1, triggerAtHour: 7, triggerAtMinute: 0 }],
			},
		},
	},
	'look-around.json': byHand,
	'purchase-approval.json': {
		...byCall('purchase'),
		parameters: { path: 'purchase', authentication: 'headerAuth', responseMode: 'onReceived' },
	},
	'spreadsheet-reminders.json': byHand,
	'undelivered-email-the-office.json': {
		type: `${own}messagingServiceTrigger`,
		parameters: {
			pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
			event: 'statusChanged',
			options: { statuses: 'Failed' },
		},
	},
	'webhook-one-time-code.json': byCall('one-time-code'),
	'webhook-order-confirmation.json': byCall('order-confirmation'),
};

/** What is read, by node: a file, or a list of the service. */
const reads: Record<string, object> = {
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
		},
	},
	'look-around.json': {
		"Today's Messages": {
			operation: 'queryMessages',
			returnAll: true,
			filters: { dateCreated: 'today' },
		},
		Senders: { operation: 'querySenders', returnAll: true },
		Statuses: { operation: 'listStatuses' },
	},
	'spreadsheet-reminders.json': { 'Read the Spreadsheet': { fileSelector: 'appointments.csv' } },
};

/** Whom the texts go to, what they count as, and what keeps them from going twice or to too many. */
const texts: Record<string, object> = {
	'agent-texts-one-number.json': {
		priority: 'utility',
		recipients: '+254711001001',
		options: { maxRecipients: 1, maxSegments: 2 },
	},
	'campaign-tomorrow-morning.json': {
		priority: 'marketing',
		recipients: '={{ $json.phone }}',
		options: {
			schedule: expect.stringContaining('hour: 9, minute: 0'),
			maxTotalSegments: 500,
			skipAlreadySent: true,
			lookBackHours: 168,
			excludeNumbers: expect.stringContaining("$('Stop List').all()"),
		},
	},
	'purchase-approval.json': {
		priority: 'utility',
		recipients: "={{ $('Purchase').item.json.body.phone }}",
		options: { maxRecipients: 1 },
	},
	'spreadsheet-reminders.json': {
		priority: 'utility',
		recipients: '={{ $json.phone }}',
		options: { skipAlreadySent: true, lookBackHours: 168 },
	},
	'webhook-one-time-code.json': {
		priority: 'authentication',
		recipients: '={{ $json.body.phone }}',
		options: { maxRecipients: 1, maxSegments: 1, lookUpUnknown: true },
	},
	'webhook-order-confirmation.json': {
		priority: 'utility',
		recipients: '={{ $json.body.customer?.phone }}',
		options: { maxRecipients: 1, maxSegments: 2, skipAlreadySent: true, lookBackHours: 24 },
	},
};

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isSending = ({ parameters }: INode) => parameters.operation === 'sendMessage';
const isReading = ({ type, parameters }: INode) =>
	'fileSelector' in parameters ||
	(type === `${own}messagingService` && !/^send/.test(String(parameters.operation)));

/** Where the outputs of a node lead, output by output. */
const targets = ({ connections }: IWorkflowBase, from: string, kind = 'main'): string[][] =>
	(connections[from]?.[kind] ?? []).map((output) => (output ?? []).map(({ node }) => node));

test('each example is in the tables', () => {
	expect(Object.keys(starts).sort()).toEqual(files);
});

describe.each(files)('%s', (file) => {
	const workflow = example(file);
	const { nodes } = workflow;

	test('begins with what the README says, in Nairobi, once somebody has switched it on', () => {
		const reached = new Set(
			Object.keys(workflow.connections).flatMap((from) => targets(workflow, from).flat()),
		);
		const starters = nodes.filter(
			({ name }) => targets(workflow, name).length > 0 && !reached.has(name),
		);
		expect(starters).toMatchObject([starts[file]]);
		expect(workflow).toMatchObject({ active: false, settings: { timezone: 'Africa/Nairobi' } });
	});

	test('reads this, and nothing else', () => {
		const found = nodes.filter(isReading).map(({ name, parameters }) => [name, parameters]);
		expect(Object.fromEntries(found)).toMatchObject(reads[file] ?? {});
		expect(found).toHaveLength(Object.keys(reads[file] ?? {}).length);
	});

	test('texts these numbers, with these safeguards', () => {
		const sending = nodes.filter(isSending).map(({ parameters }) => parameters);
		expect(sending).toMatchObject(texts[file] ? [{ ...texts[file], sendTo: 'phoneNumbers' }] : []);
	});

	test('names the credential that people are told, and holds no secret', () => {
		for (const { credentials } of nodes.filter(({ type }) => type.startsWith(own)))
			expect(credentials).toMatchObject({
				messagingServiceApi: { name: 'Messaging Service account' },
			});
		expect(JSON.stringify(workflow)).not.toMatch(/secret|bearer|token"/i);
	});

	test('emails between addresses that are nobody’s', () => {
		for (const { type, parameters } of nodes)
			if (type.startsWith('n8n-nodes-base.emailSend'))
				expect([parameters.fromEmail, parameters.toEmail]).toEqual([
					expect.stringMatching(/@example\.com$/),
					expect.stringMatching(/@example\.com$/),
				]);
	});

	test('a call is answered, whatever becomes of it', () => {
		if (!file.startsWith('webhook')) return;
		expect(nodes.filter(isSending)).toMatchObject([{ onError: 'continueRegularOutput' }]);
		const ends = nodes.filter((node) => !isNote(node) && targets(workflow, node.name).length === 0);
		expect(new Set(ends.map(({ type }) => type))).toEqual(
			new Set(['n8n-nodes-base.respondToWebhook']),
		);
	});

	test('each number that a note states for an option is the one that is set', () => {
		const [sending] = nodes.filter(isSending);
		const options = Object.entries(sending?.parameters.options ?? {});
		const lettersOf = (text: string) => text.replaceAll(' ', '').toLowerCase();
		for (const note of nodes.filter(isNote)) {
			const content = String(note.parameters.content);
			for (const [, label, stated] of content.matchAll(/\*([A-Z][^*]+)\* is (\d+)/g)) {
				const set = options.find(([name]) => name.toLowerCase() === lettersOf(label!));
				expect([label, set?.[1]]).toEqual([label, Number(stated)]);
			}
		}
	});
});

test('a model chooses the wording of one text and nothing else, and a person approves it by two buttons', () => {
	const chosen = files.filter((file) => JSON.stringify(example(file)).includes('$fromAI'));
	expect(chosen).toEqual(['agent-texts-one-number.json']);
	const agent = example('agent-texts-one-number.json');
	const [sending] = agent.nodes.filter(isSending);
	const { message, ...others } = sending!.parameters;
	expect(message).toContain('$fromAI');
	expect(JSON.stringify(others)).not.toContain('$fromAI');
	expect(targets(agent, sending!.name, 'ai_tool')).toEqual([['Ask the Office']]);
	const asking = agent.nodes.find(({ name }) => name === 'Ask the Office')!;
	expect(asking.parameters.approvalOptions).toMatchObject({ values: { approvalType: 'double' } });
});
