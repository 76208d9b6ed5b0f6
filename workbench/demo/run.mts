/**
 * The demo: runs the example workflows against a sandbox, on n8n's own execution engine and with the
 * package as built, and holds what the workflows say they sent against what the sandbox accepted.
 */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { heading, remark, table } from './screen.mts';
import { hold, setStage, Shortfall, type Stage } from './stage.mts';

const zone = 'Africa/Nairobi';
const shown = 6;

const withOutcome = (rows: IDataObject[], outcome: string): IDataObject[] =>
	rows.filter(({ sendOutcome }) => sendOutcome === outcome);

/** The numbers of these rows, as often as they stand there. */
const numbersOf = (rows: IDataObject[]): string[] =>
	rows.flatMap(({ recipients }) => String(recipients).split(', '));

/** Texts the people of a spreadsheet. Gives the rows that the workflow wrote beside it, and the numbers accepted. */
async function remind({ play, rowsOfFile }: Stage, title: string, options?: INodeParameters) {
	heading(`${title}  (spreadsheet-reminders.json)`);
	const { rows, hints } = (await play('spreadsheet-reminders.json', options))('Send Reminders');
	hints.forEach(remark);
	const written = rowsOfFile('appointments outcomes.csv');
	const isComplete = written.length === rowsOfFile('appointments.csv').length;
	hold(isComplete && written.every((row) => row.sendOutcome), 'A row has no outcome.');
	const counts = ['dryRun', 'accepted', 'alreadySent', 'unknown', 'notSent'].map(
		(outcome): [string, number] => [outcome, withOutcome(written, outcome).length],
	);
	table(['Rows of appointments.csv, by sendOutcome', ''], counts);
	return { written, numbers: numbersOf(withOutcome(rows, 'accepted')) };
}

/** One message for a list of customers but those on the stop list. Gives the numbers that get it. */
async function scheduleCampaign({ play, sandbox, rowsOfFile }: Stage): Promise<string[]> {
	heading('Schedule a campaign for tomorrow morning  (campaign-tomorrow-morning.json)');
	const expected = DateTime.now().setZone(zone).plus({ days: 1 }).startOf('day').set({ hour: 9 });
	const before = sandbox.journal.length;
	const { rows } = (await play('campaign-tomorrow-morning.json'))('Schedule Campaign');
	const messages = sandbox.journal.slice(before);
	const numbers = numbersOf(withOutcome(rows, 'accepted'));
	const due = DateTime.fromISO(messages[0]?.body.schedule ?? '', { zone });
	table(
		['Rows of customers.csv', ''],
		[
			['in the file', rows.length],
			['on the stop list, left out', withOutcome(rows, 'excluded').length],
			['numbers that get the text', numbers.length],
			['requests for them', messages.length],
			['goes out', due.toFormat('cccc d LLLL, HH:mm ZZZZ')],
		],
	);
	hold(rows.length === rowsOfFile('customers.csv').length, 'A customer was lost on the way.');
	hold(+due === +expected, `The campaign was to go out at ${expected}, and goes out at ${due}.`);
	return numbers;
}

/** The service's messages of today, over as many pages as there are, and its senders. */
async function lookAround({ play, sandbox }: Stage): Promise<void> {
	heading('Look around in the service  (look-around.json)');
	const outputOf = await play('look-around.json');
	const { rows: messages } = outputOf("Today's Messages");
	const columns = ['id', 'status', 'sender_id', 'campaign', 'message'];
	const newest = messages.slice(0, shown);
	table(
		columns,
		newest.map((row) => columns.map((column) => `${row[column]}`.slice(0, 32))),
	);
	remark(`${messages.length} messages of today; the newest ${shown} are shown.`);
	const found = new Set(messages.map(({ id }) => String(id)));
	const isThere = sandbox.journal.every(({ messageId }) => found.has(messageId));
	hold(isThere, "A message of this demo is not among today's.");
	hold(found.size === messages.length, "Today's messages hold some of them twice.");

	const { rows: senders } = outputOf('Senders');
	const labels = new Map(outputOf('Statuses').rows.map(({ id, label }) => [id, label]));
	const first = senders.slice(0, shown);
	table(
		['id', 'name', 'status'],
		first.map(({ id, name, status }) => [id, name, labels.get(status)]),
	);
	remark(`${senders.length} senders; ${shown} are shown.`);
	hold(labels.size > 0 && senders.length > 0, 'The service named no senders or no statuses.');
}

let stage: Stage | undefined;
try {
	stage = await setStage();
	const { journal, requests, baseUrl } = stage.sandbox;
	remark(`The service is a sandbox, ${baseUrl}: no real message is sent.`);
	const { written } = await remind(stage, 'Try reminders in a dry run', { dryRun: true });
	const refused = withOutcome(written, 'notSent').map((row) => [row.name, row.phone, row.error]);
	table(['Name', 'Phone', 'Reason'], refused, [17, 19, 40]);
	hold(requests.length === 0, 'The dry run sent a request.');
	remark('No request left: the sandbox has received none.');

	const reminded = (await remind(stage, 'Text the reminders')).numbers;
	const again = (await remind(stage, 'Start the same reminders again')).numbers;
	hold(again.length === 0, `Started again, the reminders texted ${again.join(', ')} once more.`);
	const campaign = await scheduleCampaign(stage);
	await lookAround(stage);

	// Each message once, each number once; one message for each reminder, and one for the campaign as a whole.
	const claimed = reminded.length + 1;
	hold(claimed === journal.length, `${claimed} messages were sent, ${journal.length} accepted.`);
	const numbers = [...reminded, ...campaign].sort().join();
	const reached = journal.flatMap(({ recipients }) => recipients).sort();
	hold(numbers === reached.join(), 'Other numbers were texted than the workflows report.');
	hold(new Set(reached).size === reached.length, 'Somebody was texted twice.');
	heading(`${journal.length} messages accepted = ${claimed} sent. Nobody was texted twice.`);
} catch (error) {
	// Anything but a shortfall is a defect of the demo itself, and its stack says where.
	const { message, stack } = error as Error;
	console.error(error instanceof Shortfall ? `The demo fell short: ${message}` : stack);
	process.exitCode = 1;
} finally {
	await stage?.end();
}
