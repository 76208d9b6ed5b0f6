import type { AxiosInstance } from 'axios';
import { startSandbox, type Readings, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { loggedIn, refusedWith } from './client.mts';

const now = Date.parse('2026-03-04T10:00:00Z');
let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() =>
	sandbox.setOptions({ readings: { senderRecord: 'id', singleRecord: true, emptyAs: 'array' } }),
);
afterAll(() => sandbox.stop());

const query = async (params: object) => (await client.get('/sms/senders', { params })).data.data;

test('no parameters: the newest 20 of 64, with meta', async () => {
	const { data, meta } = await query({});
	expect(data[0]).toEqual({
		id: 164,
		name: 'Brand 64',
		status: -1,
		created_at: '2026-03-02T10:00:00.000000Z',
	});
	expect(data).toHaveLength(20);
	expect(meta).toEqual({ current_page: 1, from: 1, last_page: 4, per_page: 20, to: 20, total: 64 });
});

test('the last page has the oldest, among them names and a number', async () => {
	const { data } = await query({ page: 4 });
	expect(data.map(({ name }: { name: string }) => name)).toEqual([
		'NEWCOMER',
		'+254711000100',
		'SHOP',
		'CLINIC',
	]);
});

test.each([0, 1, 2, -1, -2, -3])('there are senders in status %i', async (status) => {
	const { data, meta } = await query({ status, per_page: 100 });
	expect(new Set(data.map((sender: { status: number }) => sender.status))).toEqual(
		new Set([status]),
	);
	expect(data.length).toBe(meta.total);
	expect(meta.total).toBeGreaterThan(8);
});

test('query finds a name in any case', async () => {
	expect((await query({ query: 'clin' })).data).toMatchObject({
		id: 101,
		name: 'CLINIC',
		status: 2,
	});
	expect((await query({ query: 'brand 1' })).data).toHaveLength(10);
	expect((await query({ query: 'nobody' })).data).toEqual([]);
});

test('dates', async () => {
	expect(
		(await query({ date_created: 'custom', start_date: '2026-02-26', end_date: '2026-02-28' })).meta
			.total,
	).toBe(2);
	expect((await query({ date_created: 'today' })).meta.total).toBe(0);
	expect((await query({ date_created: 'this-week' })).meta.total).toBe(1);
});

const shapes: Array<[Readings['senderRecord'], object]> = [
	['id', { id: 101, name: 'CLINIC', status: 2 }],
	['sender_id', { sender_id: 101, sender_name: 'CLINIC', status: 2 }],
	[
		'message',
		{
			id: 90_101,
			sender_id: 'CLINIC',
			message: expect.any(String),
			sms_recipients: expect.any(Array),
		},
	],
	['unknown', { code: 'S-101', title: 'CLINIC' }],
];
test.each(shapes)('the record can be read as %s', async (senderRecord, record) => {
	sandbox.setOptions({ readings: { senderRecord } });
	expect((await query({ query: 'CLINIC' })).data).toMatchObject(record);
});

test.each([
	['page=x', /page must be integer/],
	['status=Active', /status must be integer/],
	['date_created=custom', /needs both start_date and end_date/],
	['sender_id=101', /sender_id is unknown/],
	['category=utility', /category is unknown/],
])('?%s is refused', async (text, sentence) => {
	const { status, data } = await client.get(`/sms/senders?${text}`);
	expect(status).toBe(422);
	expect(data).toEqual(refusedWith(422, sentence));
});
