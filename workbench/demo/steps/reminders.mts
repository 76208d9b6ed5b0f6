/** Steps: texts the people of a spreadsheet, after a dry run that sends nothing, and starts it once more. */
import { attention, counted, heading, remark, table } from '../screen.mts';
import { hintsOf, rowsOf, Shortfall, type Stage } from '../stage.mts';
import type { Sent } from './sent.mts';

const example = 'spreadsheet-reminders.json';
const file = 'appointments.csv';

/** What the workflow wrote into the file, held against its rows. */
function rowsAfter({ rowsOfFile }: Stage, expected: number): Array<Record<string, string>> {
	const rows = rowsOfFile(file);
	if (rows.length !== expected)
		throw new Shortfall(`${file} had ${expected} rows, and has ${rows.length} now.`);
	const silent = rows.filter((row) => !row['SMS outcome']).length;
	if (silent > 0)
		throw new Shortfall(
			`${counted(silent, 'row')} of ${file} ${silent === 1 ? 'does' : 'do'}n't say what became of it.`,
		);
	return rows;
}

function count(rows: Array<Record<string, string>>, outcome: string): number {
	return rows.filter((row) => row['SMS outcome'] === outcome).length;
}

function showRefused(rows: Array<Record<string, string>>): void {
	const refused = rows.filter((row) => row['SMS outcome'] === 'notSent');
	if (refused.length === 0) return;
	attention(`${counted(refused.length, 'row')} with no number to text:`);
	table(
		['Name', 'Phone', 'Reason'],
		refused.map((row) => [row.name!, row.phone!, row['SMS reason']!]),
		[17, 19, 40],
	);
}

/** The example with Dry Run on. */
export async function tryReminders(stage: Stage): Promise<void> {
	heading(`Try reminders from a spreadsheet in a dry run  (examples/${example}, with Dry Run on)`);
	const before = stage.rowsOfFile(file).length;
	const result = await stage.play(example, { dryRun: true });
	const rows = rowsAfter(stage, before);
	for (const hint of hintsOf(result, 'Send Reminders')) remark(hint);
	const planned = rowsOf(result, 'Send Reminders').filter(
		({ sendOutcome }) => sendOutcome === 'dryRun',
	);
	const numbers = new Set(planned.flatMap(({ recipients }) => recipients as string[]));
	table(
		[`Rows of ${file}`, ''],
		[
			['in the file', rows.length],
			['rows that would be texted', planned.length],
			['different numbers in them', numbers.size],
			[
				'segments of the longest text',
				Math.max(...planned.map(({ segments }) => Number(segments))),
			],
			['would be refused', count(rows, 'notSent')],
		],
	);
	showRefused(rows);
	const { length } = stage.sandbox.requests;
	if (length > 0) throw new Shortfall(`The dry run sent ${counted(length, 'request')}.`);
	remark('No request left: the sandbox has received none.');
}

/** The same for real. */
export async function remind(stage: Stage): Promise<Sent> {
	heading(`Text the reminders  (examples/${example})`);
	const before = stage.rowsOfFile(file).length;
	const accepted = rowsOf(await stage.play(example), 'Send Reminders').filter(
		({ sendOutcome }) => sendOutcome === 'accepted',
	);
	const rows = rowsAfter(stage, before);
	showOutcomes(rows);
	if (count(rows, 'accepted') !== accepted.length)
		throw new Shortfall(
			`${file} tells of ${count(rows, 'accepted')} texts, and ${accepted.length} were accepted.`,
		);
	return {
		messages: accepted.length,
		recipients: accepted.flatMap(({ recipients }) => recipients as string[]),
	};
}

/** The same spreadsheet once more, as after a crash. */
export async function remindAgain(stage: Stage): Promise<void> {
	heading('Start the same reminders again');
	const { journal } = stage.sandbox;
	const [texts, before] = [journal.length, stage.rowsOfFile(file).length];
	await stage.play(example);
	showOutcomes(rowsAfter(stage, before));
	if (journal.length !== texts)
		throw new Shortfall(
			`Started again, the reminders texted ${counted(journal.length - texts, 'number')} once more.`,
		);
}

function showOutcomes(rows: Array<Record<string, string>>): void {
	table(
		[`Rows of ${file}, by SMS outcome`, ''],
		[
			['accepted: texted now', count(rows, 'accepted')],
			['alreadySent: has the text, from another row or start', count(rows, 'alreadySent')],
			['unknown: perhaps sent, start again', count(rows, 'unknown')],
			['notSent: needs a person', count(rows, 'notSent')],
		],
	);
}
