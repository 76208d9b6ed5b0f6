/**
 * The sandbox keeps to the service's interface: what it accepts, refuses, lists and counts. It validates each of its
 * answers against `openapi.yaml`, and a wrong answer makes the request fail.
 */
import type { Bounds } from '../../workbench/sandbox/bounds.mts';
import { ask, clock, exchange, goodBody, listed, login, post, service, total } from './client.mts';

beforeEach(() => login());

describe('the token', () => {
	test('the right keys get one, wrong ones are refused, and each exchange counts', async () => {
		const right = await exchange();
		expect(right).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
		expect(await exchange({ client_id: 'wrong' })).toMatchObject({ status: 401 });
		expect(await exchange({ client_secret: 'wrong' })).toMatchObject({ status: 401 });
		// `login` has made the first exchange.
		expect([service.exchanges, service.tokensIssued]).toEqual([4, 2]);
	});

	test.each([
		['a missing secret', { client_secret: undefined }],
		['a number for an ID', { client_id: 1 }],
		['a field that nobody knows', { grant_type: 'client_credentials' }],
	])('%s is refused', async (_, change) => {
		expect(await exchange(change)).toMatchObject({ status: 422 });
	});

	test.each(['/sms/messages', '/sms/senders', '/system/system-status'])(
		'%s is refused without one, and with one that nobody issued',
		async (path) => {
			expect(await ask(path, {}, '')).toMatchObject({ status: 401 });
			expect(await ask(path, {}, 'made-up')).toMatchObject({ status: 401 });
		},
	);
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
		['the sender is unknown', { sender_id: 9 }],
		['the sender waits for its approval', { sender_id: 104 }],
		['the priority is unknown', { priority: 'urgent' }],
		['there is neither a number nor a group', { recipients: null }],
		['there are both numbers and a group', { contact_list_id: 501 }],
		['a number lacks its plus', { recipients: ['254712345678'] }],
		['the schedule is a day that no month has', { schedule: '2027-04-31T08:00' }],
	])('is refused where %s', async (_, change) => {
		const { status, body } = await post(change);
		expect(status).toBe(422);
		expect(body).toMatchObject({ responsecode: 422, responsemessage: expect.any(String) });
		expect(service.journal).toEqual([]);
	});

	test.each<[Partial<Bounds>, object, object]>([
		[{ recipients: 1 }, { recipients: ['+254712345678', '+254712345679'] }, {}],
		[{ message: 28 }, { message: 'Your appointment is tomorrow!' }, {}],
		[{ campaign: 9 }, { campaign: 'reminders2' }, {}],
	])(
		'the bound %p refuses %p and takes less, also among other faults',
		async (bounds, more, less) => {
			service.setOptions({ bounds });
			const told = expect.stringMatching(`${Object.keys(bounds)[0]} must not have more than`);
			for (const change of [more, { ...more, priority: 'urgent' }]) {
				const { status, body } = await post(change);
				expect([status, body.responsemessage]).toEqual([422, told]);
			}
			expect(service.journal).toEqual([]);
			expect(await post(less)).toMatchObject({ status: 200 });
		},
	);

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
		// The day is a Wednesday. The messages are from last month, last Sunday (this month), yesterday (two) and today.
		for (const day of ['02-26T10:00', '03-01T23:59', '03-03T00:00', '03-03T23:59', '03-04T00:00']) {
			clock.set(`2026-${day}:00Z`);
			await post();
		}
		clock.set('2026-03-04T10:00:00Z');
		expect(await total({ date_created })).toBe(count);
	});

	const between = (start_date: string, end_date: string) => ({
		...{ date_created: 'custom', start_date, end_date },
	});

	test.each<[string, Partial<Bounds>, object, object, RegExp]>([
		['perPage', { perPage: 50 }, { per_page: 51 }, { per_page: 50 }, /^per_page .* 50\.$/],
		['perPage', { perPage: 0 }, { per_page: 1 }, {}, /^per_page .* 0\.$/],
		[
			'lastDay',
			{ lastDay: 'today' },
			between('2026-11-20', '2026-11-24'),
			between('2026-11-20', '2026-11-23'),
			/^end_date .* today\.$/,
		],
		[
			'dayTimes',
			{ dayTimes: 'with' },
			between('2026-11-20', '2026-11-23'),
			between('2026-11-20T00:00:00', '2026-11-23T10:00:00'),
			/with a time\.$/,
		],
		[
			'dayRange',
			{ dayRange: 3 },
			between('2026-11-19', '2026-11-23'),
			between('2026-11-20', '2026-11-23'),
			/more than 3 days\.$/,
		],
	])('the bound %s: %p refuses %p and takes %p', async (_name, bounds, more, less, reason) => {
		service.setOptions({ bounds });
		for (const path of ['/sms/messages', '/sms/senders']) {
			const refused = await ask(path, more);
			expect([refused.status, refused.body.responsemessage]).toEqual([
				422,
				expect.stringMatching(reason),
			]);
			expect(await ask(path, less)).toMatchObject({ status: 200 });
		}
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

describe('readings', () => {
	test.each<[string, object, object]>([
		[
			'envelope',
			{ responsecode: 422, data: {}, responsemessage: /^sender_id 9 is unknown\.$/ },
			{ status: 422 },
		],
		[
			'laravel',
			{ message: 'sender_id 9 is unknown.', errors: { sender_id: ['sender_id 9 is unknown.'] } },
			{ status: 422 },
		],
		[
			'data',
			{
				responsecode: 422,
				data: { sender_id: ['sender_id 9 is unknown.'] },
				responsemessage: 'The given data was invalid.',
			},
			{ status: 200 },
		],
		['sentence', { error: 'sender_id 9 is unknown.' }, { status: 422 }],
	])('refusals: %s', async (refusals, body, answer) => {
		service.setOptions({ readings: { refusals: refusals as never } });
		const told = await post({ sender_id: 9 });
		expect(told).toMatchObject(answer);
		const text = (given: object) => JSON.stringify(given).replace(/[\\^$/]/g, '');
		if (refusals === 'envelope') expect(told.body.responsemessage).toBe('sender_id 9 is unknown.');
		else expect(text(told.body)).toBe(text(body));
	});

	test.each([
		['place', 'recipients.1 is a number'],
		['number', 'recipients has +254700000777,'],
		['nothing', 'recipients has a number'],
	])('refusedBy: %s', async (refusedBy, text) => {
		const readings = { refusedBy: refusedBy as never };
		service.setOptions({ refusedNumbers: ['+254700000777'], readings });
		const { status, body } = await post({ recipients: ['+254712345678', '+254700000777'] });
		expect([status, body.responsemessage]).toEqual([422, expect.stringContaining(text)]);
		expect(service.journal).toEqual([]);
		expect(await post()).toMatchObject({ status: 200 });
	});

	test('meta: flat, beside', async () => {
		await post();
		const counts = { total: 1, last_page: 1, current_page: 1 };
		service.setOptions({ readings: { meta: 'flat' } });
		expect((await ask('/sms/messages')).body.data).toMatchObject({ data: { id: 1 }, ...counts });
		service.setOptions({ readings: { meta: 'beside' } });
		const { body } = await ask('/sms/messages');
		expect([body.meta, body.data.meta]).toMatchObject([counts, undefined]);
	});

	test('singleRecord: always the first one of a page', async () => {
		for (const message of ['one', 'two', 'three']) await post({ message });
		service.setOptions({ readings: { singleRecord: 'always' } });
		const messageOn = async (page: number, per_page: number) =>
			(await ask('/sms/messages', { page, per_page })).body.data.data.message;
		expect([await messageOn(1, 100), await messageOn(2, 1), await messageOn(3, 1)]).toEqual([
			'three',
			'two',
			'one',
		]);
	});

	test('its zone: days, and times that name none', async () => {
		clock.set('2026-03-04T20:30:00Z');
		service.setOptions({ zone: 'Asia/Manila', readings: { recordCreatedAt: 'ownZone' } });
		await post();
		expect(await listed()).toMatchObject([{ created_at: '2026-03-05 04:30:00' }]);
		const day = (date: string) => ({ date_created: 'custom', start_date: date, end_date: date });
		expect([await total(day('2026-03-04')), await total(day('2026-03-05'))]).toEqual([0, 1]);
	});

	test('rangeEnd: the last day is left out', async () => {
		await post();
		service.setOptions({ readings: { rangeEnd: 'leftOut' } });
		const range = { date_created: 'custom', start_date: '2026-11-20' };
		expect(await total({ ...range, end_date: '2026-11-23' })).toBe(0);
		expect(await total({ ...range, end_date: '2026-11-24' })).toBe(1);
	});

	test.each([
		['escaped', '&lt;b&gt; Mum &amp; Dad&#039;s &quot;x&quot; é’'],
		['ascii', '<b> Mum & Dad\'s "x" e\''],
	])('storedText: %s', async (storedText, shown) => {
		service.setOptions({ readings: { storedText: storedText as never } });
		await post({ message: '<b> Mum & Dad\'s "x" é’' });
		expect(await listed()).toMatchObject([{ message: shown }]);
	});
});
