/**
 * Skip Already Sent reads what is new since the last run of this process, and the whole list in any doubt. The requests
 * for pages are counted; `test/rules/incrementalRead` compares the findings with those of a reader of the whole list.
 */
import type { INodeParameters } from 'n8n-workflow';
import { upTo } from './pagedList.mts';
import {
	clock,
	goodSend,
	N8nProcess,
	numberOf,
	received,
	send,
	service,
	texted,
} from '../harness/index.mts';

const minute = 60_000;
const [ann, bob, cem] = [1, 2, 3].map(numberOf) as [string, string, string];

/** Sends to these numbers, and returns the requested pages of the list, and the outcomes. */
async function skip(to: string[], parameters: INodeParameters = {}, options: INodeParameters = {}) {
	const before = received('messages').length;
	const { rows, hints } = await send(
		{
			recipients: '={{ $json.to }}',
			...parameters,
			options: { skipAlreadySent: true, ...options },
		},
		{ rows: to.map((each) => ({ to: each })) },
	);
	const pages = received('messages')
		.slice(before)
		.map(({ query }) => Number(query.page));
	return { pages, hints, outcomes: rows.map(({ sendOutcome }) => sendOutcome) };
}

const listed = (to: string, changes: object = {}) =>
	service.addMessage({
		recipients: [to],
		message: goodSend.message as string,
		campaign: goodSend.campaign as string,
		category: 'utility',
		createdAt: clock.now(),
		...changes,
	});

/** Starts a service of 60 messages of this category, 6 on a page, and sends one more. */
async function begun(options: Parameters<typeof service.start>[0] = {}): Promise<void> {
	await service.start({ pastMessages: 180, maxPerPage: 6, ...options });
	const { pages, outcomes } = await skip([numberOf(100)]);
	expect({ pages: inOrder(pages), outcomes }).toEqual({ pages: upTo(10), outcomes: ['accepted'] });
	clock.pass(10 * minute);
}

const inOrder = (pages: number[]) => [...new Set(pages)].sort((one, other) => one - other);

test('a later run reads only until all is known and older than two minutes', async () => {
	await begun();
	for (let run = 0; run < 10; run++) {
		const { pages, outcomes } = await skip([numberOf(200 + run)]);
		expect({ pages, outcomes }).toEqual({ pages: [1], outcomes: ['accepted'] });
		clock.pass(10 * minute);
	}
	for (let message = 0; message < 8; message++) {
		clock.pass(1000);
		listed(numberOf(300 + message));
	}
	expect((await skip([ann])).pages).toEqual([1, 2]);
	// These messages are less than two minutes older than the newest one that was known.
	expect((await skip([bob])).pages).toEqual([1, 2]);
	clock.pass(3 * minute);
	await skip([cem]);
	await skip([numberOf(4)]);
	expect((await skip([numberOf(5)])).pages).toEqual([1]);
});

test.each<[string, () => unknown]>([
	['a new message', () => listed(ann)],
	[
		'one listed a minute late, behind others',
		() => listed(ann, { createdAt: clock.now() - minute }),
	],
	[
		'a new message behind many others',
		() => {
			listed(ann);
			for (let message = 0; message < 20; message++) {
				clock.pass(1000);
				listed(numberOf(300 + message));
			}
		},
	],
])('whoever has the message by %s gets nothing', async (_what, happens) => {
	await begun();
	happens();
	const { outcomes } = await skip([ann, bob]);
	expect(outcomes).toEqual(['alreadySent', 'accepted']);
	clock.pass(10 * minute);
	// What was read last time is known as well.
	expect((await skip([bob])).outcomes).toEqual(['alreadySent']);
	expect((await skip([ann])).outcomes).toEqual(['alreadySent']);
	expect(texted()).toEqual([numberOf(100), bob]);
});

describe('the whole list is read if', () => {
	const anHourAgo = () => ({ createdAt: clock.now() - 60 * minute });
	const other = { message: 'Your table is free now' };

	test.each<[string, () => unknown, options?: INodeParameters]>([
		['a message was deleted', () => service.removeMessage(2)],
		[
			'a message was deleted, and another is new',
			() => {
				service.removeMessage(2);
				listed(bob);
			},
		],
		[
			'the list has another order',
			() => service.setOptions({ readings: { listOrder: 'oldestFirst' } }),
		],
		['it is not counted', () => service.setOptions({ readings: { meta: 'missing' } })],
		['a message was listed an hour late', () => listed(bob, anHourAgo())],
		['the run looks further back', () => undefined, { lookBackHours: 48 }],
		['a new day has begun', () => clock.pass(20 * 60 * minute)],
		['a message may be to anybody', () => listed('', { recipients: [] })],
	])('%s', async (...[, happens, options]) => {
		await begun();
		expect((await skip([numberOf(200)])).pages).toEqual([1]);
		clock.pass(10 * minute);
		happens();
		const { pages } = await skip([ann], {}, options);
		expect(inOrder(pages)).toEqual(expect.arrayContaining(upTo(8)));
		// No page is requested again.
		expect(inOrder(pages)).toHaveLength(pages.length);
	});

	test('somebody has a message with the same letters, but not if he has another one', async () => {
		await begun();
		listed(ann);
		listed(bob);
		clock.pass(10 * minute);
		expect((await skip([numberOf(200)])).pages).toEqual([1]);
		expect((await skip([ann], other)).pages).toEqual([1]);
		const { pages, outcomes } = await skip([bob], { message: `! ${String(goodSend.message)}` });
		expect(outcomes).toEqual(['accepted']);
		expect(inOrder(pages)).toEqual(upTo(11));
	});

	test('with Same Campaign, somebody has a message of this campaign, but not if he has one of another', async () => {
		const byCampaign = { sameMessage: 'campaign' };
		await begun();
		await skip([numberOf(200)], {}, byCampaign);
		listed(ann);
		clock.pass(10 * minute);
		expect((await skip([bob], other, byCampaign)).pages).toEqual([1]);
		expect((await skip([ann], { campaign: 'order-4711' }, byCampaign)).pages).toEqual([1]);
		const { pages, outcomes } = await skip([ann], other, byCampaign);
		expect(outcomes).toEqual(['alreadySent']);
		expect(pages.length).toBeGreaterThan(10);
	});

	test('a message went to a group whose members it does not show: each run tells of it', async () => {
		await begun({ shows: 'groupWithoutMembers' });
		listed(ann, { recipients: [], contactListId: 503 });
		clock.pass(10 * minute);
		for (const to of [bob, cem]) {
			const { pages, hints } = await skip([to]);
			expect(pages.length).toBeGreaterThanOrEqual(10);
			expect(hints.join()).toContain('to a contact group');
		}
	});

	test('another process is the reader', async () => {
		await begun();
		expect((await skip([ann])).pages).toEqual([1]);
		const other = new N8nProcess();
		const first = received('messages').length;
		await other.send({ recipients: bob, options: { skipAlreadySent: true } });
		expect(received('messages').length - first).toBeGreaterThanOrEqual(10);
	});

	test('the run has more than 1,000 numbers', async () => {
		await begun();
		const numbers = Array.from({ length: 1001 }, (_, place) => numberOf(1000 + place));
		const together = { combineItems: true, recipientsPerRequest: 1001 };
		expect((await skip(numbers.slice(1), {}, together)).pages).toEqual([1]);
		clock.pass(10 * minute);
		expect(inOrder((await skip(numbers, other, together)).pages)).toEqual(upTo(11));
		clock.pass(10 * minute);
		expect((await skip(numbers.slice(1), { message: 'A third one' }, together)).pages).toEqual([1]);
	});

	test('it does not show own messages as they were sent: each run warns', async () => {
		await begun();
		service.setOptions({ shows: 'noCampaign' });
		for (const to of [ann, bob, cem]) {
			const { pages, hints } = await skip([to]);
			if (to !== ann) expect(hints.join()).toContain('campaign');
			expect(inOrder(pages)).toEqual(expect.arrayContaining(upTo(10)));
			clock.pass(3 * minute);
		}
	});
});
