import type { AxiosInstance } from 'axios';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn, refusedWith } from './client.mts';

/** A Wednesday; the month began on a Sunday, so week, month and yesterday differ. */
const start = Date.parse('2026-03-04T10:00:00Z');
/** Five minutes apart back to the evening of 26 February. */
const pastMessages = 1_600;

let now = start;
let sandbox: Sandbox;
let client: AxiosInstance;

interface MessageRecord {
	id: number;
	message: string;
	sender_id: string;
	category: string;
	campaign: string;
	status: string;
	created_at: string;
}

beforeAll(async () => {
	sandbox = await startSandbox({ pastMessages, now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	now = start;
	sandbox.reset();
	sandbox.setOptions({
		maxPerPage: Infinity,
		readings: { singleRecord: false, emptyAs: 'array', meta: 'present' },
	});
});
afterAll(() => sandbox.stop());

const query = async (params: object) => (await client.get('/sms/messages', { params })).data;
const found = async (params: object): Promise<MessageRecord[]> =>
	(await query({ per_page: 5_000, ...params })).data.data;

/** The ids that a filter must find, by reading everything and choosing independently. */
async function idsWhere(choose: (record: MessageRecord) => boolean): Promise<number[]> {
	return (await found({})).filter(choose).map(({ id }) => id);
}

test('no parameters: the newest 20, newest first, in the envelope with meta', async () => {
	const data = await query({});
	expect(data).toEqual({
		responsecode: 200,
		data: { data: expect.any(Array), meta: expect.any(Object) },
		responsemessage: expect.any(String),
	});
	expect(data.data.data.map(({ id }: MessageRecord) => id)).toEqual(
		Array.from({ length: 20 }, (_, index) => 1_600 - index),
	);
	expect(data.data.meta).toEqual({
		current_page: 1,
		from: 1,
		last_page: 80,
		per_page: 20,
		to: 20,
		total: 1_600,
	});
});

test('the pages hold every record once', async () => {
	const ids = [];
	for (let page = 1; page <= 7; page++) {
		const { data, meta } = (await query({ page, per_page: 250 })).data;
		ids.push(...data.map(({ id }: MessageRecord) => id));
		expect(meta).toMatchObject({
			current_page: page,
			last_page: 7,
			from: (page - 1) * 250 + 1,
			to: Math.min(page * 250, 1_600),
		});
	}
	expect(ids).toEqual(Array.from({ length: 1_600 }, (_, index) => 1_600 - index));
});

test('a page after the last is empty', async () => {
	const { data, meta } = (await query({ page: 81 })).data;
	expect(data).toEqual([]);
	expect(meta).toEqual({
		current_page: 81,
		from: 0,
		last_page: 80,
		per_page: 20,
		to: 0,
		total: 1_600,
	});
});

test('a larger per_page than the cap is served as the cap, without a word', async () => {
	sandbox.setOptions({ maxPerPage: 50 });
	const { data, meta } = (await query({ per_page: 100 })).data;
	expect(data).toHaveLength(50);
	expect(meta).toMatchObject({ per_page: 50, last_page: 32 });
});

test('query finds text in any case', async () => {
	const records = await found({ query: 'YOUR CODE' });
	expect(records.map(({ id }) => id)).toEqual(
		await idsWhere(({ message }) => message.startsWith('Your code')),
	);
	expect(records).toHaveLength(533);
});

test('query is text, and no pattern', async () => {
	expect(await found({ query: 'Your.code' })).toEqual([]);
	expect((await found({ query: '(1600)' })).map(({ id }) => id)).toEqual([1_600]);
});

test('query searches the text alone: no sender, number, campaign, category, status or creator', async () => {
	const words = {
		campaign: 'Quokka-88',
		recipients: ['+254733910220'],
		priority: 'authentication',
		sender_id: 103,
	};
	await client.post('/sms/messages', { ...goodSend, ...words, message: 'Nothing of all that' });
	await client.post('/sms/messages', {
		...goodSend,
		...words,
		recipients: null,
		contact_list_id: 503,
		message: 'Nor here',
	});
	const elsewhere = [
		'quokka',
		'+254733910220',
		'3910220',
		'733003001',
		'authentication',
		'+254711000100',
		'Pending',
		'Sandbox User',
		'2026-03-04',
		'1601',
		'503',
	];
	for (const word of elsewhere)
		expect([
			word,
			await found({
				query: word,
				date_created: 'today',
				sender_id: 103,
				category: 'authentication',
				status: 0,
			}),
		]).toEqual([word, []]);
	const { data } = await client.post('/sms/messages', {
		...goodSend,
		message: elsewhere.join(' / '),
	});
	for (const word of elsewhere)
		expect([word, (await found({ query: word }))[0]!.id]).toEqual([
			word,
			Number(data.data.messageId),
		]);
});

test('sender_id takes the numeric id, the record shows the name', async () => {
	const records = await found({ sender_id: 102 });
	expect(records).toHaveLength(400);
	expect(new Set(records.map(({ sender_id }) => sender_id))).toEqual(new Set(['SHOP']));
	expect(await found({ sender_id: 9 })).toEqual([]);
});

test.each(['authentication', 'utility', 'marketing'])('category %s', async (category) => {
	const records = await found({ category });
	expect(records.map(({ id }) => id)).toEqual(
		await idsWhere((record) => record.category === category),
	);
	expect(records.length).toBeGreaterThan(500);
});

test('status takes the number of a delivery status, and follows the time', async () => {
	await client.post('/sms/messages', goodSend);
	const counts = async () =>
		Promise.all([0, 1, 2, -3, 7].map(async (status) => (await found({ status })).length));
	const failed = (await idsWhere(({ status }) => status === 'Failed')).length;
	expect(failed).toBeGreaterThan(100);
	expect(await counts()).toEqual([1, 0, 1_600 - failed, failed, 0]);
	now = start + 2_000;
	expect(await counts()).toEqual([0, 1, 1_600 - failed, failed, 0]);
	now = start + 5_000;
	expect(await counts()).toEqual([0, 0, 1_601 - failed, failed, 0]);
});

test.each([
	['today', '2026-03-04', '2026-03-04'],
	['yesterday', '2026-03-03', '2026-03-03'],
	['this-week', '2026-03-02', '2026-03-04'],
	['this-month', '2026-03-01', '2026-03-04'],
])('date_created %s is whole days in UTC', async (date_created, first, last) => {
	const records = await found({ date_created });
	const days = records.map(({ created_at }) => created_at.slice(0, 10));
	expect(records.map(({ id }) => id)).toEqual(
		await idsWhere(
			({ created_at }) => created_at.slice(0, 10) >= first && created_at.slice(0, 10) <= last,
		),
	);
	expect([days.at(-1), days[0]]).toEqual([first, last]);
});

test('a custom range holds both of its days, from the first moment to the last', async () => {
	const records = await found({
		date_created: 'custom',
		start_date: '2026-02-28',
		end_date: '2026-03-01',
	});
	expect(records).toHaveLength(2 * 288);
	expect(records[0].created_at).toBe('2026-03-01T23:55:00.000000Z');
	expect(records.at(-1)?.created_at).toBe('2026-02-28T00:00:00.000000Z');
});

test('filters work together, on every page', async () => {
	const params = {
		query: 'code',
		sender_id: 102,
		category: 'utility',
		status: 2,
		date_created: 'today',
	};
	const expected = await idsWhere(
		(record) =>
			record.message.includes('code') &&
			record.sender_id === 'SHOP' &&
			record.category === 'utility' &&
			record.status === 'Delivered' &&
			record.created_at.startsWith('2026-03-04'),
	);
	expect(expected.length).toBeGreaterThan(3);
	const ids = [];
	for (let page = 1; page <= expected.length; page++) {
		ids.push(
			...(await query({ ...params, page, per_page: 1 })).data.data.map(
				({ id }: MessageRecord) => id,
			),
		);
	}
	expect(ids).toEqual(expected);
});

test('a message that is sent between two queries is in the second', async () => {
	const before = (await found({ query: 'appointment' })).length;
	await client.post('/sms/messages', goodSend);
	expect(await found({ query: 'appointment' })).toHaveLength(before + 1);
});

describe('readings', () => {
	const one = { query: '(1600)' };
	const none = { query: 'nowhere' };
	test('one match as a record', async () => {
		sandbox.setOptions({ readings: { singleRecord: true } });
		expect((await query(one)).data.data).toMatchObject({ id: 1_600 });
		expect((await query({ per_page: 1 })).data.data).toHaveLength(1);
	});
	test('one record on a page as a record', async () => {
		sandbox.setOptions({ readings: { singleRecord: 'page' } });
		expect((await query({ per_page: 1 })).data.data).toMatchObject({ id: 1_600 });
		expect((await query({ per_page: 2 })).data.data).toHaveLength(2);
	});
	test('one match as an array', async () => {
		expect((await query(one)).data.data).toHaveLength(1);
	});
	test('nothing as null', async () => {
		sandbox.setOptions({ readings: { emptyAs: 'null' } });
		expect((await query(none)).data.data).toBeNull();
	});
	test('nothing as nothing', async () => {
		sandbox.setOptions({ readings: { emptyAs: 'missing' } });
		expect(Object.keys((await query(none)).data)).toEqual(['meta']);
	});
	test('no meta', async () => {
		sandbox.setOptions({ readings: { meta: 'missing' } });
		expect(Object.keys((await query({})).data)).toEqual(['data']);
	});
});

test.each([
	['page=abc', /page must be integer/],
	['page=0', /page must be >= 1/],
	['page=', /page must be integer/],
	['page=1.5', /page must be integer/],
	['page=1&page=2', /page must be integer/],
	['per_page=0', /per_page must be >= 1/],
	['per_page=all', /per_page must be integer/],
	['query=', /query must NOT have fewer/],
	['sender_id=CLINIC', /sender_id must be integer/],
	['category=urgent', /category is one of authentication, utility, marketing/],
	['status=Pending', /status must be integer/],
	['date_created=tomorrow', /date_created is one of today, yesterday/],
	['date_created=custom', /needs both start_date and end_date/],
	['date_created=custom&start_date=2026-03-01', /needs both start_date and end_date/],
	['date_created=custom&end_date=2026-03-01', /needs both start_date and end_date/],
	['date_created=custom&start_date=2026-03-02&end_date=2026-03-01', /start_date is after end_date/],
	['date_created=custom&start_date=01/03/2026&end_date=2026-03-01', /start_date has not the form/],
	[
		'date_created=custom&start_date=2026-02-30&end_date=2026-03-01',
		/start_date is no day of the calendar/,
	],
	['start_date=2026-03-01&end_date=2026-03-02', /belong to date_created=custom/],
	['date_created=today&start_date=2026-03-01', /belong to date_created=custom/],
	['campaign=reminders', /campaign is unknown/],
	['perPage=5', /perPage is unknown/],
])('?%s is refused', async (text, sentence) => {
	const { status, data } = await client.get(`/sms/messages?${text}`);
	expect(status).toBe(422);
	expect(data).toEqual(refusedWith(422, sentence));
});

test('a body is refused', async () => {
	const { status, data } = await client.get('/sms/messages', { data: { page: 1 } });
	expect(status).toBe(422);
	expect(data).toEqual(refusedWith(422, /takes no body/));
});
