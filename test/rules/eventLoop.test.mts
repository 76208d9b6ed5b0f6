/**
 * Long work yields to the event loop every ten milliseconds, so that n8n answers webhooks and health checks in between.
 */
import type { SendItem } from '../../nodes/MessagingService/item.ts';
import { refuseAlike, shareEqualRows } from '../../nodes/MessagingService/send/equalRows.ts';
import { Outcomes } from '../../nodes/MessagingService/recipients/outcomes.ts';
import type { Row } from '../../nodes/MessagingService/recipients/row.ts';

jest.mock('n8n-workflow', () => ({
	sleep: async (milliseconds: number) =>
		await new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

/** The time of the mocked clock. Each read advances it by a millisecond. */
let now = 0;
beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => now++));
afterEach(() => jest.restoreAllMocks());

/** Returns how long the work takes, and how long at most it blocks the event loop, in milliseconds. */
async function timesOf(work: Promise<unknown>): Promise<{ all: number; longest: number }> {
	const began = now;
	let [longest, last, isOver] = [0, now, false];
	const other = () => {
		longest = Math.max(longest, now - last);
		last = now;
		if (!isOver) setImmediate(other);
	};
	setImmediate(other);
	await work;
	isOver = true;
	return { all: now - began, longest: Math.max(longest, now - last) };
}

const rows = (count: number, numbers: number) =>
	Array.from({ length: count }, (_, index) => {
		const recipients = Array.from(
			{ length: numbers },
			(_each, place) => `+2547${10_100_000 + index * numbers + place}`,
		);
		const body = { campaign: 'c', message: 'Hello', priority: 'utility', sender_id: 1, recipients };
		return { index, order: { body: { ...body, schedule: null }, skipped: [], skipSentWithin: 1 } };
	}) as unknown as SendItem[];

/** Returns the outcomes and the rows of a run that has read these items. */
async function rowsOf(items: SendItem[]): Promise<{ outcomes: Outcomes; read: Row[] }> {
	const outcomes = new Outcomes();
	await outcomes.beginTry({ account: { redaction: { data: () => undefined } } } as never);
	return { outcomes, read: items.map((item) => outcomes.read(item)) };
}

test.each([
	[1, 2_000],
	[20, 100],
	[200, 10],
])('Skip Already Sent compares %i rows of %i numbers, some at a time', async (count, numbers) => {
	const { read } = await rowsOf(rows(count, numbers));
	const { all, longest } = await timesOf(refuseAlike(read));
	expect(read.flatMap(({ sendable }) => sendable)).toHaveLength(count * numbers);
	expect(all).toBeGreaterThan(count * numbers);
	expect(longest).toBeLessThan(50);
});

test('equal rows are looked for in some rows at a time', async () => {
	const { read, outcomes } = await rowsOf(rows(200, 10));
	const { all, longest } = await timesOf(shareEqualRows(read, outcomes));
	expect(all).toBeGreaterThan(200);
	expect(longest).toBeLessThan(50);
});
