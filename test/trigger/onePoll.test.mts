/** A poll by itself: what it asks, tells and keeps, and that what fails changes nothing. */
import type { IDataObject } from 'n8n-workflow';
import { answer, page } from '../run/answers.mts';
import { hoursAgo, message, noon, PolledTrigger } from './stubbedPolls.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let trigger: PolledTrigger;
let ids = 0;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(noon);
	trigger = new PolledTrigger({}, [`workflow ${++ids}`, 'node']);
});
afterEach(() => void jest.restoreAllMocks());

/** The pages that were asked for. */
const pages = () => trigger.asked.map(({ qs }) => (qs as IDataObject).page);

describe('what is told', () => {
	test('the first poll takes everything as it is; then each change, once', async () => {
		trigger.messages = [message(2, 'Parked'), message(1, 'Sent')];
		expect(await trigger.told()).toBeNull();
		expect(await trigger.told()).toBeNull();
		trigger.messages = [message(3, 'Bounced'), message(2, 'Parked'), message(1, 'Lost')];
		expect(await trigger.told()).toEqual(['03 Pending>Bounced', '01 Sent>Lost']);
		expect(await trigger.told()).toBeNull();
	});

	test('new messages under the other event, as they come out of a query', async () => {
		trigger.parameters = { event: 'messageCreated' };
		expect(await trigger.poll()).toBeNull();
		trigger.messages = [message(4, 'Sent')];
		expect(await trigger.poll()).toEqual([
			{
				id: 4,
				status: 'Mixed',
				message: 'Tide 4',
				sender_id: 'FERRY',
				category: 'utility',
				campaign: 'tides',
				recipients: ['+254733818204'],
				schedule: null,
				created_at: hoursAgo(1),
			},
		]);
	});

	test('a message that the list lacks for a while is not told again', async () => {
		trigger.messages = [message(1, 'Sent')];
		await trigger.poll();
		trigger.messages = [];
		await trigger.poll();
		trigger.messages = [message(1, 'Sent')];
		expect(await trigger.told()).toBeNull();
	});

	test('only messages of Watch Hours, and those whose time can not be read', async () => {
		trigger.parameters = { options: { watchHours: 2 } };
		await trigger.poll();
		trigger.messages = [
			message(1, 'Sent', { created_at: hoursAgo(1.9) }),
			message(2, 'Sent', { created_at: hoursAgo(2.1) }),
			message(3, 'Sent', { created_at: 'lately' }),
		];
		expect(await trigger.told()).toEqual(['03 Pending>Sent', '01 Pending>Sent']);
	});

	test('those of the moment from which is watched are watched', async () => {
		trigger.parameters = { options: { watchHours: 2 } };
		// A minute and two seconds, where the service tells no time of its own.
		const first = noon - 2 * 3_600_000 - 62_000;
		await trigger.poll();
		trigger.messages = [
			message(1, 'Sent', { created_at: new Date(first).toISOString() }),
			message(2, 'Sent', { created_at: new Date(first - 1).toISOString() }),
		];
		expect(await trigger.told()).toEqual(['01 Pending>Sent']);
	});

	test("by the service's clock, where it tells it", async () => {
		const ahead = 5 * 3_600_000;
		const now = () => ({
			statusCode: 200,
			headers: { date: new Date(noon + ahead).toUTCString() },
			body: { responsecode: 200, data: { data: trigger.messages, meta: {} } },
		});
		trigger.service = now;
		trigger.parameters = { options: { watchHours: 2 } };
		await trigger.poll();
		trigger.messages = [
			message(1, 'Sent', { created_at: hoursAgo(-3.5) }),
			message(2, 'Sent', { created_at: hoursAgo(-2.5) }),
		];
		expect(await trigger.told()).toEqual(['01 Pending>Sent']);
	});

	test('only what the filters let through, the service and the node', async () => {
		trigger.parameters = {
			filters: { campaign: 'tides', category: 'marketing' },
			options: { statuses: 'Lost, Sunk' },
		};
		await trigger.poll();
		trigger.messages = [
			message(1, 'lost'),
			message(2, 'Sunk', { campaign: 'ebb' }),
			message(3, 'Sent'),
		];
		expect(await trigger.told()).toEqual(['01 Pending>lost']);
		expect(trigger.asked.every(({ qs }) => (qs as IDataObject).category === 'marketing')).toBe(
			true,
		);
	});
});

describe('what is asked', () => {
	test('the messages of these days, a hundred a page, in half a minute', async () => {
		await trigger.poll();
		expect(trigger.asked).toEqual([
			expect.objectContaining({
				method: 'GET',
				url: '/sms/messages',
				timeout: 30_000,
				qs: {
					date_created: 'custom',
					start_date: '2031-05-10',
					end_date: '2031-05-16',
					page: 1,
					per_page: 100,
				},
			}),
		]);
	});

	test("only of the credential's domains", async () => {
		Object.assign(trigger.credential, {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'tides.example.com',
		});
		await trigger.poll();
		expect(trigger.asked[0]!.allowedDomains).toBe('sms.example.com, tides.example.com');
	});

	test('no page after one that ends before Watch Hours, where the list begins with the newest', async () => {
		trigger.parameters = { options: { watchHours: 3, maxConcurrentRequests: 1 } };
		trigger.perPage = 2;
		trigger.messages = [1, 2, 2.5, 4, 5, 6].map((age, index) =>
			message(index, 'Sent', { created_at: hoursAgo(age) }),
		);
		await trigger.poll();
		expect(pages()).toEqual([1, 2]);
		trigger.asked.length = 0;
		trigger.messages.reverse();
		await trigger.poll();
		expect(new Set(pages())).toEqual(new Set([1, 2, 3]));
	});
});

describe('a poll that fails', () => {
	const list = () => {
		trigger.service = () => answer(422, 'Not this');
	};

	test('at the first time says why, and keeps nothing', async () => {
		list();
		expect(await trigger.failure()).toEqual({
			message: 'The service refused the request (status 422): Not this.',
			description: expect.not.stringContaining('No change is lost'),
		});
		expect(trigger.kept).toEqual({});
	});

	test('later changes nothing: the next one tells what it missed', async () => {
		trigger.messages = [message(1, 'Sent')];
		await trigger.poll();
		const before = { ...trigger.kept };
		trigger.messages = [message(1, 'Lost')];
		list();
		expect((await trigger.failure()).description).toContain('No change is lost');
		expect(trigger.kept).toEqual(before);
		trigger.service = undefined;
		expect(await trigger.told()).toEqual(['01 Sent>Lost']);
	});

	test.each([
		[false, false],
		[true, true],
	])('leaves room for the next (a state from before: %p)', async (goesOn) => {
		if (goesOn) await trigger.poll();
		list();
		await trigger.failure();
		await trigger.failure();
		expect(trigger.asked).toHaveLength(goesOn ? 3 : 2);
	});

	test('by its form asks nothing', async () => {
		trigger.parameters = { options: { watchHours: 0 } };
		expect(await trigger.failure()).toEqual({
			message: 'Watch Hours is 0, which is too small.',
			description: expect.stringContaining('Give Watch Hours a whole number between 1 and 744.'),
		});
		expect(trigger.asked).toEqual([]);
	});

	test("has not n8n's word for a stopped execution in it, whatever the service says: n8n would file it as one", async () => {
		trigger.service = () => answer(422, 'The order was canceled');
		expect((await trigger.failure()).message).toBe(
			'The service refused the request (status 422): The order was cancelled.',
		);
	});

	test('says nothing of the secret', async () => {
		trigger.credential.clientSecret = 'harbour-secret';
		trigger.service = () => answer(422, 'No harbour-secret here');
		expect((await trigger.failure()).message).toBe(
			'The service refused the request (status 422): No ***** here.',
		);
	});
});

describe('a list that changes while it is read', () => {
	/**
	 * Two pages of a message without an ID each, of which nobody can say which are the same once the
	 * count is another.
	 */
	const moving = () => {
		let count = 2;
		trigger.service = ({ page: number }) =>
			page([message(Number(number), 'Sent', { id: null })], {
				current_page: number,
				per_page: 1,
				total: count--,
				last_page: 2,
			});
	};

	test('at the first poll is refused, with what to do: what that missed would be told as new', async () => {
		moving();
		expect(await trigger.failure()).toEqual({
			message: 'The list of messages changed while it was read, so some may be missing.',
			description: expect.stringContaining('Publish the workflow again.'),
		});
		expect(trigger.kept).toEqual({});
	});

	test('later is good enough: the next poll tells what is missing', async () => {
		await trigger.poll();
		moving();
		expect(await trigger.told()).toEqual(['01 Pending>Sent', '02 Pending>Sent']);
	});

	test('is good enough for a test event', async () => {
		moving();
		trigger.mode = 'manual';
		expect(await trigger.poll()).toHaveLength(2);
	});
});

describe('too many to be watched', () => {
	const crowd = (count: number) => [
		message(1, 'Sent', {
			sms_recipients: Array.from(
				{ length: count },
				(_, index) => `+25473${String(index).padStart(7, '0')}`,
			),
		}),
	];

	test('50,000 are watched', async () => {
		trigger.messages = crowd(50_000);
		expect(await trigger.poll()).toBeNull();
		expect(Object.keys(trigger.kept)).toEqual(['watched']);
	});

	test('with one more it fails, reads no further and keeps what was', async () => {
		await trigger.poll();
		const before = { ...trigger.kept };
		trigger.parameters = { options: { maxConcurrentRequests: 1 } };
		trigger.perPage = 1;
		trigger.messages = [
			...crowd(50_001),
			message(2, 'Sent'),
			message(3, 'Sent'),
			message(4, 'Sent'),
		];
		trigger.asked.length = 0;
		const { message: what, description } = await trigger.failure();
		expect([what, description]).toEqual([
			expect.stringContaining('50,000'),
			expect.stringContaining('No change is lost'),
		]);
		expect([pages(), trigger.kept]).toEqual([[1], before]);
	});
});

describe('a state', () => {
	test('of other filters, or of another account, is none to go on from', async () => {
		trigger.messages = [message(1, 'Sent')];
		await trigger.poll();
		trigger.messages = [message(1, 'Lost')];
		trigger.parameters = { filters: { campaign: 'tides' } };
		expect(await trigger.told()).toBeNull();
		trigger.messages = [message(1, 'Sunk')];
		expect(await trigger.told()).toEqual(['01 Lost>Sunk']);
		trigger.messages = [message(1, 'Sent')];
		Object.assign(trigger.credential, { clientId: 'another' });
		expect(await trigger.told()).toBeNull();
	});

	test('of fewer Watch Hours: the messages that come in by more are taken as they are', async () => {
		trigger.parameters = { options: { watchHours: 2 } };
		trigger.messages = [message(1, 'Sent', { created_at: hoursAgo(5) })];
		await trigger.poll();
		trigger.parameters = { options: { watchHours: 9 } };
		expect(await trigger.told()).toBeNull();
		trigger.messages = [message(1, 'Lost', { created_at: hoursAgo(5) })];
		expect(await trigger.told()).toEqual(['01 Sent>Lost']);
	});
});
