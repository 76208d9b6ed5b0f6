/** The sizes in docs/operations.md, "What the trigger keeps", measured with the trigger's own classes. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { WatchOrder } from '../../nodes/MessagingService/operations/watchMessages.ts';
import { Changes } from '../../nodes/MessagingService/trigger/changes.ts';
import { Watched } from '../../nodes/MessagingService/trigger/watched.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const section =
	page.split(/^## /m).find((part) => part.startsWith('What the trigger keeps\n')) ?? '';

const newest = Date.UTC(2026, 10, 22, 9, 30);
const hour = 3_600_000;
const words = ['Pending', 'Sent', 'Delivered', 'Failed'];
const order = { event: 'statusChanged' } as WatchOrder;

const rows = (first: number, count: number, statuses: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone_number: `+2547${String(first + index).padStart(8, '0')}`,
		status: words[(first + index) % statuses],
	}));

/** Characters of static data that n8n saves for these messages, spread evenly over these hours. */
function saved(messages: number, recipients: number, statuses: number, hours: number): number {
	const now = new Watched();
	now.since = newest - hours * hour;
	const changes = new Changes(order, undefined, now);
	for (let id = 0; id < messages; id++) {
		const createdAt = newest - Math.floor((id * hours * hour) / messages);
		changes.note({ id, sms_recipients: rows(id * recipients, recipients, statuses) }, createdAt);
	}
	expect(now.size).toBe(messages * recipients);
	return JSON.stringify({
		'node:Messaging Service Trigger': { watched: now.text('identity'.repeat(3)) },
	}).length;
}

it.each([
	['10,000 messages to one number each, all with the same status', 10_000, 1, 1, 72],
	['10,000 messages to one number each, four statuses', 10_000, 1, 4, 72],
	['one message to 10,000 numbers, all with the same status', 1, 10_000, 1, 72],
	['one message to 10,000 numbers, four statuses', 1, 10_000, 4, 72],
	['10,000 messages to one number each, four statuses, Watch Hours 744', 10_000, 1, 4, 744],
	['50,000 messages to one number each, four statuses', 50_000, 1, 4, 72],
])('%s', (title, messages, recipients, statuses, hours) => {
	const kilobytes = Math.round(saved(messages, recipients, statuses, hours) / 1000);
	expect(section).toContain(`| ${title} | ${kilobytes} kB |\n`);
});

it('no number, text, campaign or sender of a message is in what is kept', () => {
	const now = new Watched();
	const message = {
		id: 1042,
		message: 'Your code is 8812',
		campaign: 'codes',
		sender_id: 'CLINIC',
		sms_recipients: rows(77, 3, 1),
	};
	new Changes(order, undefined, now).note(message, newest);
	const text = now.text('identity');
	for (const told of ['2547', '8812', 'codes', 'CLINIC', '1042']) expect(text).not.toContain(told);
	expect(text).toContain('Pending');
});
