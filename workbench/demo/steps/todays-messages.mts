/** Step: reads all messages of today, over as many pages as there are. */
import { counted, cut, heading, remark, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';

const shown = 6;

export async function listTodaysMessages({ play, sandbox }: Stage): Promise<void> {
	heading("List today's messages  (examples/todays-messages.json)");
	const before = sandbox.requests.length;
	const result = await play('todays-messages.json');
	const messages = rowsOf(result, "Today's Messages");
	const pages = sandbox.requests.slice(before).filter(({ operation }) => operation === 'messages').length;
	table(['Id', 'Status', 'Sender', 'Campaign', 'Message'], messages.slice(0, shown).map((message) => [
		String(message.id), String(message.status), String(message.sender_id), cut(String(message.campaign), 21), cut(String(message.message), 32),
	]));
	remark(`${counted(messages.length, 'message')} in ${counted(pages, 'page')}; the newest ${Math.min(shown, messages.length)} are shown.`);

	const found = new Set(messages.map(({ id }) => String(id)));
	const missing = sandbox.journal.filter(({ messageId }) => !found.has(messageId));
	if (missing.length > 0) throw new Shortfall(`${counted(missing.length, 'message')} of this demo can't be found among today's messages.`);
	if (found.size !== messages.length) throw new Shortfall(`Today's messages hold ${messages.length - found.size} of them twice.`);
}
