import type { MessageBody } from '../../nodes/MessagingService/item.ts';
import { confirmed } from '../../nodes/MessagingService/lookup/confirm.ts';
import { numbersOf, readListedMessage } from '../../nodes/MessagingService/lookup/listedMessage.ts';
import type { RecentSend } from '../../nodes/MessagingService/lookup/recentSend.ts';
import { RecentSends } from '../../nodes/MessagingService/lookup/recentSends.ts';
import { ServiceClock } from '../../nodes/MessagingService/lookup/serviceClock.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const amina = '+254711001001';
const brian = '+254711001002';
let now = noon;
beforeEach(() => {
	now = noon;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const body = (recipients: string[], changes: Partial<MessageBody> = {}): MessageBody => ({
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	schedule: null,
	recipients,
	contact_list_id: null,
	...changes,
});

/** A record of the list; its time in seconds after noon. */
function listed(numbers: string[], seconds: number, changes: Record<string, unknown> = {}) {
	const record = {
		id: 7,
		sender_id: 'CLINIC',
		category: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		sms_recipients: numbers.map((phone_number) => ({ phone_number, status: 'Pending' })),
		sms_list_recipients: [],
		created_at: new Date(noon + seconds * 1000).toISOString().replace('Z', '000Z'),
		...changes,
	};
	return readListedMessage(record as never, numbersOf(record as never));
}

/** A send that left at noon and of which nobody knows what became. */
function unclear(
	recent: RecentSends,
	recipients = [amina],
	changes: Partial<MessageBody> = {},
): RecentSend {
	const send = recent.begin(body(recipients, changes));
	send.leaves();
	send.end('unknown');
	return send;
}

/** A clock that the service keeps as this machine does. */
function exactClock(): ServiceClock {
	const clock = new ServiceClock();
	clock.note(new Date(now).toUTCString(), now, now);
	return clock;
}

describe('a record shows an unclear send', () => {
	test.each<[string, ReturnType<typeof listed>, boolean]>([
		['the same message to the same number, just after it left', listed([amina], 0.4), true],
		[
			'in the second in which it left, as a service that cuts fractions has it',
			listed([amina], -0.9),
			true,
		],
		['from before it left', listed([amina], -5), false],
		['without a time that can be read', listed([amina], 1, { created_at: 'just now' }), false],
		['its blanks and line ends changed', listed([amina], 1, { message: '\r\n Hello \n' }), true],
		['a number written with blanks', listed(['+254 711 001 001'], 1), true],
		['another text', listed([amina], 1, { message: 'hello' }), false],
		['a text with one blank more inside', listed([amina], 1, { message: 'Hel lo' }), false],
		['another campaign', listed([amina], 1, { campaign: 'Reminder' }), false],
		['the campaign in another case', listed([amina], 1, { campaign: 'Reminders' }), true],
		['another category', listed([amina], 1, { category: 'marketing' }), false],
		['no category', listed([amina], 1, { category: null }), false],
		['another number', listed([brian], 1), false],
		['a number more', listed([amina, brian], 1), false],
		["a recipient more whose number can't be read", listed([amina, 'withheld'], 1), false],
		[
			'the number through a contact group',
			listed([], 1, { sms_list_recipients: [{ phone_number: amina }] }),
			false,
		],
		[
			'the number, and a contact group beside it',
			listed([amina], 1, { sms_list_recipients: [{ total: 4 }] }),
			false,
		],
	])('%s: %#', (_title, record, shows) => {
		const recent = new RecentSends();
		const send = unclear(recent);
		expect(confirmed([send], [record], recent, exactClock())).toEqual(
			new Map(shows ? [[send, record]] : []),
		);
	});

	test('of several numbers all, in any order', () => {
		const recent = new RecentSends();
		const send = unclear(recent, [amina, brian]);
		const both = listed([brian, amina], 1);
		expect(confirmed([send], [listed([amina], 1)], recent, exactClock()).size).toBe(0);
		expect(confirmed([send], [both], recent, exactClock()).get(send)).toBe(both);
	});
});

describe('one record confirms one send', () => {
	const two = (recent: RecentSends): [RecentSend, RecentSend] => {
		const first = unclear(recent);
		now += 200;
		return [first, unclear(recent)];
	};

	test('of two equal ones the older, and each its own where there are two', () => {
		const recent = new RecentSends();
		const [first, second] = two(recent);
		expect([
			...confirmed([second, first], [listed([amina], 1)], recent, exactClock()).keys(),
		]).toEqual([first]);
		const found = confirmed(
			[first, second],
			[listed([amina], 1, { id: 1 }), listed([amina], 1.2, { id: 2 })],
			recent,
			exactClock(),
		);
		expect([found.get(first)?.id, found.get(second)?.id]).toEqual(['1', '2']);
	});

	test('of several records the oldest, in whichever order they come', () => {
		for (const seconds of [
			[1, 2, 3],
			[3, 2, 1],
			[2, 1, 3],
		]) {
			const recent = new RecentSends();
			const send = unclear(recent);
			expect(
				confirmed(
					[send],
					seconds.map((each) => listed([amina], each, { id: each })),
					recent,
					exactClock(),
				).get(send)?.id,
			).toBe('1');
		}
	});

	test('an unclear send of another run claims none: which of the two it was nobody can tell', () => {
		const recent = new RecentSends();
		const [, second] = two(recent);
		expect(confirmed([second], [listed([amina], 1)], recent, exactClock()).size).toBe(1);
	});

	test('not the one that it has confirmed already, with an ID or without', () => {
		for (const id of ['7', undefined]) {
			const recent = new RecentSends();
			const [first, second] = two(recent);
			first.end('accepted', { id });
			expect(
				confirmed([second], [listed([amina], 1, { id: id ?? null })], recent, exactClock()).size,
			).toBe(0);
		}
	});

	test('not one that is the receipt of another send, by its ID', () => {
		const recent = new RecentSends();
		const [first, second] = two(recent);
		second.end('accepted', { id: '8' });
		expect(confirmed([first], [listed([amina], 1, { id: 8 })], recent, exactClock()).size).toBe(0);
		expect(
			confirmed(
				[first],
				[listed([amina], 1, { id: 8 }), listed([amina], 1, { id: 9 })],
				recent,
				exactClock(),
			).get(first)?.id,
		).toBe('9');
	});

	test('not one that may be that of another send: accepted by an ID that no record has, or still under way', () => {
		for (const settle of [
			(send: RecentSend) => send.end('accepted', { id: 'a-uuid' }),
			() => undefined,
		]) {
			const recent = new RecentSends();
			const first = unclear(recent);
			const other = recent.begin(body([amina]));
			other.leaves();
			settle(other);
			expect(confirmed([first], [listed([amina], 1)], recent, exactClock()).size).toBe(0);
			// Nor one of two: given the other send's, this one would leave its own to a later unclear send that has none.
			expect(
				confirmed(
					[first],
					[listed([amina], 1, { id: 1 }), listed([amina], 1, { id: 2 })],
					recent,
					exactClock(),
				).size,
			).toBe(0);
		}
	});

	test('a send that was accepted before this one left claims none, nor one to other numbers, nor one that was refused', () => {
		const recent = new RecentSends();
		recent.begin(body([amina])).end('accepted', { id: 'a-uuid' });
		now += 5000;
		const send = unclear(recent);
		recent.begin(body([amina, brian])).end('accepted', { id: 'b-uuid' });
		recent.begin(body([amina])).end('refused');
		expect(confirmed([send], [listed([amina], 6)], recent, exactClock()).size).toBe(1);
	});
});

describe("the service's clock", () => {
	test.each([
		[2.9, true],
		[3.1, false],
		[7_200, false],
	])(
		'a record from %d seconds on shows nothing though a Date header told the time: it goes by another clock, as local time without its zone',
		(seconds, shows) => {
			const recent = new RecentSends();
			const send = unclear(recent);
			const clock = exactClock();
			now += 1_000;
			expect(confirmed([send], [listed([amina], seconds)], recent, clock).size).toBe(shows ? 1 : 0);
		},
	);

	const hour = 3_600_000;
	const record = (offset: number) => listed([amina], 1 + offset / 1000);

	test.each([-73 * hour, -hour, -30_000, 2_500, 45 * hour])(
		'%d ms off, and told by its Date header',
		(offset) => {
			const recent = new RecentSends();
			const send = unclear(recent);
			const clock = new ServiceClock();
			clock.note(new Date(now + offset).toUTCString(), now, now);
			expect(confirmed([send], [record(offset)], recent, clock).size).toBe(1);
			expect(confirmed([send], [record(offset - 5000)], recent, clock).size).toBe(0);
		},
	);

	test('not told: a minute behind is still believed, more is not', () => {
		for (const date of [undefined, '', 'soon']) {
			const recent = new RecentSends();
			const send = unclear(recent);
			const clock = new ServiceClock();
			clock.note(date, now, now);
			expect(confirmed([send], [record(-59_000)], recent, clock).size).toBe(1);
			expect(confirmed([send], [record(-64_000)], recent, clock).size).toBe(0);
		}
	});

	test('told by several answers: the quickest counts', () => {
		const clock = new ServiceClock();
		clock.note(new Date(noon).toUTCString(), noon, noon + 9000);
		clock.note(new Date(noon).toUTCString(), noon, noon + 20);
		expect(clock.earliest(noon)).toBeGreaterThan(noon - 2100);
	});

	test('days: every zone in which the service may begin them, and a range that ends when its last day begins', () => {
		const clock = exactClock();
		expect(clock.daysSince(noon - 24 * hour, noon)).toEqual({
			date_created: 'custom',
			start_date: '2026-11-20',
			end_date: '2026-11-24',
		});
		clock.note(new Date(noon + 72 * hour).toUTCString(), noon, noon);
		expect(clock.daysSince(noon + 72 * hour, noon)).toEqual({
			date_created: 'custom',
			start_date: '2026-11-24',
			end_date: '2026-11-27',
		});
	});
});
