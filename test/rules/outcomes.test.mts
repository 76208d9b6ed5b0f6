/**
 * A run's record of its recipients over all its tries, by row and number. Accepted and unknown sends stay as they are;
 * refused ones are sent again.
 */
import type { SendItem, SendOrder } from '../../nodes/MessagingService/item.ts';
import { Outcomes } from '../../nodes/MessagingService/recipients/outcomes.ts';
import { settle, type Recipient } from '../../nodes/MessagingService/recipients/row.ts';
import type { Problem } from '../../nodes/MessagingService/texts/index.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const [amina, brian, cate] = ['+254712000001', '+254712000002', '+254712000003'] as const;
const order = (recipients: string[] | null, changes: object = {}) =>
	({
		body: { campaign: 'reminders', message: 'Hello', schedule: null, recipients, ...changes },
		skipped: [],
		combineUpTo: 3,
	}) as unknown as SendOrder;
const item = (index: number, recipients: string[] | null, changes?: object): SendItem => ({
	index,
	order: order(recipients, changes),
	concurrency: 10,
});

const problem: Problem = { what: 'secret.', next: 'x.' };
const redact = (text: string) => text.replace('secret', '*****');
const session = {
	redact,
	redacted: (given: Problem) => ({ ...given, what: redact(given.what) }),
	account: { redaction: { data: () => undefined } },
} as never;
const accepted = (id: string) => ({ became: 'accepted' as const, receipt: { id, sentAt: null } });
const refused = { became: 'notSent' as const, failures: [problem] };
const unknown = { became: 'unknown' as const, failures: [problem] };

async function begun(): Promise<Outcomes> {
	const outcomes = new Outcomes();
	await outcomes.beginTry(session);
	return outcomes;
}

const numbersOf = (recipients: Recipient[]) => recipients.map(({ number }) => number);

describe('the next try', () => {
	test('sends what was refused, by row and number, whatever the text has become', async () => {
		const outcomes = await begun();
		const [first, second] = [item(0, [amina, brian]), item(1, [cate])].map((each) =>
			outcomes.read(each),
		);
		settle([first!.recipients[0]!], accepted('m1'));
		settle([first!.recipients[1]!, ...second!.recipients], refused);
		await outcomes.beginTry(session);
		const later = { message: 'Later' };
		const left = [item(0, [amina, brian], later), item(1, [cate], later)].map((each) =>
			numbersOf(outcomes.read(each).sendable),
		);
		expect(left).toEqual([[brian], [cate]]);
	});

	test('sends nothing of a row that has gone whole, and tells it as it went', async () => {
		const outcomes = await begun();
		settle(outcomes.read(item(0, [amina])).recipients, unknown);
		await outcomes.beginTry(session);
		expect(outcomes.read(item(0, [amina], { message: 'Later' })).sendable).toEqual([]);
		outcomes.refuse(0, [problem]);
		const told = outcomes.report(0);
		expect([told.sendOutcome, told.order!.body.message]).toEqual(['unknown', 'Hello']);
		expect(told.failures.notSent).toEqual([]);
	});

	test('knows a person by another spelling, and keeps a number that the row has lost', async () => {
		const outcomes = await begun();
		const [with9, without9] = ['+5491123456789', '+541123456789'];
		const row = outcomes.read(item(0, [with9, amina]));
		settle([row.recipients[0]!], accepted('m1'));
		await outcomes.beginTry(session);
		const { sendable: open } = outcomes.read(item(0, [without9, brian]));
		expect(numbersOf(open)).toEqual([brian]);
		settle(open, accepted('m2'));
		const told = outcomes.report(0);
		expect(told.recipients.accepted).toEqual([with9, brian]);
		await outcomes.beginTry(session);
		expect(numbersOf(outcomes.read(item(0, [cate])).sendable)).toEqual([cate]);
		expect(outcomes.report(0).recipients.accepted).toEqual([with9, brian]);
	});
});

describe('a recipient that repeats another', () => {
	test.each([
		['has its message already', accepted('m1'), 'alreadySent'],
		['is unknown, too', unknown, 'unknown'],
		['is refused, too', refused, 'notSent'],
	])('%s', async (_what, fate, became) => {
		const outcomes = await begun();
		const [first, other] = [0, 1].map((index) => outcomes.read(item(index, [amina])));
		const [repeating] = other!.recipients;
		repeating!.repeat(first!.recipients[0]!);
		settle(first!.recipients, fate);
		expect(repeating!.fate).toMatchObject({ became });
		expect(other!.reached).toEqual([]);
		await outcomes.beginTry(session);
		expect(repeating!.fate?.became).toBe(became === 'notSent' ? undefined : became);
	});
});

describe('whether running the same items again texts only the rest', () => {
	const skips = { isDryRun: false, skipSentWithin: 3_600_000 };
	const skipping = (index: number, recipients: string[] | null, more = {}): SendItem => {
		const made = item(index, recipients);
		return { ...made, order: { ...made.order, ...skips, ...more } };
	};

	test.each<[string, SendItem[], string]>([
		['all rows skip who was sent to', [skipping(0, [amina]), skipping(1, [brian])], 'on'],
		['one row does not', [skipping(0, [amina]), item(1, [brian])], 'possible'],
		['none does', [item(0, [amina])], 'possible'],
		['a row without recipients does not', [skipping(0, [amina]), item(1, [])], 'on'],
		['no row has recipients', [item(0, [])], 'possible'],
		['one goes to a contact group', [skipping(0, [amina]), item(1, null)], 'impossible'],
	])('%s', async (_, items, expected) => {
		const outcomes = await begun();
		for (const each of items) outcomes.read(each);
		expect(outcomes.skipping).toBe(expected);
	});

	test.each<[string, object, object, string]>([
		['another text', { message: 'Good bye' }, {}, 'impossible'],
		['another campaign', { campaign: 'news' }, {}, 'impossible'],
		[
			'another text, where the campaign tells',
			{ message: 'Bye' },
			{ isSameByCampaign: true },
			'on',
		],
		['other blanks in its text', { message: ' Hello ' }, {}, 'on'],
	])('a row that went has %s in the next try', async (_, changes, more, expected) => {
		const outcomes = await begun();
		const row = outcomes.read(skipping(0, [amina, brian], more));
		settle([row.recipients[0]!], accepted('m1'));
		await outcomes.beginTry(session);
		const next = skipping(0, [amina, brian], more);
		const changed = { ...next, order: { ...next.order, body: { ...next.order.body, ...changes } } };
		outcomes.read(changed);
		expect(outcomes.skipping).toBe(expected);
		await outcomes.beginTry(session);
		// It stays so: whoever was sent the first text has another one.
		outcomes.read(changed);
		expect(outcomes.skipping).toBe(expected);
	});
});

test('a number that was sent to is not told as skipped in the next try', async () => {
	const outcomes = await begun();
	settle([outcomes.read(item(0, [amina, brian])).recipients[0]!], accepted('m1'));
	await outcomes.beginTry(session);
	const skipped = [amina, cate].map((recipient) => ({ recipient, reason: 'excluded' }));
	const next = item(0, [brian]);
	const row = outcomes.read({ ...next, order: { ...next.order, skipped } });
	expect([numbersOf(row.sendable), row.order!.skipped]).toEqual([[brian], [skipped[1]]]);
});

test('secrets are taken out of all that is told', async () => {
	const outcomes = await begun();
	const [one, two] = outcomes.read(item(0, [amina, brian, cate])).recipients;
	settle([one!], unknown);
	settle([two!], refused);
	outcomes.refuse(1, [problem]);
	const told = [0, 1].map((index) => outcomes.report(index));
	expect(JSON.stringify(told)).not.toContain('secret');
	expect(JSON.stringify(told)).toContain('*****');
});
