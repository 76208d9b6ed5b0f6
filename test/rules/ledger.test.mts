/**
 * What a run knows of its items over all its tries: what left is unknown until the answer proves more. And which
 * items share a request.
 */
import type { Failure, SendOrder } from '../../nodes/MessagingService/item.ts';
import { bodyOf, combine } from '../../nodes/MessagingService/send/combine.ts';
import { Ledger, ledgerOf } from '../../nodes/MessagingService/send/ledger.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const order = (recipients: string[] | null, message = 'Hello') =>
	({ body: { campaign: 'reminders', message, recipients }, combineUpTo: 3 }) as SendOrder;

describe('the ledger', () => {
	const failure: Failure = { id: 'x', what: 'x.', next: 'x.', fate: 'unknown' };
	const sent = order(['a']);
	const items = [1, 0].map((index) => ({ index, order: sent }));

	test('lasts over the tries of one run and is empty for the next', () => {
		const run = {};
		const receipt = { messageId: 'm1' };
		ledgerOf(run).set(1, { order: sent, receipt, request: run });
		expect(ledgerOf(run).get(1)).toEqual({ order: sent, receipt, request: run });
		expect([ledgerOf(run).get(0), ledgerOf({}).get(1)]).toEqual([undefined, undefined]);
	});

	test('knows what left, and the receipts in the order of the items', () => {
		const ledger = new Ledger();
		for (const { index } of items) ledger.set(index, { order: sent, unknown: () => failure });
		expect([ledger.receipts, ledger.orders]).toEqual([[], [sent, sent]]);
		ledger.set(1, { order: sent, receipt: { messageId: 'm1' }, request: items });
		ledger.set(0, { order: sent, receipt: { messageId: 7 }, request: items });
		expect(ledger.receipts).toEqual([
			{ index: 0, messageId: '7', campaign: 'reminders', request: items },
			{ index: 1, messageId: 'm1', campaign: 'reminders', request: items },
		]);
		ledger.delete(1);
		expect(ledger.orders).toEqual([sent]);
	});

	test.each([{}, { messageId: ' ' }, { messageId: { id: 1 } }])('%j has no id', (receipt) => {
		const ledger = new Ledger();
		ledger.set(3, { order: sent, receipt: receipt as never, request: items });
		expect(ledger.receipts).toEqual([{ index: 3, campaign: 'reminders', request: items }]);
	});
});

test('items share a request up to the cap, each number once, where all else is the same', async () => {
	const other = order(['b'], 'Other');
	const orders = [order(['a']), other, order(['a', 'b']), order(['c', 'd']), order(null)];
	const groups = await combine(
		orders.map((each, index) => ({ index, order: each, concurrency: 10 })),
	);
	expect(
		groups.map((group) => [bodyOf(group).recipients, group.map(({ index }) => index)]),
	).toEqual([
		[
			['a', 'b'],
			[0, 2],
		],
		[['b'], [1]],
		[['c', 'd'], [3]],
		[null, [4]],
	]);
});
