/**
 * Rows of a run with the same message that share some of their numbers: each number is texted once, and each row
 * reports the true outcome of each of its numbers.
 */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { clock, each, numberOf, received, send, service, texted } from '../harness/index.mts';

const [ann, ben, cem] = [0, 1, 2].map(numberOf) as [string, string, string];
const goesOn = { onError: 'continueRegularOutput' } as const;
const toEach = async (
	to: string[],
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
) => await send({ ...each, ...parameters }, { rows: to.map((one) => ({ to: one })), settings });

describe('rows that share some of their numbers', () => {
	const shared = async (options: INodeParameters = {}, settings: Partial<INode> = goesOn) =>
		await toEach([ann, `${ann}, ${ben}`, `${ben}, ${cem}, ${ann}`], { options }, settings);

	test.each([true, false])('each number once; Combine Items: %s', async (combineItems) => {
		const { rows } = await shared({ combineItems });
		expect(texted().sort()).toEqual([ann, ben, cem]);
		expect(rows).toMatchObject([
			{ sendOutcome: 'accepted', recipients: ann },
			{ sendOutcome: 'accepted', recipients: ben, alreadySentRecipients: ann },
			{ sendOutcome: 'accepted', recipients: cem, alreadySentRecipients: `${ben}, ${ann}` },
		]);
		expect(rows[0]).not.toHaveProperty('alreadySentRecipients');
	});

	test('a number whose row was refused is told as skipped, with the reason', async () => {
		service.play({ on: 'send', kind: 'badRequest', recipient: ann });
		const { rows } = await shared();
		expect(texted()).toEqual([ben, cem]);
		expect(rows[0]!.error).toMatch(/refused the request.*Correct what the service reports\.$/);
		const skipped = { recipient: ann, reason: rows[0]!.error };
		expect(rows[1]).toMatchObject({ recipients: ben, skippedRecipients: [skipped] });
		expect(rows[2]).toMatchObject({ alreadySentRecipients: ben, skippedRecipients: [skipped] });
	});

	test('a row with a number that nobody knows of is unknown, and names who has the message', async () => {
		service.play({ on: 'send', kind: 'serverError', recipient: ann });
		const options = { lookUpUnknown: false };
		const { rows, hints } = await toEach([ann, `${ann}, ${ben}`], { options }, goesOn);
		expect(texted()).toEqual([ben]);
		expect(rows[1]).toMatchObject({
			sendOutcome: 'unknown',
			recipients: ann,
			alreadySentRecipients: ben,
			error: rows[0]!.error,
		});
		expect(rows[1]).not.toHaveProperty('skippedRecipients');
		expect(hints[0]).toBe(
			'2 rows may or may not have been sent: see the error column. 1 more number has it: see alreadySentRecipients. Look with Query Messages before you send these again. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.',
		);
		expect(hints.join()).not.toContain('left out');
	});
});

describe('under Retry On Fail, lists that overlap, and what they send moves with the time', () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const soon = { schedule: '={{ $now.plus({ hours: 1 }) }}' };
	// True from the second try on.
	const isLater = `$now.toMillis() > ${clock.start + 200_000}`;
	const laterInOne = `={{ $itemIndex && ${isLater} ? "Later" : "Hello" }}`;
	const moving: Array<[string, INodeParameters, INodeParameters]> = [
		['text', { message: '={{ "It is " + $now.toMillis() }}' }, {}],
		['schedule', {}, soon],
		['text, that of one row alone', { message: laterInOne }, {}],
	];
	/** Returns the numbers of each request. */
	const asked = () => received('send').map(({ body }) => (body as IDataObject).recipients);
	const list = [ann, `${ben}, ${ann}`];

	// Each request takes two minutes, so the time differs in every try.
	beforeEach(async () => await service.start({ beforeAnswer: () => clock.pass(120_000) }));

	test.each(moving)('by its %s: who has one gets no other', async (_title, given, options) => {
		service.play({ on: 'send', kind: 'badRequest', recipient: ben });
		const { rows, told } = await toEach(list, { ...given, options }, settings);
		expect(told).toBe('');
		expect(asked().sort()).toEqual([[ann], [ben], [ben]]);
		expect(texted()).toEqual([ann, ben]);
		expect(rows).toMatchObject([
			{ sendOutcome: 'accepted', recipients: ann },
			{ sendOutcome: 'accepted', recipients: ben, alreadySentRecipients: ann },
		]);
	});

	test.each(
		moving.flatMap((one) =>
			(['dropBefore', 'serverError'] as const).map((kind) => [kind, ...one] as const),
		),
	)('%s, by its %s: what is unknown is never sent again', async (kind, _title, given, options) => {
		service.play({ on: 'send', kind, recipient: ann });
		service.play({ on: 'send', kind: 'badRequest', recipient: ben });
		const parameters = { ...given, options: { ...options, lookUpUnknown: false } };
		const { told } = await toEach(list, parameters, settings);
		expect(asked().sort()).toEqual([[ann], [ben], [ben]]);
		expect(texted()).toEqual([ben]);
		expect(told).toContain('2 of 3 messages may or may not have been sent.');
		expect(told).toContain(`1 of 3 messages was sent: item 1 (only ${ben}); 2 may have been: `);
	});

	test.each([
		['the one that it went with', 'Hello'],
		['the one that it has by now', 'Later'],
	])('a row that comes to the text of another one, %s', async (_title, text) => {
		service.play({ on: 'send', kind: 'badRequest', recipient: ben });
		const texts = `${isLater} ? ["Later", "${text}"] : ["Hello", "Soon"]`;
		const message = `={{ (${texts})[$itemIndex] }}`;
		const { rows } = await toEach(list, { message }, settings);
		expect(asked().sort()).toEqual([[ann], [ben], [ben, ann]]);
		expect(texted()).toEqual([ann, ben]);
		expect(rows[1]).toMatchObject({ recipients: ben, alreadySentRecipients: ann });
	});
});

test('one row of which a part is refused: the failure names the part, and how to go on', async () => {
	const options = { skipAlreadySent: true };
	await toEach([ann], { options });
	service.play({ on: 'send', kind: 'badRequest', recipient: ben });
	const { told } = await toEach([`${ann}, ${ben}`], { options });
	expect(told).toContain(`[item 0 (only ${ben})] The service refused the request`);
	expect(told).toContain('Correct what the service reports. Then run the workflow again.');
	expect(told).toContain(`1 recipient had the message already: item 0 (only ${ann}).`);
	await toEach([`${ann}, ${ben}`], { options });
	expect(texted()).toEqual([ann, ben]);
});
