/** Step: texts the people of a spreadsheet, those again whose number only lacked its country code, and starts it once more. */
import type { IDataObject } from 'n8n-workflow';
import { attention, counted, heading, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';
import type { Sent } from './sent.mts';

const example = 'spreadsheet-reminders.json';

export async function remind({ play, sandbox }: Stage): Promise<Sent> {
	heading(`Text reminders from a spreadsheet  (examples/${example})`);
	const result = await play(example);
	const rows = rowsOf(result, 'Rows');
	const first = rowsOf(result, 'Reminded');
	const second = rowsOf(result, 'Reminded at the Second Try');
	const unknown = rowsOf(result, 'Start Again Later');
	const left = rowsOf(result, 'Needs a Person');
	const accepted = [...first, ...second].filter(wasSent);
	table(['Rows of appointments.csv', ''], [
		['in the file', rows.length],
		['reminded at once', first.filter(wasSent).length],
		['reminded after completing the country code', second.filter(wasSent).length],
		['typed in twice, texted once', first.length + second.length - accepted.length],
		['perhaps sent, to be started again', unknown.length],
		['need a person', left.length],
	]);
	if (left.length > 0) {
		attention(`${counted(left.length, 'row')} with no number to text:`);
		table(['Name', 'Phone', 'Reason'], left.map(({ name, phone, reason }) => [String(name), String(phone), String(reason)]), [17, 19, 40]);
	}
	const told = first.length + second.length + unknown.length + left.length;
	if (told !== rows.length) throw new Shortfall(`Of ${rows.length} rows only ${told} came out of the reminders workflow.`);
	await startAgain(play, sandbox.journal);
	return { messages: accepted.length, recipients: accepted.flatMap(({ recipients }) => recipients as string[]) };
}

/** The same spreadsheet once more, as after a crash. */
async function startAgain(play: Stage['play'], journal: readonly unknown[]): Promise<void> {
	heading('Start the same reminders again');
	const before = journal.length;
	const result = await play(example);
	const reminded = [...rowsOf(result, 'Reminded'), ...rowsOf(result, 'Reminded at the Second Try')];
	table(['Rows of appointments.csv', ''], [
		['texted', reminded.filter(wasSent).length],
		['skipped, because they have the text already', reminded.filter((row) => !wasSent(row)).length],
	]);
	if (journal.length !== before) throw new Shortfall(`Started again, the reminders texted ${counted(journal.length - before, 'number')} once more.`);
}

function wasSent({ sendOutcome }: IDataObject): boolean {
	return sendOutcome === 'accepted';
}
