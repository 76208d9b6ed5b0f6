/**
 * The examples that read files or look around, run as a person does: with files of their own, Stop,
 * and a service that fails.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { credentialType } from '../../workbench/n8n/bench.mts';
import {
	exampleWorkflows,
	filesFolder,
	layOutFiles,
	readyToRun,
	rowsOfCsv,
} from '../../workbench/n8n/examples.mts';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import { chain, phones, rowsFrom, send, serviceNode, store, trigger, until } from './workflows.mts';
import { environment } from './environment.mts';

const reminders = 'spreadsheet-reminders.json';
const campaign = 'campaign-tomorrow-morning.json';
const lookAround = 'look-around.json';

/** The examples that are checked here; the others are checked in 6-examples. */
export const checkedWithFiles = [reminders, campaign, lookAround];

type Row = Record<string, string>;
type Changes = Record<string, Record<string, unknown>>;

/** A folder of its own in the one that n8n may use, with the examples' files. */
let folder: string;

/**
 * Stores an example with its files in the folder, and with some parameters of some nodes changed. Its
 * campaign is this test's own: n8n's process remembers what was sent, and the sandbox is emptied.
 */
async function imported(file: string, changes: Changes = {}): Promise<StoredWorkflow> {
	const workflow = (await exampleWorkflows()).get(file);
	assert.ok(workflow, `there is no ${file}`);
	const ready = readyToRun(workflow, { [credentialType]: environment().credential }, folder);
	for (const { parameters } of ready.nodes)
		if ('campaign' in parameters) parameters.campaign = basename(folder);
	for (const [name, parameters] of Object.entries(changes)) {
		const node = ready.nodes.find((each) => each.name === name);
		assert.ok(node, `${file} has no ${name}`);
		const options = { ...(node.parameters.options as object), ...(parameters.options as object) };
		node.parameters = { ...node.parameters, ...parameters, options };
	}
	return await store(ready);
}

const start = async (workflow: StoredWorkflow): Promise<Execution> =>
	await environment().bench.executions.run(workflow.id, trigger);

async function succeed(workflow: StoredWorkflow): Promise<Execution> {
	const execution = await start(workflow);
	assert.equal(
		execution.status,
		'success',
		`${workflow.name}: ${execution.error?.message} ${execution.error?.description}`,
	);
	return execution;
}

async function fail(workflow: StoredWorkflow, node: string): Promise<Execution> {
	const execution = await start(workflow);
	assert.equal(execution.status, 'error', workflow.name);
	assert.equal(Object.keys(execution.runs).at(-1), node, execution.error?.message);
	return execution;
}

const pathOf = (name: string): string => join(folder, name);
const rowsOf = async (name: string): Promise<Row[]> =>
	rowsOfCsv(await readFile(pathOf(name), 'utf8'));
const reached = (): string[] => environment().sandbox.journal.flatMap((entry) => entry.recipients);
const outputs = (execution: Execution, name: string): Array<Record<string, unknown>> =>
	outputOf(execution, name).map(({ json }) => json);

/** A row as its owner wrote it. */
function ownColumns(row: Row): Row {
	return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('SMS ')));
}

/** Nobody has two texts, no row is lost, and each says what became of it. */
async function assertNobodyTwice(before: Row[]): Promise<Row[]> {
	assert.equal(new Set(reached()).size, reached().length, 'nobody twice');
	const rows = await rowsOf('appointments.csv');
	assert.deepEqual(rows.map(ownColumns), before);
	const ids = new Set(environment().sandbox.journal.map(({ messageId }) => messageId));
	for (const row of rows) {
		const hasText = ['accepted', 'alreadySent'].includes(row['SMS outcome'] ?? '');
		assert.ok(
			hasText
				? ids.has(row['SMS message ID'] ?? '')
				: ['notSent', 'unknown'].includes(row['SMS outcome'] ?? '') && row['SMS reason'],
			JSON.stringify(row),
		);
	}
	return rows;
}

const count = (rows: Row[], outcome: string): number =>
	rows.filter((row) => row['SMS outcome'] === outcome).length;

async function stopInTheMiddle(workflow: StoredWorkflow): Promise<void> {
	const {
		bench: { executions },
		sandbox,
	} = environment();
	sandbox.setOptions({ latency: 150 });
	const id = await executions.start(workflow.id, trigger);
	await until('some reminders are out', () => sandbox.journal.length >= 5);
	await executions.stop(id);
	assert.equal((await executions.finished(id)).status, 'canceled');
	sandbox.setOptions({ latency: 0 });
}

export default function tests(): void {
	describe('The examples with files, and look-around', () => {
		beforeEach(async () => {
			environment().sandbox.reset();
			const all = filesFolder(environment().userFolder);
			await layOutFiles(all);
			folder = await mkdtemp(join(all, 'test-'));
			await layOutFiles(folder);
		});

		test(`${reminders}: stopped in the middle and started again, it texts the rest and writes into each row what became of it`, async () => {
			const workflow = await imported(reminders);
			const before = await rowsOf('appointments.csv');
			await stopInTheMiddle(workflow);
			assert.deepEqual(await rowsOf('appointments.csv'), before);
			const stoppedAt = reached().length;
			const { sandbox } = environment();
			sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+34612345678' });
			sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711001029' });
			await succeed(workflow);
			const second = await assertNobodyTwice(before);
			assert.ok(stoppedAt < reached().length);
			assert.equal(count(second, 'accepted'), reached().length - stoppedAt);
			assert.ok(count(second, 'notSent') >= 3, 'the one refused and the two without a number');
			await succeed(workflow);
			const third = await assertNobodyTwice(before);
			assert.ok(reached().includes('+254711001029'));
			assert.equal(count(third, 'notSent'), 2);
		});

		test(`${reminders}: columns of any name and content outlast two starts, and the copy is the file as it was`, async () => {
			const csv =
				'error,name,message,tel. no,list[0],spare,phone,sendOutcome\r\nE-17,"Ò’Neil; ""Bo""","two\nlines",020 7,=1+1,,+447700900123,never\r\n,Ítalo,,,,,n/a,\r\n';
			await writeFile(pathOf('appointments.csv'), csv);
			const workflow = await imported(reminders);
			await succeed(workflow);
			const copies = (await readdir(folder)).filter((name) =>
				name.startsWith('appointments before '),
			);
			assert.deepEqual(
				await Promise.all(copies.map(async (name) => await readFile(pathOf(name), 'utf8'))),
				[csv],
			);
			await succeed(workflow);
			const rows = await assertNobodyTwice(rowsOfCsv(csv));
			assert.deepEqual(
				rows.map((row) => row['SMS outcome']),
				['alreadySent', 'notSent'],
			);
			assert.deepEqual(reached(), ['+447700900123']);
		});

		test(`${reminders}: a file that can't be written texts nobody twice, and a copy that can't be written texts nobody`, async () => {
			const before = await rowsOf('appointments.csv');
			const forbidden = { fileName: join(environment().userFolder, 'elsewhere.csv') };
			await fail(await imported(reminders, { 'Keep a Copy': forbidden }), 'Keep a Copy');
			assert.deepEqual(environment().sandbox.requests, []);
			await fail(
				await imported(reminders, { 'Write the Spreadsheet': forbidden }),
				'Write the Spreadsheet',
			);
			const texted = reached().length;
			assert.equal(texted, 27);
			await succeed(await imported(reminders));
			const rows = await assertNobodyTwice(before);
			assert.deepEqual(
				[reached().length, count(rows, 'alreadySent'), count(rows, 'notSent')],
				[texted, 28, 2],
			);
		});

		test(`${campaign}: requests that fail are finished by a second start, and the stop list gets nothing`, async () => {
			const workflow = await imported(campaign, {
				'Schedule Campaign': { options: { recipientsPerRequest: 3 } },
			});
			const { sandbox } = environment();
			sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+254711002001' });
			sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711002006' });
			await fail(workflow, 'Schedule Campaign');
			const rows = outputs(await succeed(workflow), 'Schedule Campaign');
			assert.equal(rows.length, (await rowsOf('customers.csv')).length);
			assert.ok(
				rows.every(({ sendOutcome }) =>
					['accepted', 'alreadySent', 'excluded'].includes(String(sendOutcome)),
				),
			);
			assert.equal(new Set(reached()).size, reached().length, 'nobody twice');
			assert.deepEqual(
				reached().filter((number) =>
					['+254711002005', '+254711002008', '+254711002013'].includes(number),
				),
				[],
			);
			assert.equal(reached().length, 11);
			// Nine in Nairobi, whatever zone this machine is in.
			for (const { body } of sandbox.journal) {
				assert.match(String(body.schedule), /T06:00:00(\.0+)?Z$/);
				assert.ok(Date.parse(String(body.schedule)) > Date.now());
			}
		});

		test(`${campaign}: without its stop list it sends nothing, with an empty one it texts all`, async () => {
			const workflow = await imported(campaign);
			await writeFile(pathOf('stop-list.csv'), 'Telephone\n+254711002001\n');
			await fail(workflow, 'Schedule Campaign');
			await rm(pathOf('stop-list.csv'));
			const missing = await start(workflow);
			assert.equal(missing.runs['Schedule Campaign'], undefined, missing.status);
			assert.deepEqual(environment().sandbox.requests, []);
			await writeFile(pathOf('stop-list.csv'), 'phone,since,note\n');
			await succeed(workflow);
			assert.deepEqual([reached().length, new Set(reached()).size], [14, 14]);
		});

		test(`${lookAround}: today's messages, senders and statuses`, async () => {
			await succeed(
				await store(chain('Two of today', [...rowsFrom(phones(2)), serviceNode(send())])),
			);
			const execution = await succeed(await imported(lookAround));
			const ids = outputs(execution, "Today's Messages").map(({ id }) => String(id));
			for (const { messageId } of environment().sandbox.journal) assert.ok(ids.includes(messageId));
			assert.equal(outputs(execution, 'Senders').length, 64);
			assert.deepEqual(
				outputs(execution, 'Statuses')
					.map(({ id }) => id)
					.sort(),
				[-1, -2, -3, 0, 1, 2],
			);
		});
	});
}
