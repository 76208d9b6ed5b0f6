/**
 * What a run knows of its items over all its tries: what left is unknown until the answer proves more. And which
 * items share a request.
 */
import type { Failure, SendOrder } from '../../nodes/MessagingService/item.ts';
import { combine } from '../../nodes/MessagingService/send/combine.ts';
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
		ledgerOf(run).accepted(1, sent, receipt, run);
		expect(ledgerOf(run).get(1)).toEqual({ order: sent, receipt, request: run });
		expect([ledgerOf(run).get(0), ledgerOf({}).get(1)]).toEqual([undefined, undefined]);
	});

	test('has what left as unknown until the answer proves more', () => {
		const ledger = new Ledger();
		ledger.unknown(items, () => failure);
		for (const { index } of items) expect(ledger.get(index)).toMatchObject({ order: sent });
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

	test.each([{}, { messageId: ' ' }, { messageId: { id: 1 } }])('%j has no id', (receipt) => {
		const ledger = new Ledger();
		ledger.accepted(3, sent, receipt as never, items);
		expect(ledger.receipts).toEqual([{ index: 3, campaign: 'reminders', request: items }]);
	});

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

test('items share a request up to the cap, each number once, where all else is the same', async () => {
	const other = order(['b'], 'Other');
	const orders = [order(['a']), other, order(['a', 'b']), order(['c', 'd']), order(null)];
	const requests = await combine(
		orders.map((each, index) => ({ index, order: each, concurrency: 10 })),
	);
	expect(
		requests.map(({ body, items }) => [body.recipients, items.map(({ index }) => index)]),
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
