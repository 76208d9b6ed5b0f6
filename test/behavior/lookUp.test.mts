/**
 * A send with an unknown outcome is looked for in the service's list after 1, 3 and 6 seconds. If the list shows it, it
 * was accepted; otherwise it stays unknown. It is never sent again.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	answering,
	clock,
	doors,
	locator,
	numberOf,
	received,
	send,
	service,
	texted,
	type Setup,
} from '../harness/index.mts';

const everyRow: Setup = { settings: { onError: 'continueRegularOutput' } };
const ann = numberOf(1);
const bob = numberOf(2);

/** Sends one row for each entry, with a different sender for neighboring rows, so that equal rows are two messages. */
const sendTo = async (
	numbers: Array<string | string[]>,
	changes: IDataObject = {},
	setup?: Setup,
) =>
	await send(
		{
			recipients: '={{ $json.to }}',
			senderId: locator('={{ $json.from }}'),
			...(changes as object),
			options: { maxConcurrentRequests: 1, ...(changes.options as object) },
		},
		{ rows: numbers.map((to, index) => ({ to, from: 101 + (index % 2) })), ...everyRow, ...setup },
	);

const outcomes = (rows: IDataObject[]) => rows.map(({ sendOutcome }) => sendOutcome);

/** Returns when the first page of the list was requested, in milliseconds since the last send. */
function looks(): number[] {
	const { at: sentAt } = received('send').at(-1)!;
	return received('messages')
		.filter(({ query }) => query.page === '1')
		.map(({ at }) => at - sentAt);
}

describe.each(doors)('%s', (door) => {
	test('found: accepted, with the receipt and how it was confirmed', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		const { rows } = await send({}, { door });
		expect(rows).toMatchObject([
			{
				sendOutcome: 'accepted',
				messageId: service.journal[0]!.messageId,
				recipients: '+254712345678',
				confirmedBy: 'lookup',
			},
		]);
		expect(received('send')).toHaveLength(1);
		expect(looks()).toEqual([1000]);
	});

	test('not found: unknown, with the time of the last look, and not sent again by Retry On Fail', async () => {
		clock.set('2026-11-23T12:00:00Z');
		service.play({ on: 'send', kind: 'dropBefore' });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { told } = await send({}, { door, settings, zone: 'Africa/Nairobi' });
		expect(told).toContain('may or may not have been sent');
		expect(told).toMatch(/did not show it, last read at 2026-11-23 15:00/);
		expect(received('send')).toHaveLength(1);
		expect(looks()).toEqual([1000, 3000, 6000]);
	});
});

test.each([
	[900, [1000], 'accepted'],
	[2_900, [1000, 3000], 'accepted'],
	[5_900, [1000, 3000, 6000], 'accepted'],
	[6_100, [1000, 3000, 6000], 'unknown'],
])('listed %d ms after it was sent: looked for at %j ms, %s', async (listingDelay, at, outcome) => {
	service.setOptions({ listingDelay });
	service.play({ on: 'send', kind: 'dropAfter' });
	const { rows } = await sendTo([ann]);
	expect(outcomes(rows)).toEqual([outcome]);
	expect(looks()).toEqual(at);
});

test('all unknown sends of a run share the looks', async () => {
	service.play({ on: 'send', kind: 'dropAfter', times: 30 });
	const all = Array.from({ length: 50 }, (_, index) => numberOf(index));
	const { rows } = await sendTo(all, { options: { maxConcurrentRequests: 50 } });
	expect(outcomes(rows)).toEqual(Array(50).fill('accepted'));
	expect(rows.filter(({ confirmedBy }) => confirmedBy === 'lookup')).toHaveLength(30);
	const receipts = new Map(service.journal.map((entry) => [entry.messageId, entry.recipients]));
	for (const row of rows) expect(receipts.get(String(row.messageId))).toEqual([row.recipients]);
	expect(looks()).toEqual([1000]);
});

test('Retry On Fail keeps what was found, and a failed run counts it', async () => {
	service.play({ on: 'send', kind: 'dropAfter', recipient: ann });
	service.play({ on: 'send', kind: 'badRequest', recipient: bob, times: Infinity });
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { told } = await sendTo([ann, bob], {}, { settings });
	expect(told).toMatch(/1 of 2 messages was sent: item 0\./);
	expect(texted()).toEqual([ann]);
});

describe('nothing is looked up', () => {
	test('where nothing is unknown', async () => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '7' });
		service.play({ on: 'send', kind: 'badRequest', recipient: bob });
		const { rows } = await sendTo([ann, bob]);
		expect(outcomes(rows)).toEqual(['accepted', 'notSent']);
		expect(received('messages')).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['it is off', { options: { lookUpUnknown: false } }],
		['a contact group was texted', { sendTo: 'contactGroup', contactListId: 503 }],
	])('where %s', async (_name, parameters) => {
		service.play({ on: 'send', kind: 'dropAfter' });
		const { told } = await send(parameters);
		expect(told).toContain('may or may not have been sent');
		expect(received('messages')).toEqual([]);
	});

	test('by a run that was stopped', async () => {
		const stop = new AbortController();
		await service.start({
			beforeAnswer: ({ operation }) => void (operation === 'send' && stop.abort()),
		});
		service.play({ on: 'send', kind: 'dropAfter' });
		const { status } = await send({}, { stop: stop.signal });
		await clock.quiet();
		expect([status, received('send').length]).toEqual(['canceled', 1]);
		expect(received('messages')).toEqual([]);
	});
});

describe('which record shows a lost send', () => {
	// The list doesn't show the sender ID of a record.
	test.each<[string, Array<'dropBefore' | 'dropAfter'>, string[], number]>([
		['one of two sends is listed', ['dropAfter', 'dropBefore'], ['unknown', 'unknown'], 1],
		['the other one is', ['dropBefore', 'dropAfter'], ['unknown', 'unknown'], 1],
		['two sends are listed', ['dropAfter', 'dropAfter'], ['accepted', 'accepted'], 2],
		["another send's receipt confirms none", ['dropBefore'], ['unknown', 'accepted'], 1],
	])('%s', async (_name, fates, expected, texts) => {
		for (const messageIdType of ['recordId', 'uuid'] as const) {
			await service.start({ readings: { messageIdType } });
			for (const kind of fates) service.play({ on: 'send', kind });
			const { rows } = await sendTo([ann, ann]);
			expect(outcomes(rows)).toEqual(expected);
			const ids = rows.flatMap(({ messageId }) => messageId ?? []);
			expect(new Set(ids).size).toBe(ids.length);
			expect(service.journal).toHaveLength(texts);
		}
	});

	/** Passes ten seconds, and puts five pages of other messages before the one that was just sent. */
	const laterMessages = (): void => {
		clock.pass(10_000);
		for (let each = 0; each < 50; each++)
			service.addMessage({ createdAt: clock.now() - 5_000, category: 'utility', senderId: 101 });
	};

	test('its own, though one of an earlier run, of which nobody knows, is listed on another page', async () => {
		await service.start({ maxPerPage: 10 });
		service.play({ on: 'send', kind: 'dropAfter', times: 2 });
		await sendTo([ann], { options: { lookUpUnknown: false } });
		laterMessages();
		const { rows } = await sendTo([ann]);
		expect(rows).toMatchObject([{ messageId: service.journal[1]!.messageId }]);
	});

	test('its own, though an equal one was accepted long after it left, and is listed on another page', async () => {
		const sideBySide = { options: { maxConcurrentRequests: 2 } };
		let second: ReturnType<typeof sendTo> | undefined;
		await service.start({
			maxPerPage: 10,
			beforeAnswer: async ({ operation }) => {
				if (operation !== 'send' || second) return;
				laterMessages();
				service.play({ on: 'send', kind: 'dropAfter' });
				second = sendTo([ann], sideBySide);
				while (service.journal.length < 2) await new Promise(setImmediate);
			},
		});
		const { rows: first } = await sendTo([ann], sideBySide);
		expect([...first, ...(await second!).rows]).toMatchObject([
			{ sendOutcome: 'accepted', messageId: service.journal[0]!.messageId },
			{ confirmedBy: 'lookup', messageId: service.journal[1]!.messageId },
		]);
	});

	test('none, where it may be that of an unknown send of an earlier run', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		await sendTo([ann], { options: { lookUpUnknown: false } });
		service.play({ on: 'send', kind: 'dropBefore' });
		expect(outcomes((await sendTo([ann])).rows)).toEqual(['unknown']);
	});

	test('a receipt of this run confirms no other send, however long the run lasts', async () => {
		service.play({ on: 'send', kind: 'dropBefore' });
		const { rows } = await sendTo([ann, ann, ...[3, 4, 5, 6, 7, 8].map(numberOf)], {
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 150_000 } } },
		});
		expect(outcomes(rows)).toEqual(['unknown', ...Array(7).fill('accepted')]);
	});
});

describe('how the list is read', () => {
	test('no farther than needed where it begins with the newest', async () => {
		await service.start({ pastMessages: 30, maxPerPage: 10 });
		service.play({ on: 'send', kind: 'dropBefore' });
		await sendTo([ann]);
		expect(received('messages').map(({ query }) => query.page)).toEqual(['1', '1', '1']);
	});

	test.each<[string, object]>([
		['begins with the oldest', {}],
		['claims the page size that was asked for', { meta: 'sizeAsAsked' }],
		['claims nothing', { meta: 'missing' }],
	])('to its end where it %s', async (_name, readings) => {
		await service.start({
			pastMessages: 12,
			maxPerPage: 3,
			readings: { listOrder: 'oldestFirst', ...readings },
		});
		clock.pass(60_000);
		service.play({ on: 'send', kind: 'dropAfter' });
		expect(outcomes((await sendTo([ann])).rows)).toEqual(['accepted']);
	});

	test('by sender ID and category where all unknown sends have the same', async () => {
		service.play({ on: 'send', kind: 'dropAfter', times: 3 });
		await sendTo([ann]);
		await sendTo([bob, bob]);
		expect(received('messages').map(({ query }) => [query.sender_id, query.category])).toEqual([
			['101', 'utility'],
			[undefined, 'utility'],
		]);
	});

	test('a list that cannot be read leaves the send unknown, and the text says why', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		service.play({ on: 'messages', kind: 'badRequest', times: Infinity });
		const { rows } = await sendTo([ann]);
		expect(outcomes(rows)).toEqual(['unknown']);
		expect(rows[0]!.error).toMatch(/may or may not have been sent.*could not be looked up.*400/s);
		// The first look finds out that leaving out the page size and days doesn't help.
		expect(looks()).toEqual([1000, 1000, 1000, 1000, 3000, 6000]);
	});

	test('one look that fails is followed by the next', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		service.play({ on: 'messages', kind: 'badRequest', times: 4 });
		expect(outcomes((await sendTo([ann])).rows)).toEqual(['accepted']);
		expect(looks()).toEqual([1000, 1000, 1000, 1000, 3000]);
	});

	test('a list that gives fewer messages than it counts is not believed', async () => {
		const { requests } = await answering(({ method }) =>
			method === 'POST'
				? 'drop'
				: { body: { responsecode: 200, data: { data: [], meta: { total: 1 } } } },
		);
		const { rows } = await sendTo([ann]);
		expect(rows[0]!.error).toMatch(/may or may not have been sent.*could not be looked up/s);
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});
