import type { AxiosInstance } from 'axios';
import { connectSandbox } from '../../workbench/sandbox/remote.mts';
import { startSandbox, type Readings, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from './client.mts';

const start = Date.parse('2026-08-19T21:40:07.300Z');
let now = start;
let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ pastMessages: 3, now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	now = start;
	sandbox.reset();
	sandbox.setOptions({
		listingDelay: 0,
		readings: { singleRecord: false, storedText: 'asSent', listOrder: 'newestFirst' },
	});
});
afterAll(() => sandbox.stop());

const send = (message: string) => client.post('/sms/messages', { ...goodSend, message });
const page = async (params: object = {}) =>
	(await client.get('/sms/messages', { params })).data.data;
const texts = async (params: object = {}): Promise<string[]> =>
	(await page(params)).data
		.map(({ message }: { message: string }) => message)
		.filter((text: string) => !/\(\d\)$/.test(text));

describe('listingDelay', () => {
	test('a message is listed so long after it was accepted, with the time of acceptance; the journal has it at once', async () => {
		sandbox.setOptions({ listingDelay: 7_000 });
		await send('Late parcel');
		expect(sandbox.journal).toMatchObject([{ at: start, body: { message: 'Late parcel' } }]);
		now = start + 6_999;
		expect(await page()).toMatchObject({
			data: [{ id: 3 }, { id: 2 }, { id: 1 }],
			meta: { total: 3 },
		});
		now = start + 7_000;
		const { data, meta } = await page({ per_page: 3 });
		expect(data[0]).toMatchObject({
			message: 'Late parcel',
			created_at: '2026-08-19T21:40:07.300000Z',
			status: 'Delivered',
		});
		expect(meta).toMatchObject({ total: 4, last_page: 2 });
	});

	test('a filtered list that was asked for before neither hides it for ever nor shows it too early', async () => {
		sandbox.setOptions({ listingDelay: 7_000 });
		const listed = () => texts({ query: 'PARCEL' });
		expect(await listed()).toEqual([]);
		await send('Late parcel');
		const seen = [await listed()];
		now = start + 6_999;
		seen.push(await listed());
		now = start + 7_000;
		seen.push(await listed(), await listed());
		expect(seen).toEqual([[], [], ['Late parcel'], ['Late parcel']]);
	});

	test('messages stand in the order of their acceptance, whenever they were listed', async () => {
		sandbox.setOptions({ listingDelay: 9_000 });
		await send('first');
		sandbox.setOptions({ listingDelay: 20_000 });
		await send('second');
		now = start + 10_000;
		expect(await texts()).toEqual(['first']);
		await send('third');
		now = start + 20_000;
		expect(await texts()).toEqual(['second', 'first']);
		now = start + 30_000;
		expect(await texts()).toEqual(['third', 'second', 'first']);
	});

	test('also where a later one was listed before an earlier one', async () => {
		sandbox.setOptions({ listingDelay: 4_000 });
		await send('early');
		sandbox.play({ on: 'messages', kind: 'rowsMove' });
		expect(await texts()).toEqual(['Sent by somebody else']);
		sandbox.setOptions({ listingDelay: 0 });
		await send('last');
		expect(await texts()).toEqual(['last', 'Sent by somebody else', 'early']);
	});

	test('a longer delay hides nothing that was listed, and leaves out nothing accepted before it', async () => {
		await send('seen');
		expect(await texts()).toEqual(['seen']);
		await send('not yet asked for');
		sandbox.setOptions({ listingDelay: 60_000 });
		await send('later');
		expect(await texts()).toEqual(['not yet asked for', 'seen']);
	});

	test('a shorter delay, also over the control route, lists what waits; once listed it stays so', async () => {
		const remote = connectSandbox(sandbox.baseUrl);
		await remote.setOptions({ listingDelay: 86_400_000 });
		await send('waits');
		expect(await texts()).toEqual([]);
		await remote.setOptions({ listingDelay: 0 });
		expect(await texts()).toEqual(['waits']);
		await remote.setOptions({ listingDelay: 86_400_000 });
		expect(await texts()).toEqual(['waits']);
		// JSON writes Infinity as null: as a delay that is never over it must not become none.
		await expect(remote.setOptions({ listingDelay: Infinity })).rejects.toThrow(
			/listingDelay is a number from 0, not null/,
		);
	});

	test('reset forgets what waits', async () => {
		sandbox.setOptions({ listingDelay: 1_000 });
		await send('forgotten');
		sandbox.reset();
		now = start + 1_000;
		expect((await page()).meta.total).toBe(3);
	});

	test('reset forgets what a filter has found, too', async () => {
		await send('Lost umbrella');
		expect(await texts({ query: 'umbrella' })).toEqual(['Lost umbrella']);
		sandbox.reset();
		expect(await texts({ query: 'umbrella' })).toEqual([]);
	});

	test('a message from elsewhere that a fault lets in is listed at once', async () => {
		sandbox.setOptions({ listingDelay: 1_000 });
		sandbox.play({ on: 'messages', kind: 'rowsMove' });
		expect(await texts()).toEqual(['Sent by somebody else']);
	});
});

const odd = ' \r\n\tTwo lines\r\nthree\rfour\n ';
const kept: Array<[Readings['storedText'], string]> = [
	['asSent', odd],
	['trimmed', 'Two lines\r\nthree\rfour'],
	['unixLines', ' \n\tTwo lines\nthree\nfour\n '],
	['crlf', ' \r\n\tTwo lines\r\nthree\r\nfour\r\n '],
];

describe('storedText', () => {
	test.each(kept)(
		'%s is what the list shows, and never in the journal',
		async (storedText, shown) => {
			sandbox.setOptions({ readings: { storedText } });
			await send(odd);
			expect(await texts()).toEqual([shown]);
			expect(sandbox.journal[0].body.message).toBe(odd);
		},
	);

	test('query searches the text that is shown, also when the reading changes between two queries', async () => {
		await send(odd);
		const found = async (query: string) => (await texts({ query })).length;
		const counts = [];
		for (const storedText of ['asSent', 'unixLines', 'crlf', 'trimmed'] as const) {
			sandbox.setOptions({ readings: { storedText } });
			counts.push([
				await found('THREE\nfour'),
				await found('three\r\nfour'),
				await found('four\n'),
			]);
		}
		expect(counts).toEqual([
			[0, 0, 1],
			[1, 0, 1],
			[0, 1, 0],
			[0, 0, 0],
		]);
	});
});

test('listOrder turns the messages round, over pages and filters, and not the senders', async () => {
	await send('fourth');
	const senders = async () => (await client.get('/sms/senders')).data.data.data;
	const usual = await senders();
	sandbox.setOptions({ readings: { listOrder: 'oldestFirst' } });
	const ids = async (params: object) =>
		(await page(params)).data.map(({ id }: { id: number }) => id);
	const first = await ids({ per_page: 3 });
	expect(first).toEqual([1, 2, 3]);
	const second = await page({ per_page: 3, page: 2 });
	expect(second.data).toMatchObject([{ message: 'fourth' }]);
	expect(second.meta).toEqual({
		current_page: 2,
		from: 4,
		last_page: 2,
		per_page: 3,
		to: 4,
		total: 4,
	});
	expect(await ids({ query: '(', per_page: 2, page: 2 })).toEqual([3]);
	expect(await senders()).toEqual(usual);
});

describe('pastSpacing', () => {
	test('ten thousand messages lie within one day', async () => {
		const noon = Date.parse('2026-08-19T23:00:00Z');
		const dense = await startSandbox({ pastMessages: 10_000, pastSpacing: 7_500, now: () => noon });
		try {
			const { data, meta } = (
				await (await loggedIn(dense)).get('/sms/messages?date_created=today&per_page=2')
			).data.data;
			expect(meta.total).toBe(10_000);
			expect(data.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
				'2026-08-19T22:59:52.500000Z',
				'2026-08-19T22:59:45.000000Z',
			]);
		} finally {
			await dense.stop();
		}
	});

	test.each([-1, NaN, Infinity, '9' as unknown as number])('%p is refused', async (pastSpacing) => {
		await expect(startSandbox({ pastSpacing })).rejects.toThrow(/pastSpacing is a number from 0/);
	});
});
