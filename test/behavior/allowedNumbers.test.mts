/**
 * Only These Numbers and Allowed Countries: no other number is texted, whatever a model, a form or a sheet gives as the
 * number.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	doors,
	each,
	locator,
	numberOf,
	received,
	send,
	service,
	texted,
	tool,
	type Setup,
} from '../harness/index.mts';

const [ann, bob, cem] = [0, 1, 2].map(numberOf) as [string, string, string];
const [briton, argentine] = ['+447400123456', '+5491123456789'];
const goesOn = { settings: { onError: 'continueRegularOutput' as const } };
const reason = "This number isn't in Only These Numbers.";

const to = async (list: string[], options: INodeParameters, setup: Setup = {}) =>
	await send({ ...each, options }, { rows: list.map((number) => ({ to: number })), ...setup });

const toolWith = (options: INodeParameters) =>
	tool(
		{
			operation: 'sendMessage',
			senderId: locator(102),
			priority: 'authentication',
			campaign: 'codes',
			sendTo: 'phoneNumbers',
			message: 'Your code is 4930',
			recipients: "={{ $fromAI('to') }}",
			options,
		},
		{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
	);

describe('Only These Numbers', () => {
	test.each(doors)('all others get nothing, and the row says why (%s)', async (door) => {
		const some = await to([`${ann}, ${bob}`], { onlyNumbers: ann }, { door });
		expect(some.rows).toMatchObject([
			{
				sendOutcome: 'accepted',
				recipients: ann,
				skippedRecipients: [{ recipient: bob, reason }],
			},
		]);
		expect(some.told).toBe('');
		const none = await to([bob], { onlyNumbers: ann }, { door });
		expect(none.rows).toMatchObject([
			{ sendOutcome: 'excluded', recipients: '', skippedRecipients: [{ recipient: bob, reason }] },
		]);
		expect(texted()).toEqual([ann]);
	});

	test('a person is the same in two spellings', async () => {
		await to(['+541123456789', '00254 710 100000'], {
			onlyNumbers: `${argentine}; 0710100000`,
			defaultCountry: 'KE',
		});
		expect(texted().sort()).toEqual(['+254710100000', '+541123456789']);
	});

	test.each([
		['typed', `${ann}, ${bob}`],
		['a list', `={{ ["${ann}", "${bob}"] }}`],
		['JSON', `={{ '["${ann}","${bob}"]' }}`],
	])('%s', async (_, onlyNumbers) => {
		await to([ann, bob, cem], { onlyNumbers });
		expect(texted().sort()).toEqual([ann, bob]);
	});

	test.each<[string, string, RegExp]>([
		['', '', /Only These Numbers is empty, so nobody could get the message/],
		['blanks', '  ', /Only These Numbers is empty/],
		['an empty list', '={{ [] }}', /Only These Numbers is empty/],
		['a missing column', '={{ $json.staff }}', /Only These Numbers has an empty value in place/],
		['a name', `${ann}, my phone`, /'my phone' in Only These Numbers has no digits/],
	])('%s can be read as nobody: it refuses the run', async (_, onlyNumbers, refusal) => {
		const { told } = await to([ann], { onlyNumbers });
		expect(told).toMatch(refusal);
		const { rows } = await to([ann], { onlyNumbers, invalidRecipients: 'skip' }, goesOn);
		expect(rows).toMatchObject([{ sendOutcome: 'notSent' }]);
		expect(service.requests).toEqual([]);
	});

	test('a contact group is refused: only the service knows who is in it', async () => {
		const group = { sendTo: 'contactGroup', contactListId: 503 };
		const { told } = await send({ ...group, options: { onlyNumbers: ann } });
		expect(told).toContain("Only These Numbers can't be used with a contact group");
		expect(service.requests).toEqual([]);
	});

	test('with Exclude Numbers, only those of one list that are not in the other', async () => {
		const { rows } = await to([ann, bob], { onlyNumbers: `${ann}, ${bob}`, excludeNumbers: ann });
		expect(texted()).toEqual([bob]);
		expect(rows[0]!.skippedRecipients).toEqual([
			{ recipient: ann, reason: 'This number is in Exclude Numbers.' },
		]);
	});

	test('a dry run and Combine Items go by it, and caps count nobody else', async () => {
		const options = { onlyNumbers: `${ann}, ${bob}`, combineItems: true, maxRecipients: 2 };
		const list = [ann, cem, `${bob}, ${cem}`];
		const { rows, hints } = await to(list, { ...options, dryRun: true });
		expect(rows.map(({ recipients }) => recipients)).toEqual([ann, '', bob]);
		expect(hints.join()).toContain(
			'3 rows: 2 would text 2 numbers with 2 segments in all, 1 excluded.',
		);
		expect(service.requests).toEqual([]);
		await to(list, options);
		expect(service.journal.map(({ recipients }) => recipients)).toEqual([[ann, bob]]);
	});

	test('under Retry On Fail, a list that changes texts nobody twice', async () => {
		service.play({ on: 'send', kind: 'badRequest', recipient: bob });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const onlyNumbers = `={{ Math.random() < 0.5 ? ["${ann}", "${bob}"] : ["${bob}", "${ann}"] }}`;
		await to([ann, bob, cem], { onlyNumbers }, { settings });
		expect(texted().sort()).toEqual([ann, bob]);
	});

	test('a number that a model altered is not texted, and the model reads why', async () => {
		const call = toolWith({ onlyNumbers: ann });
		expect(String(await call({ to: bob }))).toMatch(/"excluded".*isn't in Only These Numbers/);
		expect(service.requests).toEqual([]);
		expect(String(await call({ to: ann }))).toContain('"accepted"');
		expect(texted()).toEqual([ann]);
	});
});

describe('Allowed Countries', () => {
	const refusal =
		/'\+447400123456' in Recipients is a number of United Kingdom \(\+44\), which isn't among the Allowed Countries/;

	test.each(doors)('a number of another country is refused (%s)', async (door) => {
		const { told } = await to([briton], { allowedCountries: ['KE', 'UG'] }, { door });
		expect(told).toMatch(refusal);
		expect(told).toContain('add its country to Allowed Countries');
		expect(service.requests).toEqual([]);
		await to([ann], { allowedCountries: ['KE', 'UG'] }, { door });
		expect(texted()).toEqual([ann]);
	});

	test('it counts as invalid: one stops the run, or is skipped', async () => {
		const list = [`${ann}, ${briton}`, bob];
		const stopped = await to(list, { allowedCountries: ['KE'] });
		expect(stopped.told).toMatch(/Nothing was sent/);
		expect(service.requests).toEqual([]);
		const options = { allowedCountries: ['KE'], invalidRecipients: 'skip' };
		const { rows } = await to(list, options);
		expect(texted().sort()).toEqual([ann, bob]);
		expect(rows[0]!.skippedRecipients).toMatchObject([
			{ recipient: briton, reason: expect.stringMatching(refusal) },
		]);
	});

	// Countries share calling codes, and fraud likes the small ones: +1 is also Jamaica, and +44 is also Jersey.
	test.each<[string, string[], boolean]>([
		['+12025550123', ['US'], true],
		['+12025550123', ['CA'], false],
		['+14165550123', ['CA'], true],
		['+18765551234', ['US', 'CA'], false],
		['+447797712345', ['GB'], false],
		['+447797712345', ['JE'], true],
		['+77011234567', ['RU'], false],
		// In no known number range, so nobody can tell its country.
		['+19995550123', ['US', 'CA'], false],
		['+88213123456', ['KE'], false],
	])('%s with %j', async (number, allowedCountries, isAllowed) => {
		const { told } = await to([number], { allowedCountries });
		expect([texted(), told === '']).toEqual([isAllowed ? [number] : [], isAllowed]);
	});

	test.each([
		['a text', '={{ " ke ,UG" }}'],
		['JSON', '={{ \'["KE"]\' }}'],
		['a list', '={{ ["ug", "ke"] }}'],
	])('by expression, as %s', async (_, allowedCountries) => {
		await to([ann], { allowedCountries });
		expect(texted()).toEqual([ann]);
	});

	test.each([
		['nothing', [], /Allowed Countries is empty/],
		['an empty text', '={{ "" }}', /Allowed Countries is empty/],
		['a missing column', '={{ $json.nowhere }}', /Allowed Countries is empty/],
		['a name', '={{ "Kenya" }}', /'Kenya' isn't a valid country for Allowed Countries/],
		['a number', '={{ 254 }}', /'254' isn't a valid country for Allowed Countries/],
	])('%s refuses the run', async (_, allowedCountries, refusals) => {
		const { told } = await to([ann], { allowedCountries });
		expect(told).toMatch(refusals);
		expect(service.requests).toEqual([]);
	});

	test('a number without its country code is completed first', async () => {
		await to(['0710 100 000'], { allowedCountries: ['KE'], defaultCountry: 'KE' });
		expect(texted()).toEqual(['+254710100000']);
	});

	test('a contact group is refused', async () => {
		const group = { sendTo: 'contactGroup', contactListId: 503 };
		const { told } = await send({ ...group, options: { allowedCountries: ['KE'] } });
		expect(told).toContain("Allowed Countries can't be used with a contact group");
		expect(service.requests).toEqual([]);
	});

	test('a dry run and Combine Items go by it', async () => {
		const options = { allowedCountries: ['KE'], combineItems: true };
		const list = [ann, briton, bob];
		const dry = await to(list, { ...options, dryRun: true }, goesOn);
		expect(dry.rows.map(({ sendOutcome }) => sendOutcome)).toEqual(['dryRun', 'notSent', 'dryRun']);
		expect(service.requests).toEqual([]);
		await to(list, options, goesOn);
		expect(service.journal.map(({ recipients }) => recipients)).toEqual([[ann, bob]]);
	});

	test('a form that is filled in to run up a bill makes no request, at no try', async () => {
		const call = toolWith({ allowedCountries: ['KE'] });
		await expect(call({ to: briton })).rejects.toThrow("isn't among the Allowed Countries");
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		await to([briton], { allowedCountries: ['KE'] }, { settings });
		expect(service.requests).toEqual([]);
		expect(received('send')).toEqual([]);
	});
});
