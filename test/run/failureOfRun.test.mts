/** What the failure of a run says beside its failed items, without n8n's engine. */
import type { FailedItem, Order, Result } from '../../nodes/MessagingService/item.ts';
import { failureOfRun, skippingOf } from '../../nodes/MessagingService/run/failureOfRun.ts';

const refused: FailedItem = {
	index: 1,
	failures: [{ id: 'x', what: 'It is refused: s3cret.', next: 'Mend s3cret.', fate: 'refused' }],
};

function told(results: Array<[number, Result]>, orders: Order[], changes: object = {}): Error {
	const run = {
		node: { name: 'Send', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} },
		total: 12,
		operation: { method: 'POST' },
		ledger: { receipts: [] },
	};
	const session = { redact: (text: string) => text.replaceAll('s3cret', '*****') };
	return failureOfRun(run as never, session as never, {
		first: refused,
		failed: [refused],
		results: new Map(results),
		orders,
		stop: { isStopped: false } as never,
		nothingLeft: false,
		...changes,
	});
}

const to = (recipients: string[] | null, skipSentWithin?: number): Order =>
	({
		purpose: 'send',
		body: { recipients },
		...(skipSentWithin === undefined ? {} : { skipSentWithin }),
	}) as never;
const query: Order = { purpose: 'read', query: {}, output: () => [] };

test.each<[string, Order[], string]>([
	['every message', [to(['+35840100'], 0), to(['+35840101'], 9)], 'on'],
	['no item', [], 'on'],
	['only some of the messages', [to(['+35840100'], 0), to(['+35840101'])], 'possible'],
	['messages that could have it', [to(['+35840100']), to(['+35840101'])], 'possible'],
	['messages of which one is to a group', [to(['+35840100']), to(null)], 'impossible'],
	['queries', [query, query], 'impossible'],
])('Skip Already Sent on %s', (_what, orders, skipping) => {
	expect(skippingOf(orders)).toBe(skipping);
});

test('names the items that had the message already, in order, and no others', () => {
	const already: Result = { outputs: [{}], alreadySent: true };
	const error = told(
		[
			[10, already],
			[9, already],
			[2, already],
			[1, refused],
			[3, { outputs: [{}] }],
		],
		[to(['+35840100'])],
	);
	expect((error as { description?: string }).description).toContain(
		'3 items had the message already: items 2, 9, 10.',
	);
	expect(error.message).toContain('It is refused: *****.');
	expect((error as { description?: string }).description).toContain('Mend *****.');
});

test.each([
	[true, false, true],
	[true, true, false],
	[false, false, false],
])(
	'refused before the first request %s, stopped %s: says that this try sent nothing is %s',
	(nothingLeft, isStopped, says) => {
		const unknown: FailedItem = {
			index: 0,
			failures: [{ id: 'x', what: 'Unclear.', next: 'Look.', fate: 'unknown' }],
		};
		const changes = { nothingLeft, stop: { isStopped }, failed: [unknown, refused] };
		expect(told([], [to(null)], changes).message.includes('This try sent nothing.')).toBe(says);
	},
);
