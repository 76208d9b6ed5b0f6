import type { AxiosInstance } from 'axios';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from './client.mts';

const start = Date.parse('2027-02-17T13:05:44.120Z');
const later = (milliseconds: number) => {
	now = start + milliseconds;
};
const anna = '+358401234567';
const bela = '+36209876543';
/** By time its delivery fails. */
const failing = '+4915112340404';

let now = start;
let sandbox: Sandbox;
let client: AxiosInstance;

interface RecipientRecord {
	phone_number: string;
	status: string | null;
}
interface MessageRecord {
	id: number;
	status: string | null;
	message: string;
	sms_recipients: RecipientRecord[];
	sms_list_recipients: RecipientRecord[];
}

beforeAll(async () => {
	// Every tenth of the past messages went to the three members of group 503.
	sandbox = await startSandbox({ pastMessages: 40, now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	later(0);
	sandbox.reset();
	sandbox.setOptions({
		listingDelay: 0,
		readings: { singleRecord: false, groupRecipients: 'records', messageIdType: 'recordId' },
	});
});
afterAll(() => sandbox.stop());

async function send(recipients: string[], message = 'Parcel 88'): Promise<string> {
	return (await client.post('/sms/messages', { ...goodSend, recipients, message })).data.data
		.messageId;
}
const page = async (params: object = {}) =>
	(await client.get('/sms/messages', { params })).data.data;
const listed = async (params: object = {}): Promise<MessageRecord[]> =>
	(await page({ per_page: 500, ...params })).data;
const statusesOf = async (phoneNumber: string) =>
	(await listed())
		.flatMap((record) => [...record.sms_recipients, ...record.sms_list_recipients])
		.filter(({ phone_number }) => phone_number === phoneNumber)
		.map(({ status }) => status);
/** The newest message's own status, and those of its recipients. */
async function newest(params: object = {}): Promise<Array<string | null>> {
	const [{ status, sms_recipients: recipients }] = await listed(params);
	return [status, ...recipients.map((recipient) => recipient.status)];
}

describe('the records of a number', () => {
	test.each(['DELIVERED', 'Undeliverable', 'Zugestellt ✓', '', null, 'Pending'])(
		'%j is shown whatever the time, in messages before and after',
		async (status) => {
			await send([anna]);
			sandbox.setStatus(anna, status);
			await send([bela, anna]);
			for (const time of [0, 2_000, 5_000, 86_400_000]) {
				later(time);
				expect(await statusesOf(anna)).toEqual([status, status]);
			}
		},
	);

	test('other numbers go by time, and so does this one before it is set', async () => {
		await send([anna, bela]);
		sandbox.setStatus(bela, 'Expired');
		later(2_000);
		expect(await newest()).toEqual(['Sent', 'Sent', 'Expired']);
	});

	test('the last one set counts, and undefined gives the number back to time', async () => {
		await send([anna]);
		sandbox.setStatus(anna, 'Queued at carrier');
		sandbox.setStatus(anna, 'Rejected');
		expect(await statusesOf(anna)).toEqual(['Rejected']);
		sandbox.setStatus(anna, undefined);
		expect(await newest()).toEqual(['Pending', 'Pending']);
		later(5_000);
		expect(await newest()).toEqual(['Delivered', 'Delivered']);
	});

	test('reset gives all back, the seeded messages too', async () => {
		const [
			{
				sms_recipients: [{ phone_number: seeded }],
			},
		] = (await listed()).filter(
			(record) => record.status === 'Delivered' && record.sms_recipients.length === 1,
		);
		sandbox.setStatus(seeded, 'Lost');
		expect(await statusesOf(seeded)).toEqual(['Lost']);
		sandbox.reset();
		expect(await statusesOf(seeded)).toEqual(['Delivered']);
	});

	test('on every page', async () => {
		for (let count = 0; count < 8; count++) await send(count % 3 === 1 ? [bela] : [bela, anna]);
		sandbox.setStatus(anna, 'Roaming');
		const seen: string[][] = [];
		for (let number = 1; number <= 4; number++) {
			const { data } = await page({ page: number, per_page: 2 });
			seen.push(
				data.map((record: MessageRecord) =>
					record.sms_recipients.map(({ status }) => status).join(),
				),
			);
		}
		expect(seen).toEqual([
			['Pending', 'Pending,Roaming'],
			['Pending,Roaming', 'Pending'],
			['Pending,Roaming', 'Pending,Roaming'],
			['Pending', 'Pending,Roaming'],
		]);
	});

	test('in a single record', async () => {
		await send([anna], 'The only parcel');
		sandbox.setOptions({ readings: { singleRecord: true } });
		sandbox.setStatus(anna, 'Unknown subscriber');
		expect((await page({ query: 'only parcel' })).data).toMatchObject({
			status: 'Unknown subscriber',
			sms_recipients: [{ phone_number: anna, status: 'Unknown subscriber' }],
		});
	});

	test('in the members of a contact group, the past ones too', async () => {
		await client.post('/sms/messages', { ...goodSend, recipients: null, contact_list_id: 503 });
		const [{ sms_list_recipients: members }] = await listed();
		sandbox.setStatus(members[1].phone_number, 'Blocked');
		expect(await statusesOf(members[1].phone_number)).toEqual(Array(5).fill('Blocked'));
		const [sent] = await listed();
		expect(sent.sms_list_recipients.map(({ status }) => status)).toEqual([
			'Pending',
			'Blocked',
			'Pending',
		]);
		expect(sent.status).toBe('Pending');
		for (const { phone_number } of members) sandbox.setStatus(phone_number, 'Blocked');
		expect((await listed())[0].status).toBe('Blocked');
		sandbox.setOptions({ readings: { groupRecipients: 'numbers' } });
		expect((await listed())[0]).toMatchObject({
			status: 'Blocked',
			sms_list_recipients: members.map(({ phone_number }) => phone_number),
		});
	});
});

describe("the message's own status", () => {
	test.each([
		[
			'all are set to the same',
			{ [anna]: 'Undeliverable', [bela]: 'Undeliverable', [failing]: 'Undeliverable' },
			0,
			'Undeliverable',
		],
		['all are set to none', { [anna]: null, [bela]: null, [failing]: null }, 9_000, null],
		['all are set to no text', { [anna]: '', [bela]: '', [failing]: '' }, 9_000, ''],
		['set and timed ones share it', { [anna]: 'Failed', [bela]: 'Failed' }, 5_000, 'Failed'],
		[
			'set and timed ones would share it later',
			{ [anna]: 'Failed', [bela]: 'Failed' },
			4_999,
			'Sent',
		],
		[
			'they differ: the time says it',
			{ [anna]: 'Expired', [bela]: 'Expired', [failing]: 'expired' },
			0,
			'Pending',
		],
		[
			'none and no text are not the same',
			{ [anna]: null, [bela]: '', [failing]: null },
			2_000,
			'Sent',
		],
		['some are set: the time says it', { [anna]: 'Failed' }, 5_000, 'Delivered'],
		['nothing is set: delivered, though one failed', {}, 5_000, 'Delivered'],
	])('%s', async (_case, set, time, status) => {
		await send([anna, bela, failing]);
		for (const [phoneNumber, value] of Object.entries(set)) sandbox.setStatus(phoneNumber, value);
		later(time);
		expect((await newest())[0]).toBe(status);
	});

	test('a set status can differ from the failure that the number stands for', async () => {
		await send([failing]);
		sandbox.setStatus(failing, 'Delivered');
		later(6_000);
		expect(await newest()).toEqual(['Delivered', 'Delivered']);
	});
});

describe('queries', () => {
	const numbers = { 0: 'Pending', 1: 'Sent', 2: 'Delivered', '-3': 'Failed' };

	test('the filter status finds what is shown, at every time and after every change', async () => {
		await send([anna]);
		await send([bela]);
		await send([anna, bela]);
		await send([failing]);
		const seen: number[][] = [];
		for (const [time, status] of [
			[0, 'Failed'],
			[0, 'Sent'],
			[6_000, 'Pending'],
			[6_000, 'DELIVERED'],
			[6_000, null],
			[6_000, undefined],
		] as const) {
			later(time);
			sandbox.setStatus(anna, status);
			sandbox.setStatus(bela, status);
			const records = await listed();
			const counts = [];
			for (const [number, name] of Object.entries(numbers)) {
				const found = await listed({ status: number });
				expect(found).toEqual(records.filter((record) => record.status === name));
				counts.push(found.length);
			}
			expect(await listed({ status: 7 })).toEqual([]);
			seen.push(counts);
		}
		// Forty past messages, of which five failed, and the four sent: 36 and 8 where all goes by time.
		expect(seen.map((counts) => counts.reduce((sum, count) => sum + count))).toEqual([
			44, 44, 44, 41, 41, 44,
		]);
		expect(seen.slice(0, 3).map((counts, index) => counts[[3, 1, 0][index]])).toEqual([8, 3, 3]);
	});

	test.each([
		{ query: 'PARCEL' },
		{ query: 'parcel', date_created: 'today' },
		{ sender_id: 101, per_page: 1 },
		{},
	])('%j asked before shows the new status at once', async (params) => {
		await send([anna]);
		expect(await newest(params)).toEqual(['Pending', 'Pending']);
		sandbox.setStatus(anna, 'Held');
		expect(await newest(params)).toEqual(['Held', 'Held']);
		sandbox.setStatus(anna, undefined);
		expect(await newest(params)).toEqual(['Pending', 'Pending']);
	});

	test('a list filtered by status that was asked before is found anew', async () => {
		await send([anna]);
		const pending = async () => (await listed({ query: 'parcel', status: 0 })).length;
		const counts = [await pending()];
		sandbox.setStatus(anna, 'Sent');
		counts.push(await pending());
		sandbox.setStatus(anna, 'Pending');
		counts.push(await pending());
		expect(counts).toEqual([1, 0, 1]);
	});
});

describe('one message only', () => {
	test('its recipient changes, another message to the same number does not', async () => {
		const first = await send([anna, bela]);
		await send([anna]);
		sandbox.setStatus(anna, 'Bounced', { messageId: first });
		expect(await statusesOf(anna)).toEqual(['Pending', 'Bounced']);
		sandbox.setStatus(bela, 'Bounced', { messageId: Number(first) });
		expect((await listed()).slice(0, 2).map(({ status }) => status)).toEqual([
			'Pending',
			'Bounced',
		]);
	});

	test('it goes before what the number has, until its own is taken back', async () => {
		const first = await send([anna]);
		await send([anna]);
		sandbox.setStatus(anna, 'Everywhere');
		sandbox.setStatus(anna, null, { messageId: first });
		expect(await statusesOf(anna)).toEqual(['Everywhere', null]);
		sandbox.setStatus(anna, undefined, { messageId: first });
		expect(await statusesOf(anna)).toEqual(['Everywhere', 'Everywhere']);
	});

	test.each(['Later', undefined])(
		'the number set to %j afterwards means this message too',
		async (status) => {
			const first = await send([anna]);
			sandbox.setStatus(anna, 'Special', { messageId: first });
			sandbox.setStatus(anna, status);
			expect(await statusesOf(anna)).toEqual([status ?? 'Pending']);
		},
	);

	test('also of a message that is accepted and not listed yet', async () => {
		sandbox.setOptions({ listingDelay: 3_000 });
		const waiting = await send([anna]);
		sandbox.setStatus(anna, 'Seen late', { messageId: waiting });
		later(3_000);
		expect(await newest()).toEqual(['Seen late', 'Seen late']);
	});
});

describe('what could never show is refused with a sentence', () => {
	test.each([
		[
			'0401234567',
			'Lost',
			{},
			/phoneNumber is a phone number with a leading plus.*not "0401234567"/,
		],
		[358401234567, 'Lost', {}, /phoneNumber is a phone number.*not 358401234567/],
		[anna, 7, {}, /status is text, null \(no status\) or left out \(back to time\), not 7/],
		[anna, ['Lost'], {}, /status is text.*not \["Lost"\]/],
		[anna, 'Lost', { messageId: '9999' }, /There is no message 9999/],
		[anna, 'Lost', { messageId: 'two' }, /messageId is the id of a message record, not "two"/],
		[anna, 'Lost', { messageId: null }, /messageId is the id of a message record, not null/],
		[anna, 'Lost', { messageId: 1 }, /The message 1 has no recipient \+358401234567/],
		[
			anna,
			'Lost',
			{ message: 1 },
			/A status has no "message"\. It has: phoneNumber, status, messageId/,
		],
	])('%j %j %j', async (phoneNumber, status, limit, sentence) => {
		expect(() =>
			sandbox.setStatus(phoneNumber as string, status as string, limit as object),
		).toThrow(sentence);
		await send([anna]);
		expect(await statusesOf(anna)).toEqual(['Pending']);
	});
});
