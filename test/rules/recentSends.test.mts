/**
 * The sends that this process remembers. As long as the service's list may not show one, no other run sends the same
 * message to its numbers.
 */
import type { MessageBody } from '../../nodes/MessagingService/item.ts';
import { accountOf } from '../../nodes/MessagingService/service/account.ts';
import {
	RecentSends,
	recentSendsOf,
	type RecentSend,
} from '../../nodes/MessagingService/sentBefore/recentSends.ts';
import { campaignKey, contentKey } from '../../nodes/MessagingService/values/messageRecord.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const minute = 60_000;
const [amina, brian] = ['+254712345678', '+254722345678'];
let now: number;
let recent: RecentSends;
beforeEach(() => {
	now = noon;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	recent = new RecentSends();
});
afterEach(() => jest.restoreAllMocks());

const body = (recipients: string[] | null = [amina], message = 'Hello'): MessageBody =>
	({ sender_id: 1, priority: 'utility', campaign: 'c', message, recipients }) as MessageBody;
const hello = contentKey(body());

/** Begins a send that leaves now and ends at once. Without a state, it stays under way. */
function sent(state?: RecentSend['state'], of = body()): RecentSend {
	const send = recent.begin(of);
	send.leftAt = now;
	if (state) send.end(state, { id: '7' });
	return send;
}

const holding = (readAt = now, within?: number, number = amina) =>
	recent.holding(hello, number, readAt, within);

describe('a number is held', () => {
	test('by an accepted send, else by one under way, else by an unknown one', () => {
		const unknown = sent('unknown');
		expect(holding()).toBe(unknown);
		const underWay = sent();
		expect(holding()).toBe(underWay);
		const accepted = sent('accepted');
		expect(holding()).toBe(accepted);
	});

	test('by no refused send, by none of another message or to another number', () => {
		sent('refused');
		sent('accepted', body([amina], 'Good bye'));
		sent('accepted', body([brian]));
		sent('accepted', body(null));
		expect(holding()).toBeUndefined();
	});

	test('by any message of its campaign, where that is the key', () => {
		const other = sent('accepted', body([amina], 'Good bye'));
		const byCampaign = (campaign: string) => recent.holding(campaignKey({ campaign }), amina, now);
		expect([byCampaign('c '), byCampaign('C'), byCampaign('d')]).toEqual([
			...[other, undefined, undefined],
		]);
	});

	test('by each of its numbers, however often its end is noted', async () => {
		const send = sent('unknown', body([brian, amina]));
		send.end('accepted', { id: '8', sentAt: '2026-11-22T12:00:01Z' });
		await send.ended;
		expect([holding(), holding(now, Infinity, brian)]).toEqual([send, send]);
		expect(send).toMatchObject({ state: 'accepted', id: '8', endedAt: noon });
		expect(send.sentAt).toBe('2026-11-22T12:00:01Z');
	});

	test.each<['accepted' | 'unknown', number, number | undefined, boolean]>([
		['accepted', minute, minute, true],
		['accepted', minute + 1, minute, false],
		['accepted', 100 * minute, undefined, true],
		['unknown', 2 * minute - 1, undefined, true],
		['unknown', 2 * minute, undefined, false],
	])('by an %s one of %i ms ago, within %p: %p', (state, ago, within, isHeld) => {
		const send = sent(state);
		expect(holding(noon + ago, within)).toBe(isHeld ? send : undefined);
	});
});

test('like a send are those of the message to the same numbers of ten minutes before it, unknown ones of two', () => {
	const both = body([amina, brian]);
	const [early, late] = [sent('accepted', both), sent('accepted', both)];
	early.endedAt = noon - 1;
	sent('unknown', both);
	sent('accepted');
	sent('accepted', body([amina, brian], 'Good bye'));
	now += 8 * minute;
	const turned = sent('unknown', body([brian, amina]));
	now += 2 * minute;
	const send = sent('unknown', both);
	expect(recent.like(send).map((each) => [late, turned].indexOf(each))).toEqual([0, 1]);
});

describe('what is forgotten', () => {
	const later = (minutes: number) => {
		now = noon + minutes * minute;
		recent.forget();
	};

	test('nothing for ten minutes; then what was noted with a later send stays as long as that', () => {
		const send = sent('accepted');
		later(5);
		sent('accepted', body([brian]));
		for (const minutes of [9, 11, 14, 20]) {
			later(minutes);
			expect([minutes, holding()]).toEqual([minutes, send]);
		}
		later(22);
		expect([holding(), holding(now, Infinity, brian)]).toEqual([undefined, undefined]);
	});

	test('an accepted one is known by its ID for as long', () => {
		const send = sent('accepted');
		later(5);
		recent.begin(body([brian])).end('accepted');
		for (const minutes of [11, 14]) {
			later(minutes);
			expect([minutes, recent.byId('7')]).toEqual([minutes, send]);
		}
	});

	test('whenever an account is looked for: those of idle accounts go, too', () => {
		const account = accountOf({ baseUrl: 'https://idle.example.com/api', clientId: 'a' });
		recent = recentSendsOf(account);
		const send = sent('accepted');
		expect(holding()).toBe(send);
		for (const minutes of [11, 25, 40]) {
			now = noon + minutes * minute;
			accountOf({ baseUrl: 'https://busy.example.com/api', clientId: 'b' });
		}
		expect(holding()).toBeUndefined();
	});

	test('nothing that a run may need, as long as it goes on', () => {
		const send = sent('accepted');
		const end = recent.keepFor(noon);
		for (const minutes of [11, 25, 40]) later(minutes);
		expect(holding()).toBe(send);
		end();
		for (const minutes of [41, 60]) later(minutes);
		expect(holding()).toBeUndefined();
	});

	test('a send under way for long counts from its end', () => {
		const send = sent();
		later(11);
		send.end('accepted');
		later(20);
		expect(holding()).toBe(send);
	});
});
