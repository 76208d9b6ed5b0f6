/**
 * The look-ups of a run, without n8n and without a network: which pages are asked for and when, and
 * what comes of them.
 */
import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { freshCredential, runCore, sends, type CoreRun } from '../run/coreRun.mts';
import { ListService } from './listService.mts';
import { noon, pass, passed, startTime } from '../clock/virtualTime.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);

const hour = 3_600_000;
const day = 24 * hour;
let service: ListService;
let credential: Record<string, unknown>;
beforeEach(() => {
	startTime();
	service = new ListService();
	credential = freshCredential();
});
afterEach(() => jest.restoreAllMocks());

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const run = async (items: CoreRun['items'], changes: Partial<CoreRun> = {}) =>
	await runCore({
		items,
		service: service.answer,
		credential: () => credential,
		continuesOnFail: true,
		...changes,
	});
const skipping = (recipients: string[], changes: Partial<SendOrder> = {}, concurrency = 10) =>
	sends(recipients, { skipSentWithin: day, ...changes }, concurrency);
const looking = (recipients: string[], changes: Partial<SendOrder> = {}, concurrency = 10) =>
	sends(recipients, { looksUp: true, ...changes }, concurrency);
const outcomes = ({ outputs }: Awaited<ReturnType<typeof run>>) =>
	outputs.map(([output]) => output?.json.sendOutcome);
const jsonOf = ({ outputs }: Awaited<ReturnType<typeof run>>, index: number) =>
	outputs[index]![0]!.json;

describe('Look Up Unclear Sends', () => {
	test('looks 1, 3 and 6 seconds after the last send, then not again', async () => {
		service.fates = ['lost'];
		const result = await run([looking([phone(1)])]);
		expect(service.pages.map(({ at }) => at)).toEqual([1000, 3000, 6000]);
		expect(outcomes(result)).toEqual(['unknown']);
		expect(jsonOf(result, 0).error).toMatch(
			/may or may not have been sent\. The service's list of messages did not show it, last read at 2026-11-22 12:00 \(UTC\)\. Check before resending/,
		);
		expect(service.reached).toEqual([]);
	});

	test('reads that take their time are not made up for', async () => {
		service.fates = ['lost'];
		const page = service.pageOf([], 1, 0);
		service.list = () => (pass(2500), page);
		await run([looking([phone(1)])]);
		expect(service.pages.map(({ at }) => at)).toEqual([1000, 3500, 6000]);
	});

	test('looks until all are found', async () => {
		service.fates = ['takenAndLost', 'accepted', 'takenAndLost'];
		service.listsAfter = 2000;
		const result = await run([looking([phone(1)]), looking([phone(2)]), looking([phone(3)])]);
		expect(service.pages.map(({ at }) => at)).toEqual([1000, 3000]);
		expect(outcomes(result)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(jsonOf(result, 0)).toEqual({
			success: true,
			messageId: '1',
			sendOutcome: 'accepted',
			recipients: [phone(1)],
			segments: 1,
			encoding: 'GSM-7',
			confirmedBy: 'lookup',
		});
		expect(jsonOf(result, 1).confirmedBy).toBeUndefined();
		expect(service.reached).toEqual([phone(1), phone(2), phone(3)]);
	});

	test('a record without an ID gives none', async () => {
		service.fates = ['takenAndLost'];
		service.list = () =>
			service.pageOf(
				service.messages.map((message) => ({ ...message, id: null })),
				1,
				1,
			);
		expect(jsonOf(await run([looking([phone(1)])]), 0)).toMatchObject({
			messageId: null,
			confirmedBy: 'lookup',
		});
	});

	test.each([
		[0.4 * hour, true],
		[-3 * day, true],
		[3 * day, true],
	])('by the clock of the service, %d ms ahead', async (ahead) => {
		service.ahead = ahead;
		service.has([phone(1)], 5);
		service.fates = ['lost', 'takenAndLost'];
		const result = await run([looking([phone(1)], {}, 1), looking([phone(2)], {}, 1)]);
		expect(outcomes(result)).toEqual(['unknown', 'accepted']);
		// The days of its own clock, once it is known.
		const days = new Set(
			service.pages.slice(1).map(({ query }) => `${query.start_date} ${query.end_date}`),
		);
		const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
		expect(service.pages.map(({ query }) => query.page)).toEqual(
			Math.abs(ahead) > day ? [1, 1, 1, 1] : [1, 1, 1],
		);
		expect([...days]).toEqual([
			`${dayOf(noon + ahead - 14 * hour - 2000)} ${dayOf(noon + Math.max(0, ahead) + 38 * hour)}`,
		]);
	});

	test.each([
		[-61_000, 'accepted'],
		[-63_000, 'unknown'],
		[59_000, 'accepted'],
		[70_000, 'unknown'],
		[hour, 'unknown'],
	])('without a Date header, its clock %d ms ahead: %s', async (ahead, outcome) => {
		service.ahead = ahead;
		service.hasDate = false;
		service.fates = ['takenAndLost'];
		expect(outcomes(await run([looking([phone(1)])]))).toEqual([outcome]);
	});

	test('pages: no further than needed where the list begins with the newest', async () => {
		service.pageSize = 2;
		for (const seconds of [40, 30, 20, 10]) service.has([phone(9)], seconds);
		service.fates = ['takenAndLost', 'takenAndLost'];
		expect(outcomes(await run([looking([phone(1)], {}, 1), looking([phone(2)], {}, 1)]))).toEqual([
			'accepted',
			'accepted',
		]);
		// The second page begins with older ones; of the first nobody can tell.
		expect(service.pages.map(({ query }) => query.page)).toEqual([1, 2]);
	});

	test('pages: all where the order is another one, or nobody can tell', async () => {
		for (const change of [
			(list: ListService) => (list.oldestFirst = true),
			(list: ListService) => (list.pageSize = 1),
		]) {
			service = new ListService();
			credential = freshCredential();
			service.pageSize = 2;
			change(service);
			for (const seconds of [40, 30, 20, 10]) service.has([phone(9)], seconds);
			service.fates = ['takenAndLost'];
			expect(outcomes(await run([looking([phone(1)])]))).toEqual(['accepted']);
			expect(service.pages.length).toBe(Math.ceil(5 / service.pageSize));
		}
	});

	test.each<[Array<number | null>, number]>([
		[[5, -100, -200], 1],
		[[-100, -200, -300], 1],
		[[5, 5, -100], 1],
		[[-300, -200, -100], 2],
		[[5, -300, -100], 2],
		[[-100, -100, -100], 2],
		[[5, 3, 1], 2],
		[[5, null, -100], 2],
		[[null, 5, -100], 2],
		[[5, -100, null], 2],
	])(
		'a first page of messages %j seconds after the send: %d page(s) are read',
		async (seconds, pages) => {
			service.fates = ['lost'];
			const created = (time: number | null) =>
				time === null ? 'soon' : new Date(noon + time * 1000).toISOString();
			service.pageSize = 3;
			service.list = ({ page }) => {
				const answer = service.pageOf([], Number(page), 6);
				const ids = page === 1 ? [6, 5, 4] : [3, 2, 1];
				(answer.body as { data: { data: unknown } }).data.data = ids.map((id, index) => ({
					id,
					created_at: created(page === 1 ? seconds[index]! : -400),
				}));
				return answer;
			};
			await run([looking([phone(1)])]);
			expect(service.pages).toHaveLength(3 * pages);
		},
	);

	test('a page that seems to begin with the newest, but has a time that cannot be read, is not the last', async () => {
		service.fates = ['lost'];
		service.pageSize = 3;
		for (const seconds of [60, 50, 40, 30, 20, 10]) service.has([phone(9)], seconds);
		const real = service.answer;
		await run([looking([phone(1)])], {
			service: (left) => {
				const answer = real(left);
				const records = (answer.body as { data: { data?: Array<{ created_at: unknown }> } }).data
					.data;
				if (records?.[1]) records[1].created_at = null;
				return answer;
			},
		});
		expect(service.pages.map(({ query }) => query.page)).toEqual([1, 2, 1, 2, 1, 2]);
	});

	test('filters by what the messages have in common', async () => {
		service.fates = ['lost', 'lost'];
		const body = (changes: object) => ({
			body: { ...(sends([phone(1)]) as { order: SendOrder }).order.body, ...changes },
		});
		await run([
			looking([phone(1)], body({ sender_id: 4 })),
			looking([phone(1)], body({ sender_id: 5 })),
		]);
		service.fates = ['lost', 'lost'];
		await run([
			looking([phone(1)], body({ message: 'B', priority: 'marketing' })),
			looking([phone(1)], body({ message: 'C', priority: 'utility' })),
		]);
		const filters = service.pages.map(({ query }) => [query.sender_id, query.category]);
		expect(filters).toEqual([
			...Array(3).fill([undefined, 'utility']),
			...Array(3).fill([1, undefined]),
		]);
	});

	test('a list that cannot be read is tried again; what it was read last counts', async () => {
		service.fates = ['lost'];
		const bad = {
			statusCode: 422,
			body: { responsecode: 422, data: {}, responsemessage: 'No list' },
		};
		const good = service.pageOf([], 1, 0);
		service.list = () => (service.pages.length === 2 ? good : bad);
		const some = await run([looking([phone(1)])]);
		expect(jsonOf(some, 0).error).toContain('did not show it, last read at 2026-11-22 12:00 (UTC)');
		service.fates = ['lost'];
		service.list = () => bad;
		const none = await run([looking([phone(1)])]);
		expect(jsonOf(none, 0).error).toMatch(
			/may or may not have been sent\. It could not be looked up\. The service refused the request \(status 422\): No list\. Check before/,
		);
		expect(service.pages).toHaveLength(6);
	});

	test("in a run that lasts, an equal send's record is still known for its own", async () => {
		service.fates = ['lost'];
		const result = await run([looking([phone(1)], {}, 1), looking([phone(2)], {}, 1)], {
			service: async (left) => {
				if (
					(left.request.body as { recipients?: string[] } | undefined)?.recipients?.[0] === phone(2)
				) {
					await run([sends([phone(1)])]);
					pass(11 * 60_000);
					await run([sends([phone(3)])]);
				}
				return service.answer(left);
			},
		});
		expect(service.reached).toEqual([phone(1), phone(3), phone(2)]);
		expect(outcomes(result)).toEqual(['unknown', 'accepted']);
	});

	test('a stopped run does not look, nor goes on looking', async () => {
		const stop = new AbortController();
		service.fates = ['lost'];
		await run([looking([phone(1)])], {
			signal: stop.signal,
			service: (left) => {
				stop.abort();
				return service.answer(left);
			},
		});
		expect(service.pages).toEqual([]);
		const later = new AbortController();
		service.fates = ['lost'];
		service.list = () => (later.abort(), service.pageOf([], 1, 0));
		const result = await run([looking([phone(1)])], { signal: later.signal });
		expect(service.pages).toHaveLength(1);
		expect(outcomes(result)).toEqual(['unknown']);
	});

	test('a later try of the run keeps what was found, and what was not', async () => {
		const ledger = new Ledger();
		service.fates = ['takenAndLost', 'lost'];
		const items = [looking([phone(1)], {}, 1), looking([phone(2)], {}, 1)];
		expect(outcomes(await run(items, { ledger }))).toEqual(['accepted', 'unknown']);
		const again = await run(items, { ledger });
		expect(outcomes(again)).toEqual(['accepted', 'unknown']);
		expect(jsonOf(again, 0).confirmedBy).toBe('lookup');
		expect(jsonOf(again, 1).error).toContain('did not show it');
		expect(service.pages).toHaveLength(3);
		expect(service.reached).toEqual([phone(1)]);
	});

	test('items without it, and contact groups, are left as they are', async () => {
		service.fates = ['takenAndLost', 'takenAndLost'];
		const group = sends(null, { looksUp: true });
		const result = await run([sends([phone(1)], {}, 1), group]);
		expect(outcomes(result)).toEqual(['unknown', 'unknown']);
		expect(service.pages).toEqual([]);
	});

	test('of combined items each gets the receipt', async () => {
		service.fates = ['takenAndLost'];
		const result = await run([
			looking([phone(1)], { combineUpTo: 9 }),
			looking([phone(2)], { combineUpTo: 9 }),
			looking([phone(1)], { combineUpTo: 9 }),
		]);
		expect(
			result.outputs.map(([output]) => [
				output?.json.messageId,
				output?.json.recipients,
				output?.json.confirmedBy,
			]),
		).toEqual([
			['1', [phone(1)], 'lookup'],
			['1', [phone(2)], 'lookup'],
			['1', [phone(1)], 'lookup'],
		]);
	});
});

describe('Skip Already Sent', () => {
	test('one read for all items; who has the message gets nothing', async () => {
		const [first, second] = [service.has([phone(1)], 60), service.has([phone(2), phone(3)], 30)];
		const result = await run([
			skipping([phone(1)]),
			skipping([phone(2), phone(4)]),
			skipping([phone(5)]),
			skipping([phone(3), phone(2)]),
		]);
		expect(service.pages).toHaveLength(1);
		expect(jsonOf(result, 0)).toEqual({
			sendOutcome: 'alreadySent',
			messageId: String(first.id),
			sentAt: new Date(first.createdAt).toISOString(),
			recipients: [phone(1)],
		});
		expect(jsonOf(result, 1)).toMatchObject({
			sendOutcome: 'accepted',
			recipients: [phone(4)],
			alreadySentRecipients: [phone(2)],
		});
		expect(jsonOf(result, 3)).toMatchObject({
			sendOutcome: 'alreadySent',
			messageId: String(second.id),
			recipients: [phone(3), phone(2)],
		});
		expect(service.reached).toEqual([phone(1), phone(2), phone(3), phone(4), phone(5)]);
	});

	test('numbers that were skipped as invalid stay in the output', async () => {
		service.has([phone(1)]);
		const skippedRecipients = [{ recipient: '12', reason: 'Too short.' }];
		const result = await run([
			skipping([phone(1)], { beside: { segments: 1, encoding: 'GSM-7', skippedRecipients } }),
		]);
		expect(jsonOf(result, 0)).toMatchObject({ sendOutcome: 'alreadySent', skippedRecipients });
	});

	test('the list cannot be read: nothing leaves, items without the option neither', async () => {
		service.list = () => ({
			statusCode: 422,
			body: { responsecode: 422, data: {}, responsemessage: 'No list' },
		});
		const result = await run([skipping([phone(1)]), sends([phone(2)])]);
		expect(outcomes(result)).toEqual(['notSent', 'notSent']);
		expect(jsonOf(result, 1).error).toMatch(
			/^Skip Already Sent could not read the service's list of messages\. The service refused the request \(status 422\): No list\. Fix what/,
		);
		expect(service.reached).toEqual([]);
	});

	test.each([
		[0, 1],
		[-3 * hour, 1],
		[3 * hour, 2],
		[-80 * hour, 2],
		[80 * hour, 2],
	])(
		'a clock %d ms ahead: the first page is asked for %d time(s), and what the wrong days have is not looked at',
		async (ahead, times) => {
			service.ahead = ahead;
			service.has([phone(1)]);
			const real = service.answer;
			let seen = 0;
			const result = await run([skipping([phone(1)]), skipping([phone(2)])], {
				service: (left) => {
					const answer = real(left);
					// Whatever the days asked for by our own clock show.
					if (left.request.method === 'GET' && ++seen < times)
						(answer.body as { data: object }).data = {
							data: [
								{
									id: 99,
									message: 'Hello',
									campaign: 'reminders',
									category: 'utility',
									created_at: new Date(noon + ahead).toISOString(),
									sms_recipients: [{ phone_number: phone(2) }],
								},
							],
						};
					return answer;
				},
			});
			expect(service.pages.map(({ query }) => query.page)).toEqual(Array(times).fill(1));
			expect(outcomes(result)).toEqual(['alreadySent', 'accepted']);
		},
	);

	test('reads to the end, also where the list has come to what is too old', async () => {
		service.pageSize = 2;
		for (const seconds of [10, 20, 25 * 3600, 26 * 3600, 27 * 3600])
			service.has([phone(9)], seconds);
		await run([skipping([phone(1)])]);
		expect(service.pages.map(({ query }) => query.page)).toEqual([1, 2, 3]);
	});

	test('an answer that cannot be gone through is a reason, for both', async () => {
		let nest: unknown[] = [];
		for (let depth = 0; depth < 50_000; depth++) nest = [nest];
		const answer = service.pageOf([], 1, 1);
		(answer.body as { data: { data: unknown } }).data.data = [{ nest }];
		service.list = () => answer;
		const skip = await run([skipping([phone(1)])]);
		expect(jsonOf(skip, 0).error).toMatch(
			/^Skip Already Sent could not read the service's list of messages\. The query failed for a reason this node doesn't know: Maximum call stack/,
		);
		service.fates = ['lost'];
		expect(jsonOf(await run([looking([phone(1)])]), 0).error).toMatch(
			/It could not be looked up\. The query failed for a reason this node doesn't know: Maximum call stack/,
		);
	});

	test('a list from which rows may be missing refuses the run', async () => {
		service.list = ({ page }) =>
			service.pageOf(
				[
					{
						id: null,
						createdAt: noon,
						body: { message: 'x', campaign: 'x', priority: 'utility', recipients: [phone(9)] },
					},
				],
				Number(page),
				300 - 100 * Number(page),
			);
		const result = await run([skipping([phone(1)])]);
		expect(outcomes(result)).toEqual(['notSent']);
		expect(jsonOf(result, 0).error).toContain('changed while it was read');
	});

	test('stopped while it reads: not sent, and the text says that it was stopped', async () => {
		const stop = new AbortController();
		service.list = () => (stop.abort(), service.pageOf([], 1, 0));
		const result = await run([skipping([phone(1)])], { signal: stop.signal });
		expect(jsonOf(result, 0)).toMatchObject({
			sendOutcome: 'notSent',
			error: expect.stringContaining('canceled before this message was sent'),
		});
		expect(service.reached).toEqual([]);
	});

	test('without it nothing is read, and everybody is texted', async () => {
		service.has([phone(1)]);
		expect(outcomes(await run([sends([phone(1)])]))).toEqual(['accepted']);
		expect(service.pages).toEqual([]);
	});

	test('the window ends where it was asked to', async () => {
		service.has([phone(1)], 24 * 3600 - 3);
		service.has([phone(2)], 24 * 3600 + 3);
		service.has([phone(3)], 3600 + 3);
		const result = await run([
			skipping([phone(1)]),
			skipping([phone(2)]),
			skipping([phone(3)], { skipSentWithin: hour }),
		]);
		expect(outcomes(result)).toEqual(['alreadySent', 'accepted', 'accepted']);
	});

	test('what this process has sent counts, though the list does not show it', async () => {
		service.listsAfter = day;
		await run([sends([phone(1)])]);
		const result = await run([skipping([phone(1)]), skipping([phone(2)])]);
		expect(jsonOf(result, 0)).toEqual({
			sendOutcome: 'alreadySent',
			messageId: '1',
			sentAt: new Date(noon).toISOString(),
			recipients: [phone(1)],
		});
		expect(outcomes(result)).toEqual(['alreadySent', 'accepted']);
	});

	test('an item names the numbers that the list shows and those that this process has sent, and the rest goes', async () => {
		service.listsAfter = day;
		await run([sends([phone(2)])]);
		service.has([phone(1)], 2 * 24 * 3600 - 60);
		const result = await run([
			skipping([phone(1), phone(2), phone(3)], { skipSentWithin: 2 * day }),
		]);
		expect(jsonOf(result, 0)).toMatchObject({
			sendOutcome: 'accepted',
			recipients: [phone(3)],
			alreadySentRecipients: [phone(1), phone(2)],
		});
		expect(service.reached).toEqual([phone(2), phone(1), phone(3)]);
	});

	test('but not what it sent before the window, as long as another run may keep it in mind', async () => {
		service.listsAfter = 10 * day;
		const result = await run([skipping([phone(1)], {}, 1), skipping([phone(2)], {}, 1)], {
			service: async (left) => {
				if (
					(left.request.body as { recipients?: string[] } | undefined)?.recipients?.[0] === phone(2)
				) {
					pass(2 * hour);
					expect(outcomes(await run([skipping([phone(1)], { skipSentWithin: 3 * hour })]))).toEqual(
						['alreadySent'],
					);
					expect(outcomes(await run([skipping([phone(1)], { skipSentWithin: hour })]))).toEqual([
						'accepted',
					]);
				}
				return service.answer(left);
			},
		});
		expect(outcomes(result)).toEqual(['accepted', 'accepted']);
		expect(service.reached).toEqual([phone(1), phone(1), phone(2)]);
	});

	test('what is unclear holds its numbers for two minutes, then the list is believed', async () => {
		service.fates = ['lost'];
		await run([sends([phone(1)])]);
		expect(outcomes(await run([skipping([phone(1)])]))).toEqual(['unknown']);
		pass(119_000);
		expect(outcomes(await run([skipping([phone(1)])]))).toEqual(['unknown']);
		pass(1_000);
		expect(outcomes(await run([skipping([phone(1)])]))).toEqual(['accepted']);
		expect(service.reached).toEqual([phone(1)]);
	});

	test('what another run finds out about an unclear send counts', async () => {
		service.fates = ['takenAndLost'];
		service.listsAfter = 2000;
		await run([sends([phone(1)])]);
		const result = await run([
			skipping([phone(1)], { looksUp: true }),
			skipping([phone(1), phone(2)], { looksUp: true }),
		]);
		expect(outcomes(result)).toEqual(['alreadySent', 'notSent']);
		expect(jsonOf(result, 0).messageId).toBe('1');
		expect(service.reached).toEqual([phone(1)]);
		expect(outcomes(await run([skipping([phone(1), phone(2)])]))).toEqual(['accepted']);
		expect(service.reached).toEqual([phone(1), phone(2)]);
	});

	test('pages beyond the first go by the same days, also past midnight', async () => {
		service.pageSize = 1;
		for (let index = 0; index < 4; index++) service.has([phone(index)], 60 + index);
		const real = service.answer;
		await run([skipping([phone(0)], {}, 1)], { service: (left) => (pass(9 * hour), real(left)) });
		const days = service.pages.map(({ query }) => `${query.start_date} ${query.end_date}`);
		expect(new Set(days.slice(1)).size).toBe(1);
		expect(passed()).toBeGreaterThan(day);
	});

	test('asks by the priority that all have in common, for the farthest window of them, and for as many pages at once as one allows', async () => {
		const body = (priority: string) => ({
			body: { ...(sends([phone(1)]) as { order: SendOrder }).order.body, priority },
		});
		await run([
			skipping([phone(1)], body('marketing')),
			skipping([phone(2)], { ...body('marketing'), skipSentWithin: 5 * day }),
		]);
		await run([skipping([phone(3)], body('marketing')), skipping([phone(4)])]);
		expect(service.pages.map(({ query }) => [query.category, query.start_date])).toEqual([
			['marketing', '2026-11-16'],
			[undefined, '2026-11-20'],
		]);
		service.pageSize = 1;
		for (let index = 0; index < 20; index++) service.has([phone(9)], 60 + index);
		const result = await run([skipping([phone(5)], {}, 1), skipping([phone(6)], {}, 6)]);
		expect(result.peak).toBe(6);
	});

	test('an item whose numbers another send has at last can go at the next try of the run, what is left of it', async () => {
		service.fates = ['takenAndLost', 'takenAndLost'];
		await run([sends([phone(1)], {}, 1), sends([phone(2)])]);
		service.listsAfter = 500;
		const ledger = new Ledger();
		const items = [
			skipping([phone(1), phone(3), phone(2)], { looksUp: true }),
			skipping([phone(4), phone(5), phone(6), phone(7)]),
		];
		const first = await run(items, { ledger });
		expect(outcomes(first)).toEqual(['notSent', 'accepted']);
		expect(jsonOf(first, 0).error).toBe(
			`The same message just went to ${phone(1)}, ${phone(2)} in another request, and this item's other numbers waited for it. Run the workflow again. Skip Already Sent texts only the numbers that are left. [item 0]`,
		);
		const second = await run(items, { ledger });
		expect(
			second.outputs.map(([output]) => [
				output?.json.recipients,
				output?.json.alreadySentRecipients,
			]),
		).toEqual([
			[[phone(3)], [phone(1), phone(2)]],
			[[phone(4), phone(5), phone(6), phone(7)], undefined],
		]);
	});

	test('an item of whose numbers one was accepted in another request, the other found by the look-up, is already sent', async () => {
		service.fates = ['takenAndLost', 'accepted'];
		await run([sends([phone(1)], {}, 1), sends([phone(2)], {}, 1)]);
		service.listsAfter = 500;
		const result = await run([skipping([phone(1), phone(2)], { looksUp: true })]);
		expect(jsonOf(result, 0)).toMatchObject({
			sendOutcome: 'alreadySent',
			messageId: '1',
			recipients: [phone(1), phone(2)],
		});
	});

	test('where one of two unclear sends is found, the item that waits for both stays unknown', async () => {
		service.fates = ['takenAndLost', 'lost'];
		await run([sends([phone(1)], {}, 1), sends([phone(2)], {}, 1)]);
		service.listsAfter = 500;
		const result = await run([skipping([phone(1), phone(2)], { looksUp: true })]);
		expect(outcomes(result)).toEqual(['unknown']);
		expect(service.reached).toEqual([phone(1)]);
	});

	test('many numbers that another send has are named up to three', async () => {
		service.fates = ['takenAndLost'];
		await run([sends([phone(1), phone(2), phone(3), phone(4)])]);
		service.listsAfter = 500;
		const result = await run([
			skipping([phone(1), phone(2), phone(3), phone(4), phone(5)], { looksUp: true }),
		]);
		expect(jsonOf(result, 0).error).toContain(
			`just went to ${phone(1)}, ${phone(2)}, ${phone(3)} in another`,
		);
	});

	test('a run that did not fail says in a hint how many items had the message', async () => {
		service.has([phone(1)]);
		expect(
			(await run([skipping([phone(1)]), skipping([phone(2)])])).hints.map(({ message }) => message),
		).toEqual(['1 item had the message already, so nothing was sent for it.']);
		service.fates = ['lost'];
		await run([sends([phone(3)])]);
		service.listsAfter = 0;
		expect(
			(await run([skipping([phone(1)]), skipping([phone(2)]), skipping([phone(2)])])).hints.map(
				({ message }) => message,
			),
		).toEqual(['3 items had the message already, so nothing was sent for them.']);
	});
});
