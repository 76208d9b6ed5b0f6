/**
 * The sandbox speaks the service's interface: what it takes, refuses, lists and counts. Each of its answers is held
 * against `openapi.yaml` by its validator, which turns a wrong one into a failing request.
 */
import { ask, clock, exchange, goodBody, listed, login, post, service, total } from './client.mts';

/** The last minute of a Sunday, a month and a day. */
const night = '2026-05-31T23:59:20.640Z';

beforeEach(() => login());

describe('the token', () => {
	test('the right keys get one, wrong ones are refused, and each exchange counts', async () => {
		const right = await exchange();
		expect(right).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
		expect(await exchange({ client_id: 'wrong' })).toMatchObject({ status: 401 });
		expect(await exchange({ client_secret: 'wrong' })).toMatchObject({ status: 401 });
		// The first one was the log-in's.
		expect([service.exchanges, service.tokensIssued]).toEqual([4, 2]);
	});

	test.each([
		['a missing secret', { client_secret: undefined }],
		['a number for an ID', { client_id: 1 }],
		['a field that nobody knows', { grant_type: 'client_credentials' }],
	])('%s is refused', async (_, change) => {
		expect(await exchange(change)).toMatchObject({ status: 422 });
	});

	test.each(['access_token', 'accessToken', 'token', 'data.token'] as const)(
		'it can stand as %s, and works',
		async (tokenShape) => {
			service.setOptions({ readings: { tokenShape } });
			const { body } = await exchange();
			const [token] = JSON.stringify(body).match(/sandbox-token-[^"]+/)!;
			expect(await ask('/sms/messages', {}, token)).toMatchObject({ status: 200 });
		},
	);

	test.each(['/sms/messages', '/sms/senders', '/system/system-status'])(
		'%s is refused without one, and with one that nobody issued',
		async (path) => {
			expect(await ask(path, {}, '')).toMatchObject({ status: 401 });
			expect(await ask(path, {}, 'made-up')).toMatchObject({ status: 401 });
		},
	);

	test('it expires with its age, after its calls, on demand, and in a 200 body', async () => {
		const status = async () => (await ask('/system/system-status')).status;
		service.setOptions({ tokenLifetime: { seconds: 60 } });
		clock.pass(59_999);
		expect(await status()).toBe(200);
		clock.pass(1);
		expect(await status()).toBe(401);
		service.setOptions({ tokenLifetime: { calls: 2 } });
		await login();
		expect([await status(), await status(), await status()]).toEqual([200, 200, 401]);
		await login();
		service.expireTokens();
		service.setOptions({ expiryTold: 'body' });
		expect(await ask('/system/system-status')).toMatchObject({
			status: 200,
			body: { responsecode: 401 },
		});
	});
});

describe('a send', () => {
	test('that is taken has a receipt, stands in the journal and is listed', async () => {
		const { status, body } = await post();
		const messageId = service.journal[0]!.messageId;
		expect(status).toBe(200);
		expect(body).toMatchObject({ responsecode: 201, data: { success: true, messageId } });
		expect(service.journal).toMatchObject([{ body: goodBody, recipients: goodBody.recipients }]);
		expect(await listed()).toMatchObject([
			{
				message: goodBody.message,
				campaign: goodBody.campaign,
				category: 'utility',
				sender_id: 'CLINIC',
				status: 'Pending',
				sms_recipients: [{ phone_number: goodBody.recipients[0], status: 'Pending' }],
			},
		]);
	});

	test.each<[string, object]>([
		['a field is missing', { campaign: undefined }],
		['a field is unknown', { color: 'red' }],
		['the sender is a text', { sender_id: '101' }],
		['the sender is unknown', { sender_id: 9 }],
		['the sender waits for its approval', { sender_id: 104 }],
		['the priority is unknown', { priority: 'urgent' }],
		['the text is empty', { message: '' }],
		['there is neither a number nor a group', { recipients: null }],
		['there are both numbers and a group', { contact_list_id: 501 }],
		['there is no number in the list', { recipients: [] }],
		['a number lacks its plus', { recipients: ['254712345678'] }],
		['the schedule is no time', { schedule: 'tomorrow' }],
		['the schedule is a day that no month has', { schedule: '2027-04-31T08:00' }],
	])('is refused where %s', async (_, change) => {
		const { status, body } = await post(change);
		expect(status).toBe(422);
		expect(body).toMatchObject({ responsecode: 422, responsemessage: expect.any(String) });
		expect(service.journal).toEqual([]);
	});

	test('a contact group reaches its members', async () => {
		await post({ recipients: null, contact_list_id: 503 });
		expect(await listed()).toMatchObject([{ sms_list_recipients: [{}, {}, {}] }]);
	});

	test('a schedule without a zone is UTC', async () => {
		clock.set('2026-05-31T12:00:00Z');
		await post({ schedule: '2026-06-01T08:00' });
		await post({ schedule: '2026-06-01T08:00:00+03:00' });
		const schedules = (await listed()).map(({ schedule }) => schedule);
		expect(schedules).toEqual(['2026-06-01T05:00:00.000000Z', '2026-06-01T08:00:00.000000Z']);
	});

	test('its status follows the time, unless a status is set', async () => {
		await post();
		const seen: unknown[] = [];
		for (const milliseconds of [0, 2_000, 3_000]) {
			clock.pass(milliseconds);
			seen.push((await listed())[0]!.status);
		}
		expect(seen).toEqual(['Pending', 'Sent', 'Delivered']);
		service.setStatus('+254712345678', 'Read');
		expect(await listed()).toMatchObject([{ sms_recipients: [{ status: 'Read' }] }]);
		service.setStatus('+254712345678', undefined);
		expect(await listed()).toMatchObject([{ sms_recipients: [{ status: 'Delivered' }] }]);
	});
});

describe('the list of messages', () => {
	test('pages hold every record once, the newest first; a page after the last is empty', async () => {
		await service.start({ pastMessages: 103 });
		await login();
		const ids: unknown[] = [];
		for (let page = 1; page <= 5; page++)
			ids.push(...(await listed({ page, per_page: 25 })).map(({ id }) => id));
		expect(ids).toEqual(Array.from({ length: 103 }, (_, index) => 103 - index));
		const { body } = await ask('/sms/messages', { page: 6, per_page: 25 });
		expect(body.data).toEqual({
			data: [],
			meta: { current_page: 6, from: 0, last_page: 5, per_page: 25, to: 0, total: 103 },
		});
		service.setOptions({ maxPerPage: 10 });
		expect(await listed({ per_page: 25 })).toHaveLength(10);
	});

	test('query searches the text alone, in any case, and is no pattern', async () => {
		await post({ campaign: 'Quokka', message: 'Nothing of that' });
		await post({ message: 'A quokka' });
		expect(await total({ query: 'QUOKKA' })).toBe(1);
		expect(await total({ query: '254712345678' })).toBe(0);
		expect(await total({ query: 'A.quokka' })).toBe(0);
	});

	test('it filters by sender, category and status, and a status follows the time', async () => {
		await post();
		await post({ sender_id: 102, priority: 'marketing' });
		expect(await listed({ sender_id: 102 })).toMatchObject([{ sender_id: 'SHOP' }]);
		expect(await listed({ category: 'utility' })).toMatchObject([{ sender_id: 'CLINIC' }]);
		expect(await total({ category: 'utility', sender_id: 102 })).toBe(0);
		const counts = async () => Promise.all([0, 1, 2].map(async (status) => total({ status })));
		expect(await counts()).toEqual([2, 0, 0]);
		clock.pass(2_000);
		expect(await counts()).toEqual([0, 2, 0]);
		service.reset();
		expect(await total({ category: 'utility' })).toBe(0);
	});

	test.each([
		['today', 1],
		['yesterday', 2],
		['this-week', 3],
		['this-month', 4],
	])('date_created %s is whole days in UTC, a week from Monday', async (date_created, count) => {
		// Wednesday. One message each: today, two yesterday, one last Sunday which is this month, one last month.
		for (const day of ['02-26T10:00', '03-01T23:59', '03-03T00:00', '03-03T23:59', '03-04T00:00']) {
			clock.set(`2026-${day}:00Z`);
			await post();
		}
		clock.set('2026-03-04T10:00:00Z');
		expect(await total({ date_created })).toBe(count);
	});

	test('a custom range holds both of its days, and needs both', async () => {
		for (const day of ['02-27T23:59', '02-28T00:00', '03-01T23:59', '03-02T00:00']) {
			clock.set(`2026-${day}:00Z`);
			await post();
		}
		const range = { date_created: 'custom', start_date: '2026-02-28', end_date: '2026-03-01' };
		expect(await total(range)).toBe(2);
		expect(await ask('/sms/messages', { ...range, end_date: '' })).toMatchObject({ status: 422 });
	});

	test.each([
		['page', 'x'],
		['per_page', '0'],
		['category', 'urgent'],
		['color', 'red'],
	])('%s=%s is refused', async (name, value) => {
		expect(await ask('/sms/messages', { [name]: value })).toMatchObject({ status: 422 });
	});
});

test("the service's clock can be off: records, days and the Date header go by it, the journal doesn't", async () => {
	clock.set(night);
	service.setOptions({ clockOffset: 3 * 60_000 });
	const { headers } = await post();
	expect(headers.date).toBe('Mon, 01 Jun 2026 00:02:20 GMT');
	expect(await listed()).toMatchObject([{ created_at: '2026-06-01T00:02:20.640000Z' }]);
	expect(service.journal).toMatchObject([{ at: Date.parse(night) }]);
	service.setOptions({ clockOffset: 0, dateHeader: 'off' });
	expect([
		await total({ date_created: 'today' }),
		await total({ date_created: 'this-week' }),
	]).toEqual([0, 0]);
	expect((await post()).headers.date).toBeUndefined();
});

test('senders are listed by page, name and status, in each reading of a record', async () => {
	const senders = async (params: object) => (await ask('/sms/senders', params)).body.data.data;
	expect(await senders({ per_page: 100 })).toHaveLength(64);
	expect(await senders({ query: 'clin' })).toMatchObject({ id: 101, name: 'CLINIC', status: 2 });
	expect(await senders({ status: 0, per_page: 1 })).toMatchObject([{ status: 0 }]);
	service.setOptions({ readings: { senderRecord: 'sender_id' } });
	expect(await senders({ query: 'clin' })).toMatchObject({ sender_id: 101, sender_name: 'CLINIC' });
});
