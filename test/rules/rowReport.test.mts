/** The report on a row, from the fates of its recipients: one outcome, and the truth about each number. */
import type { Receipt, SendOrder } from '../../nodes/MessagingService/item.ts';
import {
	reportRow,
	type Fate,
	type RowReport,
} from '../../nodes/MessagingService/recipients/rowReport.ts';
import type { Problem } from '../../nodes/MessagingService/texts/index.ts';
import { tableOf } from './table.mts';

const problem = (what: string): Problem => ({ what: `${what}.`, next: 'Go on.' });
const receipt = (id: string, changes: Partial<Receipt> = {}): Receipt => ({
	id,
	sentAt: '2026-11-25T12:00:00.000Z',
	...changes,
});
const errorsOf = ({ sendOutcome, failures }: RowReport) => failures[sendOutcome];
const skippedOf = ({ skipped }: RowReport) => skipped;
const order = (changes: Partial<SendOrder> = {}) =>
	({ skipped: [], body: { schedule: null }, ...changes }) as never;

/** Fates by letter: accepted, unknown, refused, had it already. A dot stands for none. */
const fates: Record<string, Fate | undefined> = {
	a: { became: 'accepted', receipt: receipt('m1') },
	u: { became: 'unknown', failures: [problem('Who knows')] },
	r: { became: 'notSent', failures: [problem('No')] },
	h: { became: 'alreadySent', receipt: receipt('m0') },
	'.': undefined,
};
const tell = (letters: string, of: Partial<SendOrder> = {}, refusals: Problem[] = []) =>
	reportRow(
		order(of),
		[...letters].map((letter, place) => [`${letter}${place}`, fates[letter]]),
		refusals,
	);

// Columns: the fates of a row's recipients, its outcome, the recipients with that outcome, others who have the message,
// and refused ones.
test.each(
	tableOf(`
		a  accepted  a0  -  -
		u  unknown  u0  -  -
		r  notSent  r0  -  -
		h  alreadySent  h0  -  -
		aa  accepted  a0,a1  -  -
		ah  accepted  a0  h1  -
		ar  accepted  a0  -  r1
		au  unknown  u1  a0  -
		hu  unknown  u1  h0  -
		ru  unknown  u1  -  r0
		hr  notSent  r1  h0  -
		rhau  unknown  u3  h1,a2  r0
		rha  accepted  a2  h1  r0
		hh  alreadySent  h0,h1  -  -
	`),
)('%s is told as %s', (letters, outcome, own, having, refused) => {
	const told = tell(letters!);
	const { sendOutcome, recipients } = told;
	const others = (['alreadySent', 'accepted'] as const).filter((each) => each !== sendOutcome);
	expect({
		sendOutcome,
		own: recipients[sendOutcome].join(),
		having: others.flatMap((each) => recipients[each]).join() || '-',
		refused:
			skippedOf(told)
				.map(({ recipient }) => recipient)
				.join() || '-',
	}).toEqual({ sendOutcome: outcome, own, having, refused });
	const { unknown, notSent } = told.failures;
	expect(unknown.length + notSent.length > 0).toBe(/[ru]/.test(letters!));
	expect(errorsOf(told).map(({ what }) => what)).toEqual(
		{ unknown: ['Who knows.'], notSent: ['No.'] }[outcome!] ?? [],
	);
});

test('a number that was refused beside others says why, and how to go on', () => {
	expect(skippedOf(tell('ar'))).toEqual([{ recipient: 'r1', reason: 'No. Go on.' }]);
	const skipped = [{ recipient: 'x', reason: 'No digits.' }];
	expect(skippedOf(tell('ar', { skipped }))).toHaveLength(2);
	expect(skippedOf(tell('r', { skipped }))).toEqual(skipped);
});

test('one failure of several numbers is told once, several are told in their order', () => {
	const [one, two] = [problem('One'), problem('Two')];
	const told = reportRow(
		order(),
		[
			['a', { became: 'notSent', failures: [one, two] }],
			['b', { became: 'notSent', failures: [one] }],
		],
		[],
	);
	expect(errorsOf(told)).toEqual([one, two]);
});

describe('a row of which nothing went', () => {
	test.each<[string, SendOrder | undefined, Problem[], string]>([
		['can not be read', undefined, [problem('Odd')], 'notSent'],
		['is refused', order(), [problem('Cap')], 'notSent'],
		['has excluded numbers alone', order(), [], 'excluded'],
	])('%s', (_what, of, refusals, outcome) => {
		const told = reportRow(of, [], refusals);
		expect([told.sendOutcome, errorsOf(told)]).toEqual([outcome, refusals]);
	});

	test('as it was refused, with all its numbers', () => {
		const told = tell('..', {}, [problem('Cap')]);
		expect(told).toMatchObject({ sendOutcome: 'notSent', recipients: { notSent: ['.0', '.1'] } });
	});

	test('but what an earlier try had accepted stays', () => {
		const told = tell('a.', {}, [problem('Cap')]);
		expect(told).toMatchObject({
			sendOutcome: 'accepted',
			recipients: { accepted: ['a0'], notSent: ['.1'] },
			failures: { notSent: [{ what: 'Cap.' }] },
		});
	});

	test('as a dry run shows it, unless it is refused', () => {
		expect(tell('..', { isDryRun: true })).toMatchObject({
			sendOutcome: 'dryRun',
			recipients: { dryRun: ['.0', '.1'] },
		});
		expect(tell('.', { isDryRun: true }, [problem('Cap')]).sendOutcome).toBe('notSent');
	});
});

test('the receipt is that of the outcome: the first one, with the delivery statuses of all', () => {
	expect(tell('ha').receipt?.id).toBe('m1');
	expect(tell('ua').receipt).toBeUndefined();
	const of = (...statuses: Array<string | undefined>) =>
		reportRow(
			order(),
			statuses.map((deliveryStatus, place) => [
				`${place}`,
				{ became: 'alreadySent', receipt: receipt(`m${place}`, { deliveryStatus }) },
			]),
			[],
		).receipt;
	expect(of('Sent', 'Failed', 'Sent')).toMatchObject({ id: 'm0', deliveryStatus: 'Sent, Failed' });
	expect(of(undefined, 'Sent')).toMatchObject({ id: 'm0', deliveryStatus: 'Sent' });
	expect(of(undefined)?.deliveryStatus).toBeUndefined();
});
