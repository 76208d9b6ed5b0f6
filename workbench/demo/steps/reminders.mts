/** Step: texts the people of a spreadsheet, and those again whose number only lacked its country code. */
import { attention, counted, heading, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';
import type { Sent } from './sent.mts';

export async function remind({ play }: Stage): Promise<Sent> {
	heading('Text reminders from a spreadsheet  (examples/spreadsheet-reminders.json)');
	const result = await play('spreadsheet-reminders.json');
	const rows = rowsOf(result, 'Rows');
	const kept = rowsOf(result, 'Each Row Once');
	const first = rowsOf(result, 'Reminded');
	const second = rowsOf(result, 'Reminded at the Second Try');
	const unknown = rowsOf(result, 'Check before Sending Again');
	const left = rowsOf(result, 'Needs a Person');
	table(['Rows of appointments.csv', ''], [
		['in the file', rows.length],
		['typed in twice, texted once', rows.length - kept.length],
		['reminded at once', first.length],
		['reminded after completing the country code', second.length],
		['perhaps sent, to be looked up', unknown.length],
		['need a person', left.length],
	]);
	if (left.length > 0) {
		attention(`${counted(left.length, 'row')} with no number to text:`);
		table(['Name', 'Phone', 'Reason'], left.map(({ name, phone, reason }) => [String(name), String(phone), String(reason)]), [17, 19, 40]);
	}
	const told = first.length + second.length + unknown.length + left.length;
	if (told !== kept.length) throw new Shortfall(`Of ${kept.length} rows only ${told} came out of the reminders workflow.`);
	return { messages: first.length + second.length, recipients: [...first, ...second].flatMap(({ recipients }) => recipients as string[]) };
}
