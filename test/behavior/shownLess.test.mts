/**
 * Lists that omit, truncate or mask the fields that tell whether a number has a message. A number that a record may
 * concern gets nothing, with a reason; a number that it certainly doesn't concern is texted. The journal shows that
 * nobody gets a text twice.
 */
import type { INodeParameters } from 'n8n-workflow';
import { clock, N8nProcess, numberOf, service, texted, trigger } from '../harness/index.mts';
import { type Way, ways } from '../../workbench/sandbox/shown.mts';
import { everybody, forms, missing, skip, visit } from './shownWays.mts';
import { saidBy, watch } from './watching.mts';

const cases = (Object.keys(ways) as Way[]).flatMap((way) =>
	(['text', 'campaign'] as const).flatMap((sameMessage) =>
		Object.keys(forms).map((form) => [way, sameMessage, form] as const),
	),
);

describe.each(['another client', 'this process'] as const)('sent by %s before', (by) => {
	test.each(cases)('%s, Same Message %s, %s', async (way, sameMessage, form) => {
		const [rows, options] = forms[form]!;
		const [byText, byCampaign] = missing[way];
		const field = sameMessage === 'text' ? byText : byCampaign;
		const n8n = new N8nProcess();
		if (by === 'this process') {
			await skip(n8n, { sameMessage, ...options }, { rows });
			clock.pass(60_000);
		} else service.addMessage({ recipients: everybody, ...visit });
		service.setOptions({ shows: way });
		const before = texted().length;
		const { rows: came } = await skip(n8n, { sameMessage, ...options }, { rows });
		expect(texted()).toHaveLength(before);
		for (const row of came) {
			expect(row.sendOutcome).toBe(field ? 'notSent' : 'alreadySent');
			if (!field) continue;
			expect(row.error).toContain(field);
			expect(row.error).toMatch(
				/Skip Already Sent found \d messages? that may be this one \((?:such as )?message /,
			);
			expect(row.error).toContain('with Query Messages');
		}
	});
});

/** Ways to show recipients. A record has only one of them. */
const ofRecipients = (Object.keys(ways) as Way[]).filter((way) => /ecipient|Number/.test(way));
const ofOthers = Object.keys(ways).filter(
	(way) => !['whole', 'noStatus', 'groupWithoutMembers', ...ofRecipients].includes(way),
) as Way[];
const pairs = [...ofRecipients, ...ofOthers].flatMap((one) =>
	ofOthers
		.filter((other) => other > one || !ofOthers.includes(one))
		.map((other) => [one, other] as const),
);

describe.each(pairs)('%s and %s', (...shows) => {
	test.each(['text', 'campaign'] as const)(
		'Same Message %s: nobody twice, and each missing field is named',
		async (sameMessage) => {
			const place = sameMessage === 'text' ? 0 : 1;
			const fields = new Set(shows.flatMap((way) => missing[way][place] ?? []));
			service.addMessage({ recipients: everybody, ...visit });
			service.setOptions({ shows: [...shows] });
			const { rows } = await skip(new N8nProcess(), { sameMessage });
			expect(texted()).toEqual([]);
			for (const { sendOutcome, error } of rows) {
				expect(sendOutcome).toBe(fields.size > 0 ? 'notSent' : 'alreadySent');
				for (const field of fields) expect(error).toContain(field);
			}
		},
	);
});

test.each(['text', 'campaign'])(
	'a campaign that is listed in small letters, beside a hidden text: Same Message %s',
	async (sameMessage) => {
		await service.start({ readings: { storedCampaign: 'lowerCase' }, shows: 'noText' });
		service.addMessage({ recipients: everybody, ...visit, campaign: 'Visits' });
		const { rows } = await skip(new N8nProcess(), { sameMessage }, {}, { campaign: 'Visits' });
		const expected = sameMessage === 'text' ? 'notSent' : 'alreadySent';
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill(expected));
	},
);

test('national numbers are known with a Default Country', async () => {
	service.addMessage({ recipients: everybody, ...visit });
	service.setOptions({ shows: 'nationalNumbers' });
	const { rows } = await skip(new N8nProcess(), { defaultCountry: 'KE' });
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('alreadySent'));
});

test("national numbers are nobody's for sure where rows have two Default Countries", async () => {
	service.addMessage({ recipients: everybody, ...visit });
	service.setOptions({ shows: 'nationalNumbers' });
	const defaultCountry = '={{ $itemIndex === 0 ? "KE" : "UG" }}';
	const { rows } = await skip(new N8nProcess(), { defaultCountry });
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('notSent'));
	expect(texted()).toEqual([]);
});

describe('whom the record does not concern is texted', () => {
	const other = '+254733999888';
	test.each<[Way, string, object]>([
		['maskedNumbers', 'another number', { recipients: [other] }],
		['nationalNumbers', 'another number', { recipients: [other] }],
		['recipientsAsJson', 'another number', { recipients: [other] }],
		['noText', 'another number', { recipients: [other] }],
		['noRecipients', 'another text', { message: 'Closed on Monday' }],
		['noRecipients', 'another campaign', { campaign: 'news' }],
		['noText', 'another category', { category: 'marketing' }],
		['cutText', 'another text', { message: 'Closed on Monday, for good' }],
		['noRecipients', 'two days ago', { daysAgo: 2 }],
	])('%s, %s', async (way, _what, { daysAgo = 0, ...changes }: { daysAgo?: number }) => {
		service.addMessage({
			...{ recipients: everybody, ...visit },
			createdAt: clock.now() - daysAgo * 25 * 3_600_000,
			...changes,
		});
		service.setOptions({ shows: way });
		const { rows } = await skip(new N8nProcess());
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
	});
});

test('a message to a contact group whose members nobody sees is a hint', async () => {
	const id = service.addMessage({ contactListId: 503, ...visit });
	service.addMessage({ contactListId: 503, ...visit, message: 'Closed on Monday' });
	service.setOptions({ shows: 'groupWithoutMembers' });
	const { rows, hints } = await skip(new N8nProcess());
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
	expect(hints.filter((hint) => hint.includes('to a contact group'))).toEqual([
		`The service's list has this message to a contact group (message ${id}), and doesn't show who is in the group. Whoever is in it and in this run gets it twice.`,
	]);
	service.setOptions({ shows: ['groupWithoutMembers', 'noText'] });
	const others = await skip(new N8nProcess(), {}, { rows: [{ to: numberOf(9) }] });
	expect(others.hints.join()).not.toContain('to a contact group');
});

describe('a query for what no record shows', () => {
	const find = async (filters: INodeParameters) =>
		(await new N8nProcess().run({ operation: 'queryMessages', filters })).hints.join();

	test.each<[Way, INodeParameters, string]>([
		['noCampaign', { campaign: 'visits' }, 'Campaign'],
		['noRecipients', { phoneNumber: everybody[0]! }, 'Phone Number'],
		['camelCase', { phoneNumber: everybody[0]! }, 'Phone Number'],
		['noStatus', { deliveryStatus: 'Delivered' }, 'Delivery Status'],
	])('%s, %j: a hint says that finding nothing means nothing', async (way, filters, label) => {
		service.addMessage({ recipients: everybody, ...visit });
		service.setOptions({ shows: way });
		expect(await find(filters)).toContain(
			`No message that was read shows a ${label}, so finding nothing means nothing`,
		);
		service.setOptions({ shows: 'whole' });
		const others = { campaign: 'other', deliveryStatus: 'Lost', phoneNumber: numberOf(9) };
		const name = Object.keys(filters)[0] as keyof typeof others;
		expect(await find({ [name]: others[name] })).not.toContain('means nothing');
	});
});

describe('a trigger that could see nothing', () => {
	test('says so when it is published, and in a poll', async () => {
		service.addMessage({ recipients: everybody });
		service.setOptions({ shows: 'noStatus' });
		await expect(watch()).rejects.toThrow(/shows a Status, so this trigger can't watch/);
		service.setOptions({ shows: 'whole' });
		const workflow = await watch();
		service.setOptions({ shows: 'noStatus' });
		expect(saidBy(await workflow.poll())).toContain("shows a Status, so this trigger can't watch");
		service.setOptions({ shows: 'noCampaign' });
		await expect(watch({ filters: { campaign: 'visits' } })).rejects.toThrow(/shows a Campaign/);
	});

	test.each<[Way, INodeParameters, RegExp]>([
		['noStatus', {}, /shows a Status/],
		['noCampaign', { filters: { campaign: 'visits' } }, /shows a Campaign/],
		['noRecipients', { filters: { phoneNumber: everybody[0] } }, /shows a Phone Number/],
	])('%s: says so when a test event is fetched', async (shows, parameters, means) => {
		const workflow = trigger(parameters);
		service.addMessage({ recipients: everybody, campaign: 'visits' });
		expect((await workflow.fetchTestEvent()).error).toBeUndefined();
		service.setOptions({ shows });
		expect((await workflow.fetchTestEvent()).error?.message).toMatch(means);
	});

	test('but not for new messages, which need no status', async () => {
		service.addMessage({ recipients: everybody });
		service.setOptions({ shows: 'noStatus' });
		const workflow = await watch({ event: 'messageCreated' });
		service.addMessage({ recipients: everybody });
		await workflow.poll();
		expect(workflow.executions).toHaveLength(1);
	});
});
