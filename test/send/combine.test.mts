import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import { combine } from '../../nodes/MessagingService/send/combine.ts';

function order(
	recipients: string[] | null,
	changes: Partial<SendOrder['body']> = {},
	combineUpTo: number | undefined = 3,
): SendOrder {
	const body = {
		sender_id: 1,
		priority: 'utility',
		campaign: 'c',
		message: 'Hello',
		schedule: null,
		recipients,
		contact_list_id: recipients ? null : 9,
		...changes,
	};
	return {
		purpose: 'send',
		body,
		beside: { segments: 1, encoding: 'GSM-7' },
		maxRecipients: 0,
		maxTotalSegments: 0,
		...(combineUpTo ? { combineUpTo } : {}),
	};
}

/** Which items share a request, and to whom it goes. */
async function combined(...orders: SendOrder[]): Promise<string[]> {
	return (
		await combine(orders.map((each, index) => ({ index, order: each, concurrency: 10 })))
	).map(
		({ body, items }) =>
			`${items.map(({ index }) => index).join('+')} → ${body.recipients?.join(',') ?? 'group'}`,
	);
}

test('items that differ only in recipients share requests up to the cap', async () => {
	expect(await combined(order(['a']), order(['b']), order(['c']), order(['d']))).toEqual([
		'0+1+2 → a,b,c',
		'3 → d',
	]);
});

test('a number that stands in two items goes once, and takes one place', async () => {
	expect(await combined(order(['a', 'b']), order(['b', 'c']), order(['a']))).toEqual([
		'0+1+2 → a,b,c',
	]);
});

test('an item is never split: one that is too large goes alone', async () => {
	expect(await combined(order(['a', 'b', 'c', 'd', 'e']), order(['f']))).toEqual([
		'0 → a,b,c,d,e',
		'1 → f',
	]);
	expect(await combined(order(['a', 'b']), order(['c', 'd']))).toEqual(['0 → a,b', '1 → c,d']);
});

test.each([
	{ message: 'Other' },
	{ sender_id: 2 },
	{ priority: 'marketing' },
	{ campaign: 'd' },
	{ schedule: '2026-12-01T00:00:00Z' },
])('items that differ in %j go apart', async (changes) => {
	expect(await combined(order(['a']), order(['b'], changes), order(['c']))).toEqual([
		'0+2 → a,c',
		'1 → b',
	]);
});

test('groups, items that do not ask for it, and items with another cap go apart', async () => {
	expect(await combined(order(null), order(null))).toEqual(['0 → group', '1 → group']);
	expect(await combined(order(['a'], {}, 0), order(['b'], {}, 0))).toEqual(['0 → a', '1 → b']);
	expect(await combined(order(['a'], {}, 2), order(['b'], {}, 5), order(['c'], {}, 2))).toEqual([
		'0+2 → a,c',
		'1 → b',
	]);
});

test('the orders themselves stay as they were', async () => {
	const first = order(['a']);
	await combine([
		{ index: 0, order: first, concurrency: 10 },
		{ index: 1, order: order(['b']), concurrency: 10 },
	]);
	expect(first.body.recipients).toEqual(['a']);
});
