/**
 * A plain send: every row reaches the service once, in the form that the service takes, and comes out with its
 * receipt.
 */
import {
	clock,
	doors,
	each,
	numberOf,
	received,
	rowsTo,
	send,
	service,
	shownInUtc,
	texted,
} from '../harness/index.mts';

describe('scheduledFor tells when a message goes out that goes out later', () => {
	const schedule = '2031-05-15T09:30:00Z';
	const at = '2031-05-15T09:30:00.000Z';
	beforeEach(() => clock.set('2031-03-01T00:00:00Z'));

	test.each(doors)('of an accepted row, and not where it goes at once (%s)', async (door) => {
		const { rows } = await send({ options: { schedule } }, { door });
		expect(rows).toMatchObject([{ sendOutcome: 'accepted', scheduledFor: shownInUtc(at) }]);
		expect((await send({}, { door })).rows[0]).not.toHaveProperty('scheduledFor');
	});

	test('of one that the look-up found', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		const { rows } = await send({ options: { schedule } });
		expect(rows).toMatchObject([
			{ sendOutcome: 'accepted', confirmedBy: 'lookup', scheduledFor: shownInUtc(at) },
		]);
	});
});

test('each row sends by its own values, and its output carries its receipt and its place', async () => {
	const rows = rowsTo(30).map((row, index) => ({ ...row, text: `No. ${index}` }));
	const { items } = await send({ ...each, message: '={{ $json.text }}' }, { rows });
	expect(received('send')).toHaveLength(30);
	const sent = new Map(service.journal.map((entry) => [entry.recipients[0], entry]));
	expect(items.map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual(
		rows.map((row, item) => [sent.get(row.to)!.messageId, { item }]),
	);
	expect(rows.map((row) => sent.get(row.to)!.body.message)).toEqual(rows.map(({ text }) => text));
});

test("a text with an expression in its middle is each row's own", async () => {
	const rows = ['Ann', 'Bob'].map((name, index) => ({ name, to: numberOf(2 * index) }));
	await send({ ...each, message: '=Hello {{ $json.name }}!' }, { rows });
	const sent = service.journal.map(({ body, recipients }) => `${recipients[0]} ${body.message}`);
	expect(sent.sort()).toEqual(rows.map(({ name, to }) => `${to} Hello ${name}!`));
});

test('a run without any row sends nothing', async () => {
	const { items } = await send({}, { rows: [] });
	expect([items, service.requests]).toEqual([[], []]);
});

test.each(doors)('Execute Once sends for the first row only (%s)', async (door) => {
	const { items } = await send(each, { door, rows: rowsTo(3), settings: { executeOnce: true } });
	expect(texted()).toEqual([numberOf(0)]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
});
