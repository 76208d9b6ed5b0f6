/**
 * `npm run demo`: runs three example workflows against a sandbox, on n8n's own execution engine and with the built
 * package. Fails if the sandbox accepted anything other than what the workflows report.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { CredentialStore, loadPackage, runWorkflow } from '../engine/engine.mts';
import { exampleWorkflows, layOutFiles, readyToRun } from '../n8n/examples.mts';
import { startSandbox } from '../sandbox/sandbox.mts';
import { heading, remark, table } from './screen.mts';

const packages = [loadPackage(resolve(import.meta.dirname, '../..'))];
const sandbox = await startSandbox({ pastMessages: 1_000 });
const { baseUrl, clientId, clientSecret, journal, requests } = sandbox;
const name = 'Messaging Service account';
const data = { baseUrl, clientId, clientSecret, accessToken: '' };
const credentials = new CredentialStore({ demo: { name, type: 'messagingServiceApi', data } });
const chosen = { messagingServiceApi: { id: 'demo', name } };
const examples = await exampleWorkflows();
// Copies the files first, because a workflow writes to one of them.
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-demo-'));
await layOutFiles(folder);

/**
 * Runs an example workflow to its end, with `options` added to its send node. Returns a function that prints a node's
 * hints and returns its output.
 */
async function play(title: string, example: string, options: INodeParameters = {}) {
	heading(`${title}  (${example})`);
	const workflow = readyToRun(examples.get(example)!, chosen, folder);
	for (const { parameters } of workflow.nodes) {
		if (parameters.operation === 'sendMessage')
			parameters.options = { ...(parameters.options as INodeParameters), ...options };
	}
	const run = { packages, credentials };
	const result = await runWorkflow(workflow as unknown as IWorkflowBase, run);
	assert.equal(result.error?.message, undefined);
	return (node: string): IDataObject[] => {
		for (const { message } of result.hints(node)) remark(message);
		return result.output(node).map(({ json }) => json);
	};
}

const withOutcome = (rows: IDataObject[], ...outcomes: unknown[]): IDataObject[] =>
	rows.filter(({ sendOutcome }) => outcomes.includes(sendOutcome));

/** Returns the texted numbers, each as often as it was texted. */
const textedOf = (rows: IDataObject[]): string[] =>
	withOutcome(rows, 'accepted').flatMap(({ recipients }) => String(recipients).split(', '));

async function remind(title: string, options: INodeParameters = {}): Promise<IDataObject[]> {
	const rows = (await play(title, 'spreadsheet-reminders.json', options))('Send Reminders');
	const outcomes = new Set(rows.map(({ sendOutcome }) => sendOutcome));
	const counts = [...outcomes].map((outcome) => [outcome, withOutcome(rows, outcome).length]);
	table(['sendOutcome', 'Rows'], counts);
	return rows;
}

try {
	remark(`The service is a sandbox, ${baseUrl}: no real message is sent.`);
	const checked = await remind('Try reminders in a dry run', { dryRun: true });
	const refused = withOutcome(checked, 'notSent').map((row) => [row.name, row.phone, row.error]);
	table(['Name', 'Phone', 'Reason'], refused, [17, 19, 40]);
	const sends = requests.filter(({ operation }) => operation === 'send');
	assert.deepEqual(sends, [], 'The dry run sent something.');
	remark('Nothing was sent: the dry run only asked who has the text already.');

	const reminded = textedOf(await remind('Text the reminders'));
	const again = textedOf(await remind('Start the same reminders again'));
	assert.deepEqual(again, [], 'Started again, the reminders texted somebody once more.');

	const schedule = await play('Schedule a campaign', 'campaign-tomorrow-morning.json');
	const customers = schedule('Schedule Campaign');
	const invited = textedOf(customers);
	const stopped = withOutcome(customers, 'excluded').length;
	table(
		['Customers', 'On the stop list', 'Numbers that get the text', 'Goes out'],
		[[customers.length, stopped, invited.length, journal.at(-1)?.body.schedule]],
	);

	const lookAround = await play('Look around in the service', 'look-around.json');
	const columns = ['id', 'status', 'sender_id', 'campaign', 'message'];
	const messages = lookAround("Today's Messages");
	const cells = messages.map((row) => columns.map((column) => `${row[column]}`.slice(0, 32)));
	table(columns, cells.slice(0, 6));
	const labels = new Map(lookAround('Statuses').map(({ id, label }) => [id, label]));
	const senders = lookAround('Senders').map((row) => [row.id, row.name, labels.get(row.status)]);
	table(['id', 'name', 'status'], senders.slice(0, 6));
	remark(`${messages.length} messages of today, ${senders.length} senders; the newest are shown.`);

	const reached = journal.flatMap(({ recipients }) => recipients).sort();
	const told = [...reminded, ...invited].sort();
	assert.deepEqual(reached, told, 'Other numbers were texted than the workflows report.');
	assert.equal(new Set(reached).size, reached.length, 'Somebody was texted twice.');
	const together = Math.max(...journal.map(({ recipients }) => recipients.length));
	remark(
		`The ${together} texts of the campaign are one message to the service, since they are the same.`,
	);
	heading(
		`${reached.length} people got one text each, as ${journal.length} messages. Nobody was texted twice.`,
	);
} finally {
	rmSync(folder, { recursive: true });
	await sandbox.stop();
}
