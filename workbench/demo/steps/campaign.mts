/**
 * Step: hands the service one message for a list of customers but those on the stop list, to go out
 * tomorrow morning.
 */
import { DateTime } from 'luxon';
import { counted, heading, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';
import type { Sent } from './sent.mts';

const zone = 'Africa/Nairobi';

export async function scheduleCampaign({ play, sandbox, rowsOfFile }: Stage): Promise<Sent> {
	heading('Schedule a campaign for tomorrow morning  (examples/campaign-tomorrow-morning.json)');
	const expected = DateTime.now().setZone(zone).plus({ days: 1 }).startOf('day').set({ hour: 9 });
	const before = sandbox.journal.length;
	const rows = rowsOf(await play('campaign-tomorrow-morning.json'), 'Schedule Campaign');
	const messages = sandbox.journal.slice(before);
	const [accepted] = messages;
	const texted = rows.filter(({ sendOutcome }) => sendOutcome === 'accepted');
	const recipients = [...new Set(texted.flatMap((row) => row.recipients as string[]))];
	const excluded = rows.filter(({ sendOutcome }) => sendOutcome === 'excluded').length;
	if (!accepted) throw new Shortfall('The service has no message of the campaign.');
	const due = DateTime.fromISO(accepted.body.schedule ?? '');
	table(
		['Rows of customers.csv', ''],
		[
			['in the file', rows.length],
			['on the stop list, left out', excluded],
			['listed twice, texted once', rows.length - excluded - recipients.length],
			['numbers that get the text', recipients.length],
			['requests for them', messages.length],
			['goes out', due.setZone(zone).toFormat('cccc d LLLL, HH:mm ZZZZ')],
			[
				'length',
				`${counted(Number(texted[0]?.segments), 'segment')}, ${String(texted[0]?.encoding)}`,
			],
		],
	);
	if (rows.length !== rowsOfFile('customers.csv').length)
		throw new Shortfall('A customer was lost on the way.');
	if (+due !== +expected) {
		throw new Shortfall(
			`The campaign was to go out at ${expected.toISO()}, and the service was told ${accepted.body.schedule}.`,
		);
	}
	return { messages: messages.length, recipients };
}
