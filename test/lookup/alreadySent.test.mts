import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import { AlreadySent } from '../../nodes/MessagingService/lookup/alreadySent.ts';
import { contentKeyOf } from '../../nodes/MessagingService/lookup/identity.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const number = '+254711001001';

const order = (recipients: string[], message = 'Hello') =>
	({
		body: {
			sender_id: 1,
			priority: 'utility',
			campaign: 'reminders',
			message,
			schedule: null,
			recipients,
			contact_list_id: null,
		},
	}) as unknown as SendOrder;
const content = (message?: string) => contentKeyOf(order([], message).body);
const record = (changes: object = {}) => ({
	id: 7,
	category: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	sms_recipients: [{ phone_number: number }],
	created_at: '2026-11-22T12:00:00.000000Z',
	...changes,
});

async function noted(orders: SendOrder[], records: object[]): Promise<AlreadySent> {
	const sent = new AlreadySent();
	await sent.want(orders);
	for (const each of records) sent.note(each as never);
	return sent;
}

test('of several records the newest counts, in whichever order they come', async () => {
	const older = record({ id: 6, created_at: '2026-11-22T11:00:00Z' });
	for (const records of [
		[older, record()],
		[record(), older],
	]) {
		expect((await noted([order([number])], records)).find(content(), number, noon - 1)?.id).toBe(
			'7',
		);
	}
});

test('since then: one from before does not count', async () => {
	const sent = await noted([order([number])], [record()]);
	expect(sent.find(content(), number, noon)?.sentAt).toBe('2026-11-22T12:00:00.000000Z');
	expect(sent.find(content(), number, noon + 1)).toBeUndefined();
});

test('a time without a zone is in UTC', async () => {
	expect(
		(await noted([order([number])], [record({ created_at: '2026-11-22 12:00:00' })])).find(
			content(),
			number,
			noon,
		),
	).toMatchObject({ id: '7', sentAt: '2026-11-22 12:00:00' });
	expect(
		(await noted([order([number])], [record({ created_at: '2026-11-22 11:59:59' })])).find(
			content(),
			number,
			noon,
		),
	).toBeUndefined();
});

test.each([null, undefined, 'just now', {}, 12])(
	'one whose time is %j counts: the service says that it is of the days asked for',
	async (created_at) => {
		const sent = await noted([order([number])], [record({ created_at })]);
		expect(sent.find(content(), number, noon)).toMatchObject({ id: '7' });
	},
);

test.each([
	['one number', { sms_recipients: { phone_number: number } }],
	['a bare number', { sms_recipients: [number] }],
	['a number typed as a number', { sms_recipients: [{ phone_number: 254711001001 }] }],
	['without its plus, and with blanks', { sms_recipients: [{ phone_number: '254 711 001001' }] }],
	[
		'a contact group of records',
		{ sms_recipients: [], sms_list_recipients: [{ phone_number: number }] },
	],
	['a contact group of numbers', { sms_recipients: null, sms_list_recipients: [number] }],
])('recipients written as %s are read', async (_title, changes) => {
	expect(
		(await noted([order([number])], [record(changes)])).find(content(), number, 0),
	).toMatchObject({ id: '7' });
});

test.each([
	{ sms_recipients: null },
	{ sms_recipients: 'nobody' },
	{ sms_recipients: [null, 5, [], {}] },
	{ message: null },
	{ campaign: 7, message: {} },
	{ category: undefined },
])('a record that lacks something shows nothing: %j', async (changes) => {
	expect(
		(await noted([order([number])], [record(changes)])).find(content(), number, 0),
	).toBeUndefined();
});

test('each message and each number for itself', async () => {
	const other = '+254711001002';
	const sent = await noted(
		[order([number, other]), order([number], 'Bye')],
		[record({ sms_recipients: [{ phone_number: other }] }), record({ id: 8, message: 'Bye' })],
	);
	expect([
		sent.find(content(), number, 0),
		sent.find(content(), other, 0)?.id,
		sent.find(content('Bye'), number, 0)?.id,
		sent.find(content('Bye'), other, 0),
	]).toEqual([undefined, '7', '8', undefined]);
});

test('of 200,000 records only those of the run are kept', async () => {
	const sent = new AlreadySent();
	await sent.want([order([number])]);
	for (let index = 0; index < 200_000; index++) {
		const phone_number = index === 150_000 ? number : `+2547${String(20_000_000 + index)}`;
		sent.note(record({ id: index + 1, sms_recipients: [{ phone_number }] }) as never);
	}
	expect(sent.find(content(), number, 0)?.id).toBe('150001');
	// What it holds, however it holds it: the one record.
	expect(
		JSON.stringify(sent, (_key, value) => (value instanceof Map ? [...value] : value)).length,
	).toBeLessThan(500);
});
