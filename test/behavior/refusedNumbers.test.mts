/**
 * Refusals by the service of single numbers of a request: these numbers get nothing, and the others get the message.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	answering,
	doors,
	each,
	numberOf,
	readingChoices,
	received,
	rowsTo,
	send,
	service,
	texted,
	type Setup,
} from '../harness/index.mts';
import { envelope } from './pagedList.mts';

const forms = readingChoices.refusals.flatMap((refusals) =>
	(['place', 'number'] as const).map((refusedBy) => ({ refusals, refusedBy })),
);

const goesOn = { onError: 'continueRegularOutput' as const };
const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const [ann, bob, cem, dan] = [0, 1, 2, 3].map(numberOf) as [string, string, string, string];
const four = [ann, bob, cem, dan].join(', ');
const to = async (recipients: string, options: INodeParameters = {}, setup: Setup = {}) =>
	await send({ recipients, options }, { settings: goesOn, ...setup });
const toRows = async (count: number, options: INodeParameters = {}, setup: Setup = {}) => {
	const all = { combineItems: true, ...options };
	return await send({ ...each, options: all }, { rows: rowsTo(count), settings: goesOn, ...setup });
};
const outcomes = (rows: IDataObject[]) => rows.map(({ sendOutcome }) => sendOutcome);
const sends = () => received('send').length;
const journal = () => service.journal.map(({ recipients }) => recipients);

describe.each(forms)('as $refusals, by $refusedBy', (readings) => {
	beforeEach(() => service.setOptions({ readings, refusedNumbers: [cem] }));

	test.each(doors)(
		'a row that stops is refused whole, and its number is named: %s',
		async (door) => {
			const { rows } = await to(four, {}, { door });
			expect(rows).toMatchObject([{ sendOutcome: 'notSent', recipients: four }]);
			expect(rows[0]!.error).toContain(cem);
			expect(rows[0]!.error).not.toMatch(/recipients[.[]|\+25471010000[013]/);
			expect([journal(), sends()]).toEqual([[], 1]);
		},
	);

	test.each(doors)('a row that skips goes to the others: %s', async (door) => {
		const { rows, hints } = await to(four, { invalidRecipients: 'skip' }, { door });
		const others = [ann, bob, dan];
		expect(rows).toMatchObject([{ sendOutcome: 'accepted', recipients: others.join(', ') }]);
		const skipped = rows[0]!.skippedRecipients as IDataObject[];
		expect(skipped).toEqual([{ recipient: cem, reason: expect.stringContaining(cem) }]);
		expect([journal(), sends()]).toEqual([[others], 2]);
		if (door === 'customOperations') expect(hints.join()).toContain('1 number is left out');
	});

	test('a run whose rows skip does not fail', async () => {
		const { status, rows } = await to(four, { invalidRecipients: 'skip' }, { settings: {} });
		expect([status, outcomes(rows)]).toEqual(['success', ['accepted']]);
	});

	test('of rows in one request, the refused one alone gets nothing', async () => {
		const { rows } = await toRows(12);
		const numbers = rowsTo(12).map(({ to: number }) => number);
		expect(outcomes(rows)).toEqual(
			numbers.map((number) => (number === cem ? 'notSent' : 'accepted')),
		);
		expect(rows[2]!.error).toContain(cem);
		expect([journal(), sends()]).toEqual([[numbers.filter((number) => number !== cem)], 2]);
	});

	test('with Skip Already Sent too, and again', async () => {
		const first = ['accepted', 'accepted', 'notSent', 'accepted'];
		expect(outcomes((await toRows(4, { skipAlreadySent: true })).rows)).toEqual(first);
		const again = ['alreadySent', 'alreadySent', 'notSent', 'alreadySent'];
		expect(outcomes((await toRows(4, { skipAlreadySent: true })).rows)).toEqual(again);
		expect(journal()).toEqual([[ann, bob, dan]]);
	});

	test('Retry On Fail sends nobody twice, and the failure names the number', async () => {
		const { told } = await toRows(4, {}, { settings: tries });
		expect(told).toContain(cem);
		expect(told).toContain('3 of 4 messages were sent');
		expect(journal()).toEqual([[ann, bob, dan]]);
	});

	test('an answer that is lost leaves the others unknown, and nobody gets it twice', async () => {
		service.play({ on: 'send', kind: 'dropAfter', recipient: dan });
		const { rows } = await toRows(
			4,
			{ lookUpUnknown: false },
			{ settings: { ...tries, ...goesOn } },
		);
		expect(outcomes(rows)).toEqual(['unknown', 'unknown', 'notSent', 'unknown']);
		expect(journal()).toEqual([[ann, bob, dan]]);
	});
});

test('several that are refused one after the other', async () => {
	// The sandbox names all refused numbers at once; other services name only the first.
	const { requests } = await answering(({ body }) => {
		const at = (body as { recipients: string[] }).recipients.findIndex((number) =>
			[ann, cem].includes(number),
		);
		if (at >= 0) return { status: 422, body: { message: `recipients[${at}] is not valid` } };
		return { body: envelope({ success: true, messageId: '1' }) };
	});
	const { rows } = await to(four, { invalidRecipients: 'skip' });
	expect(rows).toMatchObject([{ sendOutcome: 'accepted', recipients: `${bob}, ${dan}` }]);
	expect(requests).toHaveLength(3);
});

test('each number that is left out is told its own reason, and what can be done about a number', async () => {
	const errors = { 'recipients.0': ['Has opted out.'], 'recipients.2': ['Is a landline.'] };
	let isFirst = true;
	await answering(() => {
		if (!isFirst) return { body: envelope({ success: true, messageId: '1' }) };
		isFirst = false;
		return { status: 422, body: { errors } };
	});
	const { rows } = await to(four, { invalidRecipients: 'skip' });
	const left = rows[0]!.skippedRecipients as Array<{ recipient: string; reason: string }>;
	expect(left.map(({ recipient }) => recipient)).toEqual([ann, cem]);
	for (const [place, [own, other]] of [
		['Has opted out', 'Is a landline'],
		['Is a landline', 'Has opted out'],
	].entries()) {
		const { reason } = left[place]!;
		expect([reason.includes(own!), reason.includes(other!)]).toEqual([true, false]);
		expect(reason).toContain('Correct or delete this number');
	}
});

test('rows of several numbers, refused as a whole and then one by one: no more requests than numbers', async () => {
	let isFirst = true;
	const { requests } = await answering(({ body }) => {
		const message = isFirst ? 'Something is wrong.' : 'recipients[0] is not valid';
		isFirst = false;
		return body ? { status: 422, body: { message } } : { body: envelope({ data: [] }) };
	});
	const rows = [`${ann}, ${bob}`, `${cem}, ${dan}`].map((numbers) => ({ to: numbers }));
	const options = { combineItems: true, invalidRecipients: 'skip' };
	const settings = { onError: 'continueRegularOutput' } as const;
	const { rows: came } = await send({ ...each, options }, { rows, settings });
	expect(outcomes(came)).toEqual(['notSent', 'notSent']);
	expect(requests).toHaveLength(5);
});

test('all of a row that skips: it is not sent', async () => {
	service.setOptions({ refusedNumbers: [ann, bob] });
	const { rows } = await to(`${ann}, ${bob}`, { invalidRecipients: 'skip' });
	expect(rows).toMatchObject([{ sendOutcome: 'notSent', recipients: `${ann}, ${bob}` }]);
	expect(rows[0]!.error).toContain(ann);
	expect(rows[0]).not.toHaveProperty('skippedRecipients');
});

describe('a request of several rows that is refused without a place', () => {
	test('goes row by row, as many requests more as it had rows', async () => {
		service.setOptions({ refusedNumbers: [cem], readings: { refusedBy: 'nothing' } });
		const { rows } = await toRows(4);
		expect(outcomes(rows)).toEqual(['accepted', 'accepted', 'notSent', 'accepted']);
		expect([texted().sort(), sends()]).toEqual([[ann, bob, dan], 5]);
	});

	test('each row of numbers that are refused one by one: as many requests more as it had numbers', async () => {
		service.setOptions({ refusedNumbers: rowsTo(6).map(({ to: number }) => number) });
		const { rows } = await toRows(6, { invalidRecipients: 'skip' });
		expect(outcomes(rows)).toEqual(rows.map(() => 'notSent'));
		expect(sends()).toBeLessThanOrEqual(7);
	});

	test.each(['sender_id', 'campaign', 'message'])(
		'but for %s, which all have in common',
		async (field) => {
			const errors = { [field]: ['The value is not valid.'], 'recipients.2': ['is not valid'] };
			const { requests } = await answering(() => ({ status: 422, body: { errors } }));
			const { rows } = await toRows(4);
			expect(outcomes(rows)).toEqual(rows.map(() => 'notSent'));
			expect(requests).toHaveLength(1);
		},
	);

	test.each([402, 403, 404, 405, 409, 410, 415])(
		'but for %d, which is about all',
		async (status) => {
			service.play({ on: 'send', kind: 'badRequest', status, times: Infinity });
			const { rows } = await toRows(4);
			expect(outcomes(rows)).toEqual(rows.map(() => 'notSent'));
			expect(sends()).toBe(1);
		},
	);
});

test.each(doors)(
	'a refusal by data.success is one of the request: its rows go by themselves: %s',
	async (door) => {
		service.play({ on: 'send', kind: 'successFalse', recipient: cem, times: Infinity });
		const { rows } = door === 'routing' ? await to(cem, {}, { door }) : await toRows(4);
		const told = ['accepted', 'accepted', 'notSent', 'accepted'];
		expect(outcomes(rows)).toEqual(door === 'routing' ? ['notSent'] : told);
		expect(texted().sort()).toEqual(door === 'routing' ? [] : [ann, bob, dan]);
	},
);

test('a web page is no refusal of one row: none of a shared request goes once more', async () => {
	service.play({ on: 'send', kind: 'html', status: 422, times: Infinity });
	const { rows } = await toRows(4);
	expect([outcomes(rows), sends()]).toEqual([rows.map(() => 'notSent'), 1]);
});

describe('how to go on', () => {
	test.each<[string, unknown, INodeParameters, RegExp]>([
		[
			'too many numbers',
			{ errors: { recipients: ['The recipients field must not have more than 2 items.'] } },
			{},
			/: Recipients: The recipients field must not have more than 2 items\. Lower Recipients per Request in Options/,
		],
		[
			'a schedule',
			{ errors: { schedule: ['The schedule does not match the format Y-m-d H:i:s.'] } },
			{ schedule: '2027-01-01T08:00:00Z' },
			/Schedule: The schedule .* another form than this node writes \(2027-01-01T08:00:00\.000Z\)/,
		],
		[
			'a sender',
			{
				responsecode: 422,
				data: { sender_id: ['The selected sender_id is invalid.'] },
				responsemessage: 'The given data was invalid.',
			},
			{},
			/The given data was invalid\. Sender ID: The selected Sender ID is invalid\. Correct what the service reports/,
		],
		[
			'a web page',
			'<!DOCTYPE html><html><body>Forbidden</body></html>',
			{},
			/A web page answered in place of the service \(status 422\), as a firewall does\. A firewall may take words.* try another text/,
		],
	])('%s', async (_name, body, options, told) => {
		await answering(() => ({ status: 422, body }));
		const { rows } = await to(`${ann}, ${bob}`, options);
		expect(rows[0]!.error).toMatch(told);
	});
});
