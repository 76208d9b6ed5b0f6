/**
 * Step: shows the service's messages of today, over as many pages as there are, its senders and
 * what their statuses mean.
 */
import type { IDataObject } from 'n8n-workflow';
import { counted, cut, heading, remark, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';

const shown = 6;

export async function lookAround({ play, sandbox }: Stage): Promise<void> {
	heading('Look around in the service  (examples/look-around.json)');
	const before = sandbox.requests.length;
	const result = await play('look-around.json');
	const pages = sandbox.requests
		.slice(before)
		.filter(({ operation }) => operation === 'messages').length;
	showMessages(
		rowsOf(result, "Today's Messages"),
		pages,
		sandbox.journal.map(({ messageId }) => messageId),
	);
	showSenders(rowsOf(result, 'Senders'), rowsOf(result, 'Statuses'));
}

function showMessages(messages: IDataObject[], pages: number, sent: string[]): void {
	table(
		['Id', 'Status', 'Sender', 'Campaign', 'Message'],
		messages
			.slice(0, shown)
			.map((message) => [
				String(message.id),
				String(message.status),
				String(message.sender_id),
				cut(String(message.campaign), 21),
				cut(String(message.message), 32),
			]),
	);
	remark(
		`${counted(messages.length, 'message')} of today in ${counted(pages, 'page')}; the newest ${Math.min(shown, messages.length)} are shown.`,
	);
	const found = new Set(messages.map(({ id }) => String(id)));
	const missing = sent.filter((id) => !found.has(id)).length;
	if (missing > 0)
		throw new Shortfall(
			`${counted(missing, 'message')} of this demo can't be found among today's messages.`,
		);
	if (found.size !== messages.length)
		throw new Shortfall(`Today's messages hold ${messages.length - found.size} of them twice.`);
}

function showSenders(senders: IDataObject[], statuses: IDataObject[]): void {
	const labels = new Map(statuses.map(({ id, label }) => [Number(id), String(label)]));
	table(
		['Id', 'Name', 'Status'],
		senders
			.slice(0, shown)
			.map(({ id, name, status }) => [
				String(id),
				String(name),
				labels.get(Number(status)) ?? String(status),
			]),
	);
	remark(`${counted(senders.length, 'sender')}; ${Math.min(shown, senders.length)} are shown.`);
	if (statuses.length === 0) throw new Shortfall('The service named no sender statuses.');
	if (senders.length === 0) throw new Shortfall('The service named no senders.');
}
