/**
 * Skip Already Sent: the service's list is read before anything is sent, and a number that has this message
 * already gets nothing.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	answering,
	clock,
	doors,
	goodSend,
	numberOf,
	received,
	send,
	service,
	texted,
	type Setup,
} from '../harness/index.mts';

const hour = 3_600_000;
const [ann, bob, cem, dan] = [1, 2, 3, 4].map(numberOf) as [string, string, string, string];
const everyRow: Setup = { settings: { onError: 'continueRegularOutput' } };
type Numbers = Array<string | string[]>;

/** Sends one row for each entry of the list, with Skip Already Sent. */
const skip = async (
	list: Numbers,
	options: INodeParameters = {},
	parameters: INodeParameters = {},
	setup: Setup = {},
) =>
	await send(
		{
			recipients: '={{ $json.to }}',
			...parameters,
			options: { skipAlreadySent: true, ...options },
		},
		{ rows: list.map((to) => ({ to })), ...setup },
	);

/**
 * Adds the message of these tests to the list, as if another process or person had sent it `ago` hours ago. Returns its
 * ID.
 */
const listed = (recipients: string[], ago = 1, changes: object = {}) =>
	String(
		service.addMessage({
			recipients,
			message: goodSend.message as string,
			campaign: goodSend.campaign as string,
			category: 'utility',
			createdAt: clock.now() - ago * hour,
			...changes,
		}),
	);

const outcomes = (rows: IDataObject[]) => rows.map(({ sendOutcome }) => sendOutcome);

describe.each(doors)('%s', (door) => {
	test('a number that has the message gets nothing; the row says which message, when, and its status', async () => {
		const messageId = listed([ann]);
		const { rows } = await skip([ann], {}, {}, { door });
		expect(rows).toMatchObject([
			{ sendOutcome: 'alreadySent', messageId, recipients: ann, deliveryStatus: 'Delivered' },
		]);
		expect(Date.parse(String(rows[0]!.sentAt))).toBe(clock.start - hour);
		expect(texted()).toEqual([]);
	});

	test('of several numbers only the rest is texted, and the row names both', async () => {
		listed([bob, dan]);
		const { rows } = await skip([[ann, bob, cem]], {}, {}, { door });
		expect(rows).toMatchObject([
			{ sendOutcome: 'accepted', recipients: `${ann}, ${cem}`, alreadySentRecipients: bob },
		]);
		expect(texted()).toEqual([ann, cem]);
	});

	test('a list that cannot be read refuses the run', async () => {
		service.play({ on: 'messages', kind: 'badRequest', times: Infinity });
		const { told } = await skip([ann], {}, {}, { door });
		expect(told).toMatch(/Nothing was sent.*Skip Already Sent could not read.*400/s);
		expect(received('send')).toEqual([]);
	});
});

test('a row whose numbers all have it shows the message of its first number', async () => {
	const messageId = listed([bob], 5);
	listed([ann], 2);
	const { rows } = await skip([[bob, ann]]);
	const recipients = `${bob}, ${ann}`;
	expect(rows).toMatchObject([{ sendOutcome: 'alreadySent', messageId, recipients }]);
	expect(texted()).toEqual([]);
});

describe('the same message', () => {
	const text = {
		message: 'Dear Ame\u0301lie,\r\nsee  you\u00a0\n\ntomorrow ',
		campaign: 'Re\u0301union  May',
	};

	test.each<[string, object, boolean]>([
		['from another sender ID', { senderId: 101 }, true],
		['of another category', { category: 'marketing' }, false],
		['to the number and others', { recipients: [bob, ann] }, true],
		['that failed to arrive: the service took it', { status: 'Failed' }, true],
	])('%s: %#', async (_name, changes, isSame) => {
		listed([ann], 1, { ...text, ...changes });
		const { rows } = await skip([ann], {}, text);
		expect(outcomes(rows)).toEqual([isSame ? 'alreadySent' : 'accepted']);
		expect(texted()).toEqual(isSame ? [] : [ann]);
	});

	test.each(['records', 'numbers'] as const)(
		'that went to a contact group with the number, listed as %s',
		async (groupRecipients) => {
			service.setOptions({ readings: { groupRecipients } });
			listed([], 1, { contactListId: 503 });
			expect(outcomes((await skip(['+254733003002'])).rows)).toEqual(['alreadySent']);
		},
	);
});

describe('how far back', () => {
	const inHours = (hours: number) => new Date(clock.now() + hours * hour).toISOString();

	test.each([
		[23.9, {}, 'alreadySent'],
		[24.1, {}, 'accepted'],
		[24.1, { lookBackHours: 25 }, 'alreadySent'],
		[743, { lookBackHours: 744 }, 'alreadySent'],
	] as const)('%d hours ago, with %j: %s', async (ago, options, outcome) => {
		listed([ann], ago);
		expect(outcomes((await skip([ann], options)).rows)).toEqual([outcome]);
	});

	test.each([
		['created 95 hours ago, due 23 ago', 95, -23, 'alreadySent'],
		['created 97 hours ago, due 25 ago', 97, -25, 'accepted'],
		['created 30 days ago, due now', 720, 0, 'alreadySent'],
	])('an item with a schedule, a message %s: %s', async (_name, ago, due, outcome) => {
		listed([ann], ago, { schedule: inHours(due) });
		const { rows } = await skip([ann], { schedule: inHours(1) });
		expect(outcomes(rows)).toEqual([outcome]);
	});

	test('each item by its own hours, the list read once for the farthest', async () => {
		listed([ann], 5);
		listed([bob], 100);
		const { rows } = await skip([ann, bob, cem], {
			lookBackHours: `={{ { "${ann}": 3, "${bob}": 120, "${cem}": 24 }[$json.to] }}`,
		});
		expect(outcomes(rows)).toEqual(['accepted', 'alreadySent', 'accepted']);
		// One read before the sends, and one after them.
		expect(received('messages')).toHaveLength(2);
	});

	test.each([-72, 3])("by the service's clock, %d hours ahead", async (hours) => {
		service.setOptions({ clockOffset: hours * hour });
		listed([ann], 23 - hours);
		listed([bob], 25 - hours);
		expect(outcomes((await skip([ann, bob])).rows)).toEqual(['alreadySent', 'accepted']);
	});
});

describe('reading the list', () => {
	test.each(['repeatPage', 'html'] as const)(
		'a page that cannot be trusted (%s) refuses the run, rows without the option too',
		async (kind) => {
			await service.start({ pastMessages: 60, pastSpacing: 1_000, maxPerPage: 3 });
			service.play({ on: 'messages', kind, after: 2, times: Infinity });
			const options = { skipAlreadySent: `={{ $json.to !== "${bob}" }}` };
			const { rows } = await skip([ann, bob], options, {}, everyRow);
			expect(outcomes(rows)).toEqual(['notSent', 'notSent']);
			expect(rows[1]!.error).toContain('Skip Already Sent could not read');
			expect(received('send')).toEqual([]);
		},
	);

	/** Starts a service with these pages of messages and these counts. */
	const serviceOf = async (page: (number: number) => { data: object[]; meta: object }) =>
		await answering(({ path }) => ({
			body: { responsecode: 200, data: page(Number(/\bpage=(\d+)/.exec(path)?.[1])) },
		}));
	const record = { created_at: '2026-11-23T11:00:00Z', message: 'x' };

	test.each<[string, Parameters<typeof serviceOf>[0], RegExp]>([
		[
			'that gives fewer messages than it counts',
			(number) => ({
				data: number === 1 ? [{ ...record, id: 1 }] : [],
				meta: { current_page: number, last_page: 1, per_page: 1, total: 3 },
			}),
			/counts 2 more results than it returned/,
		],
		[
			'that changes while it is read',
			(number) => ({
				data: [{ ...record, number }],
				meta: { current_page: number, last_page: 2, per_page: 1, total: 10 - number },
			}),
			/changed while it was read/,
		],
	])('a list %s counts as unreadable', async (_name, page, why) => {
		const { requests } = await serviceOf(page);
		expect((await skip([ann])).told).toMatch(why);
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('is done once for a run, by category where all rows have the same, never by sender', async () => {
		await skip([ann, bob, cem]);
		listed([dan], 1, { category: 'marketing' });
		const priority = `={{ $json.to === "${bob}" ? "authentication" : "marketing" }}`;
		const { rows } = await skip([bob, dan], {}, { priority });
		expect(outcomes(rows)).toEqual(['accepted', 'alreadySent']);
		expect(
			received('messages').map(({ query: { category, sender_id } }) => [category, sender_id]),
		).toEqual([
			['utility', undefined],
			// One read after the sends, for the messages just sent.
			['utility', undefined],
			[undefined, undefined],
		]);
	});

	test.each<[string, INodeParameters, Numbers]>([
		['switched off for every row', { skipAlreadySent: '={{ false }}' }, [ann]],
		['a row refused anyway', {}, [ann, 'nobody']],
	])('%s: it is not read', async (_name, options, list) => {
		await skip(list, options);
		expect(received('messages')).toEqual([]);
	});

	test('a run that is stopped meanwhile sends nothing', async () => {
		const stop = new AbortController();
		await service.start({
			beforeAnswer: ({ operation }) => void (operation === 'messages' && stop.abort()),
		});
		expect((await skip([ann], {}, {}, { stop: stop.signal })).status).toBe('canceled');
		await clock.quiet();
		expect(received('send')).toEqual([]);
	});
});

test('rows of one run whose texts differ in blanks alone are one message, also where nobody knows of the first', async () => {
	for (const [kind, expected] of [
		[undefined, ['accepted', 'alreadySent', 'accepted']],
		['dropAfter', ['accepted', 'alreadySent', 'accepted']],
		['dropBefore', ['unknown', 'unknown', 'accepted']],
	] as const) {
		await service.start();
		if (kind) service.play({ on: 'send', kind, recipient: ann });
		const message = '={{ "Hello" + " ".repeat(1 + $itemIndex) + "you" }}';
		const { rows } = await skip([ann, ann, bob], {}, { message }, everyRow);
		expect(outcomes(rows)).toEqual(expected);
		expect(texted().filter((number) => number === ann)).toHaveLength(kind === 'dropBefore' ? 0 : 1);
	}
});

describe('with other options', () => {
	test('rows with and without it in one run: only its own are skipped, also combined', async () => {
		listed([ann, bob]);
		const { rows } = await skip([ann, bob, cem], {
			skipAlreadySent: `={{ $json.to !== "${bob}" }}`,
			combineItems: true,
		});
		expect(outcomes(rows)).toEqual(['alreadySent', 'accepted', 'accepted']);
		expect(texted().sort()).toEqual([bob, cem]);
	});
});

describe('after a run that broke off, the same list once more', () => {
	const list = [ann, bob, cem, dan];

	test('a refused row: only the rest is texted, and the failure says so', async () => {
		listed([ann]);
		service.play({ on: 'send', kind: 'badRequest', recipient: dan });
		const { told } = await skip(list);
		expect(told).toMatch(/run the workflow again.*Skip Already Sent/s);
		expect(told).toMatch(
			/2 of 4 messages were sent: items 1, 2\..* 1 recipient had .* already: item 0\./,
		);
		expect(outcomes((await skip(list)).rows)).toEqual([
			'alreadySent',
			'alreadySent',
			'alreadySent',
			'accepted',
		]);
		expect(texted().sort()).toEqual([bob, cem, dan]);
	});

	test.each([
		['dropBefore', 'accepted'],
		['dropAfter', 'alreadySent'],
	] as const)(
		'an unknown row (%s) waits two minutes, then the list is believed',
		async (kind, then) => {
			service.play({ on: 'send', kind, recipient: ann });
			service.setOptions({ listingDelay: 100_000 });
			const { told } = await skip([ann, bob]);
			expect(told).toMatch(/may or may not have been sent.*again after two minutes/s);
			// The run looked for the text to Bob until six seconds later.
			clock.pass(107_000);
			expect(outcomes((await skip([ann], {}, {}, everyRow)).rows)).not.toContain('accepted');
			clock.pass(7_001);
			expect(outcomes((await skip([ann])).rows)).toEqual([then]);
			expect(texted().sort()).toEqual([ann, bob]);
		},
	);
});
