/** Step: hands the service a message to a contact group, to go out tomorrow morning. */
import { DateTime } from 'luxon';
import { counted, heading, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';
import type { Sent } from './sent.mts';

const zone = 'Africa/Nairobi';

export async function scheduleCampaign({ play, sandbox }: Stage): Promise<Sent> {
	heading('Schedule a campaign for tomorrow morning  (examples/campaign-tomorrow-morning.json)');
	const expected = DateTime.now().setZone(zone).plus({ days: 1 }).startOf('day').set({ hour: 9 });
	const result = await play('campaign-tomorrow-morning.json');
	const [receipt] = rowsOf(result, 'Schedule Campaign');
	const accepted = sandbox.journal.at(-1);
	if (!receipt || !accepted?.body.contact_list_id) throw new Shortfall('The service has no message for the contact group.');
	const due = DateTime.fromISO(accepted.body.schedule ?? '');
	table(['Campaign', ''], [
		['message', String(receipt.messageId)],
		['contact group', `${accepted.body.contact_list_id}, ${counted(accepted.recipients.length, 'member')}`],
		['goes out', due.setZone(zone).toFormat('cccc d LLLL, HH:mm ZZZZ')],
		['length', `${counted(Number(receipt.segments), 'segment')}, ${String(receipt.encoding)}`],
	]);
	if (+due !== +expected) {
		throw new Shortfall(`The campaign was to go out at ${expected.toISO()}, and the service was told ${accepted.body.schedule}.`);
	}
	return { messages: 1, recipients: [] };
}
