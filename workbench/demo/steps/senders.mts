/** Steps: lists the senders, and what the numbers in their status mean. */
import { counted, heading, remark, table } from '../screen.mts';
import { rowsOf, Shortfall, type Stage } from '../stage.mts';

const shown = 8;

/** Returns the labels of the sender statuses by their number. */
export async function listStatuses({ play }: Stage): Promise<Map<number, string>> {
	heading('List sender statuses  (examples/statuses.json)');
	const statuses = rowsOf(await play('statuses.json'), 'Statuses');
	table(['Id', 'Label'], statuses.map(({ id, label }) => [Number(id), String(label)]));
	if (statuses.length === 0) throw new Shortfall('The service named no sender statuses.');
	return new Map(statuses.map(({ id, label }) => [Number(id), String(label)]));
}

export async function listSenders({ play }: Stage, labels: Map<number, string>): Promise<void> {
	heading('List senders  (examples/senders.json)');
	const senders = rowsOf(await play('senders.json'), 'Senders');
	table(['Id', 'Name', 'Status'], senders.slice(0, shown).map(({ id, name, status }) => [
		String(id), String(name), labels.get(Number(status)) ?? String(status),
	]));
	remark(`${counted(senders.length, 'sender')}; ${Math.min(shown, senders.length)} are shown.`);
	if (senders.length === 0) throw new Shortfall('The service named no senders.');
}
