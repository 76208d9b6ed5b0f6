import type { IDataObject, INodeType } from 'n8n-workflow';
import { packageOf, type RunOptions, type RunResult } from '../../workbench/engine/engine.mts';
import { rowsOfCsv } from '../../workbench/n8n/examples.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { FilesFolder } from './filesFolder.mts';
import { example, messagingService, play, rowsOf } from './play.mts';

const file = 'appointments.csv';
let sandbox: Sandbox;
let folder: FilesFolder;
// A service each: the node remembers what it sent to one.
beforeEach(async () => {
	sandbox = await startSandbox();
	folder = new FilesFolder(file);
});
afterEach(async () => {
	folder.remove();
	await sandbox.stop();
});

/** Everybody of the spreadsheet who has a number. */
const people = 27;

const workflow = example('spreadsheet-reminders.json');
const run = async (options: Partial<RunOptions> = {}): Promise<RunResult> =>
	await play(sandbox, workflow, {}, { workflowFolder: folder.path, ...options });
const reached = () => sandbox.journal.flatMap(({ body }) => body.recipients ?? []);
const rowOf = (name: string) => folder.rows(file).find((row) => row.name === name)!;

/** The example with one parameter of one node changed. */
function changed(node: string, parameters: IDataObject): typeof workflow {
	const copy = structuredClone(workflow);
	Object.assign(copy.nodes.find(({ name }) => name === node)!.parameters, parameters);
	return copy;
}

/** A row without what the workflow added. */
function ownColumns(row: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('SMS ')));
}

it('texts each person of the spreadsheet once, completing the numbers without a country code', async () => {
	const result = await run();
	expect(result.error).toBeUndefined();
	expect(rowsOf(result, 'Rows')).toHaveLength(30);
	expect(sandbox.journal).toHaveLength(people);
	expect(new Set(reached()).size).toBe(people);
	for (const completed of ['07', '08', '09', '10', '19', '20', '24', '27'])
		expect(reached()).toContain(`+2547110010${completed}`);
	for (const abroad of ['+442079460958', '+33612345678', '+46701234567', '+34612345678'])
		expect(reached()).toContain(abroad);
});

it('writes into each row of the file what became of it, in the order of the file, and loses nothing of the row', async () => {
	const before = folder.rows(file);
	await run();
	const after = folder.rows(file);
	expect(after.map(ownColumns)).toEqual(before);
	const idOf = new Map(
		sandbox.journal.map(({ body, messageId }) => [body.recipients![0], messageId]),
	);
	expect(Object.keys(after[0]!)).toEqual([
		'name',
		'phone',
		'date',
		'time',
		'note',
		'SMS outcome',
		'SMS message ID',
		'SMS reason',
	]);
	expect(after[0]).toMatchObject({
		'SMS outcome': 'accepted',
		'SMS message ID': idOf.get('+254711001001'),
		'SMS reason': '',
	});
	expect(after.map((row) => row['SMS outcome'])).toEqual(
		before.map(({ name, note }) => {
			if (note === 'entered twice') return 'alreadySent';
			return ['Samuel Mutua', 'Esther Wambui'].includes(name!) ? 'notSent' : 'accepted';
		}),
	);
	expect(after[11]!['SMS message ID']).toBe(after[10]!['SMS message ID']);
	expect(new Set(after.map((row) => row['SMS message ID']))).toEqual(
		new Set([...idOf.values(), '']),
	);
});

it('says in the file why a row got no text, and leaves its message ID empty', async () => {
	await run();
	expect(rowOf('Esther Wambui')).toMatchObject({
		'SMS message ID': '',
		'SMS reason': expect.stringContaining('ask at reception'),
	});
	expect(rowOf('Samuel Mutua')).toMatchObject({
		'SMS message ID': '',
		'SMS reason': expect.stringMatching(/^Recipients has no phone number[^[]*$/),
	});
});

it('keeps columns of any name and content, also those that the node itself uses', async () => {
	const columns = [
		'error',
		'name',
		'message',
		'messageId',
		'sendOutcome',
		'tel. no',
		'list[0]',
		'spare',
		'date',
		'time',
		'phone',
		'reason',
	];
	const cells = [
		[
			'E-17',
			'Ò’Neil; "Bo"',
			'two\nlines',
			'0099',
			'accepted',
			'020 7',
			'=1+1',
			'',
			'3/4',
			'9:05',
			'+447700900123',
			' as agreed ',
		],
		['', 'Ítalo', '', '', '', '', '', '', '', '', 'n/a', ''],
		['none', '', 'hi', '77', 'never', 'x', '', '', '5 May', '7', '+447700900456', 'true'],
	];
	const quoted = [columns, ...cells]
		.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
		.join('\r\n');
	folder.write(file, quoted);
	await run();
	const after = folder.rows(file);
	expect(after.map(ownColumns)).toEqual(rowsOfCsv(quoted));
	expect(
		after.map((row) => [
			row['SMS outcome'],
			row['SMS message ID'] !== '',
			row['SMS reason'] !== '',
		]),
	).toEqual([
		['accepted', true, false],
		['notSent', false, true],
		['accepted', true, false],
	]);
	expect(Object.keys(after[1]!).slice(0, columns.length)).toEqual(columns);
});

it("tells of a row whose text can't be made, and takes no message ID from a column of the row", async () => {
	folder.write(file, 'messageId,phone\n0099,+447700900123\n0100,+447700900456\n');
	const workflowWithGap = changed('Send Reminders', {
		message: "={{ $json.messageId === '0099' ? $('No such node').first().json.day : 'See you.' }}",
	});
	await play(sandbox, workflowWithGap, {}, { workflowFolder: folder.path });
	expect(folder.rows(file)).toEqual([
		{
			messageId: '0099',
			phone: '+447700900123',
			'SMS outcome': 'notSent',
			'SMS message ID': '',
			'SMS reason': expect.stringContaining('Message'),
		},
		{
			messageId: '0100',
			phone: '+447700900456',
			'SMS outcome': 'accepted',
			'SMS message ID': sandbox.journal[0]!.messageId,
			'SMS reason': '',
		},
	]);
});

it('writes names as they are, and a row without one too', async () => {
	await run();
	const text = (number: string) =>
		sandbox.journal.find(({ body }) => body.recipients?.includes(number))?.body.message;
	expect(text('+254711001003')).toBe(
		'Hello Wanjiku "Shiko" Mwangi, this is a reminder of your appointment on Mon 23 Nov at 09:40. To change it, call 0711 000 100.',
	);
	expect(text('+254711001002')).toContain('Hello Müller, Zoë, this');
	expect(text('+254711001017')).toContain('Hello there, this');
});

it('tries out in a dry run: each row says so or why not, and the service is asked nothing', async () => {
	const { parameters } = workflow.nodes.find(({ name }) => name === 'Send Reminders')!;
	const dry = changed('Send Reminders', {
		options: { ...(parameters.options as IDataObject), dryRun: true },
	});
	await play(sandbox, dry, {}, { workflowFolder: folder.path });
	expect(sandbox.requests).toEqual([]);
	const outcomes = folder.rows(file).map((row) => row['SMS outcome']);
	expect([outcomes.length, outcomes.filter((outcome) => outcome === 'dryRun').length]).toEqual([
		30, 28,
	]);
	expect(rowOf('Esther Wambui')).toMatchObject({
		'SMS outcome': 'notSent',
		'SMS reason': expect.stringContaining('ask at reception'),
	});
	await run();
	expect(new Set(reached()).size).toBe(people);
	expect(rowOf('Amina Otieno')['SMS outcome']).toBe('accepted');
});

it('keeps a copy of the file as it was before anybody is texted', async () => {
	const before = folder.read(file);
	const seen: Array<[string, number]> = [];
	await run({
		onNodeFinished: (name) =>
			void (name === 'Keep a Copy' && seen.push([folder.names().join(), sandbox.requests.length])),
	});
	const copy = folder
		.names()
		.find((name) => /^appointments before \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.csv$/.test(name));
	expect(seen).toEqual([[`${copy},${file}`, 0]]);
	expect(folder.read(copy!)).toBe(before);
});

it.each([
	[
		'a row has a cell too many',
		() => folder.change(file, (csv) => `${csv}Ann,+254711001099,today,9:00,note,more\n`),
		'Rows',
	],
	['there is no such file', () => folder.block(file), 'Read the Spreadsheet'],
])('texts nobody and changes nothing where %s', async (_what, spoil, node) => {
	spoil();
	const before = folder.names();
	const result = await run();
	expect([result.status, result.error?.node, sandbox.requests]).toEqual(['error', node, []]);
	expect(folder.names().filter((name) => !name.includes('before'))).toEqual(before);
});

it('texts nobody where n8n may not write into the folder of the file', async () => {
	const before = folder.read(file);
	const result = await play(
		sandbox,
		changed('Keep a Copy', { fileName: '../elsewhere.csv' }),
		{},
		{ workflowFolder: folder.path },
	);
	expect([result.status, result.error?.node, sandbox.requests]).toEqual([
		'error',
		'Keep a Copy',
		[],
	]);
	expect(folder.read(file)).toBe(before);
});

it('says "unknown" in every row where the sending node failed as a whole', async () => {
	const { description } = messagingService.nodes.messagingService!;
	const broken: INodeType = {
		description,
		execute: async () => await Promise.reject(new Error('broken')),
	};
	const before = folder.rows(file);
	await run({ packages: [packageOf([broken], [])] });
	expect(folder.rows(file).map(ownColumns)).toEqual(before);
	expect(new Set(folder.rows(file).map((row) => row['SMS outcome']))).toEqual(new Set(['unknown']));
});
