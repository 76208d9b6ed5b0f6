import type { Failure, SendOrder } from '../../nodes/MessagingService/item.ts';
import { Ledger, ledgerOf } from '../../nodes/MessagingService/send/ledger.ts';

const order = { purpose: 'send', body: { campaign: 'reminders' } } as SendOrder;
const failure: Failure = { id: 'x', what: 'x.', next: 'x.', fate: 'unknown' };
const items = [1, 0].map((index) => ({ index, order }));

test('a ledger lasts over the tries of one run and is empty for the next', () => {
	const run = {};
	ledgerOf(run).accepted(1, order, { messageId: 'm1' }, run);
	expect(ledgerOf(run).get(1)).toEqual({ order, receipt: { messageId: 'm1' }, request: run });
	expect(ledgerOf(run).get(0)).toBeUndefined();
	expect(ledgerOf({}).get(1)).toBeUndefined();
});

test('an item that has left is unknown until the answer proves more', () => {
	const ledger = new Ledger();
	ledger.unknown(items, () => failure);
	expect(items.map(({ index }) => ledger.get(index))).toEqual([
		{ order, unknown: expect.any(Function) },
		{ order, unknown: expect.any(Function) },
	]);
	expect(ledger.receipts).toEqual([]);
	ledger.accepted(0, order, { messageId: 7 }, items);
	ledger.refused([{ index: 1 }]);
	expect([ledger.get(1), ledger.receipts]).toEqual([
		undefined,
		[{ index: 0, messageId: '7', campaign: 'reminders', request: items }],
	]);
});

test.each([[{}], [{ messageId: null }], [{ messageId: ' ' }], [{ messageId: { id: 1 } }]])(
	'a receipt of %j has no id',
	(receipt) => {
		const ledger = new Ledger();
		ledger.accepted(3, order, receipt as never, items);
		expect(ledger.receipts).toEqual([{ index: 3, campaign: 'reminders', request: items }]);
	},
);

test('it waits for every request that is under way, one that begins meanwhile too, and whether they fail or not', async () => {
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
	await new Ledger().settled();
});
