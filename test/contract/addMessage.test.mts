import type { AxiosInstance } from 'axios';
import { connectSandbox } from '../../workbench/sandbox/remote.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from './client.mts';

/** A Thursday, a quarter of an hour into the day. */
const start = Date.parse('2028-08-17T00:15:03.007Z');
let now = start;
let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ pastMessages: 4, pastSpacing: 1_000, now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	now = start;
	sandbox.reset();
	sandbox.setOptions({ clockOffset: 0, listingDelay: 0, readings: { singleRecord: false } });
});
afterAll(() => sandbox.stop());

const page = async (params: object = {}) => (await client.get('/sms/messages', { params })).data.data;
const listed = async (params: object = {}) => (await page({ per_page: 100, ...params })).data;

test('without a word about it: there at once, with the next id, and neither journal nor log know it', async () => {
	sandbox.setOptions({ listingDelay: 60_000 });
	const id = sandbox.addMessage();
	expect(sandbox.requests).toEqual([]);
	const [record, ...rest] = await listed();
	expect(record).toMatchObject({ id, created_at: '2028-08-17T00:15:03.007000Z', status: 'Pending', sms_recipients: [{ status: 'Pending' }], sms_list_recipients: [] });
	expect(rest).toHaveLength(4);
	expect(sandbox.journal).toEqual([]);
	const { data } = await client.post('/sms/messages', goodSend);
	expect(data.data.messageId).toBe(String(id + 1));
	expect(sandbox.journal).toMatchObject([{ messageId: String(id + 1) }]);
});

test('every member shows', async () => {
	sandbox.addMessage({
		recipients: ['+34611222333', '+61491570156'],
		message: 'Ihr Zug fährt ab Gleis 9¾',
		campaign: 'fahrplan/südwest',
		category: 'authentication',
		senderId: 108,
		createdAt: '2028-08-16T19:00:00.25-03:00',
	});
	expect((await listed())[0]).toEqual({
		id: expect.any(Number),
		sender_id: '40404',
		category: 'authentication',
		campaign: 'fahrplan/südwest',
		message: 'Ihr Zug fährt ab Gleis 9¾',
		schedule: '2028-08-16T22:00:00.250000Z',
		creator: expect.any(String),
		status: 'Delivered',
		sms_recipients: ['+34611222333', '+61491570156'].map((phone_number) => ({ phone_number, reference: null, status: 'Delivered', created_at: '2028-08-16T22:00:00.250000Z' })),
		sms_list_recipients: [],
		created_at: '2028-08-16T22:00:00.250000Z',
	});
});

test('a sender that the account does not have is shown as its number; empty texts and no recipients are possible', async () => {
	sandbox.addMessage({ senderId: 7_310, campaign: '', message: '', recipients: [] });
	for (const set of [undefined, 'Lost']) {
		sandbox.setStatus('+61491570156', set);
		expect((await listed())[0]).toMatchObject({ sender_id: '7310', campaign: '', message: '', sms_recipients: [], status: 'Pending' });
	}
});

test('to a contact group', async () => {
	sandbox.addMessage({ contactListId: 501 });
	const [{ sms_recipients: own, sms_list_recipients: members }] = await listed();
	expect([own.length, members.length]).toEqual([0, 25]);
});

test('its time decides its status and the dates that find it; it stands where it was put in', async () => {
	const yesterday = sandbox.addMessage({ createdAt: start - 3_600_000 });
	const recent = sandbox.addMessage({ createdAt: start - 2_500 });
	const ahead = sandbox.addMessage({ createdAt: start + 90_000 });
	const seen = (await listed()).slice(0, 3).map(({ id, status }: { id: number; status: string }) => [id, status]);
	expect(seen).toEqual([[ahead, 'Pending'], [recent, 'Sent'], [yesterday, 'Delivered']]);
	expect((await listed({ date_created: 'yesterday' })).map(({ id }: { id: number }) => id)).toEqual([yesterday]);
});

test('without a time it has that of the shifted clock', async () => {
	sandbox.setOptions({ clockOffset: -1_200_000 });
	sandbox.addMessage();
	expect((await listed())[0]).toMatchObject({ created_at: '2028-08-16T23:55:03.007000Z' });
});

test.each(['DELIVRD', null, ''])('first seen as %j, and no other message to the number is', async (status) => {
	const recipients = ['+34611222333', '+61491570156'];
	sandbox.addMessage({ recipients });
	sandbox.addMessage({ recipients, status });
	expect((await listed()).slice(0, 2)).toMatchObject([{ status, sms_recipients: [{ status }, { status }] }, { status: 'Pending', sms_recipients: [{ status: 'Pending' }, { status: 'Pending' }] }]);
	sandbox.setStatus(recipients[0], undefined);
	expect((await listed())[0].sms_recipients).toMatchObject([{ status: 'Pending' }, { status }]);
});

test('many fill pages, each once, and a filtered list that was asked for before has them', async () => {
	const parcels = async (number: number) => (await page({ query: 'parcel', page: number, per_page: 3 })).data.map(({ id }: { id: number }) => id);
	expect(await parcels(1)).toEqual([]);
	const ids = Array.from({ length: 8 }, (_, index) => sandbox.addMessage({ message: `Parcel ${index}`, recipients: [`+3585012345${index}${index}`] }));
	expect([...(await parcels(1)), ...(await parcels(2)), ...(await parcels(3))]).toEqual(ids.reverse());
});

test('reset forgets them', async () => {
	sandbox.addMessage({ status: 'Kept' });
	sandbox.reset();
	expect((await page()).meta.total).toBe(4);
});

test('over the control route', async () => {
	const id = await connectSandbox(sandbox.baseUrl).addMessage({ recipients: ['+34611222333'], campaign: 'from-afar', createdAt: '2028-08-17T00:01Z', status: 'Read' });
	expect((await listed())[0]).toMatchObject({ id, campaign: 'from-afar', created_at: '2028-08-17T00:01:00.000000Z', sms_recipients: [{ phone_number: '+34611222333', status: 'Read' }] });
	expect((await connectSandbox(sandbox.baseUrl).state()).journal).toEqual([]);
});

const refused: Array<[object, RegExp]> = [
	[{ recipients: '+34611222333' }, /recipients is a list of phone numbers, not "\+34611222333"/],
	[{ recipients: ['+34611222333', '611222333'] }, /recipients\[1\] is a phone number with a leading plus.*not "611222333"/],
	[{ recipients: ['+34611222333'], contactListId: 503 }, /Only one of recipients and contactListId/],
	[{ contactListId: 505 }, /There is no contact group 505/],
	[{ category: 'urgent' }, /category is one of authentication, utility, marketing, not "urgent"/],
	[{ senderId: 'SHOP' }, /senderId is a whole number, not "SHOP"/],
	[{ campaign: null }, /campaign is text, not null/],
	[{ message: 5 }, /message is text, not 5/],
	[{ createdAt: '2028-08-17T00:01' }, /createdAt is milliseconds or an ISO 8601 time with its zone, not "2028-08-17T00:01"/],
	[{ createdAt: -1 }, /createdAt is milliseconds/],
	[{ createdAt: 1e15 }, /createdAt is milliseconds/],
	[{ status: 3 }, /status is text/],
	[{ text: 'Hello' }, /A message has no "text"\. It has: recipients, contactListId, message, campaign, category, senderId, createdAt, status/],
];

test.each(refused)('%j is refused in this process and from another, and adds nothing', async (message, sentence) => {
	expect(() => sandbox.addMessage(message)).toThrow(sentence);
	await expect(connectSandbox(sandbox.baseUrl).addMessage(message)).rejects.toThrow(sentence);
	expect((await page()).meta.total).toBe(4);
});
