import type { MessageBody } from '../../nodes/MessagingService/item.ts';
import { contentKeyOf } from '../../nodes/MessagingService/lookup/identity.ts';
import { RecentSends as Sends } from '../../nodes/MessagingService/lookup/recentSends.ts';

const minute = 60_000;
const number = '+254711001001';
const body = (
	recipients: string[] | null = [number],
	changes: Partial<MessageBody> = {},
): MessageBody => ({
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	schedule: null,
	recipients,
	contact_list_id: null,
	...changes,
});
const content = contentKeyOf(body());

/** As a run asks that read the service's list at the present moment. */
class RecentSends extends Sends {
	holdingNow(content: string, number: string) {
		return this.holding(content, number, Date.now());
	}
}

let now = 0;
let recent: RecentSends;
beforeEach(() => {
	now = Date.parse('2026-11-22T12:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	recent = new RecentSends();
});
afterEach(() => jest.restoreAllMocks());

/** Lets time pass, and something be sent, which is when old sends are forgotten. */
function pass(milliseconds: number): void {
	now += milliseconds;
	recent.begin(body(['+254711009999'], { message: 'Something else' })).end('refused');
}

test('the same message is the same whoever sends it, when, and with what a service may rewrite', () => {
	const old = recent.begin(body([number], { message: 'Old\rMac' }));
	expect(
		recent.holdingNow(
			contentKeyOf(body([number], { message: 'Old\nMac', campaign: ' reminders ' })),
			number,
		),
	).toBe(old);
	const send = recent.begin(
		body([number], {
			message: ' Hello\r\nthere ',
			sender_id: 2,
			schedule: '2026-12-01T00:00:00.000Z',
		}),
	);
	expect(recent.holdingNow(contentKeyOf(body([number], { message: 'Hello\nthere' })), number)).toBe(
		send,
	);
	for (const changes of [
		{ message: 'Hello there' },
		{ message: 'Hello \u00a0 there\n\n' },
		{ message: 'Hello there', campaign: ' REMINDERS', priority: 'Utility' },
	])
		expect(recent.holdingNow(contentKeyOf(body([number], changes)), number)).toBe(send);
	const composed = recent.begin(
		body([number], { message: 'Ile\u0301', campaign: 'Re\u0301union' }),
	);
	expect(
		recent.holdingNow(
			contentKeyOf(body([number], { message: 'Il\u00e9', campaign: 'R\u00c9UNION' })),
			number,
		),
	).toBe(composed);
	expect(
		recent.holdingNow(contentKeyOf(body([number], { message: 'Hellothere' })), number),
	).toBeUndefined();
	expect(
		recent.holdingNow(contentKeyOf(body([number], { message: 'hello there' })), number),
	).toBeUndefined();
	expect(
		recent.holdingNow(
			contentKeyOf(body([number], { message: 'Hello\nthere', campaign: 'sale' })),
			number,
		),
	).toBeUndefined();
	expect(
		recent.holdingNow(
			contentKeyOf(body([number], { message: 'Hello\nthere', priority: 'marketing' })),
			number,
		),
	).toBeUndefined();
	expect(
		recent.holdingNow(contentKeyOf(body([number], { message: 'Hello\nthere' })), '+254711001002'),
	).toBeUndefined();
});

test('a send holds each of its numbers from the moment it begins', () => {
	const send = recent.begin(body(['+254711001001', '+254711001002']));
	expect(recent.holdingNow(content, '+254711001001')).toBe(send);
	expect(recent.holdingNow(content, '+254711001002')).toBe(send);
});

test('a refused one holds nothing, and what went before counts again', () => {
	const accepted = recent.begin(body());
	accepted.end('accepted', { id: '7' });
	const refused = recent.begin(body());
	refused.end('refused');
	expect(recent.holdingNow(content, number)).toBe(accepted);
	expect(recent.like(accepted)).toEqual([]);
});

test('an accepted one counts before one under way, and that before an unclear one', () => {
	const unclear = recent.begin(body());
	unclear.end('unknown');
	expect(recent.holdingNow(content, number)).toBe(unclear);
	const underWay = recent.begin(body());
	expect(recent.holdingNow(content, number)).toBe(underWay);
	const accepted = recent.begin(body());
	accepted.end('accepted');
	expect(recent.holdingNow(content, number)).toBe(accepted);
});

test('an accepted one is known for ten minutes', () => {
	const send = recent.begin(body());
	send.end('accepted');
	pass(10 * minute);
	expect(recent.holdingNow(content, number)).toBe(send);
	pass(1);
	expect(recent.holdingNow(content, number)).toBeUndefined();
});

test('an accepted one that left before the time asked about holds nothing, and one of that moment does', () => {
	const send = recent.begin(body());
	send.leaves();
	send.end('accepted');
	expect(recent.holding(content, number, now, now)).toBe(send);
	expect(recent.holding(content, number, now, now + 1)).toBeUndefined();
});

test('an unclear one holds its numbers for two minutes, and is known to look-ups for ten', () => {
	const send = recent.begin(body());
	send.end('unknown');
	const equal = recent.begin(body());
	equal.end('unknown');
	pass(2 * minute - 1);
	expect(recent.holdingNow(content, number)).toBe(send);
	pass(1);
	expect(recent.holdingNow(content, number)).toBeUndefined();
	expect(recent.like(send)).toEqual([equal]);
	pass(8 * minute + 1);
	expect(recent.like(send)).toEqual([]);
});

test('of the same message only those to the very same numbers are like it, in whatever order', () => {
	const other = '+254711001002';
	const send = recent.begin(body([number, other]));
	recent.begin(body([number])).end('unknown');
	recent.begin(body([number, '+254711001003'])).end('unknown');
	const equal = recent.begin(body([other, number]));
	equal.end('unknown');
	expect(recent.like(send)).toEqual([equal]);
});

test('an unclear one holds its numbers as long as a run lasts that read the list before', () => {
	const readAt = now;
	const runEnds = recent.keepSince(now);
	now += 1;
	const send = recent.begin(body());
	send.end('unknown');
	pass(60 * minute);
	expect(recent.holding(content, number, readAt)).toBe(send);
	expect(recent.holding(content, number, now)).toBeUndefined();
	runEnds();
});

test('one under way is never forgotten', () => {
	const send = recent.begin(body());
	pass(60 * minute);
	expect(recent.holdingNow(content, number)).toBe(send);
});

test('while a run goes by the list, nothing that was sent since it read it is forgotten', () => {
	recent.begin(body(['+254711001002'])).end('accepted');
	now += 10 * minute + 1;
	const runEnds = recent.keepSince(now);
	const send = recent.begin(body());
	send.end('accepted');
	const otherEnds = recent.keepSince(now);
	pass(60 * minute);
	expect(recent.holdingNow(content, '+254711001002')).toBeUndefined();
	expect(recent.holdingNow(content, number)).toBe(send);
	runEnds();
	pass(1);
	expect(recent.holdingNow(content, number)).toBe(send);
	otherEnds();
	pass(1);
	expect(recent.holdingNow(content, number)).toBeUndefined();
});

test('who waits for a send hears of it once its outcome is known, and at once where it is', async () => {
	const send = recent.begin(body());
	const heard: string[] = [];
	const waits = [
		send.whenEnded().then(() => heard.push(send.state)),
		send.whenEnded().then(() => heard.push(send.state)),
	];
	await Promise.resolve();
	expect(heard).toEqual([]);
	send.end('accepted');
	await Promise.all(waits);
	await send.whenEnded();
	expect(heard).toEqual(['accepted', 'accepted']);
});

test('says when it was sent: as the list has it, else when it left last', () => {
	const send = recent.begin(body());
	now += 1000;
	send.leaves();
	now += 1000;
	send.leaves();
	send.end('accepted', { id: '7' });
	expect([send.sentAt, send.id]).toEqual(['2026-11-22T12:00:02.000Z', '7']);
	send.end('accepted', { id: '7', sentAt: '2026-11-22T11:59:58.000000Z' });
	expect(send.sentAt).toBe('2026-11-22T11:59:58.000000Z');
	send.end('accepted', { id: '7', sentAt: null });
	expect(send.sentAt).toBe('2026-11-22T12:00:02.000Z');
});
