/** Polls that overlap, and Fetch Test Event, each with a stub of n8n's functions. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { answer, page } from '../run/answers.mts';
import { hoursAgo, message, noon, PolledTrigger } from './stubbedPolls.mts';

let trigger: PolledTrigger;
let ids = 0;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(noon);
	trigger = new PolledTrigger({}, [`flow ${++ids}`, 'node']);
});
afterEach(() => void jest.restoreAllMocks());

const settle = async () => {
	for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
};

/** Holds the next answer back until it is let go. */
function held(of = trigger): () => void {
	let letGo: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (letGo = resolve));
	of.service = async () => {
		const { messages } = of;
		of.service = undefined;
		await held;
		return page(messages);
	};
	return letGo;
}

describe('two polls at once', () => {
	test('of one activation: the second asks nothing and tells nothing', async () => {
		await trigger.poll();
		trigger.messages = [message(1, 'Sent')];
		const letGo = held();
		const first = trigger.told();
		expect(await trigger.told()).toBeNull();
		await settle();
		expect(trigger.asked).toHaveLength(2);
		letGo();
		expect(await first).toEqual(['01 Pending>Sent']);
		trigger.messages = [message(1, 'Lost')];
		expect(await trigger.told()).toEqual(['01 Sent>Lost']);
	});

	test('of a later activation: it takes the place of the one before, which tells and keeps nothing', async () => {
		await trigger.poll();
		const letGo = held();
		const first = trigger.told();
		await settle();
		trigger.messages = [message(1, 'Sent')];
		expect(await trigger.told(trigger.activated())).toEqual(['01 Pending>Sent']);
		const { watched } = trigger.kept;
		letGo();
		expect([await first, trigger.kept.watched]).toEqual([null, watched]);
	});

	test('of which the earlier activation fails meanwhile: nobody is told', async () => {
		await trigger.poll();
		let refuse: () => void = () => undefined;
		trigger.service = async () => {
			trigger.service = undefined;
			await new Promise<void>((go) => (refuse = go));
			return answer(422, 'No');
		};
		const first = trigger.told();
		await settle();
		await trigger.poll(trigger.activated());
		refuse();
		expect(await first).toBeNull();
	});

	test('the end of the earlier one does not let a third one beside the later', async () => {
		await trigger.poll();
		const letFirstGo = held();
		const first = trigger.told();
		await settle();
		const later = trigger.activated();
		const letSecondGo = held();
		const second = trigger.told(later);
		await settle();
		letFirstGo();
		await first;
		const asked = trigger.asked.length;
		expect(await trigger.told(later)).toBeNull();
		expect(trigger.asked).toHaveLength(asked);
		letSecondGo();
		await second;
	});

	test.each<[string, [string, string]]>([
		['workflows', ['another flow', 'node']],
		['nodes', ['', 'another node']],
	])('of two %s do not stand in their way', async (_what, [flow, node]) => {
		const other = new PolledTrigger({}, [flow || trigger.ids[0], node]);
		await trigger.poll();
		await other.poll();
		trigger.messages = [message(2, 'Lost')];
		const letGo = held();
		const first = trigger.told();
		await settle();
		other.messages = [message(1, 'Sent')];
		expect(await other.told()).toEqual(['01 Pending>Sent']);
		letGo();
		expect(await first).toEqual(['02 Pending>Lost']);
	});
});

describe('Fetch Test Event', () => {
	beforeEach(() => {
		trigger.mode = 'manual';
	});

	/** Messages of these ages, in hours, each to the number of its place. */
	const aged = (...ages: number[]) =>
		ages.map((age, index) => message(index + 1, 'Sent', { created_at: hoursAgo(age) }));

	test('gives the ten newest with every column, and keeps nothing', async () => {
		trigger.messages = aged(...Array.from({ length: 14 }, (_, index) => 14 - index));
		const rows = (await trigger.poll())!;
		expect(rows.map(({ message_id }) => message_id)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
		expect(rows[0]).toEqual({
			phone_number: '+254733818214',
			status: 'Sent',
			previous_status: 'Pending',
			reference: null,
			created_at: null,
			message_id: 14,
			message_status: 'Mixed',
			sender_id: 'FERRY',
			category: 'utility',
			campaign: 'tides',
		});
		expect(trigger.kept).toEqual({});
	});

	test('also of thousands, whatever their order', async () => {
		trigger.messages = aged(
			...Array.from({ length: 2300 }, (_, index) => 1 + ((index * 997) % 2300) / 100),
		);
		expect((await trigger.poll())!.map(({ message_id }) => [message_id])).toEqual(
			[...trigger.messages]
				.sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))
				.slice(0, 10)
				.map(({ id }) => [id]),
		);
	});

	test.each([
		[true, 1],
		[false, 3],
	])('reads no more pages than it needs (the newest first: %p)', async (isNewestFirst, count) => {
		trigger.perPage = 10;
		trigger.parameters = { options: { maxConcurrentRequests: 1 } };
		const ages = Array.from({ length: 30 }, (_, index) => index + 1);
		trigger.messages = aged(...(isNewestFirst ? ages : ages.reverse()));
		await trigger.poll();
		expect(new Set(trigger.asked.map(({ qs }) => (qs as IDataObject).page)).size).toBe(count);
	});

	test('reads on where the first page has too few, and not beyond Watch Hours', async () => {
		trigger.perPage = 4;
		trigger.parameters = { options: { maxConcurrentRequests: 1, watchHours: 7 } };
		trigger.messages = aged(1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15);
		expect(await trigger.poll()).toHaveLength(6);
		expect(trigger.asked.map(({ qs }) => (qs as IDataObject).page)).toEqual([1, 2]);
	});

	test('prefers the wanted statuses, and gives others where there is none of them yet', async () => {
		trigger.messages = [message(1, 'Sent'), message(2, 'LOST')];
		trigger.parameters = { options: { statuses: 'lost' } };
		expect(await trigger.told()).toEqual(['02 Pending>LOST']);
		trigger.parameters = { options: { statuses: 'sunk' } };
		expect(await trigger.told()).toHaveLength(2);
	});

	test('gives whole messages under the other event', async () => {
		trigger.parameters = { event: 'messageCreated' };
		trigger.messages = [message(1, 'Sent')];
		expect(await trigger.poll()).toMatchObject([
			{ id: 1, message: 'Tide 1', recipients: ['+254733818201'] },
		]);
	});

	test('of chosen numbers only', async () => {
		trigger.parameters = { filters: { phoneNumber: '+254733818202' } };
		trigger.messages = [
			message(1, 'Sent'),
			message(2, 'Sent', { sms_recipients: ['+254733818202', '+254733818203'] }),
		];
		expect((await trigger.poll())!.map(({ phone_number }) => phone_number)).toEqual([
			'+254733818202',
		]);
	});

	test.each<[INodeParameters, string]>([
		[{}, 'The service has no message of the last 72 hours.'],
		[{ options: { watchHours: 1 } }, 'The service has no message of the last hour.'],
		[
			{ filters: { query: 'eel' } },
			'The service has no message of the last 72 hours that fits the Filters.',
		],
	])('says in words that there is nothing: %j', async (parameters, sentence) => {
		trigger.parameters = parameters;
		expect(await trigger.failure()).toEqual({
			message: sentence,
			description:
				'Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.',
		});
	});

	test("says why the list can't be read, and nothing of changes", async () => {
		trigger.service = () => answer(422, 'No');
		expect(await trigger.failure()).toEqual({
			message: 'The service refused the request (status 422): No.',
			description: expect.not.stringContaining('No change is lost'),
		});
	});

	test('does not stand in the way of a poll, nor it in its', async () => {
		trigger.messages = [message(1, 'Sent')];
		trigger.mode = 'trigger';
		const letGo = held();
		const polling = trigger.poll();
		await settle();
		trigger.mode = 'manual';
		expect(await trigger.poll()).toHaveLength(1);
		letGo();
		expect(await polling).toBeNull();
	});
});
