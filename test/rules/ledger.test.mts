/**
 * What a run knows of its items over all its tries: what left is unknown until the answer proves more. And which
 * items share a request.
 */
import type { Failure, SendOrder } from '../../nodes/MessagingService/item.ts';
import { combine } from '../../nodes/MessagingService/send/combine.ts';
import { Ledger, ledgerOf } from '../../nodes/MessagingService/send/ledger.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

function order(
	recipients: string[] | null,
	changes: Partial<SendOrder['body']> = {},
	more: Partial<SendOrder> = { combineUpTo: 3 },
): SendOrder {
	return {
		purpose: 'send',
		body: {
			sender_id: 1,
			priority: 'utility',
			campaign: 'reminders',
			message: 'Hello',
			schedule: null,
			recipients,
			contact_list_id: recipients ? null : 9,
			...changes,
		},
		beside: { segments: 1, encoding: 'GSM-7' },
		maxRecipients: 0,
		maxTotalSegments: 0,
		...more,
	};
}

describe('the ledger', () => {
	const failure: Failure = { id: 'x', what: 'x.', next: 'x.', fate: 'unknown' };
	const sent = order(['a']);
	const items = [1, 0].map((index) => ({ index, order: sent }));

	test('lasts over the tries of one run and is empty for the next', () => {
		const run = {};
		ledgerOf(run).accepted(1, sent, { messageId: 'm1' }, run);
		expect(ledgerOf(run).get(1)).toEqual({
			order: sent,
			receipt: { messageId: 'm1' },
			request: run,
		});
		expect([ledgerOf(run).get(0), ledgerOf({}).get(1)]).toEqual([undefined, undefined]);
	});

	test('has what left as unknown until the answer proves more', () => {
		const ledger = new Ledger();
		ledger.unknown(items, () => failure);
		expect(items.map(({ index }) => ledger.get(index))).toMatchObject([
			{ order: sent },
			{ order: sent },
		]);
		expect((ledger.get(0) as { unknown: () => Failure }).unknown()).toBe(failure);
		expect([ledger.receipts, ledger.orders]).toEqual([[], [sent, sent]]);
		ledger.accepted(1, sent, { messageId: 'm1' }, items);
		ledger.accepted(0, sent, { messageId: 7 }, items);
		ledger.refused([{ index: 2 }]);
		expect(ledger.receipts).toEqual([
			{ index: 0, messageId: '7', campaign: 'reminders', request: items },
			{ index: 1, messageId: 'm1', campaign: 'reminders', request: items },
		]);
		ledger.refused([{ index: 1 }]);
		expect([ledger.get(1), ledger.orders]).toEqual([undefined, [sent]]);
	});

	test.each([[{}], [{ messageId: null }], [{ messageId: ' ' }], [{ messageId: { id: 1 } }]])(
		'a receipt of %j has no id',
		(receipt) => {
			const ledger = new Ledger();
			ledger.accepted(3, sent, receipt as never, items);
			expect(ledger.receipts).toEqual([{ index: 3, campaign: 'reminders', request: items }]);
		},
	);

	test('waits for every request that is under way, one that begins meanwhile too', async () => {
		const ledger = new Ledger();
		let settled = false;
		const ends: Array<() => void> = [];
		const request = () => new Promise<void>((resolve) => ends.push(resolve));
		ledger.watch(request());
		const waiting = ledger.settled().then(() => (settled = true));
		ledger.watch(request());
		ends[0]!();
		await new Promise((resolve) => setImmediate(resolve));
		expect(settled).toBe(false);
		ends[1]!();
		await waiting;
	});
});

describe('items that share a request', () => {
	/** Which items, and to whom it goes. */
	const combined = async (...orders: SendOrder[]) =>
		(await combine(orders.map((each, index) => ({ index, order: each, concurrency: 10 })))).map(
			({ body, items }) =>
				`${items.map(({ index }) => index).join('+')} → ${body.recipients?.join('') ?? 'group'}`,
		);
	const none = { combineUpTo: undefined };

	test.each<[string, SendOrder[], string[]]>([
		['up to the cap', ['a', 'b', 'c', 'd'].map((to) => order([to])), ['0+1+2 → abc', '3 → d']],
		[
			'a number in two of them goes once',
			[order(['a', 'b']), order(['b', 'c']), order(['a'])],
			['0+1+2 → abc'],
		],
		[
			'one that is too large goes alone',
			[order(['a', 'b', 'c', 'd']), order(['e'])],
			['0 → abcd', '1 → e'],
		],
		['none is split', [order(['a', 'b']), order(['c', 'd'])], ['0 → ab', '1 → cd']],
		['a group never', [order(null), order(null)], ['0 → group', '1 → group']],
		[
			'none that does not ask for it',
			[order(['a'], {}, none), order(['b'], {}, none)],
			['0 → a', '1 → b'],
		],
	])('%s', async (_, orders, expected) => {
		const before = JSON.stringify(orders);
		expect(await combined(...orders)).toEqual(expected);
		expect(JSON.stringify(orders)).toBe(before);
	});

	test.each<[Partial<SendOrder['body']>, Partial<SendOrder>]>([
		[{ message: 'Other' }, {}],
		[{ sender_id: 2 }, {}],
		[{ priority: 'marketing' }, {}],
		[{ campaign: 'd' }, {}],
		[{ schedule: '2026-12-01T00:00:00Z' }, {}],
		[{}, { combineUpTo: 5 }],
		[{}, { looksUp: true }],
		[{}, { skipSentWithin: 3_600_000 }],
	])('not those that differ in %j %j', async (body, more) => {
		const differs = order(['b'], body, { combineUpTo: 3, ...more });
		expect(await combined(order(['a']), differs, order(['c']))).toEqual(['0+2 → ac', '1 → b']);
	});
});
