/** The stubs that bring many items into one e-mail: what goes out is in the run's `mails`. */
import type { IDataObject, INode } from 'n8n-workflow';
import { chain, node, run } from './workflows.mts';

const credentials = { smtp: { id: 'any', name: 'SMTP account' } };
const email = (parameters: IDataObject, more: Partial<INode> = {}) =>
	node(
		'Post',
		'n8n-nodes-base.emailSend',
		{ fromEmail: 'from@example.com', toEmail: 'to@example.com', ...parameters } as never,
		{ typeVersion: 2.1, credentials, ...more },
	);
const aggregate = (parameters: IDataObject = { aggregate: 'aggregateAllItemData' }) =>
	node('Join', 'n8n-nodes-base.aggregate', parameters as never);
const summarize = (options: IDataObject) =>
	node(
		'Count',
		'n8n-nodes-base.summarize',
		{
			fieldsToSummarize: { values: [{ aggregation: 'count', field: 'name' }] },
			fieldsToSplitBy: 'colour',
			options,
		} as never,
		{ typeVersion: 1.1 },
	);
const input = [
	{ json: { name: 'Ann', colour: 'red' } },
	{ json: { name: 'Bob', colour: null } },
	{ json: { name: 'Cy', colour: 'red' } },
];

it('Aggregate makes one item of all, and Send Email one e-mail of each item', async () => {
	const result = await run(
		chain(
			aggregate(),
			email({
				subject: '={{ $json.data.length }} names',
				emailFormat: 'text',
				text: '={{ $json.data.map(({ name }) => name).join("\\n") }}',
				options: { appendAttribution: false },
			}),
		),
		{ input },
	);
	expect(result.error).toBeUndefined();
	expect(result.output('Join')).toEqual([
		{
			json: { data: input.map(({ json }) => json) },
			pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
		},
	]);
	expect(result.mails).toEqual([
		{ from: 'from@example.com', to: 'to@example.com', subject: '3 names', text: 'Ann\nBob\nCy' },
	]);
	expect(result.output('Post').map(({ json }) => json)).toEqual([
		expect.objectContaining({ accepted: ['to@example.com'], rejected: [] }),
	]);
});

it('Aggregate puts the list into the field it is told', async () => {
	const result = await run(
		chain(aggregate({ aggregate: 'aggregateAllItemData', destinationFieldName: 'rows' })),
		{ input },
	);
	expect(result.output('Join').map(({ json }) => Object.keys(json))).toEqual([['rows']]);
});

it("Send Email sends one e-mail for each item, with n8n's own line under it unless that is switched off", async () => {
	const result = await run(
		chain(email({ subject: 'Hi', emailFormat: 'text', text: '={{ $json.name }}' })),
		{ input },
	);
	expect(result.mails.map(({ text }) => text)).toEqual(
		['Ann', 'Bob', 'Cy'].map(
			(name) => `${name}\n\n---\nThis email was sent automatically with n8n\nhttps://n8n.io`,
		),
	);
});

it('Send Email fails as the real one does without an address or a credential, and knows plain text only', async () => {
	const text = { subject: 'Hi', emailFormat: 'text', text: 'Hello' };
	const failureOf = async (...args: Parameters<typeof email>) => {
		const { error, mails } = await run(chain(email(...args)), { input });
		expect(mails).toEqual([]);
		return error?.message;
	};
	expect(await failureOf({ ...text, toEmail: '' })).toMatch(/issues|required/i);
	expect(await failureOf(text, { credentials: {} })).toBe('Node does not have any credentials set');
	expect(await failureOf({ subject: 'Hi', text: 'Hello' })).toMatch(/plain text only/);
	await expect(run(chain(email({ ...text, emailFormat: 'html' })))).rejects.toThrow(
		'emailFormat = "html"',
	);
});

it('Summarize makes one item of all values where it is told so, an item without the field among them', async () => {
	const result = await run(chain(summarize({ outputFormat: 'singleItem' })), {
		input: [...input, { json: {} }],
	});
	expect(result.output('Count')).toEqual([
		{
			json: { red: { count_name: 2 }, null: { count_name: 1 }, undefined: { count_name: 0 } },
			pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }],
		},
	]);
});
