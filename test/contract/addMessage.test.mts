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
	sandbox.setOptions({
		clockOffset: 0,
		listingDelay: 0,
		readings: { singleRecord: false, groupRecipients: 'records', recipientReference: 'text' },
	});
});
afterAll(() => sandbox.stop());

const page = async (params: object = {}) =>
	(await client.get('/sms/messages', { params })).data.data;
const listed = async (params: object = {}) => (await page({ per_page: 100, ...params })).data;

test('without a word about it: there at once, with the next id, and neither journal nor log know it', async () => {
	sandbox.setOptions({ listingDelay: 60_000 });
	const id = sandbox.addMessage();
	expect(sandbox.requests).toEqual([]);
	const [record, ...rest] = await listed();
	expect(record).toMatchObject({
		id,
		created_at: '2028-08-17T00:15:03.007000Z',
		status: 'Pending',
		sms_recipients: [{ status: 'Pending' }],
		sms_list_recipients: [],
	});
	expect(rest).toHaveLength(4);
	expect(sandbox.journal).toEqual([]);
	const { data } = await client.post('/sms/messages', goodSend);
	expect(data.data.messageId).toBe(String(id + 1));
	expect(sandbox.journal).toMatchObject([{ messageId: String(id + 1) }]);
});

test('every member shows', async () => {
	const id = sandbox.addMessage({
		recipients: ['+34611222333', '+61491570156'],
		message: 'Ihr Zug fährt ab Gleis 9¾',
		campaign: 'fahrplan/südwest',
		category: 'authentication',
		senderId: 108,
		createdAt: '2028-08-16T19:00:00.25-03:00',
		schedule: '2028-08-16T22:40:00Z',
	});
	expect((await listed())[0]).toEqual({
		id,
		sender_id: '40404',
		category: 'authentication',
		campaign: 'fahrplan/südwest',
		message: 'Ihr Zug fährt ab Gleis 9¾',
		schedule: '2028-08-16T22:40:00.000000Z',
		creator: expect.any(String),
		status: 'Delivered',
		sms_recipients: [
			{
				phone_number: '+34611222333',
				reference: `SBX-${id}-1`,
				status: 'Delivered',
				created_at: '2028-08-16T22:00:00.250001Z',
			},
			{
				phone_number: '+61491570156',
				reference: `SBX-${id}-2`,
				status: 'Delivered',
				created_at: '2028-08-16T22:00:00.250002Z',
			},
		],
		sms_list_recipients: [],
		created_at: '2028-08-16T22:00:00.250000Z',
	});
});

test('a sender that the account does not have is shown as its number; empty texts and no recipients are possible', async () => {
	sandbox.addMessage({ senderId: 7_310, campaign: '', message: '', recipients: [] });
	for (const set of [undefined, 'Lost']) {
		sandbox.setStatus('+61491570156', set);
		expect((await listed())[0]).toMatchObject({
			sender_id: '7310',
			campaign: '',
			message: '',
			sms_recipients: [],
			status: 'Pending',
		});
	}
});

test('to a contact group', async () => {
	sandbox.addMessage({ contactListId: 501 });
	const [{ sms_recipients: own, sms_list_recipients: members }] = await listed();
	expect([own.length, members.length]).toEqual([0, 25]);
});

test('to a contact group and to others at once, in each list its own', async () => {
	const id = sandbox.addMessage({
		contactListId: 503,
		recipients: ['+34611222333'],
		status: 'Read',
	});
	const lists = async () => {
		const [{ sms_recipients: own, sms_list_recipients: members }] = await listed();
		return [own, members];
	};
	const record = (phone_number: string, place: number) => ({
		phone_number,
		reference: `SBX-${id}-${place}`,
		status: 'Read',
		created_at: `2028-08-17T00:15:03.00700${place}Z`,
	});
	const own = [record('+34611222333', 1)];
	expect(await lists()).toEqual([
		own,
		[record('+254733003001', 2), record('+254733003002', 3), record('+254733003003', 4)],
	]);
	sandbox.setOptions({ readings: { groupRecipients: 'numbers' } });
	expect(await lists()).toEqual([own, ['+254733003001', '+254733003002', '+254733003003']]);
	sandbox.setOptions({ readings: { groupRecipients: 'group' } });
	expect(await lists()).toEqual([own, [{ contact_list_id: 503, total: 3 }]]);
});

test('a reference can be null, as in the sample', async () => {
	sandbox.setOptions({ readings: { recipientReference: 'null' } });
	sandbox.addMessage();
	expect((await listed())[0].sms_recipients).toMatchObject([
		{ phone_number: '+254711001001', reference: null },
	]);
});

test('a time ahead to go out at keeps it pending, and is no time of creation', async () => {
	sandbox.addMessage({ createdAt: start - 60_000, schedule: start + 1 });
	expect((await listed())[0]).toMatchObject({
		created_at: '2028-08-17T00:14:03.007000Z',
		schedule: '2028-08-17T00:15:03.008000Z',
		status: 'Pending',
	});
});

test('its time decides its status and the dates that find it; it stands where it was put in', async () => {
	const yesterday = sandbox.addMessage({ createdAt: start - 3_600_000 });
	const recent = sandbox.addMessage({ createdAt: start - 2_500 });
	const ahead = sandbox.addMessage({ createdAt: start + 90_000 });
	const seen = (await listed())
		.slice(0, 3)
		.map(({ id, status }: { id: number; status: string }) => [id, status]);
	expect(seen).toEqual([
		[ahead, 'Pending'],
		[recent, 'Sent'],
		[yesterday, 'Delivered'],
	]);
	expect((await listed({ date_created: 'yesterday' })).map(({ id }: { id: number }) => id)).toEqual(
		[yesterday],
	);
});

test('without a time it has that of the shifted clock', async () => {
	sandbox.setOptions({ clockOffset: -1_200_000 });
	sandbox.addMessage();
	expect((await listed())[0]).toMatchObject({ created_at: '2028-08-16T23:55:03.007000Z' });
});

test.each(['DELIVRD', null, ''])(
	'first seen as %j, and no other message to the number is',
	async (status) => {
		const recipients = ['+34611222333', '+61491570156'];
		sandbox.addMessage({ recipients });
		sandbox.addMessage({ recipients, status });
		expect((await listed()).slice(0, 2)).toMatchObject([
			{ status, sms_recipients: [{ status }, { status }] },
			{ status: 'Pending', sms_recipients: [{ status: 'Pending' }, { status: 'Pending' }] },
		]);
		sandbox.setStatus(recipients[0], undefined);
		expect((await listed())[0].sms_recipients).toMatchObject([{ status: 'Pending' }, { status }]);
	},
);

test('many fill pages, each once, and a filtered list that was asked for before has them', async () => {
	const parcels = async (number: number) =>
		(await page({ query: 'parcel', page: number, per_page: 3 })).data.map(
			({ id }: { id: number }) => id,
		);
	expect(await parcels(1)).toEqual([]);
	const ids = Array.from({ length: 8 }, (_, index) =>
		sandbox.addMessage({ message: `Parcel ${index}`, recipients: [`+3585012345${index}${index}`] }),
	);
	expect([...(await parcels(1)), ...(await parcels(2)), ...(await parcels(3))]).toEqual(
		ids.reverse(),
	);
});

test('reset forgets them', async () => {
	sandbox.addMessage({ status: 'Kept' });
	sandbox.reset();
	expect((await page()).meta.total).toBe(4);
});

test('over the control route', async () => {
	const id = await connectSandbox(sandbox.baseUrl).addMessage({
		recipients: ['+34611222333'],
		campaign: 'from-afar',
		createdAt: '2028-08-17T00:01Z',
		status: 'Read',
	});
	expect((await listed())[0]).toMatchObject({
		id,
		campaign: 'from-afar',
		created_at: '2028-08-17T00:01:00.000000Z',
		sms_recipients: [{ phone_number: '+34611222333', status: 'Read' }],
	});
	expect((await connectSandbox(sandbox.baseUrl).state()).journal).toEqual([]);
});

const refused: Array<[object, RegExp]> = [
	[{ recipients: '+34611222333' }, /recipients is a list of phone numbers, not "\+34611222333"/],
	[
		{ recipients: ['+34611222333', '611222333'] },
		/recipients\[1\] is a phone number with a leading plus.*not "611222333"/,
	],
	[{ recipients: '+34611222333', contactListId: 503 }, /recipients is a list of phone numbers/],
	[
		{ schedule: 'tomorrow' },
		/schedule is milliseconds or an ISO 8601 time with its zone, not "tomorrow"/,
	],
	[{ contactListId: 505 }, /There is no contact group 505/],
	[{ category: 'urgent' }, /category is one of authentication, utility, marketing, not "urgent"/],
	[{ senderId: 'SHOP' }, /senderId is a whole number, not "SHOP"/],
	[{ campaign: null }, /campaign is text, not null/],
	[{ message: 5 }, /message is text, not 5/],
	[
		{ createdAt: '2028-08-17T00:01' },
		/createdAt is milliseconds or an ISO 8601 time with its zone, not "2028-08-17T00:01"/,
	],
	[{ createdAt: -1 }, /createdAt is milliseconds/],
	[{ createdAt: 1e15 }, /createdAt is milliseconds/],
	[{ status: 3 }, /status is text/],
	[
		{ text: 'Hello' },
		/A message has no "text"\. It has: recipients, contactListId, message, campaign, category, senderId, createdAt, schedule, status/,
	],
];

test.each(refused)(
	'%j is refused in this process and from another, and adds nothing',
	async (message, sentence) => {
		expect(() => sandbox.addMessage(message)).toThrow(sentence);
		await expect(connectSandbox(sandbox.baseUrl).addMessage(message)).rejects.toThrow(sentence);
		expect((await page()).meta.total).toBe(4);
	},
);
