/**
 * Rows of a run that agree in number, text, campaign, priority, sender and schedule are sent once: n8n runs a node
 * for every item, so one number in a fixed field would be texted as often as there are rows.
 */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import {
	clock,
	each,
	locator,
	numberOf,
	received,
	send,
	service,
	shownInUtc,
	texted,
} from '../harness/index.mts';

const [ann, ben] = [0, 1].map(numberOf) as [string, string];
const goesOn = { onError: 'continueRegularOutput' } as const;
const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `Guest ${index}` }));
const outcomes = (rows: IDataObject[]) => rows.map(({ sendOutcome }) => sendOutcome);
const batching = { batching: { batch: { batchSize: 2, batchInterval: 500 } } };
const toEach = async (
	to: string[],
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
) => await send({ ...each, ...parameters }, { rows: to.map((one) => ({ to: one })), settings });

describe('eleven rows and one number that stands in the field', () => {
	test.each<[string, INodeParameters, Partial<INode>]>([
		['as the node is', {}, {}],
		['with Combine Items', { options: { combineItems: true } }, {}],
		['with Batching', { requestOptions: batching }, {}],
		['with continue-on-fail', {}, goesOn],
		['with Retry On Fail', {}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }],
		['with Skip Already Sent', { options: { skipAlreadySent: true } }, {}],
		['with caps of one', { options: { maxRecipients: 1, maxTotalSegments: 1 } }, {}],
	])(
		'%s: one text, ten rows with its receipt, and a hint',
		async (_title, parameters, settings) => {
			const { items, hints } = await send(
				{ recipients: ann, ...parameters },
				{ rows: eleven, settings },
			);
			expect(texted()).toEqual([ann]);
			const { messageId } = service.journal[0]!;
			const { sentAt } = items[0]!.json;
			expect(sentAt).toBe(shownInUtc(clock.start));
			expect(items).toMatchObject(
				eleven.map(({ name }, item) => ({
					json: {
						sendOutcome: item === 0 ? 'accepted' : 'alreadySent',
						messageId,
						recipients: ann,
						segments: 1,
						encoding: 'GSM-7',
						sentAt,
						name,
					},
					pairedItem: { item },
				})),
			);
			expect(hints[0]).toBe('11 rows: 1 accepted, 10 had it already.');
			expect(hints[1]).toMatch(
				/^10 items repeat another item's .* \(item 1 that of item 0, .* and 5 more\).*drag its column into Recipients/,
			);
		},
	);

	test.each([true, false])('a contact group gets it once, too; Dry Run: %s', async (dryRun) => {
		const group = { sendTo: 'contactGroup', contactListId: 503, options: { dryRun } };
		const { rows, hints } = await send(group, { rows: eleven });
		expect(service.journal).toHaveLength(dryRun ? 0 : 1);
		const repeated = dryRun ? 'dryRun' : 'alreadySent';
		const others = Array.from({ length: 10 }, () => repeated);
		expect(outcomes(rows)).toEqual([dryRun ? 'dryRun' : 'accepted', ...others]);
		for (const row of rows) {
			expect(row).toMatchObject({ segments: 1 });
			expect(row).not.toHaveProperty('recipients');
		}
		expect(hints.join(' ')).toMatch(
			/10 items repeat another item's message to the same recipients/,
		);
		if (dryRun)
			expect(hints[0]).toMatch(/11 rows would text 1 contact group\. The text: 'Hello'\.$/);
	});
});

describe('what makes rows differ', () => {
	const later = (milliseconds: number) => new Date(clock.start + 3_600_000 + milliseconds).toJSON();

	test.each<[string, number, INodeParameters]>([
		['another text', 2, { message: '={{ $itemIndex }}' }],
		['another campaign', 2, { campaign: '={{ $itemIndex }}' }],
		['another priority', 2, { priority: '={{ $itemIndex ? "marketing" : "utility" }}' }],
		['another sender', 2, { senderId: locator('={{ 101 + $itemIndex }}') }],
		['another schedule', 2, { options: { schedule: `={{ $itemIndex ? "${later(0)}" : "" }}` } }],
		[
			'a whole minute',
			2,
			{ options: { schedule: `={{ $itemIndex ? "${later(0)}" : "${later(60_000)}" }}` } },
		],
		[
			'not milliseconds, as of $now',
			1,
			{ options: { schedule: `={{ $itemIndex ? "${later(0)}" : "${later(9)}" }}` } },
		],
		[
			'not less than a minute, in two minutes of the clock',
			1,
			{ options: { schedule: `={{ $itemIndex ? "${later(1)}" : "${later(-59_998)}" }}` } },
		],
	])('%s: %i texts', async (_title, texts, parameters) => {
		const { told } = await toEach([ann, ann], parameters);
		expect([told, texted()]).toEqual(['', Array.from({ length: texts }, () => ann)]);
	});

	test('rows that a dry run only shows hold nothing back', async () => {
		const { rows } = await toEach([ann, ann], { options: { dryRun: '={{ $itemIndex === 0 }}' } });
		expect([outcomes(rows), texted()]).toEqual([['dryRun', 'accepted'], [ann]]);
	});
});

describe('what became of the first is theirs', () => {
	test('a refusal: one request, and none of them is sent', async () => {
		service.play({ on: 'send', kind: 'badRequest', recipient: ann });
		const { rows, hints } = await toEach([ann, ben, ann, ann], {}, goesOn);
		expect(outcomes(rows)).toEqual(['notSent', 'accepted', 'notSent', 'notSent']);
		const [first, , ...others] = rows;
		for (const { error, recipients } of others)
			expect([error, recipients]).toEqual([first!.error, ann]);
		expect(received('send')).toHaveLength(2);
		expect(hints[0]).toBe('4 rows: 1 accepted, 3 not sent: see the error column.');
	});

	test.each(['dropAfter', 'dropBefore'] as const)(
		'an unknown outcome (%s): looked up once for all',
		async (kind) => {
			service.play({ on: 'send', kind, recipient: ann });
			const { rows } = await toEach([ann, ann, ann], {}, goesOn);
			const isFound = kind === 'dropAfter';
			expect(outcomes(rows)).toEqual(
				isFound ? ['accepted', 'alreadySent', 'alreadySent'] : ['unknown', 'unknown', 'unknown'],
			);
			expect(received('messages')).toHaveLength(isFound ? 1 : 3);
			expect(received('send')).toHaveLength(1);
			if (isFound) expect(rows[2]).toMatchObject({ messageId: rows[0]!.messageId });
			else expect(rows[2]!.error).toMatch(/may or may not have been sent.*last read at/);
		},
	);

	test('a run that fails names all of them, once', async () => {
		service.play({ on: 'send', kind: 'serverError', recipient: ann });
		const options = { lookUpUnknown: false };
		const { told } = await toEach([ann, ben, ann], { options });
		expect(told).toMatch(/2 of 3 messages may or may not have been sent\. \[items 0, 2\]/);
		expect(told.match(/Outcome unknown/g)).toHaveLength(1);
		expect(texted()).toEqual([ben]);
	});
});

test.each([
	['09:00:10', '08:59:50'],
	['08:59:50', '09:00:10'],
])('schedules of %s and %s, on both sides of a full minute: one text', async (...times) => {
	const rows = times.map((time) => ({ to: ann, at: `2026-11-24T${time}Z` }));
	const parameters = { ...each, options: { schedule: '={{ $json.at }}' } };
	const { rows: came } = await send(parameters, { rows });
	expect(outcomes(came)).toEqual(['accepted', 'alreadySent']);
	expect(texted()).toEqual([ann]);
});

test('the minute turns while many rows with $now are read: one text', async () => {
	clock.set(clock.start + 30_000);
	clock.perLook = 100;
	const rows = Array.from({ length: 40 }, (_, index) => ({ name: `Guest ${index}` }));
	const options = { schedule: '={{ $now.plus({ hours: 1 }) }}' };
	const { rows: came } = await send({ recipients: ann, options }, { rows });
	expect(texted()).toEqual([ann]);
	const { schedule } = service.journal[0]!.body;
	for (const row of came)
		expect(row).toMatchObject({ recipients: ann, scheduledFor: shownInUtc(schedule) });
});

describe("with Skip Already Sent, rows that the service's list can't tell apart", () => {
	const skips = { skipAlreadySent: true };
	const alike = async (parameters: INodeParameters, settings: Partial<INode> = {}) =>
		await toEach([ann, ben, ann, ann], parameters, settings);

	test.each<[string, INodeParameters]>([
		['Sender ID', { senderId: locator('={{ $itemIndex === 3 ? 101 : 102 }}'), options: skips }],
		[
			'Schedule',
			{ options: { ...skips, schedule: '={{ $itemIndex === 3 ? $now.plus({ hours: 3 }) : "" }}' } },
		],
	])(
		'another %s: they are refused, each with the other one, before any request',
		async (field, given) => {
			const { told } = await alike(given);
			expect(told).toMatch(/^Nothing was sent\. 3 of 4 items were refused\./);
			const different = `too, with a different ${field}, and`;
			expect(told).toContain(`[items 0, 2] ${ann} gets this message from item 3 ${different}`);
			expect(told).toContain(`[item 3] ${ann} gets this message from item 0 ${different}`);
			expect(service.requests).toEqual([]);
			const { rows } = await alike(given, goesOn);
			expect(outcomes(rows)).toEqual(['notSent', 'accepted', 'notSent', 'notSent']);
			expect(texted()).toEqual([ben]);
		},
	);

	// In both orders: a refused row may come before the row that sends to its other number.
	test.each([[[0, 1, 2]], [[2, 1, 0]]])(
		'one number of a row is so, another has the message from an equal row: it says which, %j',
		async (order) => {
			const told = [{ to: ann }, { to: ben, from: 101 }, { to: `${ann}, ${ben}` }];
			const rows = order.map((place) => told[place]!);
			const senderId = locator('={{ $json.from ?? 102 }}');
			const given = { ...each, senderId, options: skips };
			const { rows: came } = await send(given, { rows, settings: goesOn });
			expect(texted()).toEqual([ann]);
			const refused = came[order.indexOf(2)]!;
			expect(refused).toMatchObject({
				sendOutcome: 'notSent',
				recipients: ben,
				alreadySentRecipients: ann,
				error: expect.stringContaining(
					`Leave ${ben} out of one of the two items, or give it an item of its own with another Campaign.`,
				),
			});
			expect(refused.error).toContain(`${ben} gets this message from item 1 too`);
			expect(refused.error).not.toContain(ann);
		},
	);

	test('what has gone in an earlier try is none of them, however the schedule has moved', async () => {
		await service.start({ beforeAnswer: () => clock.pass(1000) });
		service.play({ on: 'send', kind: 'badRequest', recipient: ben });
		const later = `$itemIndex && $now.toMillis() > ${clock.start + 900}`;
		const schedule = `={{ $now.plus({ hours: ${later} ? 3 : 1 }) }}`;
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { told } = await toEach(
			[ann, `${ben}, ${ann}`],
			{ options: { ...skips, schedule } },
			settings,
		);
		expect([told, texted()]).toEqual(['', [ann, ben]]);
	});

	test.each<[string, INodeParameters]>([
		['text', { message: '={{ $itemIndex === 3 ? "See  you" : "See you" }}' }],
		['campaign', { campaign: '={{ $itemIndex === 3 ? "See  you" : "See you" }}' }],
	])('a %s that reads the same: none is refused', async (_, given) => {
		const { told } = await alike({ ...given, options: skips });
		expect([told, texted()]).toEqual(['', [ann, ben]]);
	});

	test('schedules that agree, on both sides of a minute: none is refused', async () => {
		const at = (seconds: number) => new Date(clock.start + 3_600_000 + seconds * 1000).toJSON();
		const schedule = `={{ $itemIndex === 3 ? "${at(61)}" : "${at(59)}" }}`;
		const { rows } = await alike({ options: { ...skips, schedule } });
		expect(outcomes(rows)).toEqual(['accepted', 'accepted', 'alreadySent', 'alreadySent']);
		expect(rows[3]!.scheduledFor).toBe(shownInUtc(at(59)));
	});
});
