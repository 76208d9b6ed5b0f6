import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { FilesFolder } from './filesFolder.mts';
import { example, play, rowsOf } from './play.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let sandbox: Sandbox;
let folder: FilesFolder;
// A service each: the node remembers what it sent to one.
beforeEach(async () => {
	sandbox = await startSandbox({ now: () => Date.now() });
	folder = new FilesFolder('customers.csv', 'stop-list.csv');
});
afterEach(async () => {
	jest.restoreAllMocks();
	folder.remove();
	await sandbox.stop();
});

/** The customers of the shipped list who are not on the shipped stop list, each once. */
const wanted = ['01', '02', '04', '06', '07', '09', '10', '11', '12', '14']
	.map((end) => `+2547110020${end}`)
	.concat('+33612345679')
	.sort();
const stopped = ['+254711002005', '+254711002008', '+254711002013'];

/** The example, and the parameters of its sending node to change. */
function loaded(): { workflow: IWorkflowBase; parameters: INodeParameters } {
	const workflow = example('campaign-tomorrow-morning.json');
	return {
		workflow,
		parameters: workflow.nodes.find(({ name }) => name === 'Schedule Campaign')!.parameters,
	};
}

/** Runs the example, with some of the options of its sending node changed. */
async function run(options: INodeParameters = {}): Promise<RunResult> {
	const { workflow, parameters } = loaded();
	parameters.options = { ...(parameters.options as INodeParameters), ...options };
	return await play(sandbox, workflow, {}, { workflowFolder: folder.path });
}

const reached = () => sandbox.journal.flatMap(({ body }) => body.recipients ?? []).sort();
const outcomesOf = (result: RunResult) =>
	rowsOf(result, 'Schedule Campaign').map(({ sendOutcome }) => sendOutcome);
const minutesLater = (minutes: number) => {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
};

it("hands over one text for all customers but those on the stop list, due tomorrow at nine in the workflow's zone", async () => {
	const nine = () =>
		+DateTime.now().setZone('Africa/Nairobi').plus({ days: 1 }).startOf('day').set({ hour: 9 });
	const before = nine();
	const result = await run();
	expect(result.error).toBeUndefined();
	expect(sandbox.journal).toHaveLength(1);
	const { body } = sandbox.journal[0]!;
	expect(body).toMatchObject({
		sender_id: 102,
		priority: 'marketing',
		campaign: 'weekend-offer',
		contact_list_id: null,
	});
	// A run that begins before midnight may end after it.
	expect([before, nine()]).toContain(+DateTime.fromISO(body.schedule!));
	expect(reached()).toEqual(wanted);
});

it('gives each row of the list its outcome, also those that are excluded or stand there twice', async () => {
	const rows = rowsOf(await run(), 'Schedule Campaign');
	expect(rows).toHaveLength(15);
	const excluded = rows.filter(({ sendOutcome }) => sendOutcome === 'excluded');
	expect(
		excluded.map(({ skippedRecipients }) => (skippedRecipients as IDataObject[])[0]!.recipient),
	).toEqual(stopped);
	expect(
		rows.filter(({ sendOutcome }) => sendOutcome === 'accepted' || sendOutcome === 'alreadySent'),
	).toHaveLength(12);
});

it('names no way to opt out by an answer, and tells a number to call', () => {
	const { parameters } = loaded();
	expect(parameters.message).not.toMatch(/reply|answer|stop\b/i);
	expect(parameters.message).toMatch(/call 0711 000 100/i);
});

it('texts all where the stop list has its heading alone', async () => {
	folder.write('stop-list.csv', 'phone,since,note\n');
	const result = await run();
	expect(result.error).toBeUndefined();
	expect(reached()).toEqual([...wanted, ...stopped].sort());
});

it('passes over rows of the stop list without anything in them, and reads a list with a byte order mark', async () => {
	folder.change('stop-list.csv', (csv) => `\ufeff${csv},,\n`);
	expect((await run()).error).toBeUndefined();
	expect(reached()).toEqual(wanted);
});

it.each([
	['is missing', () => folder.block('stop-list.csv'), 'Read Stop List', ''],
	[
		'has another heading',
		() => folder.change('stop-list.csv', (csv) => csv.replace('phone', 'Telephone')),
		'Schedule Campaign',
		'Exclude Numbers',
	],
	[
		'has a row with a note and no number',
		() => folder.change('stop-list.csv', (csv) => `${csv},2026-10-10,the tall man\n`),
		'Schedule Campaign',
		'Exclude Numbers',
	],
	[
		'has a number that is none',
		() => folder.change('stop-list.csv', (csv) => `${csv}4711,2026-10-10,\n`),
		'Schedule Campaign',
		'Exclude Numbers',
	],
	[
		'has a row of another length',
		() => folder.change('stop-list.csv', (csv) => `${csv}+254711002001\n`),
		'Stop List',
		'',
	],
])('sends nothing where the stop list %s', async (_what, spoil, node, field) => {
	spoil();
	const { status, error } = await run();
	expect([status, error?.node]).toEqual(['error', node]);
	expect(`${error?.message} ${error?.description}`).toContain(field);
	expect(sandbox.requests).toEqual([]);
});

it("sends nothing where a customer's number is wrong, or the text would cost more than it may", async () => {
	expect((await run({ maxTotalSegments: 11 })).error?.node).toBe('Schedule Campaign');
	const shipped = folder.read('customers.csv');
	folder.write(
		'customers.csv',
		`name,phone\n${Array.from({ length: 501 }, (_, index) => `C,+2547220${10_000 + index}`).join('\n')}`,
	);
	expect((await run()).error?.message).toContain('501 segments');
	folder.write('customers.csv', `${shipped}Otto,ask him,Lamu\n`);
	expect((await run()).error?.message).toContain('ask him');
	expect(sandbox.journal).toEqual([]);
	folder.change('customers.csv', (csv) => csv.replace('ask him', '+44 7700 900 321'));
	expect((await run({ maxTotalSegments: 13 })).error).toBeUndefined();
	expect(reached()).toEqual([...wanted, '+447700900321'].sort());
});

it('sends nothing at a second start, and to a new customer alone at a third', async () => {
	await run();
	expect(outcomesOf(await run())).toEqual(expect.not.arrayContaining(['accepted']));
	folder.change('customers.csv', (csv) => `${csv}Otto,+44 7700 900 321,Lamu\n`);
	expect(outcomesOf(await run()).filter((outcome) => outcome === 'accepted')).toHaveLength(1);
	expect(reached()).toEqual([...wanted, '+447700900321'].sort());
});

it('texts nobody twice and loses nobody where requests fail in every way and it is started again', async () => {
	sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+254711002001' });
	sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711002006' });
	sandbox.play({ on: 'send', kind: 'dropBefore', recipient: '+254711002011' });
	const small = { recipientsPerRequest: 3 };
	const first = await run(small);
	expect(first.status).toBe('error');
	expect(first.error?.message).toMatch(/may or may not have been sent|unclear/i);
	const before = reached();
	expect(before.length).toBeGreaterThan(0);
	expect(before.length).toBeLessThan(wanted.length);
	minutesLater(3);
	const second = await run(small);
	expect(second.error).toBeUndefined();
	expect(outcomesOf(second)).toHaveLength(15);
	expect(new Set(outcomesOf(second))).toEqual(new Set(['accepted', 'alreadySent', 'excluded']));
	expect(reached()).toEqual(wanted);
});

it('shows in a dry run what would go out, and asks the service nothing', async () => {
	const rows = rowsOf(await run({ dryRun: true }), 'Schedule Campaign');
	expect(
		rows
			.filter(({ sendOutcome }) => sendOutcome === 'dryRun')
			.map(({ recipients }) => (recipients as string[])[0])
			.sort(),
	).toEqual([...wanted, '+254711002007'].sort());
	expect(rows.filter(({ sendOutcome }) => sendOutcome === 'excluded')).toHaveLength(3);
	expect(sandbox.requests).toEqual([]);
});

describe('changed to a contact group as its note says', () => {
	const withGroup = async (kept: string[]) => {
		const { workflow, parameters } = loaded();
		const given = parameters.options as INodeParameters;
		const options = Object.fromEntries(
			Object.entries(given).filter(([name]) => kept.includes(name)),
		);
		Object.assign(parameters, { sendTo: 'contactGroup', contactListId: 503, options });
		delete parameters.recipients;
		return await play(
			sandbox,
			workflow,
			{},
			{ workflowFolder: folder.path, input: [{ json: {} }] },
		);
	};

	it.each([
		['excludeNumbers', 'Exclude Numbers'],
		['maxTotalSegments', 'Max Total Segments'],
		['skipAlreadySent', 'Skip Already Sent'],
	])('it refuses %s, and sends nothing', async (name, label) => {
		const { error } = await withGroup(['schedule', name]);
		expect(error?.message).toContain(label);
		expect(sandbox.journal).toEqual([]);
	});

	it('it hands over one message for the group without the nodes that read the lists', async () => {
		const { workflow, parameters } = loaded();
		Object.assign(parameters, {
			sendTo: 'contactGroup',
			contactListId: 503,
			options: { schedule: (parameters.options as INodeParameters).schedule! },
		});
		workflow.nodes = workflow.nodes.filter(({ name }) =>
			['Start', 'Schedule Campaign'].includes(name),
		);
		workflow.connections = {
			Start: { main: [[{ node: 'Schedule Campaign', type: 'main', index: 0 }]] },
		};
		expect((await play(sandbox, workflow)).error).toBeUndefined();
		expect(sandbox.journal.map(({ body }) => [body.contact_list_id, body.recipients])).toEqual([
			[503, null],
		]);
	});
});
