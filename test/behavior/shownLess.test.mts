/**
 * Lists that leave out, cut or mask what decides whether somebody has a message. Whom a record may concern gets
 * nothing, in words; whom it certainly doesn't concern is texted. By the journal, nobody gets a text twice.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	each,
	N8nProcess,
	numberOf,
	received,
	service,
	texted,
	type Setup,
} from '../harness/index.mts';
import { type Way, ways } from '../../workbench/sandbox/shown.mts';
import { saidBy, watch } from './watching.mts';

const everybody = [0, 1, 2].map(numberOf);
const settings = { onError: 'continueRegularOutput' as const };
const text = 'Your appointment is tomorrow at nine';
const onList: INodeParameters = { ...each, message: text, campaign: 'visits' };

/** What an error names where the list shows too little; undefined where it shows enough. */
const missing: Record<Way, [byText?: string, byCampaign?: string]> = {
	whole: [],
	noRecipients: ['sms_recipients', 'sms_recipients'],
	recipientCount: ['sms_recipients', 'sms_recipients'],
	emptyRecipients: ['sms_recipients', 'sms_recipients'],
	recipientsAsJson: [],
	otherRecipientNames: ['sms_recipients', 'sms_recipients'],
	maskedNumbers: ['sms_recipients', 'sms_recipients'],
	nationalNumbers: ['sms_recipients', 'sms_recipients'],
	noText: ['message'],
	nullText: ['message'],
	cutText: ['message'],
	noCampaign: ['campaign', 'campaign'],
	noCategory: ['category'],
	camelCase: ['sms_recipients', 'sms_recipients'],
	noStatus: [],
};

/** The rows of a list: one for each, or all numbers in one. */
const forms: Record<string, [rows: Array<{ to: string | string[] }>, options: INodeParameters]> = {
	'a row each': [everybody.map((to) => ({ to })), {}],
	'one row': [[{ to: everybody }], {}],
	'Combine Items': [everybody.map((to) => ({ to })), { combineItems: true }],
};

async function skip(
	n8n: N8nProcess,
	options: INodeParameters = {},
	{ rows = forms['a row each']![0], ...setup }: Setup = {},
) {
	const parameters = { ...onList, options: { skipAlreadySent: true, ...options } };
	return await n8n.send(parameters, { rows, settings, ...setup });
}

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
		} else
			service.addMessage({
				recipients: everybody,
				message: text,
				campaign: 'visits',
				category: 'utility',
			});
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

test('national numbers are known with a Default Country', async () => {
	service.addMessage({
		recipients: everybody,
		message: text,
		campaign: 'visits',
		category: 'utility',
	});
	service.setOptions({ shows: 'nationalNumbers' });
	const { rows } = await skip(new N8nProcess(), { defaultCountry: 'KE' });
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('alreadySent'));
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
			...{ recipients: everybody, message: text, campaign: 'visits', category: 'utility' },
			createdAt: clock.now() - daysAgo * 25 * 3_600_000,
			...changes,
		});
		service.setOptions({ shows: way });
		const { rows } = await skip(new N8nProcess());
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
	});
});

test('a message to a contact group with this text and campaign is a hint', async () => {
	const id = service.addMessage({
		contactListId: 503,
		...{ message: text, campaign: 'visits', category: 'utility' },
	});
	service.setOptions({ shows: 'otherRecipientNames' });
	const { hints } = await skip(new N8nProcess());
	expect(hints.join()).not.toContain('may be this one');
	expect(id).toBeGreaterThan(0);
});

describe('the first accepted send of an account is looked for in the list', () => {
	const listed = () => received('messages').length;

	test.each((Object.keys(ways) as Way[]).filter((way) => missing[way][0]))(
		'%s: a hint in the same run says what is missing',
		async (way) => {
			service.setOptions({ shows: way });
			const { rows, hints } = await skip(new N8nProcess());
			expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
			expect(hints.join()).toMatch(/The service took these messages, but the list doesn't show/);
			expect(hints.join()).toContain(missing[way][0]);
			expect(clock.slept).toEqual(expect.arrayContaining([1_000, 2_000, 3_000]));
		},
	);

	test('listed at once: one request more in a process, for a thousand webhooks', async () => {
		const n8n = new N8nProcess();
		const { hints } = await skip(n8n);
		expect([hints.join(), listed()]).toEqual(['3 accepted.', 2]);
		for (let count = 0; count < 20; count++)
			await skip(n8n, {}, { rows: [{ to: numberOf(100 + count) }] });
		expect(listed()).toBe(22);
	});

	test.each([900, 2_900, 5_900])('listed after %i ms: no hint', async (listingDelay) => {
		service.setOptions({ listingDelay });
		expect((await skip(new N8nProcess())).hints.join()).toBe('3 accepted.');
	});

	test('not listed: a hint, repeated until one run finds proof', async () => {
		service.setOptions({ listingDelay: 3_600_000 });
		const n8n = new N8nProcess();
		for (const count of [0, 1])
			expect(
				(await skip(n8n, {}, { rows: [{ to: numberOf(50 + count) }] })).hints.join(),
			).toContain("its list of messages doesn't show them as they were sent");
		service.setOptions({ listingDelay: 0 });
		const { hints } = await skip(n8n, {}, { rows: [{ to: numberOf(60) }] });
		expect(hints.join()).not.toContain('took these messages');
	});

	test('not without the switch, and not in a dry run', async () => {
		await new N8nProcess().send(onList, { rows: forms['a row each']![0] });
		await skip(new N8nProcess(), { dryRun: true });
		expect(listed()).toBe(0);
	});

	test('a list that cannot be read then fails no run', async () => {
		service.play({ on: 'messages', kind: 'badRequest', after: 1, times: Infinity });
		const { rows } = await skip(new N8nProcess());
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
	});
});

describe('what this process has sent', () => {
	test('is told by every run that reads it shown otherwise, though the list was right once', async () => {
		const n8n = new N8nProcess();
		await skip(n8n);
		service.setOptions({ shows: 'noText' });
		const others = [{ to: numberOf(20) }];
		for (let run = 0; run < 2; run++) {
			const { hints } = await skip(n8n, { sameMessage: 'campaign' }, { rows: others });
			expect(hints.join()).toMatch(/took these messages, but the list doesn't show the whole text/);
		}
	});

	test('is no record of somebody else whose ID is the same', async () => {
		await service.start({ readings: { messageIdType: 'uuid' } });
		const n8n = new N8nProcess();
		await skip(n8n);
		service.addMessage({ recipients: [numberOf(30)], category: 'utility' });
		const { hints } = await skip(n8n, {}, { rows: [{ to: numberOf(31) }] });
		expect(hints.join()).not.toContain('took these messages');
	});
});

describe('a query for what no record shows', () => {
	const find = async (filters: INodeParameters) =>
		(await new N8nProcess().run({ operation: 'queryMessages', filters })).hints.join();
	const visit = () =>
		service.addMessage({ recipients: everybody, message: text, campaign: 'visits' });

	test.each<[Way, INodeParameters, string]>([
		['noCampaign', { campaign: 'visits' }, 'Campaign'],
		['noRecipients', { phoneNumber: everybody[0]! }, 'Phone Number'],
		['camelCase', { phoneNumber: everybody[0]! }, 'Phone Number'],
		['noStatus', { deliveryStatus: 'Delivered' }, 'Delivery Status'],
	])('%s, %j: a hint says that finding nothing means nothing', async (way, filters, label) => {
		visit();
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

	test('but not for new messages, which need no status', async () => {
		service.addMessage({ recipients: everybody });
		service.setOptions({ shows: 'noStatus' });
		const workflow = await watch({ event: 'messageCreated' });
		service.addMessage({ recipients: everybody });
		await workflow.poll();
		expect(workflow.executions).toHaveLength(1);
	});
});
