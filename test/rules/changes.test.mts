/**
 * What the trigger tells, poll by poll: each change once, with the status before it. And what it keeps from poll to
 * poll: little, and nothing private.
 */
import type { IDataObject } from 'n8n-workflow';
import { createdAtOf } from '../../nodes/MessagingService/lookup/listedMessage.ts';
import type { WatchOrder } from '../../nodes/MessagingService/operations/watchMessages.ts';
import { Changes } from '../../nodes/MessagingService/trigger/changes.ts';
import { Watched, watchedKey } from '../../nodes/MessagingService/trigger/watched.ts';
import { tableOf } from './table.mts';

const hour = 3_600_000;
const noon = '2026-11-22T12:00:00.000000Z';
const atNoon = Date.parse(noon);
const order = {
	event: 'statusChanged',
	filters: {},
	query: {},
	watchedFor: hour,
	concurrency: 1,
} as WatchOrder;
const created: WatchOrder = { ...order, event: 'messageCreated' };
const one = '+254700100001';

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

/** What each poll tells of what the service lists at it. The state goes through its text, as n8n keeps it. */
function told(polls: IDataObject[][], by = order, since = atNoon - hour): IDataObject[][] {
	let text: string | undefined;
	return polls.map((messages) => {
		const before = Watched.read(text, 'same');
		const now = new Watched();
		const changes = new Changes(by, before, now);
		for (const each of messages) changes.note(each, createdAtOf(each));
		now.since = since;
		if (before) now.keepFrom(before);
		text = now.text('same');
		return changes.items;
	});
}

/** The same, short: number, status before, status. */
const shortly = (polls: IDataObject[][], by?: WatchOrder): string[] =>
	told(polls, by).map((items) =>
		items.map((item) => `${item.phone_number} ${item.previous_status}>${item.status}`).join(', '),
	);

test('a change comes out with all its columns', () => {
	const own = { reference: 'r-8814', created_at: '2026-11-22T12:00:00.000004Z' };
	const at = (status: string, ofMessage: string) => [
		message(70_413, [], {
			status: ofMessage,
			sms_recipients: [{ phone_number: one, status, ...own }],
		}),
	];
	expect(told([at('Queued', 'Accepted'), at('Undeliverable', 'Done')])).toEqual([
		[],
		[
			{
				phone_number: one,
				status: 'Undeliverable',
				previous_status: 'Queued',
				...own,
				message_id: 70_413,
				message_status: 'Done',
				sender_id: 'CLINIC',
				category: 'utility',
				campaign: 'reminders',
			},
		],
	]);
});

// The statuses of one number, poll by poll, and what is told of it.
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
	expect(
		shortly(polls)
			.map((change) => change.replace('+1 ', '') || '-')
			.join(' '),
	).toBe(expected);
});

/**
 * Messages as one text: `1 +1=Sent +2=Failed; 2 +1=Sent` are two with their recipients. After an @ stands when one was
 * created, after a ! the status of the message itself.
 */
const messages = (text: string): IDataObject[] =>
	text.split('; ').flatMap((each) => {
		const [, id, time, status, recipients] =
			/^(\d+)(?:@(\S+))?(?:!(\w+))?((?: \+\d=\w*)*)$/.exec(each) ?? [];
		if (id === undefined) return [];
		const pairs = recipients!.trim().split(' ').filter(Boolean);
		return [
			message(
				Number(id),
				pairs.map((pair) => pair.split('=') as [string, string]),
				{ ...(time ? { created_at: time } : {}), ...(status ? { status } : {}) },
			),
		];
	});

// What the list has at a poll, what it has at the next one, and what is told then.
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
		the oldest message first  -  9@2026-11-22T12:30:00Z +1=A; 3 +2=B  +2 Pending>B, +1 Pending>A
	`),
)('%s', (_, before, after, expected) => {
	const polls = [before, after, after].map((text) => messages(text!));
	expect(shortly(polls)).toEqual(['', expected!.replace(/^-$/, ''), '']);
});

test('members of a contact group come out each where they can be read, else the message alone', () => {
	const at = (status: string, member: object) => [
		message(1, [], { status, sms_list_recipients: [{ ...member, status }] }),
	];
	expect(shortly([at('A', { phone_number: one }), at('B', { phone_number: one })])[1]).toBe(
		`${one} A>B`,
	);
	expect(shortly([at('A', { id: 5 }), at('B', { id: 5 })])[1]).toBe('null A>B');
});

test("a message without an ID is known by what doesn't change of it, however often it comes", () => {
	const at = (status: string) => [
		message(undefined, [[one, status]]),
		message(undefined, [[one, status]]),
		...['created_at', 'sender_id', 'category', 'campaign', 'message', 'schedule'].map((field) =>
			message(undefined, [[one, status]], { [field]: '2026-11-22T12:00:01Z' }),
		),
	];
	expect(told([at('Pending'), at('Sent'), at('Sent')]).map(({ length }) => length)).toEqual([
		0, 7, 0,
	]);
});

test.each([
	[noon, atNoon - hour],
	['lately', Date.now() - hour],
])(
	'a message that the list lacked for a while is not told again: created %s',
	(created_at, since) => {
		const at = (status: string) => [message(1, [[one, status]], { created_at })];
		const counts = told([at('Pending'), at('Sent'), [], at('Sent')], order, since);
		expect(counts.map(({ length }) => length)).toEqual([0, 1, 0, 0]);
	},
);

test('only the wanted statuses are told, and the others are kept in mind', () => {
	const polls = ['Pending', 'Sent', 'FAILED', 'Sent', 'Expired'].map((status) =>
		messages(`1 +1=${status}`),
	);
	const wanted = { ...order, statuses: new Set(['failed', 'expired']) };
	expect(shortly(polls, wanted)).toEqual(['', '', '+1 Sent>FAILED', '', '+1 Sent>Expired']);
});

test('only the wanted numbers are told', () => {
	const polls = ['1 +1=A +2=A', '1 +1=B +2=B'].map(messages);
	expect(shortly(polls, { ...order, numbers: new Set(['2']) })).toEqual(['', '+2 A>B']);
});

test('of a status that is a whole report the first 200 characters count', () => {
	const at = (status: string) => [message(1, [[one, status]])];
	const report = 'no route '.repeat(30);
	const [, items, others, last] = told([
		at('Sent'),
		at(`${report}1`),
		at(`${report}2`),
		at('Sent'),
	]);
	expect(items![0]!.status).toBe(`${report}1`);
	expect([others, last![0]!.previous_status]).toEqual([[], report.slice(0, 200).trim()]);
});

test('a new message comes out once, simplified, and a change of it is no new one', () => {
	const [old, added, changed] = ['1 +1=Sent', '2 +1=Sent +2=Sent', '2 +1=Failed +2=Sent'].map(
		messages,
	) as [IDataObject[], IDataObject[], IDataObject[]];
	const nameless = message(undefined, [['+3', 'Sent']]);
	const polls = [old, [...added, ...old], [...changed, nameless, nameless], [...changed, nameless]];
	expect(told(polls, created)).toEqual([
		[],
		[
			{
				id: 2,
				status: 'Pending',
				message: 'Hello',
				sender_id: 'CLINIC',
				category: 'utility',
				campaign: 'reminders',
				recipients: ['+1', '+2'],
				schedule: null,
				created_at: noon,
			},
		],
		[expect.objectContaining({ id: null, recipients: ['+3'] })],
		[],
	]);
});

describe('what is kept', () => {
	type Entry = [key: string, createdAt: number, status: string];
	function watched(...entries: Entry[]): Watched {
		const made = new Watched();
		for (const [key, createdAt, status] of entries) made.set(watchedKey([key]), createdAt, status);
		return made;
	}
	const statuses = (kept: Watched, ...keys: string[]) =>
		keys.map((key) => kept.statusOf(watchedKey([key])));

	test('comes back from its text as it was', () => {
		const kept = watched(
			['a', atNoon, 'Delivered'],
			['b', atNoon - hour, 'Sent'],
			['c', atNoon - 2 * hour, 'Sent'],
			['d', atNoon, '__proto__'],
			['e', atNoon, ''],
		);
		kept.since = atNoon - 72 * hour;
		kept.saidSince = atNoon - 70 * hour;
		const read = Watched.read(kept.text('of this'), 'of this')!;
		const last = ['Delivered', 'Sent', 'Sent', '__proto__', '', undefined];
		expect(statuses(read, 'a', 'b', 'c', 'd', 'e', 'f')).toEqual(last);
		expect([read.size, read.since, read.saidSince]).toEqual([5, kept.since, kept.saidSince]);
		expect(read.text('of this')).toBe(kept.text('of this'));
	});

	const state = { form: 1, identity: 'of this', since: 5, hours: {} };
	test.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['no JSON', '{'],
		['a list', '[]'],
		['an object', {}],
		['of another form', { ...state, form: 2 }],
		['without hours', { ...state, hours: undefined }],
		['without a time', { ...state, since: undefined }],
		['of another identity', { ...state, identity: 'of that' }],
	])('is not read from what is %s', (_, kept) => {
		const text = kept && kept !== '{' && kept !== '[]' ? JSON.stringify(kept) : kept;
		expect(Watched.read(text, 'of this')).toBeUndefined();
	});

	test('is read without what an older version did not write, and without what nobody can read', () => {
		const read = Watched.read(JSON.stringify({ ...state, hours: { 7: null } }), 'of this')!;
		expect([read.saidSince, read.size]).toEqual([5, 0]);
	});

	test('has no number and no text of a message in it, and takes about ten bytes a recipient', () => {
		const kept = new Watched();
		for (let index = 0; index < 10_000; index++)
			kept.set(watchedKey([index, `2547123${index}`]), atNoon - (index % 72) * hour, 'Sent');
		expect([kept.size, kept.text('this').includes('2547123')]).toEqual([10_000, false]);
		expect(kept.text('this').length).toBeLessThan(115_000);
	});

	test('takes over what is still watched and not in it, by the hour', () => {
		const earlier = watched(
			['gone', atNoon - 3 * hour, 'Sent'],
			['edge', atNoon - 2 * hour, 'Sent'],
			['kept', atNoon, 'Sent'],
			['newer', atNoon, 'Sent'],
		);
		const now = watched(['newer', atNoon, 'Delivered']);
		earlier.saidSince = now.saidSince = atNoon - 2 * hour + 1000;
		now.keepFrom(earlier);
		expect(statuses(now, 'gone', 'edge', 'kept', 'newer').join()).toBe(',Sent,Sent,Delivered');
	});

	const [right, ahead, behind] = [atNoon - hour, atNoon + hour, atNoon - 9 * hour];
	test.each([
		['one ahead', [right, ahead], 'Sent', right],
		['right again', [right, ahead, right], 'Sent', right],
		['one behind', [right, behind, right], 'Sent', behind],
		['ahead now and then', [right, ahead, right, ahead], 'Sent', right],
		['two ahead', [right, ahead, ahead], undefined, ahead],
	])('forgets only when two polls in a row say so: %s', (_, said, status, since) => {
		let last = watched(['a', atNoon, 'Sent']);
		for (const saidSince of said) {
			const now = new Watched();
			now.saidSince = saidSince;
			now.keepFrom(last);
			last = Watched.read(now.text('same'), 'same')!;
		}
		expect([statuses(last, 'a'), last.since]).toEqual([[status], since]);
	});

	test('keys are the same for the same parts only', () => {
		const parts = [
			['1', '254', 0],
			['1', '254', 1],
			['12', '54', 0],
			[1, '254', 0],
		];
		const keys = [...parts, [['1', '254'], 0]].map(watchedKey);
		expect(new Set(keys).size).toBe(keys.length);
		expect(watchedKey(['1', '254', 0])).toBe(keys[0]);
	});
});
