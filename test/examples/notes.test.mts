import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { INode, IWorkflowBase } from 'n8n-workflow';
import { notesOf, withoutFences } from './noteText.mts';
import { editorLabels, n8nLabels } from './n8nLabels.mts';
import { labelsOf, operationLabels } from './panelLabels.mts';
import { example, examplesFolder } from './play.mts';

/** Nodes that notes tell people to put in place of another. */
const toldOf: Record<string, { nodes: string[]; columns: string[] }> = {
	'spreadsheet-reminders.json': { nodes: ['n8n-nodes-base.googleSheets'], columns: ['row_number'] },
};

/** Members of what this package's nodes hand on, and their values: a workflow need not name them to have them. */
const outputs: Record<string, string[]> = {
	sendMessage: [
		'sendOutcome',
		'accepted',
		'alreadySent',
		'excluded',
		'dryRun',
		'notSent',
		'unknown',
		'messageId',
		'recipients',
		'error',
	],
	queryMessages: [
		'id',
		'status',
		'message',
		'campaign',
		'recipients',
		'created_at',
		'message_id',
		'phone_number',
	],
	querySenders: ['id', 'name', 'status'],
	listStatuses: ['id', 'label'],
	statusChanged: [
		'phone_number',
		'status',
		'previous_status',
		'campaign',
		'category',
		'message_id',
		'created_at',
	],
};

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** Every key and every value of a parameter, as text. */
function wordsOf(value: unknown): string[] {
	if (value === null || typeof value !== 'object') return [String(value)];
	return Object.entries(value).flatMap(([key, inner]) => [key, ...wordsOf(inner)]);
}

const shipped = readdirSync(examplesFolder).filter((name) => name.endsWith('.csv'));
const headings = (csv: string) =>
	readFileSync(join(examplesFolder, csv), 'utf8')
		.replace(/^\uFEFF/, '')
		.split(/\r?\n/)[0]!
		.split(',');

/** n8n's own folder for files, as it is in its image. */
const isShippedFile = (code: string) =>
	shipped.includes(basename(code)) && ['.', '/home/node/.n8n-files'].includes(dirname(code));

/** Whether a text holds these words, not as part of longer ones. */
const holds = (text: string, words: string) =>
	new RegExp(`(?<![\\w$])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`).test(text);

/** The names in a workflow's notes that nothing in it has. */
function strayNames(workflow: IWorkflowBase, file = ''): string[] {
	const nodes = workflow.nodes.filter((node) => !isNote(node));
	const { nodes: others, columns } = toldOf[file] ?? { nodes: [], columns: [] };
	const labels = [
		...editorLabels,
		...operationLabels,
		...nodes.flatMap(labelsOf),
		...others.flatMap((type) => n8nLabels[type]!),
	];
	const parameters = nodes.flatMap((node) => wordsOf(node.parameters));
	const members = nodes.flatMap(
		({ parameters: { operation, event } }) => outputs[(operation ?? event) as string] ?? [],
	);
	const files = shipped.filter((csv) => JSON.stringify(workflow).includes(csv));
	const columnsOf = [...columns, ...members, ...files.flatMap(headings)];

	const isLabel = (name: string) => name.split(': ').every((part) => labels.includes(part));
	const isNode = (name: string) => nodes.some((node) => node.name === name);
	const isCode = (code: string) =>
		columnsOf.includes(code) || isShippedFile(code) || parameters.some((text) => holds(text, code));
	/** A headline is written as a sentence is; in capitals it would be the name of a node. */
	const isHeadline = (name: string, at: number) =>
		name === 'To do' || (at === 0 && / /.test(name) && !/ (?!Google|Sheets)[A-Z]/.test(name));

	return notesOf(workflow)
		.map(withoutFences)
		.flatMap((note) => {
			const codes = [...note.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);
			const plain = note.replaceAll(/`[^`]+`/g, '`');
			const bolds = [...plain.matchAll(/\*\*([^*]+)\*\*/g)];
			const italics = [...plain.replaceAll(/\*\*[^*]+\*\*/g, '`').matchAll(/\*([^*]+)\*/g)].map(
				([, name]) => name as string,
			);
			const unmarked = plain.replaceAll(/\*+[^*]+\*+/g, '`');
			return [
				...codes.filter((code) => !isCode(code)).map((code) => `\`${code}\``),
				...bolds
					.filter(({ 1: name, index }) => !isNode(name!) && !isHeadline(name!, index))
					.map(([bold]) => bold),
				...italics.filter((name) => !isLabel(name)).map((name) => `*${name}*`),
				...[...labels, ...nodes.map(({ name }) => name)]
					.filter((name) => / /.test(name) && holds(unmarked, name))
					.map((name) => `unmarked: ${name}`),
			];
		});
}

const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));

it.each(files)('the notes of %s name only what its nodes and their panels have', (file) => {
	expect(strayNames(example(file), file)).toEqual([]);
});

describe('a name that is nowhere', () => {
	const base = example('webhook-order-confirmation.json');
	const saying = (content: string): IWorkflowBase => ({
		...base,
		nodes: [
			...base.nodes.filter((node) => !isNote(node)),
			{ ...base.nodes.find(isNote)!, parameters: { content } },
		],
	});

	it.each([
		['Fill in *Contact List ID*.', '*Contact List ID*'],
		['*Skip already sent* is on.', '*Skip already sent*'],
		['See *Return All*.', '*Return All*'],
		['*Send To: Nobody*', '*Send To: Nobody*'],
		['**Text the Client** sends.', '**Text the Client**'],
		['First **Recipients**.', '**Recipients**'],
		['## Texts\n**To do**\n1. **Order Came In**: …', '**Order Came In**'],
		['The column `customer.mail`.', '`customer.mail`'],
		['`custome`', '`custome`'],
		['`numbers.csv`', '`numbers.csv`'],
		['`/root/appointments.csv`', '`/root/appointments.csv`'],
		['Turn Skip Already Sent on.', 'unmarked: Skip Already Sent'],
		['Then Order Comes In starts.', 'unmarked: Order Comes In'],
	])('is told: %s', (content, stray) => {
		expect(strayNames(saying(content))).toEqual([stray]);
	});

	it('is told of no name that is there', () => {
		const content =
			'**What comes in**\n**To do**\n1. **Order Comes In**: *Path*, and *Execute workflow*.\n*Skip Already Sent*, *Contact Group ID*, *Send To: Contact Group*, *Query Messages*, `customer.phone`, `outcome`, `unknown`, `$json.error`\n```\n{ "any": "**thing**" }\n```';
		expect(strayNames(saying(content))).toEqual([]);
	});
});
