/**
 * Checks that an example does no harm to anybody who imports it. What each example does is tested in a complete n8n
 * (test/e2e).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IDataObject, INode, IWorkflowBase } from 'n8n-workflow';
import { countries } from '../../nodes/MessagingService/values/countries.ts';
import { strayBrackets, templateOf } from '../../nodes/MessagingService/values/placeholders.ts';
import { readyToRun } from '../../workbench/n8n/examples.mts';
import type { Workflow } from '../../workbench/n8n/rest.mts';

const folder = resolve(import.meta.dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const example = (file: string): IWorkflowBase =>
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as IWorkflowBase;

const list = {
	skipAlreadySent: true,
	lookBackHours: 168,
	sendingHours: { values: expect.objectContaining({ from: '08:00', to: '20:00' }) },
};

/** Options that keep each sending example from texting twice, too many people, or too many parts, by node. */
const safeguards: Record<string, object> = {
	'agent-texts-one-number.json': { onlyNumbers: '', maxRecipients: 1, maxSegments: 2 },
	'campaign-report.json': { dryRun: true, skipAlreadySent: true, lookBackHours: 168 },
	'campaign-tomorrow-morning.json': {
		maxTotalSegments: 500,
		skipAlreadySent: true,
		lookBackHours: 168,
		excludeNumbers: expect.stringContaining("$('Stop List').all()"),
	},
	'list-in-the-browser.json': [{ dryRun: true, ...list }, list],
	'purchase-approval.json': { maxRecipients: 1 },
	'spreadsheet-reminders.json': list,
	'webhook-one-time-code.json': {
		allowedCountries: ['KE'],
		maxRecipients: 1,
		maxSegments: 1,
		lookUpUnknown: true,
	},
	'webhook-order-confirmation.json': {
		maxRecipients: 1,
		maxSegments: 2,
		skipAlreadySent: true,
		lookBackHours: 24,
	},
};

const sending = ({ nodes }: IWorkflowBase): INode[] =>
	nodes.filter(({ parameters }) => parameters.operation === 'sendMessage');

test('one that sends is in the table', () => {
	const senders = files.filter((file) => sending(example(file)).length > 0);
	expect(senders).toEqual(Object.keys(safeguards));
});

test.each(files)(
	'%s: nothing starts, leaves or is known before a person has decided it',
	(file) => {
		const workflow = example(file);
		expect(workflow).toMatchObject({ active: false, settings: { timezone: 'Africa/Nairobi' } });
		expect(JSON.stringify(workflow)).not.toMatch(/secret|bearer|token"/i);
		for (const { type, parameters, credentials } of workflow.nodes) {
			if (type.startsWith('n8n-nodes-messaging-service.'))
				expect(credentials?.messagingServiceApi?.name).toBe('Messaging Service account');
			if (type.startsWith('n8n-nodes-base.emailSend'))
				expect(`${parameters.fromEmail} ${parameters.toEmail}`).toMatch(
					/^\S+@example\.com \S+@example\.com$/,
				);
			if (type === 'n8n-nodes-base.webhook') expect(parameters.authentication).toBe('headerAuth');
		}
		const options = sending(workflow).map(({ parameters }) => parameters.options);
		expect(options).toMatchObject([safeguards[file] ?? []].flat());
	},
);

test.each(files)('%s: whoever imports and starts it texts only whom they have entered', (file) => {
	const { nodes } = example(file);
	const senders = nodes.filter(({ parameters }) => 'senderId' in parameters);
	const isCalled = nodes.some(({ type }) => /webhook$|chatTrigger$/i.test(type));
	for (const { name, parameters } of senders) {
		// n8n refuses to run a node whose sender is empty. A report sends nothing, whatever its sender.
		const { value } = parameters.senderId as IDataObject;
		const isReport = ['Check', 'Who Got It'].includes(name);
		if (isReport) expect(parameters.options).toMatchObject({ dryRun: true });
		else expect(value).toMatch(/^$|^=\{\{ String\(\$\('Look and Send'\)/);
		// It contains nobody's number: it is empty, or read from the call or the list.
		expect(parameters.recipients).toMatch(/^$|^=\{\{ \$(?:json|\()/);
		// A list is checked by a dry run before it is sent.
		if (!isCalled && name !== 'Send') expect(parameters.options).toMatchObject({ dryRun: true });
	}
});

test('the list from the browser is sent as it was checked, once a person has pressed Send', () => {
	const { nodes, connections } = example('list-in-the-browser.json');
	const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;
	const [check, send] = [parametersOf('Check'), parametersOf('Send')];
	const { dryRun, ...options } = check.options as IDataObject;
	expect(dryRun).toBe(true);
	expect(send).toEqual({ ...check, senderId: expect.anything(), options });
	const before = (name: string) =>
		Object.keys(connections).filter((from) =>
			connections[from]!.main!.flat().some((to) => to!.node === name),
		);
	expect(before('Send').flatMap(before).flatMap(before)).toEqual(['Look and Send']);
	expect(before('Look and Send').flatMap(before)).toEqual(['Can It Go']);
});

test('the list from the browser offers the countries of Default Country, and passes on their codes', () => {
	const { nodes } = example('list-in-the-browser.json');
	const form = nodes.find(({ name }) => name === 'List and Text')!;
	const label = 'Country of numbers without a country code';
	const { values } = form.parameters.formFields as { values: IDataObject[] };
	const { fieldOptions } = values.find(({ fieldLabel }) => fieldLabel === label)!;
	const offered = (fieldOptions as { values: Array<{ option: string }> }).values;
	const named = countries.map(({ name, value }) => name.replace(/\(\+\d+\)$/, `(${value})`));
	expect(offered.map(({ option }) => option)).toEqual(named);
	const [check] = sending(example('list-in-the-browser.json'));
	const { defaultCountry } = check!.parameters.options as IDataObject;
	expect(defaultCountry).toBe(`={{ $('List and Text').first().json['${label}']?.slice(-3, -1) }}`);
});

test('the report looks for what the reminders say', () => {
	const [report] = sending(example('campaign-report.json'));
	const [reminders] = sending(example('spreadsheet-reminders.json'));
	const { senderId, options, ...message } = report!.parameters;
	expect(reminders!.parameters).toMatchObject({ ...message, options });
	expect(senderId).toBeDefined();
});

test.each(files)('%s: no brackets stand outside the placeholders of its texts', (file) => {
	const { nodes } = example(file);
	for (const { parameters } of nodes)
		for (const text of [parameters.message, parameters.campaign, parameters.recipients])
			if (typeof text === 'string' && text.startsWith('='))
				expect([text, strayBrackets(templateOf(text.slice(1)))]).toEqual([text, undefined]);
});

const wait = (resumeAmount: number, resumeUnit: string) => ({
	limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit } },
});

/** Promises in README's line of an example, with the node and the settings that keep them. */
const promises: Array<[file: string, words: string, node: string, settings: object]> = [
	[
		'undelivered-email-the-office.json',
		'which texts have failed',
		'Not Delivered',
		{ parameters: { event: 'statusChanged', options: { statuses: 'Failed' } } },
	],
	[
		'undelivered-email-the-office.json',
		'whichever workflow sent them',
		'Not Delivered',
		{ parameters: { filters: {} } },
	],
	[
		'undelivered-email-the-office.json',
		'every five minutes',
		'Not Delivered',
		{ parameters: { pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] } } },
	],
	[
		'campaign-report.json',
		'what became of each person',
		'Who Got It',
		{ parameters: { options: { dryRun: true, skipAlreadySent: true } } },
	],
	[
		'campaign-report.json',
		'the counts of each delivery status',
		'Email the Office',
		{ parameters: { html: expect.stringContaining('deliveryStatus') }, executeOnce: true },
	],
	[
		'list-in-the-browser.json',
		'a spreadsheet and a text',
		'List and Text',
		{
			parameters: {
				formFields: {
					values: expect.arrayContaining([
						expect.objectContaining({ fieldLabel: 'Spreadsheet', acceptFileTypes: '.xlsx, .csv' }),
						expect.objectContaining({ fieldLabel: 'Text', fieldType: 'textarea' }),
					]),
				},
			},
		},
	],
	[
		'list-in-the-browser.json',
		'shows whom it would reach',
		'Look and Send',
		{ parameters: { operation: 'page', options: { buttonLabel: 'Send' } } },
	],
	[
		'list-in-the-browser.json',
		'a file of the outcomes',
		'What Became of It',
		{ parameters: { operation: 'completion', respondWith: 'returnBinary' } },
	],
	[
		'campaign-tomorrow-morning.json',
		'tomorrow at nine',
		'Schedule Campaign',
		{ parameters: { options: { schedule: expect.stringMatching(/plus\(1, 'day'\).*hour: 9,/) } } },
	],
	[
		'campaign-tomorrow-morning.json',
		'people on the stop list get nothing',
		'Stop List',
		// With an empty stop list, the campaign still goes out.
		{ alwaysOutputData: true },
	],
	[
		'purchase-approval.json',
		'reminds them after an hour',
		'Ask the Manager',
		{ parameters: { options: wait(1, 'hours') } },
	],
	[
		'purchase-approval.json',
		'waits until the manager approves',
		'Remind the Manager',
		{ parameters: { operation: 'sendAndWait', options: wait(1, 'days') } },
	],
	[
		'ask-which-day.json',
		'adds the answer to a sheet',
		'Add to the Sheet',
		{ parameters: { fileName: 'answers.csv', options: { append: true } } },
	],
	[
		'spreadsheet-reminders.json',
		'a second file',
		'Write the Outcomes',
		{ parameters: { fileName: expect.stringContaining("' outcomes.csv'") } },
	],
	[
		'webhook-order-confirmation.json',
		'answers with the outcome',
		'Text the Customer',
		// The call is answered even if the text failed.
		{ onError: 'continueRegularOutput' },
	],
	[
		'webhook-one-time-code.json',
		'answers with the outcome',
		'Text the Code',
		{ onError: 'continueRegularOutput' },
	],
	[
		'agent-texts-one-number.json',
		'only what a person approved',
		'Ask the Office',
		{ parameters: { approvalOptions: { values: { approvalType: 'double' } } } },
	],
	[
		'look-around.json',
		"today's messages",
		"Today's Messages",
		{ parameters: { returnAll: true, filters: { dateCreated: 'today' } } },
	],
	['look-around.json', 'your senders', 'Senders', { parameters: { returnAll: true } }],
];

describe("README's line of an example", () => {
	const readme = readFileSync(join(folder, 'README.md'), 'utf8');
	const lines = new Map(
		[...readme.matchAll(/^\|`(\S+\.json)`\|(.*)\|$/gm)].map(([, file, line]) => [file!, line!]),
	);

	test('each example has one, with a promise that is held against it', () => {
		expect([...lines.keys()].sort()).toEqual([...files].sort());
		expect([...new Set(promises.map(([file]) => file))].sort()).toEqual([...files].sort());
	});

	test.each(promises)('%s: %s', (file, words, name, settings) => {
		expect(lines.get(file)).toContain(words);
		const node = example(file).nodes.find((each) => each.name === name)!;
		expect(node).toMatchObject(settings);
		const { filters } = (settings as Partial<INode>).parameters ?? {};
		if (filters) expect(node.parameters.filters).toEqual(filters);
	});
});

test('a model chooses the wording of one text and nothing else, and a person approves it', () => {
	const chosen = files.filter((file) => JSON.stringify(example(file)).includes('$fromAI'));
	expect(chosen).toEqual(['agent-texts-one-number.json']);
	const agent = example('agent-texts-one-number.json');
	const [{ name, parameters }] = sending(agent) as [INode];
	const { message, ...others } = parameters;
	expect(message).toContain('$fromAI');
	expect(JSON.stringify(others)).not.toContain('$fromAI');
	expect(agent.connections[name]?.ai_tool).toMatchObject([[{ node: 'Ask the Office' }]]);
});

test.each(files)('%s: `npm run n8n` imports it with Dry Run as it is', (file) => {
	const imported = readyToRun(example(file) as unknown as Workflow, {}, '', true);
	const dry = ({ parameters }: Pick<INode, 'parameters'>) =>
		(parameters.options as IDataObject | undefined)?.dryRun;
	expect(imported.nodes.map((node) => dry(node as unknown as INode))).toEqual(
		example(file).nodes.map(dry),
	);
});
