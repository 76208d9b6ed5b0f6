/** The editor's drop-downs: which entries they offer, and how to go on if a list can't be read. */
import {
	answering,
	received,
	senders,
	service,
	setCredential,
	statuses,
} from '../harness/index.mts';
import { envelope } from './pagedList.mts';

const byId = 'choose By ID and type the numeric sender ID.';
const answers = (data: unknown) => async () => await answering(() => ({ body: envelope(data) }));
const wrongKeys = () => setCredential({ clientSecret: 'wrong' });
const plays = (fault: Parameters<typeof service.play>[0]) => () => service.play(fault);
/** Returns the drop-down of senders for this answer of the service. */
async function offered(data: unknown, filter?: string) {
	await answers(data)();
	return await senders(filter);
}
const asked = () => received('senders').map(({ query }) => query);

describe('senders', () => {
	test.each(['id', 'sender_id'] as const)(
		'are offered by their numeric %s, a hundred at a time',
		async (senderRecord) => {
			service.setOptions({ readings: { senderRecord } });
			const { results, paginationToken } = await senders();
			expect([results.length, paginationToken]).toEqual([64, undefined]);
			expect(results[0]).toEqual({ name: '+254711000100 (Approved)', value: 103 });
			expect(results).toContainEqual({ name: "PAUSED (Suspended, can't send)", value: 106 });
			expect(asked()).toEqual([{ page: '1', per_page: '100' }]);
		},
	);

	test('those that can send first, by name; whose status nobody knows may be able to', async () => {
		const records = [
			{ id: 1, name: 'Zebra', status: -2 },
			{ id: 2, name: 'Quay', status: 2 },
			{ id: 3, name: 'Buoy' },
			{ id: 4, name: 'Anchor', status: 0 },
			{ id: 5, name: 'Mole', status: 1 },
			{ id: 6, name: 'Pier', status: ' Under review ' },
			{ id: 7, name: 'Keel', status: 44 },
			{ id: 8, name: 'Fender', status: null },
		];
		const { results } = await offered({ data: records });
		expect(results.map(({ name }) => name)).toEqual([
			'Buoy',
			'Fender',
			'Mole (Active)',
			'Pier (Under review)',
			'Quay (Approved)',
			"Anchor (Pending, can't send)",
			"Keel (Status 44, can't send)",
			"Zebra (Suspended, can't send)",
		]);
	});

	test.each<[object, string, number]>([
		[{ id: '12', name: ' SHOP ', status: '1' }, 'SHOP (Active)', 12],
		[{ sender_id: 7, id: 3, label: 'Seven' }, 'Seven', 7],
		[{ sender_id: '40404', id: 8 }, '40404', 8],
		[{ id: 5, status_id: -2 }, "Sender 5 (Suspended, can't send)", 5],
		[{ sender_id: 31, message: 'x', campaign: 'y' }, 'Sender 31', 31],
	])('%j is offered as %j, %i', async (record, name, value) => {
		expect((await offered({ data: [record] })).results).toEqual([{ name, value }]);
	});

	test('a status is called as the drop-down of statuses, and List Statuses, call it', async () => {
		const senderList = { data: [{ id: 4, name: 'SHOP', status: 1 }] };
		await answering(({ path }) => ({
			body: envelope(path.includes('/system/') ? { 1: 'Live', 9: 'Gone' } : senderList),
		}));
		expect((await statuses()).map(({ name }) => name)).toEqual(['Live', 'Gone']);
		expect((await senders()).results).toEqual([{ name: 'SHOP (Live)', value: 4 }]);
	});

	test.each([
		// The ID of a message isn't its sender's ID.
		{ id: 9, message: 'Hi', campaign: 'c' },
		{ id: 9, sms_recipients: [], sender_id: 'SHOP' },
		{ id: 9, sms_list_recipients: [] },
		{ id: 1.5 },
		{ id: 2 ** 53 },
		{ id: null, name: 'x' },
	])('%j is not offered; alone, it is said why', async (record) => {
		const { results } = await offered({ data: [record, { id: 4, name: 'SHOP' }] });
		expect(results).toEqual([{ name: 'SHOP', value: 4 }]);
		const why = `The service lists no sender with a numeric ID. To send anyway, ${byId}`;
		await expect(offered({ data: [record] })).rejects.toThrow(why);
	});

	test.each([
		[{ data: [null, { id: 71 }, 'x', 7, [{ id: 9 }], { id: 72 }] }],
		[{ data: { 0: { id: 71 }, 2: { id: 72 } } }],
	])('of %j those that can be read', async (data) => {
		expect((await offered(data)).results.map(({ value }) => value)).toEqual([71, 72]);
	});

	test('are searched for at the service', async () => {
		const { results } = await senders(' clinic ');
		expect(results).toEqual([{ name: 'CLINIC (Approved)', value: 101 }]);
		await senders('  ');
		const page = { page: '1', per_page: '100' };
		expect(asked()).toEqual([{ ...page, query: 'clinic' }, page]);
	});

	test.each([undefined, ' '])(
		'none, searched for %j: says so, and how to go on',
		async (filter) => {
			const why = `The service lists no senders. To send anyway, ${byId}`;
			await expect(offered({ data: [] }, filter)).rejects.toThrow(why);
		},
	);

	test('a search that finds none offers nothing to choose: n8n says that there are no results', async () => {
		expect(await offered({ data: [] }, ' tide ')).toEqual({ results: [] });
	});

	test.each([['present'], ['twoPages'], ['onePage'], ['sizeAsAsked']] as const)(
		'come page by page until an empty one; meta %s',
		async (meta) => {
			service.setOptions({ maxPerPage: 30, readings: { meta } });
			const values: unknown[] = [];
			let page: string | undefined;
			do {
				const { results, paginationToken } = await senders(undefined, page);
				values.push(...results.map(({ value }) => value));
				page = paginationToken as string | undefined;
			} while (page !== undefined && values.length < 200);
			expect(new Set(values).size).toBe(64);
			expect(values).toHaveLength(64);
			expect(asked().map(({ page }) => page)).toEqual(['1', '2', '3', '4']);
		},
	);

	test('a page without senders is not the end where more pages follow', async () => {
		const meta = { last_page: 9 };
		const next = { results: [], paginationToken: '2' };
		expect(await offered({ data: [{ id: 'x' }], meta })).toEqual(next);
		await expect(offered({ data: [], meta })).rejects.toThrow(/lists no senders/);
	});
});

describe('a list of senders that can not be read fails in words, with another way', () => {
	const unreachable = () => setCredential({ baseUrl: 'http://127.0.0.1:9/api' });
	test.each<[string, () => unknown, RegExp]>([
		['a failure', plays({ on: 'senders', kind: 'serverError', status: 503, times: 4 }), /\b503\b/],
		['nobody answers', unreachable, /can't be reached/],
		['a web page', plays({ on: 'senders', kind: 'html' }), /can't read/],
		['rows that are none', answers([1, 'x']), /can't read/],
	])('%s', async (_, happens, words) => {
		await happens();
		const told = await senders().catch((error: Error) => error.message);
		expect(told).toMatch(words);
		expect(told).toMatch(/ Or choose By ID and type the numeric sender ID\.$/);
	});
});

describe('statuses', () => {
	const specified = 'Pending 0, Active 1, Approved 2, Deactivated -1, Suspended -2, Rejected -3';
	const listed = async () => (await statuses()).map(({ name, value }) => `${name} ${value}`);

	test('are those of the service', async () => {
		expect((await listed()).sort()).toEqual(specified.split(', ').sort());
		await answers({ 5: 'Parked', '-6': 'Sunk', note: 'x' })();
		expect(await statuses()).toEqual([
			{ name: 'Parked', value: 5, description: 'Status 5' },
			{ name: 'Sunk', value: -6, description: 'Status -6' },
		]);
	});

	test.each<[string, () => unknown]>([
		['has none that can be read', answers({ note: 'x' })],
		['refuses', plays({ on: 'statuses', kind: 'badRequest' })],
		['refuses the keys', wrongKeys],
	])('are those of the specification where the service %s', async (_, happens) => {
		await happens();
		expect((await listed()).join(', ')).toBe(specified);
	});
});

describe('somebody waits for the list: the service has five seconds for it, token included', () => {
	const limits: number[] = [];
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	beforeEach(async () => {
		limits.length = 0;
		await statuses();
		for (const on of ['statuses', 'senders'] as const)
			service.play({ on, kind: 'hang', times: Infinity });
		// Ends each time-out early, so that no test waits five seconds.
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
			limits.push(limit);
			return timeout(30);
		});
	});
	afterEach(() => jest.restoreAllMocks());

	test('senders: then why there are none', async () => {
		await expect(senders()).rejects.toThrow(
			/no list within 5 seconds\. Check Base URL .* Or choose By ID/,
		);
		expect(new Set(limits)).toEqual(new Set([5_000]));
	});

	test('statuses: then those of the specification', async () => {
		expect(await statuses()).toHaveLength(6);
		expect(limits).toEqual([5_000]);
	});
});

test('a status as text that the list of statuses has counts as that status', async () => {
	service.play({ on: 'statuses', kind: 'serverError', times: 4 });
	const records = [
		{ id: 1, name: 'Held', status: 'Suspended' },
		{ id: 2, name: 'Free', status: 'approved' },
		{ id: 3, name: 'Else', status: 'Under review' },
	];
	await answers({ data: records })();
	const { results } = await senders();
	expect(results.map(({ name }) => name)).toEqual([
		'Else (Under review)',
		'Free (Approved)',
		"Held (Suspended, can't send)",
	]);
});
