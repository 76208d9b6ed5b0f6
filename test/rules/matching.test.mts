/**
 * The service's list as proof: records that confirm a send whose outcome is unknown, and records by which a number
 * already has the message. A wrong match leaves somebody without a message, or reports one that was never sent.
 */
import type { MessageBody, SendItem, SendOrder } from '../../nodes/MessagingService/item.ts';
import { AlreadySent } from '../../nodes/MessagingService/sentBefore/alreadySent.ts';
import {
	matchUnknownSends,
	listedSendKey,
} from '../../nodes/MessagingService/sentBefore/matching.ts';
import {
	personKeys,
	readListedMessage,
} from '../../nodes/MessagingService/values/messageRecord.ts';
import type { RecentSend } from '../../nodes/MessagingService/sentBefore/recentSends.ts';
import { RecentSends } from '../../nodes/MessagingService/sentBefore/recentSends.ts';
import { Row } from '../../nodes/MessagingService/recipients/row.ts';
import { ServiceClock } from '../../nodes/MessagingService/messages/list.ts';
import { tableOf } from './table.mts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const noon = Date.parse('2026-11-22T12:00:00Z');
const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;
const [amina, brian] = ['+2541', '+2542'];
let now = noon;
let recent: RecentSends;
beforeEach(() => {
	now = noon;
	recent = new RecentSends();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const body = (recipients: string[] = [amina], changes: Partial<MessageBody> = {}): MessageBody => ({
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello you',
	schedule: null,
	recipients,
	contact_list_id: null,
	...changes,
});

type Change = Record<string, unknown>;
/** Returns a record of the list, created this many seconds after noon. */
const record = (numbers: string[], seconds: number, changes: Change = {}) =>
	({
		id: 7,
		sender_id: 'CLINIC',
		category: 'utility',
		campaign: 'reminders',
		message: 'Hello you',
		status: 'Sent',
		schedule: null,
		sms_recipients: numbers.map((phone_number) => ({ phone_number, status: 'Pending' })),
		sms_list_recipients: [],
		created_at: new Date(noon + seconds * second).toISOString().replace('Z', '000Z'),
		...changes,
	}) as never;
const listed = (...given: Parameters<typeof record>) => {
	const made = record(...given);
	return readListedMessage(made, personKeys(made));
};

/** Begins a send that leaves now and ends with an unknown outcome. */
function unknown(recipients = [amina], changes: Partial<MessageBody> = {}): RecentSend {
	const send = recent.begin(body(recipients, changes));
	send.leftAt = Date.now();
	send.end('unknown');
	return send;
}

/** Returns the clock of a service that is this many milliseconds ahead, and says so in its Date header. */
function clockAhead(ahead = 0): ServiceClock {
	const clock = new ServiceClock();
	clock.update(new Date(now + ahead).toUTCString(), now, now);
	return clock;
}
const showing = (sends: RecentSend[], records: ReturnType<typeof listed>[], clock = clockAhead()) =>
	matchUnknownSends(
		sends,
		records.filter((each) => listedSendKey(each) === sends[0]!.key),
		recent.like(sends[0]!),
		clock,
	);

// Columns: the case, the record's differences, and whether it is the message that was sent; open if nobody can tell.
const messages = tableOf(`
	the same  {}  yes
	blanks and line ends changed  {"message":"\\r\\n Hello\\n you \\n"}  yes
	a blank more inside a word  {"message":"Hel lo you"}  no
	another campaign  {"campaign":"Reminder"}  no
	the campaign in another case  {"campaign":"Reminders "}  yes
	another category  {"category":"marketing"}  no
	the category in another case  {"category":"UTILITY"}  yes
	no category  {"category":null}  open
	no campaign  {"campaign":null}  open
	the beginning of its text  {"message":"Hello"}  open
	a text that is cut  {"message":"Hel…"}  open
	no text  {"message":null}  open
	a text with a hidden part  {"message":"Hello ***"}  open
	a category of the service's own  {"category":"transactional"}  open
`);

describe('a campaign whose case the list has otherwise', () => {
	// A capital within a word shows that the service keeps case.
	test.each([
		['order-aB', 'order-aB', true],
		['order-aB', 'order-ab', true],
		['order-aB', 'ORDER-AB', true],
		['order-ab', 'Order-Ab', true],
		['order-aB', 'order-xAb', false],
		['order-aB', 'orDer-ab', false],
		['order-ab', 'order-aB', false],
	])('sent as %s, listed as %s: shown %s', (sent, campaign, isShown) => {
		const send = unknown([amina], { campaign: sent });
		const shown = showing([send], [listed([amina], 1, { campaign, message: ' Hello you ' })]);
		expect(shown.has(send)).toBe(isShown);
	});

	test('of two sends each has its own record', () => {
		const campaigns = ['order-aB', 'oRder-ab'];
		const sends = campaigns.map((campaign) => unknown([amina], { campaign }));
		const records = campaigns.toReversed().map((campaign, place) =>
			listed([amina], 1 + place, {
				campaign,
				message: 'Hello  you',
				id: campaign.length + place,
			}),
		);
		const shown = showing(sends, records);
		expect(sends.map((send) => shown.get(send)?.campaign)).toEqual(campaigns);
	});
});

describe('a record shows an unknown send', () => {
	test.each([
		...messages,
		...tableOf(`
			in the second in which it left, fractions cut  {"created_at":"2026-11-22T11:59:59.100Z"}  yes
			from before it left  {"created_at":"2026-11-22T11:59:55Z"}  no
			a number written with blanks  {"sms_recipients":["+25 41"]}  yes
			another number  {"sms_recipients":["+2542"]}  no
			a number more  {"sms_recipients":["+2541","+2542"]}  no
			somebody more whose number nobody can read  {"sms_recipients":["+2541","withheld"]}  no
			through a contact group  {"sms_recipients":[],"sms_list_recipients":["+2541"]}  no
			with a contact group beside it  {"sms_list_recipients":[{"total":4}]}  no
		`),
	])('%s', (_, changes, shows) => {
		const send = unknown();
		const found = listed([amina], 1, JSON.parse(changes!) as Change);
		expect(showing([send], [found])).toEqual(new Map(shows === 'yes' ? [[send, found]] : []));
	});
});

describe('one record confirms one send', () => {
	const two = (): [RecentSend, RecentSend] => {
		const first = unknown();
		now += 200;
		return [first, unknown()];
	};
	const withIds = (...ids: Array<[id: unknown, seconds: number]>) =>
		ids.map(([id, seconds]) => listed([amina], seconds, { id }));

	test('of two equal ones none, and each its own where there are two', () => {
		const [first, second] = two();
		expect(showing([second, first], withIds([7, 1])).size).toBe(0);
		const found = showing([first, second], withIds([2, 1.2], [1, 1]));
		expect([found.get(first)?.id, found.get(second)?.id]).toEqual(['1', '2']);
	});

	test.each<Partial<MessageBody>>([{ sender_id: 2 }, { schedule: '2026-11-23T09:00:00.000Z' }])(
		'of two that differ in %j, which the list does not tell, both or none',
		(changes) => {
			const both = [unknown(), unknown([amina], changes)];
			expect(showing(both, withIds([7, 1])).size).toBe(0);
			expect(showing(both, withIds([7, 1], [8, 2])).size).toBe(2);
		},
	);

	const words = (message: string, campaign = 'reminders') => ({ message, campaign });
	test.each<[string, object[], object[], Array<number | undefined>]>([
		['its very text', [words('Hi'), words('Hi ')], [words('Hi ')], [undefined, 0]],
		['the first one, too', [words('Hi'), words('Hi ')], [words('Hi')], [0, undefined]],
		[
			'its very letters',
			[words('Zoe\u0308'), words('Zo\u00eb')],
			[words('Zo\u00eb')],
			[undefined, 0],
		],
		['its very campaign', [words('Hi', 'A'), words('Hi', 'a')], [words('Hi', 'a')], [undefined, 0]],
		['none, rewritten', [words('Hi\n'), words('Hi ')], [words('Hi')], [undefined, undefined]],
		['both, rewritten', [words('Hi\n'), words('Hi ')], [words('Hi'), words('Hi')], [0, 1]],
		['one, and what is left', [words('Hi '), words('Hi')], [words('Hi'), words('Hi')], [1, 0]],
	])('of two that the list may tell apart: %s', (_what, sent, records, expected) => {
		const sends = sent.map((changes) => unknown([amina], changes));
		const found = records.map((changes, place) => listed([amina], 1 + place, changes as Change));
		const shown = showing(sends, found);
		expect(sends.map((send) => found.indexOf(shown.get(send)!))).toEqual(
			expected.map((place) => place ?? -1),
		);
	});

	test.each([['7'], [undefined]])('not the one that it has confirmed already: ID %p', (id) => {
		const [first, second] = two();
		first.end('accepted', { id });
		expect(showing([second], withIds([id ?? null, 1])).size).toBe(0);
	});

	test('of one that another run knows nothing of, and this one: none, and each its own where there are two', () => {
		const earlier = unknown();
		now += minute;
		const send = unknown();
		const later = (...ids: number[]) => ids.map((id) => listed([amina], 60 + id, { id }));
		expect(showing([send], later(1)).size).toBe(0);
		const both = showing([send], [listed([amina], 1, { id: 9 }), ...later(1)]);
		expect([both.get(earlier)?.id, both.get(send)?.id]).toEqual(['9', '1']);
		// By then the service has listed the earlier send, or never accepted it.
		now += 3 * minute;
		const last = unknown();
		expect(showing([last], [listed([amina], 240)]).get(last)).toBeDefined();
	});

	test('not one that is the receipt of another send', () => {
		const [first, second] = two();
		second.end('accepted', { id: '8' });
		expect(showing([first], withIds([8, 1])).size).toBe(0);
		expect(showing([first], withIds([8, 1], [9, 1])).get(first)?.id).toBe('9');
	});

	test.each<[string, (send: RecentSend) => unknown]>([
		['accepted by an ID that no record has', (send) => send.end('accepted', { id: 'a-uuid' })],
		['still under way', () => undefined],
	])('not one that may be that of another send: %s', (_, settle) => {
		const first = unknown();
		const another = recent.begin(body());
		another.leftAt = Date.now();
		settle(another);
		expect(showing([first], withIds([7, 1])).size).toBe(0);
		// Nor by one of two records: this send's own record could then confirm a later send that has none.
		expect(showing([first], withIds([1, 1], [2, 1])).size).toBe(0);
	});
});

describe("the service's clock", () => {
	test.each([
		[2.9, 1],
		[3.1, 0],
		[7_200, 0],
	])('a record from %d seconds on, of a clock that told otherwise, shows %d', (seconds, count) => {
		const send = unknown();
		const clock = clockAhead();
		now += second;
		expect(showing([send], [listed([amina], seconds)], clock).size).toBe(count);
	});

	test.each([-73 * 3600, -30, 2.5, 45 * 3600])('%d seconds off by its Date header', (off) => {
		const send = unknown();
		const clock = clockAhead(off * second);
		expect(showing([send], [listed([amina], 1 + off)], clock).size).toBe(1);
		expect(showing([send], [listed([amina], off - 4)], clock).size).toBe(0);
	});

	test.each([undefined, '', 'soon'])('not told (%p): only a minute off is believed', (date) => {
		const clock = new ServiceClock();
		clock.update(date, now, now);
		const shown = (off: number) => {
			recent = new RecentSends();
			return showing([unknown()], [listed([amina], off)], clock).size;
		};
		expect([-63, -61, 59, 61].map(shown)).toEqual([0, 1, 1, 0]);
	});

	test.each([
		[0, '2026-11-20', '2026-11-24'],
		[72, '2026-11-20', '2026-11-27'],
		[-72, '2026-11-20', '2026-11-24'],
	])('%d hours ahead: the days asked for hold its days in every zone', (hours, first, last) => {
		const days = clockAhead(hours * hour).daysSince(noon - 24 * hour, noon);
		expect(days).toEqual({ date_created: 'custom', start_date: first, end_date: last });
	});
});

describe('a record says that a number has the message already', () => {
	const toldOf = async (
		records: unknown[],
		since = noon - hour,
		wanted = [amina],
		isSameByCampaign = false,
	) => {
		const already = new AlreadySent();
		const row = new Row(0).read({ order: orderOf({}, wanted, isSameByCampaign) } as SendItem);
		const other = new Row(1).read({ order: orderOf({ message: 'Bye' }, wanted) } as SendItem);
		await already.want([...row.recipients, ...other.recipients]);
		for (const each of records) already.add(each as never);
		return row.recipients.map((recipient) => already.of(recipient, since, now));
	};
	const found = async (...given: Parameters<typeof toldOf>) =>
		(await toldOf(...given)).map((told) => (told && 'receipt' in told ? told.receipt : undefined));
	const orderOf = (changes: object, wanted: string[], isSameByCampaign = false) =>
		({ body: body(wanted, changes), skipped: [], isSameByCampaign }) as unknown as SendOrder;

	test.each(messages)('%s', async (_, changes, shows) => {
		const [told] = await toldOf([record([brian, amina], 0, JSON.parse(changes!) as Change)]);
		expect(told ? ('receipt' in told ? 'yes' : 'open') : 'no').toBe(shows);
	});

	// Compared by the campaign alone.
	test.each(
		tableOf(`
			the same  {}  yes
			another text  {"message":"Bye"}  yes
			no text  {"message":null}  yes
			another category, or none  {"category":null}  yes
			the campaign in another case, with blanks  {"campaign":" Reminders "}  yes
			another campaign  {"campaign":"news"}  no
			no campaign  {"campaign":null}  open
			not from before it  {"created_at":"2026-11-22T10:59:59Z"}  no
		`),
	)('by campaign: %s', async (_, changes, shows) => {
		const records = [record([amina], 0, JSON.parse(changes!) as Change)];
		const [told] = await toldOf(records, noon - hour, [amina], true);
		expect(told ? ('receipt' in told ? 'yes' : 'open') : 'no').toBe(shows);
	});

	test('and when it goes out, where that is to come', async () => {
		const scheduled = async (schedule: string) =>
			(await found([record([amina], 0, { schedule })]))[0]?.scheduledFor;
		expect(await scheduled('2026-11-22T12:00:01Z')).toBe('2026-11-22T12:00:01.000Z');
		expect(await scheduled('2026-11-22T12:00:00Z')).toBeUndefined();
		expect((await found([record([amina], 0, { created_at: 'lately' })]))[0]).toMatchObject({
			scheduledFor: undefined,
		});
	});

	test('with its ID, its time and what became of it for this number', async () => {
		const statuses = [
			{ phone_number: amina, status: ' Failed ' },
			{ phone_number: brian, status: '' },
		];
		expect(
			await found([record([], 5, { sms_recipients: statuses })], noon, [amina, brian]),
		).toMatchObject([
			{ id: '7', sentAt: '2026-11-22T12:00:05.000Z', deliveryStatus: 'Failed' },
			{ id: '7', deliveryStatus: 'Sent' },
		]);
	});

	// Columns: the case, the records' differences, and the ID of the record found.
	test.each(
		tableOf(`
			from the edge of the window  [{"created_at":"2026-11-22T11:00:00Z"}]  7
			not from before it  [{"created_at":"2026-11-22T10:59:59Z"}]  none
			by its schedule  [{"created_at":"2026-11-20T11:00:00Z","schedule":"2026-11-22T11:30:00Z"}]  7
			not by an earlier one  [{"created_at":"2026-11-22T11:30:00Z","schedule":"2026-11-20T11:00:00Z"}]  7
			where nobody can read its time  [{"created_at":"lately"}]  7
			the latest of several  [{"id":1},{"id":2,"created_at":"2026-11-22T13:00:00Z"},{"id":3}]  2
			the first of two at once  [{"id":1},{"id":2}]  1
			through a contact group too  [{"sms_recipients":[],"sms_list_recipients":["+2541"]}]  7
			not where it went to others  [{"sms_recipients":["+2542"]}]  none
		`),
	)('%s', async (_, changes, id) => {
		const records = (JSON.parse(changes!) as Change[]).map((each) => record([amina], 0, each));
		expect((await found(records))[0]?.id ?? 'none').toBe(id);
	});
});
