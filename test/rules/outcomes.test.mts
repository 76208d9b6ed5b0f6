/**
 * What a run knows of its recipients over all its tries, by row and number: what was accepted or is unknown stays, what
 * was refused goes again.
 */
import type { SendItem, SendOrder } from '../../nodes/MessagingService/item.ts';
import { Outcomes } from '../../nodes/MessagingService/send/outcomes.ts';
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
	await outcomes.begin(session);
	return outcomes;
}

describe('the next try', () => {
	test('sends what was refused, by row and number, whatever the text has become', async () => {
		const outcomes = await begun();
		const [first, second] = [item(0, [amina, brian]), item(1, [cate])];
		for (const each of [first, second]) outcomes.read(each);
		outcomes.note([item(0, [amina])], accepted('m1'));
		outcomes.note([item(0, [brian]), second], refused);
		await outcomes.begin(session);
		const later = { message: 'Later' };
		const left = [item(0, [amina, brian], later), item(1, [cate], later)].map((each) =>
			outcomes.openPart(outcomes.read(each)),
		);
		expect(left.map((each) => each?.order.body.recipients)).toEqual([[brian], [cate]]);
	});

	test('sends nothing of a row that has gone whole, and tells it as it went', async () => {
		const outcomes = await begun();
		outcomes.read(item(0, [amina]));
		outcomes.note([item(0, [amina])], unknown);
		await outcomes.begin(session);
		expect(
			outcomes.openPart(outcomes.read(item(0, [amina], { message: 'Later' }))),
		).toBeUndefined();
		outcomes.refuse(0, [problem]);
		const told = outcomes.tell(0);
		expect([told.sendOutcome, told.order!.body.message]).toEqual(['unknown', 'Hello']);
		expect(told.failures.notSent).toEqual([]);
	});

	test('knows a person by another spelling, and keeps a number that the row has lost', async () => {
		const outcomes = await begun();
		const [with9, without9] = ['+5491123456789', '+541123456789'];
		outcomes.read(item(0, [with9, amina]));
		outcomes.note([item(0, [with9])], accepted('m1'));
		await outcomes.begin(session);
		expect(
			outcomes.openPart(outcomes.read(item(0, [without9, brian])))?.order.body.recipients,
		).toEqual([brian]);
		outcomes.note([item(0, [brian])], accepted('m2'));
		const told = outcomes.tell(0);
		expect(told.recipients.accepted).toEqual([with9, brian]);
		await outcomes.begin(session);
		expect(outcomes.openPart(outcomes.read(item(0, [cate])))?.order.body.recipients).toEqual([
			cate,
		]);
		expect(outcomes.tell(0).recipients.accepted).toEqual([with9, brian]);
	});
});

describe('a recipient that repeats another', () => {
	const sharing = async () => {
		const outcomes = await begun();
		for (const index of [0, 1]) outcomes.read(item(index, [amina]));
		outcomes.noteAt({ row: 1, recipient: amina }, { row: 0, recipient: amina });
		return outcomes;
	};

	test.each([
		['has its message already', accepted('m1'), 'alreadySent'],
		['is unknown, too', unknown, 'unknown'],
		['is refused, too', refused, 'notSent'],
	])('%s', async (_what, fate, became) => {
		const outcomes = await sharing();
		outcomes.note([item(0, [amina])], fate);
		expect(outcomes.fateAt(1, amina)).toMatchObject({ became });
		expect(outcomes.ownAt(1)).toEqual([]);
		await outcomes.begin(session);
		expect(outcomes.fateAt(1, amina)?.became).toBe(became === 'notSent' ? undefined : became);
	});
});

test('secrets are taken out of all that is told', async () => {
	const outcomes = await begun();
	outcomes.read(item(0, [amina, brian, cate]));
	outcomes.note([item(0, [amina])], unknown);
	outcomes.note([item(0, [brian])], refused);
	outcomes.refuse(1, [problem]);
	const told = [0, 1].map((index) => outcomes.tell(index));
	expect(JSON.stringify(told)).not.toContain('secret');
	expect(JSON.stringify(told)).toContain('*****');
});
