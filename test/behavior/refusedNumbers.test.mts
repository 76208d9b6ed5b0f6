/** Refusals of the service about single numbers of a request: whom they are about gets nothing, and the others do. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { answering, doors, each, numberOf, rowsTo, send, type Setup } from '../harness/index.mts';
import type { ScriptedRequest } from '../harness/scripted.mts';
import { envelope } from './pagedList.mts';

type Body = { recipients: string[]; message: string };
/** How a service tells that these of its request are bad, by their places. */
type Tells = (bad: number[], body: Body) => { status?: number; body: unknown };

const ways: Record<string, Tells> = {
	'by place, as Laravel does': (bad) => ({
		status: 422,
		body: {
			message: `The recipients.${bad[0]} field format is invalid.`,
			errors: Object.fromEntries(
				bad.map((at) => [`recipients.${at}`, [`The recipients.${at} field format is invalid.`]]),
			),
		},
	}),
	'by place, in the data of the envelope': (bad) => ({
		body: {
			responsecode: 422,
			data: Object.fromEntries(bad.map((at) => [`recipients.${at}`, ['is not valid']])),
			responsemessage: 'The given data was invalid.',
		},
	}),
	'by place, in one sentence': ([bad]) => ({
		status: 422,
		body: { responsecode: 422, responsemessage: `recipients[${bad}] is not a phone number.` },
	}),
	'by number': (bad, { recipients }) => ({
		status: 400,
		body: { responsemessage: `No such number: ${bad.map((at) => recipients[at]).join(', ')}` },
	}),
};

/** A service that takes all but these numbers; tells what it took, in order. */
async function refusing(numbers: string[], tells: Tells) {
	const taken: string[][] = [];
	const { requests } = await answering(({ method, body: given }: ScriptedRequest) => {
		if (method !== 'POST') return { body: envelope({ data: [], meta: { total: 0 } }) };
		const body = given as Body;
		const bad = body.recipients.flatMap((number, at) => (numbers.includes(number) ? [at] : []));
		if (bad.length > 0) return tells(bad, body);
		taken.push(body.recipients);
		return { body: envelope({ success: true, messageId: `m${taken.length}` }) };
	});
	return { taken, sends: () => requests.filter(({ method }) => method === 'POST').length };
}

const goesOn = { onError: 'continueRegularOutput' as const };
const [ann, bob, cem, dan] = [0, 1, 2, 3].map(numberOf) as [string, string, string, string];
const four = [ann, bob, cem, dan].join(', ');
const to = async (recipients: string, options: INodeParameters = {}, setup: Setup = {}) =>
	await send({ recipients, options }, { settings: goesOn, ...setup });

describe.each(Object.entries(ways))('%s', (_name, tells) => {
	test.each(doors)(
		'a row that stops is refused whole, and its number is named: %s',
		async (door) => {
			const service = await refusing([cem], tells);
			const { rows } = await to(four, {}, { door });
			expect(rows).toMatchObject([{ sendOutcome: 'notSent', recipients: four }]);
			expect(rows[0]!.error).toContain(cem);
			expect(rows[0]!.error).not.toMatch(/recipients[.[]|\+25471010000[013]/);
			expect([service.taken, service.sends()]).toEqual([[], 1]);
		},
	);

	test.each(doors)('a row that skips goes to the others: %s', async (door) => {
		const service = await refusing([cem], tells);
		const { rows, hints } = await to(four, { invalidRecipients: 'skip' }, { door });
		expect(rows).toMatchObject([
			{ sendOutcome: 'accepted', recipients: [ann, bob, dan].join(', ') },
		]);
		const skipped = rows[0]!.skippedRecipients as IDataObject[];
		expect(skipped).toEqual([{ recipient: cem, reason: expect.stringContaining(cem) }]);
		expect([service.taken, service.sends()]).toEqual([[[ann, bob, dan]], 2]);
		if (door === 'customOperations') expect(hints.join()).toContain('1 number got nothing');
	});

	test('a run whose rows skip does not fail', async () => {
		await refusing([cem], tells);
		const { status, rows } = await to(four, { invalidRecipients: 'skip' }, { settings: {} });
		expect([status, rows[0]!.sendOutcome]).toEqual(['success', 'accepted']);
	});

	test('of rows in one request, the refused one alone gets nothing', async () => {
		const service = await refusing([cem], tells);
		const options = { combineItems: true };
		const { rows } = await send({ ...each, options }, { rows: rowsTo(12), settings: goesOn });
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(
			rowsTo(12).map(({ to: number }) => (number === cem ? 'notSent' : 'accepted')),
		);
		expect(rows[2]!.error).toContain(cem);
		const others = rowsTo(12)
			.map(({ to: number }) => number)
			.filter((number) => number !== cem);
		expect([service.taken, service.sends()]).toEqual([[others], 2]);
	});

	test('with Skip Already Sent too', async () => {
		const service = await refusing([cem], tells);
		const options = { combineItems: true, skipAlreadySent: true };
		const { rows } = await send({ ...each, options }, { rows: rowsTo(4), settings: goesOn });
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual([
			'accepted',
			'accepted',
			'notSent',
			'accepted',
		]);
		expect(service.taken).toEqual([[ann, bob, dan]]);
	});

	test('Retry On Fail sends nobody twice, and the failure names the number', async () => {
		const service = await refusing([cem], tells);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const options = { combineItems: true };
		const { told } = await send({ ...each, options }, { rows: rowsTo(4), settings });
		expect(told).toContain(cem);
		expect(service.taken).toEqual([[ann, bob, dan]]);
	});
});

test('several that are refused one after the other', async () => {
	const one: Tells = ([bad], body) => ways['by place, in one sentence']!([bad!], body);
	const service = await refusing([ann, cem], one);
	const { rows } = await to(four, { invalidRecipients: 'skip' });
	expect(rows).toMatchObject([{ sendOutcome: 'accepted', recipients: `${bob}, ${dan}` }]);
	expect(service.sends()).toBe(3);
});

test('all of a row that skips: it is not sent', async () => {
	await refusing([ann, bob], ways['by place, as Laravel does']!);
	const { rows } = await to(`${ann}, ${bob}`, { invalidRecipients: 'skip' });
	expect(rows).toMatchObject([{ sendOutcome: 'notSent', recipients: `${ann}, ${bob}` }]);
	expect(rows[0]!.error).toContain(ann);
});

describe('a request of several rows that is refused without a place', () => {
	const silent: Tells = () => ({ status: 422, body: { message: 'A number is not valid.' } });

	test('goes row by row', async () => {
		const service = await refusing([cem], silent);
		const options = { combineItems: true };
		const { rows } = await send({ ...each, options }, { rows: rowsTo(4), settings: goesOn });
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual([
			'accepted',
			'accepted',
			'notSent',
			'accepted',
		]);
		expect([service.taken.flat().sort(), service.sends()]).toEqual([[ann, bob, dan], 5]);
	});

	test.each([402, 403, 404])('but for %d, which is about all', async (status) => {
		const service = await refusing([cem], () => ({ status, body: { message: 'No.' } }));
		const options = { combineItems: true };
		const { rows } = await send({ ...each, options }, { rows: rowsTo(4), settings: goesOn });
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(rows.map(() => 'notSent'));
		expect(service.sends()).toBe(1);
	});
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
			/A web page answered in place of the service \(status 422\), as a firewall does\. Run it with another text/,
		],
	])('%s', async (_name, body, options, told) => {
		await answering(() => ({ status: 422, body }));
		const { rows } = await to(`${ann}, ${bob}`, options);
		expect(rows[0]!.error).toMatch(told);
	});
});
