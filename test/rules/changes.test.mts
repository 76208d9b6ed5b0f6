/**
 * The trigger's output, poll by poll: each change once, with the previous status. And the state that it keeps between
 * polls: little, and nothing private.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { createdAtOf } from '../../nodes/MessagingService/values/messageRecord.ts';
import { changesOf, type WatchOrder } from '../../nodes/MessagingService/trigger/changes.ts';
import {
	readWatched,
	stateAfter,
	watchedKey,
	watchedText,
	type Watched,
} from '../../nodes/MessagingService/trigger/state.ts';
import { runsOf } from '../harness/random.mts';
import { tableOf } from './table.mts';

const hour = 3_600_000;
const noon = '2026-11-22T12:00:00.000000Z';
const atNoon = Date.parse(noon);
const order = {
	event: 'statusChanged',
	query: {},
	watchedFor: hour,
	concurrency: 1,
} as WatchOrder;
const created: WatchOrder = { ...order, event: 'messageCreated' };

type Recipients = Array<[number: unknown, status: unknown]>;
const message = (id: number | undefined, recipients: Recipients, more: object = {}) =>
	({
		...(id === undefined ? {} : { id }),
		sender_id: 'CLINIC',
		category: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		schedule: null,
		status: 'Pending',
		sms_recipients: recipients.map(([phone_number, status]) => ({ phone_number, status })),
		sms_list_recipients: [],
		created_at: noon,
		...more,
	}) as IDataObject;

/**
 * Returns the items of each poll, from the messages that the service lists at that time. Between polls, the state is
 * kept as text, as n8n keeps it.
 */
function told(polls: IDataObject[][], by = order, since = atNoon - hour): IDataObject[][] {
	let text: string | undefined;
	return polls.map((messages) => {
		const before = readWatched(text, 'same');
		const seen: Watched['entries'] = new Map();
		const items = messages.flatMap((each) => changesOf(each, createdAtOf(each), by, before, seen));
		text = watchedText(stateAfter(seen, { since }, before), 'same');
		return items;
	});
}

/** Returns the same in short, such as `+1 Sent>Failed`: number, previous status, status. */
const shortly = (polls: IDataObject[][], by?: WatchOrder): string[] =>
	told(polls, by).map((items) =>
		items.map((item) => `${item.phone_number} ${item.previous_status}>${item.status}`).join(', '),
	);

// Columns: the case, the statuses of one number poll by poll, and the changes that are told.
test.each(
	tableOf(`
		the first poll takes the present state  ["Delivered"]  -
		each change is told once  ["Pending","Sent","Sent","Failed","Failed"]  - Pending>Sent - Sent>Failed -
		another case is the same status  ["PENDING","Pending"," pending "]  - - -
		left out, it is what it was  ["Sent",null,"","Sent","Failed"]  - - - - Sent>Failed
		left out at first, it was Pending  [null,"Pending","Failed"]  - - Pending>Failed
		odd ones are statuses  [0,2,"__proto__","constructor"]  - 0>2 2>__proto__ __proto__>constructor
	`),
)('%s', (_, statuses, expected) => {
	const polls = (JSON.parse(statuses!) as unknown[]).map((status) => [
		message(1, [['+1', status]], { status: null }),
	]);
	const each = shortly(polls).map((change) => change.replace('+1 ', '') || '-');
	expect(each.join(' ')).toBe(expected);
});

/**
 * Parses messages: `1 +1=Sent +2=Failed; 2 +1=Sent` are two with their recipients. An @ precedes the time of creation,
 * a ! the status of the message itself.
 */
const messages = (text: string): IDataObject[] =>
	text.split('; ').flatMap((each) => {
		const [, id, time, status, recipients] =
			/^(\d+)(?:@(\S+))?(?:!(\w+))?((?: \+\d=\w*)*)$/.exec(each) ?? [];
		if (id === undefined) return [];
		const pairs = recipients!.trim().split(' ').filter(Boolean);
		const more = { ...(time ? { created_at: time } : {}), ...(status ? { status } : {}) };
		return [message(Number(id), pairs.map((pair) => pair.split('=')) as Recipients, more)];
	});

// Columns: the case, the list at one poll, the list at the next, and the changes that are told then.
test.each(
	tableOf(`
		each recipient alone  1 +1=Sent +2=Sent  1 +1=Sent +2=Failed  +2 Sent>Failed
		each message alone  1 +1=A; 2 +1=B  1 +1=B; 2 +1=B  +1 A>B
		a new message counts as having been Pending  -  3 +1=Sent; 4 +2=pending  +1 Pending>Sent
		also of the very moment from which is watched  -  1@2026-11-22T11:00:00Z +1=Sent  +1 Pending>Sent
		one from before that is taken as it is  -  1@2026-11-22T10:59:59Z +1=Sent  -
		one whose time nobody can read is a new one  -  1@lately +1=Sent  +1 Pending>Sent
		a recipient without a status has its message's  -  1!Failed +1=  +1 Pending>Failed
		a message without recipients is one without a number  1  1!Failed  null Pending>Failed
		equal numbers in another order  1 +1=A +1=B  1 +1=B +1=A  -
		one of them changed, in another order  1 +1=A +1=B  1 +1=C +1=A  +1 B>C
		both changed  1 +1=A +1=A  1 +1=B +1=C  +1 A>B, +1 A>C
		one more  1 +1=A +1=A  1 +1=A +1=B +1=A  +1 Pending>B
	`),
)('%s', (_, before, after, expected) => {
	const polls = [before, after, after].map((text) => messages(text!));
	expect(shortly(polls)).toEqual(['', expected!.replace(/^-$/, ''), '']);
});

test('only the wanted statuses are told, and the others are kept in mind', () => {
	const polls = ['Pending', 'Sent', 'FAILED', 'Sent', 'Expired'].map((status) =>
		messages(`1 +1=${status}`),
	);
	const wanted = { ...order, statuses: new Set(['failed', 'expired']) };
	expect(shortly(polls, wanted)).toEqual(['', '', '+1 Sent>FAILED', '', '+1 Sent>Expired']);
});

test('a new message comes out once, simplified, and a change of it is no new one', () => {
	const nameless = message(undefined, [['+3', 'Sent']]);
	const added = messages('2 +1=Sent +2=Sent; 1 +1=Sent');
	const changed = messages('2 +1=Failed +2=Sent');
	const polls = [messages('1 +1=Sent'), added, [...changed, nameless, nameless], [nameless]];
	const new2 = expect.objectContaining({ id: 2, recipients: '+1, +2', created_at: noon });
	const new3 = expect.objectContaining({ id: null, recipients: '+3' });
	expect(told(polls, created)).toEqual([[], [new2], [new3], []]);
});

test('messages without an ID are told apart by what does not change of them', () => {
	const at = (status: string) =>
		['Hello', 'Hello', 'Other'].map((text) =>
			message(undefined, [['+1', status]], { message: text }),
		);
	const line = '+1 Pending>Sent, +1 Pending>Sent';
	expect(shortly([at('Pending'), at('Sent'), at('Sent')])).toEqual(['', line, '']);
});

describe('what is kept', () => {
	const hours = (count: number) => atNoon + count * hour;
	const entries = (given: Record<string, [createdAt: number, status: string]>) =>
		new Map(
			Object.entries(given).map(([key, [createdAt, status]]) => [
				watchedKey([key]),
				{ createdAt, status },
			]),
		);
	const statuses = (kept: Watched | undefined, ...keys: string[]) =>
		keys.map((key) => kept?.entries.get(watchedKey([key]))?.status);

	test('comes back from its text as it was, the times of creation by the hour', () => {
		const kept = {
			entries: entries({
				a: [hours(0), 'Delivered'],
				b: [hours(-1), 'Sent'],
				d: [hours(0), '__proto__'],
				e: [hours(0) + 1000, ''],
			}),
			since: hours(-72),
			saidSince: hours(-70),
		};
		const read = readWatched(watchedText(kept, 'of this'), 'of this')!;
		kept.entries.get(watchedKey(['e']))!.createdAt = hours(0);
		expect(read).toEqual(kept);
		expect(watchedText(read, 'of this')).toBe(watchedText(kept, 'of this'));
	});

	test('is read by the trigger that kept it alone', () => {
		const kept = { entries: entries({ a: [hours(0), 'Sent'] }), since: 5, saidSince: 5 };
		const text = watchedText(kept, 'of this');
		expect(statuses(readWatched(text, 'of this'), 'a')).toEqual(['Sent']);
		expect(readWatched(text, 'of that')).toBeUndefined();
	});

	test('takes over what is still watched and not in it, by the hour', () => {
		const earlier = entries({
			gone: [hours(-3), 'Sent'],
			edge: [hours(-2), 'Sent'],
			kept: [hours(0), 'Sent'],
			newer: [hours(0), 'Sent'],
		});
		const since = hours(-2) + 1000;
		const before = { entries: earlier, since, saidSince: since };
		const after = stateAfter(entries({ newer: [hours(0), 'Delivered'] }), { since }, before);
		const last = [undefined, 'Sent', 'Sent', 'Delivered'];
		expect(statuses(after, 'gone', 'edge', 'kept', 'newer')).toEqual(last);
	});

	const [right, ahead, behind] = [hours(-1), hours(1), hours(-9)];
	test.each([
		['one ahead', [right, ahead], 'Sent', right],
		['right again', [right, ahead, right], 'Sent', right],
		['one behind', [right, behind, right], 'Sent', behind],
		['ahead now and then', [right, ahead, right, ahead], 'Sent', right],
		['two ahead', [right, ahead, ahead], undefined, ahead],
	])('forgets only when two polls in a row say so: %s', (_, said, status, since) => {
		let last = stateAfter(entries({ a: [hours(0), 'Sent'] }), { since: said[0]! }, undefined);
		for (const saidSince of said.slice(1))
			last = readWatched(
				watchedText(stateAfter(new Map(), { since: saidSince }, last), 'same'),
				'same',
			)!;
		expect([statuses(last, 'a'), last.since]).toEqual([[status], since]);
	});

	test('keys are the same for the same parts only', () => {
		const given = '["1","254",0] ["1","254",1] ["12","54",0] [1,"254",0] [["1","254"],0]';
		const keys = given.split(' ').map((parts) => watchedKey(JSON.parse(parts) as unknown[]));
		expect(new Set(keys).size).toBe(keys.length);
		expect(watchedKey(['1', '254', 0])).toBe(keys[0]);
	});
});

describe('a kept state that somebody has edited', () => {
	const whole = { identity: 'same', since: 1, saidSince: 1 };

	test.each<[unknown, number | undefined]>([
		[{ ...whole, hours: null }, 0],
		[{ ...whole, hours: [] }, 0],
		[{ ...whole, hours: { 5: null, 6: { Sent: 'abcdefghij' } } }, 1],
		[{ ...whole, hours: { 5: { Sent: null, Lost: 'abcdefghij' } } }, 1],
		[{ ...whole, since: null, hours: {} }, undefined],
		[{ identity: 'same' }, undefined],
		[['same'], undefined],
	])('%j is read as far as it can be', (state, entries) => {
		expect(readWatched(JSON.stringify(state), 'same')?.entries.size).toBe(entries);
	});

	test('any JSON value in it is taken, or counts as none', () => {
		const state = fc.oneof(
			fc.json(),
			fc
				.record({ since: fc.jsonValue(), saidSince: fc.jsonValue(), hours: fc.jsonValue() })
				.map((odd) => JSON.stringify({ ...whole, ...odd })),
			fc.record({ hours: fc.jsonValue() }).map((odd) => JSON.stringify({ ...whole, ...odd })),
			fc.jsonValue(),
		);
		fc.assert(
			fc.property(state, (text) => {
				expect(() => readWatched(text, 'same')).not.toThrow();
			}),
			runsOf(1_000),
		);
	});
});
