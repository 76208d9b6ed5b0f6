import type { AxiosInstance } from 'axios';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn, refusedWith } from './client.mts';

const start = Date.parse('2026-03-04T10:00:00Z');
let now = start;
let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	now = start;
	sandbox.reset();
	sandbox.setOptions({
		readings: { refusalTold: 'http', messageIdType: 'recordId', groupRecipients: 'records' },
	});
});
afterAll(() => sandbox.stop());

const send = (change: object = {}) => client.post('/sms/messages', { ...goodSend, ...change });
const newest = async () => (await client.get('/sms/messages')).data.data.data;

test('a message is accepted: answer, journal, request log and query agree', async () => {
	const { status, data } = await send();
	expect(status).toBe(200);
	expect(data).toEqual({
		responsecode: 201,
		data: { success: true, messageId: expect.stringMatching(/^\d+$/) },
		responsemessage: 'The message is on its way.',
	});
	const { messageId } = data.data;
	expect(sandbox.journal).toEqual([
		{ messageId, at: start, body: goodSend, recipients: ['+254712345678'] },
	]);
	expect(sandbox.requests).toMatchObject([
		{ method: 'POST', path: '/api/sms/messages', operation: 'send', body: goodSend, status: 200 },
	]);
	expect(await newest()).toEqual({
		id: Number(messageId),
		sender_id: 'CLINIC',
		category: 'utility',
		campaign: 'reminders',
		message: 'Your appointment is tomorrow',
		schedule: '2026-03-04T10:00:00.000000Z',
		creator: 'Sandbox User',
		status: 'Pending',
		sms_recipients: [
			{
				phone_number: '+254712345678',
				reference: `SBX-${messageId}-1`,
				status: 'Pending',
				created_at: '2026-03-04T10:00:00.000001Z',
			},
		],
		sms_list_recipients: [],
		created_at: '2026-03-04T10:00:00.000000Z',
	});
});

test('statuses move on with time, and a number that ends in 404 fails', async () => {
	await send({ recipients: ['+254712345678', '+254700000404'] });
	const seen = [];
	for (const later of [1_999, 2_000, 4_999, 5_000]) {
		now = start + later;
		const { status, sms_recipients: recipients } = await newest();
		seen.push([status, ...recipients.map((recipient: { status: string }) => recipient.status)]);
	}
	expect(seen).toEqual([
		['Pending', 'Pending', 'Pending'],
		['Sent', 'Sent', 'Sent'],
		['Sent', 'Sent', 'Sent'],
		['Delivered', 'Delivered', 'Failed'],
	]);
});

test('a message whose every recipient fails has failed', async () => {
	await send({ recipients: ['+254700000404'] });
	now = start + 5_000;
	expect((await newest()).status).toBe('Failed');
});

test.each([
	['2026-03-05T08:00:00Z', '2026-03-05T08:00:00.000000Z'],
	['2026-03-05T08:00:00.250Z', '2026-03-05T08:00:00.250000Z'],
	['2026-03-05T08:00:00+03:00', '2026-03-05T05:00:00.000000Z'],
	['2026-03-05T08:00', '2026-03-05T08:00:00.000000Z'],
])('a message scheduled for %s stays pending until then', async (schedule, utc) => {
	const { data } = await send({ schedule });
	expect(data.responsemessage).toBe('The message is scheduled.');
	now = Date.parse(utc) + 1_999;
	expect(await newest()).toMatchObject({
		schedule: utc,
		status: 'Pending',
		created_at: '2026-03-04T10:00:00.000000Z',
	});
	now += 3_001;
	expect((await newest()).status).toBe('Delivered');
});

test('a time in the past sends at once', async () => {
	await send({ schedule: '2020-01-01T00:00:00Z' });
	expect((await newest()).schedule).toBe('2026-03-04T10:00:00.000000Z');
});

test('a message to a contact group lists the members there and nowhere else', async () => {
	await send({ recipients: null, contact_list_id: 503 });
	const members = ['+254733003001', '+254733003002', '+254733003003'];
	expect(sandbox.journal[0].recipients).toEqual(members);
	const record = await newest();
	expect(record.sms_recipients).toEqual([]);
	expect(
		record.sms_list_recipients.map((member: { phone_number: string }) => member.phone_number),
	).toEqual(members);

	sandbox.setOptions({ readings: { groupRecipients: 'numbers' } });
	expect((await newest()).sms_list_recipients).toEqual(members);
	sandbox.setOptions({ readings: { groupRecipients: 'group' } });
	expect((await newest()).sms_list_recipients).toEqual([{ contact_list_id: 503, total: 3 }]);
});

test('numbers that stand twice are taken as they are, so the journal can tell', async () => {
	await send({ recipients: ['+254712345678', '+254712345678'] });
	expect(sandbox.journal[0].recipients).toEqual(['+254712345678', '+254712345678']);
});

test('messageId can be something else than the id of the record', async () => {
	sandbox.setOptions({ readings: { messageIdType: 'uuid' } });
	const { data } = await send();
	expect(data.data.messageId).toMatch(/^[0-9a-f-]{36}$/);
	expect(sandbox.journal[0].messageId).toBe(data.data.messageId);
});

describe('refuses', () => {
	afterEach(() => expect(sandbox.journal).toEqual([]));

	test.each(Object.keys(goodSend))('a body without %s', async (field) => {
		const { status, data } = await send({ [field]: undefined });
		expect(status).toBe(422);
		expect(data).toEqual(refusedWith(422, new RegExp(`The field ${field} is missing`)));
	});

	test.each([
		['sender_id', '101', /sender_id must be integer/],
		['sender_id', 1.5, /sender_id must be integer/],
		['sender_id', null, /sender_id must be integer/],
		['priority', 'urgent', /priority is one of authentication, utility, marketing/],
		['priority', null, /priority/],
		['campaign', 7, /campaign must be string/],
		['campaign', '', /campaign must NOT have fewer/],
		['message', null, /message must be string/],
		['message', '', /message must NOT have fewer/],
		['schedule', 1772618400000, /schedule must be string/],
		['schedule', 'tomorrow', /schedule has not the form/],
		['schedule', '2026-03-05', /schedule has not the form/],
		['schedule', '2026-13-05T08:00:00Z', /no date and time of the calendar/],
		['schedule', '2026-04-31T08:00', /no date and time of the calendar/],
		['schedule', '2027-02-29T23:59:59+03:00', /no date and time of the calendar/],
		['schedule', '2026-04-30T24:30Z', /no date and time of the calendar/],
		['recipients', '+254712345678', /recipients must be array/],
		['recipients', [], /recipients must NOT have fewer/],
		['recipients', ['+254712345678', '0712345678'], /recipients\.1 has not the form/],
		['recipients', ['254712345678'], /recipients\.0 has not the form/],
		['recipients', ['+254 712 345 678'], /recipients\.0 has not the form/],
		['recipients', [254712345678], /recipients\.0 must be string/],
		['contact_list_id', '503', /contact_list_id must be integer/],
		['reference', 'x', /reference is unknown/],
	])('%s as %j', async (field, value, sentence) => {
		const { status, data } = await send({ [field]: value });
		expect(status).toBe(422);
		expect(data).toEqual(refusedWith(422, sentence));
	});

	test.each([
		['both recipients and contact_list_id', { contact_list_id: 503 }, /Both have a value/],
		['neither recipients nor contact_list_id', { recipients: null }, /Both are null/],
		['an unknown sender', { sender_id: 9 }, /no sender 9/],
		[
			'a sender that is Pending',
			{ sender_id: 104 },
			/sender 104 may not send: its status is Pending/,
		],
		['a sender that is Deactivated', { sender_id: 105 }, /Deactivated/],
		['a sender that is Suspended', { sender_id: 106 }, /Suspended/],
		['a sender that is Rejected', { sender_id: 107 }, /Rejected/],
		['an unknown contact group', { recipients: null, contact_list_id: 9 }, /no contact group 9/],
		[
			'a contact group without members',
			{ recipients: null, contact_list_id: 504 },
			/504 has no members/,
		],
	])('%s', async (_case, change, sentence) => {
		const { status, data } = await send(change);
		expect(status).toBe(422);
		expect(data).toEqual(refusedWith(422, sentence));
	});

	test('a sender that may not send, in a 200 body where the reading says so', async () => {
		sandbox.setOptions({ readings: { refusalTold: 'body' } });
		const { status, data } = await send({ sender_id: 104 });
		expect(status).toBe(200);
		expect(data).toEqual(refusedWith(422, /may not send/));
	});

	test.each([
		['no JSON', '{"sender_id":', 'application/json', 400, /no JSON/],
		[
			'another type',
			'sender_id=101',
			'application/x-www-form-urlencoded',
			415,
			/application\/json, not application\/x-www/,
		],
		['an array', '[]', 'application/json', 422, /The body must be object/],
		['a string', '"text"', 'application/json', 422, /The body must be object/],
		['null', 'null', 'application/json', 422, /The body must be object/],
	])('a body that is %s', async (_case, body, type, code, sentence) => {
		const { status, data } = await client.post('/sms/messages', body, {
			headers: { 'content-type': type },
			transformRequest: (text) => text,
		});
		expect(status).toBe(code);
		expect(data).toEqual(refusedWith(code, sentence));
	});

	test('a query parameter', async () => {
		const { status, data } = await client.post('/sms/messages?page=1', goodSend);
		expect(status).toBe(422);
		expect(data).toEqual(refusedWith(422, /query parameter page is unknown/));
	});
});
