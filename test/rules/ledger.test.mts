/**
 * What a run knows of its items over all its tries: what left is unknown until the answer proves more. And which
 * items share a request.
 */
import type { Failure, SendOrder, Sent } from '../../nodes/MessagingService/item.ts';
import { bodyOf, Ledger, ledgerOf } from '../../nodes/MessagingService/send/ledger.ts';
import { combine } from '../../nodes/MessagingService/send/send.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const order = (recipients: string[] | null, message = 'Hello') =>
	({ body: { campaign: 'reminders', message, recipients }, combineUpTo: 3 }) as SendOrder;

describe('the ledger', () => {
	const failure: Failure = { id: 'x', what: 'x.', next: 'x.', fate: 'unknown' };
	const sent = order(['a']);
	const accepted = (messageId: string): Sent => ({
		sendOutcome: 'accepted',
		order: sent,
		messageId,
	});
	const items = [1, 0].map((index) => ({ index, order: sent }));

	test('lasts over the tries of one run and is empty for the next', () => {
		const run = {};
		const entry = { order: sent, sent: accepted('m1'), request: run };
		ledgerOf(run).set(1, entry);
		expect(ledgerOf(run).get(1)).toEqual(entry);
		expect([ledgerOf(run).get(0), ledgerOf({}).get(1)]).toEqual([undefined, undefined]);
	});

	test('knows what left, and the receipts in the order of the items', () => {
		const ledger = new Ledger();
		for (const { index } of items) ledger.set(index, { order: sent, unknown: () => failure });
		expect([ledger.receipts, ledger.orders]).toEqual([[], [sent, sent]]);
		ledger.set(1, { order: sent, sent: accepted('m1'), request: items });
		ledger.set(0, { order: sent, sent: accepted('7'), request: items });
		// An equal row sent it.
		ledger.set(2, { order: sent, sent: accepted('7') });
		expect(ledger.receipts).toEqual([
			{ index: 0, messageId: '7', campaign: 'reminders', request: items },
			{ index: 1, messageId: 'm1', campaign: 'reminders', request: items },
		]);
		ledger.delete(1);
		expect(ledger.orders).toEqual([sent, sent]);
	});
});

test('items share a request up to the cap, where all else is the same', async () => {
	const other = order(['b'], 'Other');
	const orders = [order(['a']), other, order(['b']), order(['c', 'd']), order(null)];
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
