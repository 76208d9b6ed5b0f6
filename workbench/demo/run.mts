/**
 * The demo: runs the example workflows against a sandbox, on n8n's own execution engine and with the
 * package as built, and holds what the workflows say they sent against what the sandbox accepted.
 */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { counted, heading, remark, table } from './screen.mts';
import { hold, setStage, Shortfall, type Stage } from './stage.mts';

const file = 'appointments.csv';
const outcomes = 'appointments outcomes.csv';
const zone = 'Africa/Nairobi';
const shown = 6;

const withOutcome = (rows: IDataObject[], outcome: string): IDataObject[] =>
	rows.filter(({ sendOutcome }) => sendOutcome === outcome);

/** The numbers of these rows, as often as they stand there. */
const numbersOf = (rows: IDataObject[]): string[] =>
	rows.flatMap(({ recipients }) => String(recipients).split(', '));

/** Texts the people of a spreadsheet. Gives what came out, and the rows that the workflow wrote beside the file. */
async function remind({ play, rowsOfFile }: Stage, options?: INodeParameters) {
	const outputOf = await play('spreadsheet-reminders.json', options);
	const rows = rowsOfFile(outcomes);
	const [all, told] = [rowsOfFile(file).length, rows.filter((row) => row.sendOutcome).length];
	hold(told === all, `Of ${all} rows of ${file}, ${told} say what became of them.`);
	return { ...outputOf('Send Reminders'), having: (outcome: string) => withOutcome(rows, outcome) };
}

async function tryReminders(stage: Stage): Promise<void> {
	heading('Try reminders from a spreadsheet in a dry run  (spreadsheet-reminders.json)');
	const { rows, hints, having } = await remind(stage, { dryRun: true });
	hints.forEach(remark);
	const planned = withOutcome(rows, 'dryRun');
	const segments = planned.map((row) => Number(row.segments));
	table(
		[`Rows of ${file}`, ''],
		[
			['in the file', rows.length],
			['rows that would be texted', planned.length],
			['different numbers in them', new Set(numbersOf(planned)).size],
			['segments of the longest text', Math.max(...segments)],
			['would be refused', having('notSent').length],
		],
	);
	table(
		['Name', 'Phone', 'Reason'],
		having('notSent').map((row) => [row.name, row.phone, row.error]),
		[17, 19, 40],
	);
	hold(stage.sandbox.requests.length === 0, 'The dry run sent a request.');
	remark('No request left: the sandbox has received none.');
}

/** Gives the numbers that were texted, one for each message. */
async function textReminders(stage: Stage, title: string): Promise<string[]> {
	heading(title);
	const { rows, having } = await remind(stage);
	table(
		[`Rows of ${file}, by sendOutcome`, ''],
		[
			['accepted: texted now', having('accepted').length],
			['alreadySent: has the text, from another row or start', having('alreadySent').length],
			['unknown: perhaps sent, start again', having('unknown').length],
			['notSent: needs a person', having('notSent').length],
		],
	);
	return numbersOf(withOutcome(rows, 'accepted'));
}

/** One message for a list of customers but those on the stop list. Gives the numbers that get it. */
async function scheduleCampaign({ play, sandbox, rowsOfFile }: Stage): Promise<string[]> {
	heading('Schedule a campaign for tomorrow morning  (campaign-tomorrow-morning.json)');
	const expected = DateTime.now().setZone(zone).plus({ days: 1 }).startOf('day').set({ hour: 9 });
	const before = sandbox.journal.length;
	const { rows } = (await play('campaign-tomorrow-morning.json'))('Schedule Campaign');
	const messages = sandbox.journal.slice(before);
	const [texted] = withOutcome(rows, 'accepted');
	const numbers = numbersOf(withOutcome(rows, 'accepted'));
	const excluded = withOutcome(rows, 'excluded').length;
	const due = DateTime.fromISO(messages[0]?.body.schedule ?? '', { zone });
	table(
		['Rows of customers.csv', ''],
		[
			['in the file', rows.length],
			['on the stop list, left out', excluded],
			['listed twice, texted once', rows.length - excluded - numbers.length],
			['numbers that get the text', numbers.length],
			['requests for them', messages.length],
			['goes out', due.toFormat('cccc d LLLL, HH:mm ZZZZ')],
			['length', `${counted(Number(texted?.segments), 'segment')}, ${texted?.encoding}`],
		],
	);
	hold(rows.length === rowsOfFile('customers.csv').length, 'A customer was lost on the way.');
	hold(+due === +expected, `The campaign was to go out at ${expected}, and goes out at ${due}.`);
	return numbers;
}

/** The service's messages of today, over as many pages as there are, its senders and what their statuses mean. */
async function lookAround({ play, sandbox }: Stage): Promise<void> {
	heading('Look around in the service  (look-around.json)');
	const outputOf = await play('look-around.json');
	const { rows: messages } = outputOf("Today's Messages");
	table(
		['Id', 'Status', 'Sender', 'Campaign', 'Message'],
		messages
			.slice(0, shown)
			.map((row) => [
				row.id,
				row.status,
				row.sender_id,
				row.campaign,
				`${row.message}`.slice(0, 32),
			]),
	);
	remark(`${counted(messages.length, 'message')} of today; the newest ${shown} are shown.`);
	const found = new Set(messages.map(({ id }) => String(id)));
	const missing = sandbox.journal.filter(({ messageId }) => !found.has(messageId)).length;
	hold(missing === 0, `${counted(missing, 'message')} of this demo can't be found in today's.`);
	hold(found.size === messages.length, "Today's messages hold some of them twice.");

	const { rows: senders } = outputOf('Senders');
	const labels = new Map(outputOf('Statuses').rows.map(({ id, label }) => [id, label]));
	table(
		['Id', 'Name', 'Status'],
		senders.slice(0, shown).map(({ id, name, status }) => [id, name, labels.get(status)]),
	);
	remark(`${counted(senders.length, 'sender')}; ${shown} are shown.`);
	hold(labels.size > 0 && senders.length > 0, 'The service named no senders or no statuses.');
}

let stage: Stage | undefined;
try {
	stage = await setStage();
	remark(`The service is a sandbox, ${stage.sandbox.baseUrl}: no real message is sent.`);
	await tryReminders(stage);
	const reminded = await textReminders(stage, 'Text the reminders  (spreadsheet-reminders.json)');
	const again = await textReminders(stage, 'Start the same reminders again');
	hold(again.length === 0, `Started again, the reminders texted ${again.join(', ')} once more.`);
	const campaign = await scheduleCampaign(stage);
	await lookAround(stage);

	// Each message once, each number once; one message for each reminder, and one for the campaign as a whole.
	const { journal } = stage.sandbox;
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
