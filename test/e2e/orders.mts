/** A shop that calls the webhook of the order confirmations twice for each order. */
import assert from 'node:assert/strict';
import { phones } from './workflows.mts';
import { environment } from './environment.mts';

/** What a webhook answered. */
export interface Answer {
	status: number;
	body: Record<string, unknown>;
}

const pause = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));

/** Faults that some of the shop's customers meet, by their place; the last one has no phone. */
const lostReceipts: Record<number, 'dropAfter' | 'errorAfterAccept'> = {
	3: 'errorAfterAccept',
	8: 'dropAfter',
};
const lostOrders: Record<number, 'serverError' | 'dropBefore'> = {
	11: 'serverError',
	16: 'dropBefore',
};

/**
 * Twenty orders, each called twice up to half a second apart: every call gets 200 and the outcome,
 * every customer one text; a call without an order gets 200 and sends none.
 */
export async function confirmOrdersTwice(call: (body: unknown) => Promise<Answer>): Promise<void> {
	const { sandbox } = environment();
	const orders = phones(20).map(({ phone }, at) => ({
		number: `W-${at * 31}`,
		phone: at === 19 ? 'by mail only' : phone,
	}));
	for (const [at, kind] of Object.entries({ ...lostReceipts, ...lostOrders }))
		sandbox.play({ on: 'send', kind, recipient: orders[Number(at)]?.phone });
	const confirm = async ({ number, phone }: (typeof orders)[number]) =>
		await call({ customer: { name: 'Amina', phone }, order: { number, total: 'KES 900' } });
	const answers = await Promise.all(
		orders.map(
			async (order, at) =>
				await Promise.all([
					confirm(order),
					pause((at * 131) % 501).then(async () => await confirm(order)),
				]),
		),
	);
	const texted = sandbox.journal.map(({ recipients, body }) =>
		[recipients[0], /order (\S+) over/.exec(body.message)?.[1]].join(),
	);
	const due = orders
		.filter((_, at) => !(at in lostOrders) && at !== 19)
		.map(({ phone, number }) => [phone, number].join());
	const untexted = answers.filter(
		(_, at) => !texted.includes([orders[at]?.phone, orders[at]?.number].join()),
	);
	assert.deepEqual(
		texted.sort(),
		due.sort(),
		`Who was not texted, was answered: ${JSON.stringify(untexted)}`,
	);
	for (const [at, pair] of answers.entries()) {
		const { number } = orders[at]!;
		const outcomes =
			at === 19
				? ['notSent', 'notSent']
				: at in lostOrders
					? ['unknown', 'unknown']
					: ['accepted', 'alreadySent'];
		assert.deepEqual(
			pair.map(({ status, body }) => [status, body.order]),
			[
				[200, number],
				[200, number],
			],
			JSON.stringify(pair),
		);
		assert.deepEqual(pair.map(({ body }) => body.outcome).sort(), outcomes, JSON.stringify(pair));
		const id = sandbox.journal.find(({ body }) => body.message.includes(` ${number} `))?.messageId;
		for (const { body } of pair) {
			if (id) assert.equal(body.messageId, id);
			else
				assert.match(
					String(body.error),
					at === 19 ? /by mail only/ : /may or may not have been sent/,
				);
		}
	}
	const without = await Promise.all(
		[{}, { order: { total: '9' }, customer: { phone: orders[0]?.phone } }].map(call),
	);
	assert.deepEqual(
		without.map(({ status, body }) => [status, body.outcome, body.order]),
		[
			[200, 'notSent', null],
			[200, 'notSent', null],
		],
	);
	assert.equal(sandbox.journal.length, due.length);
}
