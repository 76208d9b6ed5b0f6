/**
 * A row with more numbers than one request may have: it goes out in several requests, each with an outcome of its own,
 * so a lost answer leaves a hundred numbers unknown instead of all.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	N8nProcess,
	received,
	rowsTo,
	send,
	service,
	texted,
	type Setup,
} from '../harness/index.mts';

const all = rowsTo(250).map(({ to }) => to);
const pieces = [all.slice(0, 100), all.slice(100, 200), all.slice(200)];
const [first, second, third] = pieces as [string[], string[], string[]];
const list = (...numbers: string[][]) => numbers.flat().join(', ');
const rows = [{ numbers: list(all) }];
const goesOn = { onError: 'continueRegularOutput' as const };
const sendAll = async (options: INodeParameters = {}, setup: Setup = {}) =>
	await send({ recipients: '={{ $json.numbers }}', options }, { rows, ...setup });

/** Plays this fault on the second request. */
const losing = (kind: 'dropBefore' | 'dropAfter' | 'badRequest', times = 1) =>
	service.play({ on: 'send', kind, recipient: second[0]!, times });

/** Returns the ID of the message to this number, from the journal. */
const idTo = (number: string) =>
	service.journal.find(({ recipients }) => recipients.includes(number))!.messageId;

const asked = () =>
	received('send').map(({ body }) => (body as { recipients: string[] }).recipients);

test.each(doors)('goes out in three requests: %s', async (door) => {
	const { rows: told } = await sendAll({}, { door });
	expect(asked()).toHaveLength(3);
	expect(asked()).toEqual(expect.arrayContaining(pieces));
	const messageId = pieces.map(([number]) => idTo(number!)).join(', ');
	expect(told).toMatchObject([{ sendOutcome: 'accepted', messageId, recipients: list(all) }]);
});

test.each([
	[250, [250]],
	[125, [125, 125]],
	[249, [249, 1]],
])('Recipients per Request %d: %j', async (recipientsPerRequest, sizes) => {
	await sendAll({ recipientsPerRequest });
	const sent = asked().map(({ length }) => length);
	expect(sent.sort((one, other) => other - one)).toEqual(sizes);
	expect(texted().sort()).toEqual([...all].sort());
});

describe('one of them is lost', () => {
	const unknown = { sendOutcome: 'unknown', recipients: list(second) };
	const others = () => `${idTo(first[0]!)}, ${idTo(third[0]!)}`;

	test('its hundred are unknown, the others are accepted, and the row says so of each', async () => {
		losing('dropBefore');
		const { rows: told, hints } = await sendAll({}, { settings: goesOn });
		const alreadySentRecipients = list(first, third);
		expect(told).toMatchObject([{ ...unknown, alreadySentRecipients, messageId: others() }]);
		expect(told[0]!.error).toMatch(/may or may not have been sent.*\+254710100100.* and 97 more/);
		expect(hints.join()).toMatch(
			/^1 row may or may not have been sent \(100 numbers\): .* 150 more numbers have it: see alreadySentRecipients/,
		);
	});

	test('the failure names the hundred that are left, and counts the accepted', async () => {
		losing('dropBefore');
		const { told } = await sendAll();
		expect(told).toContain(`Then send only item 0 (only ${list(second)}) if Query Messages`);
		expect(told).toContain('150 of 250 messages were sent: item 0 (without 100 numbers); 100 may');
		expect(told.length).toBeLessThan(3900);
	});

	test('its record in the list makes the whole row accepted, by a look-up', async () => {
		losing('dropAfter');
		const { rows: told } = await sendAll({}, { settings: goesOn });
		const messageId = pieces.map(([number]) => idTo(number!)).join(', ');
		const accepted = { sendOutcome: 'accepted', confirmedBy: 'lookup', recipients: list(all) };
		expect(told).toMatchObject([{ ...accepted, messageId }]);
		expect(told[0]).not.toHaveProperty('alreadySentRecipients');
	});

	test('Retry On Fail sends nothing of it again', async () => {
		losing('dropBefore');
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		expect((await sendAll({}, { settings })).told).toContain(list(second));
		expect(asked()).toHaveLength(3);
		expect(texted().sort()).toEqual([first, third].flat().sort());
	});

	test('Skip Already Sent sends it, and nothing else, in a later run of another process', async () => {
		losing('dropBefore');
		await sendAll({}, { settings: goesOn });
		clock.pass(121_000);
		const skip = { recipients: '={{ $json.numbers }}', options: { skipAlreadySent: true } };
		const { rows: told } = await new N8nProcess().send(skip, { rows });
		expect(told).toMatchObject([
			{ sendOutcome: 'accepted', messageId: idTo(second[0]!), recipients: list(second) },
		]);
		expect([texted().length, new Set(texted()).size]).toEqual([250, 250]);
		expect(asked().at(-1)).toEqual(second);
	});
});

test('what is refused plainly goes in the next try, and alone', async () => {
	losing('badRequest');
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { rows: told } = await sendAll({}, { settings });
	expect(told).toMatchObject([{ sendOutcome: 'accepted', recipients: list(all) }]);
	expect(
		asked()
			.map(([number]) => number)
			.filter((number) => number === second[0]),
	).toHaveLength(2);
	expect([texted().length, new Set(texted()).size]).toEqual([250, 250]);
});

test('what stays refused is told beside what was accepted', async () => {
	losing('badRequest', Infinity);
	const { rows: told } = await sendAll({}, { settings: goesOn });
	expect(told).toMatchObject([{ sendOutcome: 'accepted', recipients: list(first, third) }]);
	const skipped = told[0]!.skippedRecipients as Array<{ recipient: string }>;
	expect(skipped.map(({ recipient }) => recipient)).toEqual(second);
});

test.each([
	['Max Recipients', { maxRecipients: 249 }],
	['Max Total Segments', { maxTotalSegments: 249 }],
])('%s counts the whole row', async (_name, options) => {
	expect((await sendAll(options)).told).toMatch(/^Nothing was sent\. .*250/);
	expect(asked()).toEqual([]);
	const [[name, cap]] = Object.entries(options) as [[string, number]];
	await sendAll({ [name]: cap + 1 });
	expect(texted()).toHaveLength(250);
});

test('a number that meets itself by schedules that agree with the same one goes in another request', async () => {
	const schedules = ['08:00:59', '08:00:01', '08:01:40'].map((time) => `2026-11-24T${time}Z`);
	const numbers = [all[0], all[1], all[1]];
	const options = { combineItems: true, schedule: '={{ $json.schedule }}' };
	const parts = schedules.map((schedule, at) => ({ schedule, to: numbers[at] }));
	await send({ recipients: '={{ $json.to }}', options }, { rows: parts });
	for (const { recipients } of service.journal)
		expect(new Set(recipients).size).toBe(recipients.length);
	expect(texted().sort()).toEqual([all[0], all[1], all[1]].sort());
});
