/**
 * IDs beyond 2^53, which JSON parsers round to the same number. No record is mistaken for another, and no wrong ID is
 * output.
 */
import type { IDataObject } from 'n8n-workflow';
import { answering, clock, each, numberOf, rowsTo, run, send, trigger } from '../harness/index.mts';
import { record as messageRecord } from './watching.mts';

const first = 9_007_199_254_740_993n;
/** Returns a placeholder for an ID beyond 2^53. `answers` writes it as a number. */
const id = (place: number) => `#${first + BigInt(place)}`;

const record = (place: number, more: object = {}) =>
	messageRecord(undefined, [[numberOf(place), 'Sent']], { id: id(place), ...more });

/** Starts a service that lists these records and gives this receipt, with placeholders written as numbers. */
async function answers(records: IDataObject[], receipt: unknown = id(0)) {
	const written = (body: unknown) => ({
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body).replace(/"#(\d+)"/g, '$1'),
	});
	return await answering(({ method, path }) => {
		if (method === 'POST')
			return written({ responsecode: 201, data: { success: true, messageId: receipt } });
		const page = Number(new URL(path, 'http://service').searchParams.get('page'));
		const size = 4;
		const data = records.slice((page - 1) * size, page * size);
		const meta = {
			per_page: size,
			last_page: Math.ceil(records.length / size),
			total: records.length,
		};
		return written({ responsecode: 200, data: { data, meta } });
	});
}

const places = (count: number) => Array.from({ length: count }, (_, place) => place);
const sends = (requests: Array<{ method: string }>) =>
	requests.filter(({ method }) => method === 'POST');

test('Return All gives every record', async () => {
	await answers(places(11).map((place) => record(place)));
	const { rows, hints } = await run({
		operation: 'queryMessages',
		returnAll: true,
		output: 'recipients',
	});
	expect(rows.map(({ phone_number: number }) => number)).toEqual(places(11).map(numberOf));
	expect(hints).toEqual([]);
});

test('Skip Already Sent texts nobody again, and gives no wrong ID', async () => {
	const { requests } = await answers(places(6).map((place) => record(place)));
	const { rows } = await send({ ...each, options: { skipAlreadySent: true } }, { rows: rowsTo(6) });
	expect(rows.map(({ sendOutcome, messageId }) => [sendOutcome, messageId])).toEqual(
		places(6).map(() => ['alreadySent', undefined]),
	);
	expect(sends(requests)).toEqual([]);
});

test.each([
	['beyond 2^53', id(0), undefined, { messageId: 9_007_199_254_740_992 }],
	['far beyond', `#${10n ** 30n}`, undefined, { messageId: 1e30 }],
	['a fraction', 7.5, undefined, { messageId: 7.5 }],
	['the last that is exact', '#9007199254740991', '9007199254740991', undefined],
	['the same as text', '9007199254740993', '9007199254740993', undefined],
])('a receipt whose number is %s', async (_, given, messageId, receipt) => {
	const { requests } = await answers([], given);
	const { rows } = await send();
	expect([rows[0]!.sendOutcome, rows[0]!.messageId]).toEqual(['accepted', messageId]);
	expect(rows[0]!.receipt).toEqual(receipt);
	expect(sends(requests)).toHaveLength(1);
});

test('a look for one message by its ID never gives another', async () => {
	await answers(places(3).map((place) => record(place)));
	const filters = { messageId: '9007199254740992' };
	expect((await run({ operation: 'queryMessages', returnAll: true, filters })).rows).toEqual([]);
});

test('the trigger tells each new message', async () => {
	const records: IDataObject[] = [];
	await answers(records);
	const workflow = trigger({ event: 'messageCreated' });
	await workflow.activate();
	clock.pass(120_000);
	const created_at = new Date(clock.now()).toISOString();
	// The IDs are further apart than JSON parsers round, as real IDs of this size are.
	records.push(...places(4).map((place) => record(place * 100, { created_at })));
	await workflow.poll();
	expect(workflow.executions[0]?.items).toHaveLength(4);
	await workflow.poll();
	expect(workflow.executions).toHaveLength(1);
});
