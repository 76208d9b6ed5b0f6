/** What takes long does so in turns of ten milliseconds, so that n8n answers webhooks and health checks in between. */
import type { SendItem } from '../../nodes/MessagingService/item.ts';
import { refuseAlike, shareEqualRows } from '../../nodes/MessagingService/send/equalRows.ts';
import { Outcomes } from '../../nodes/MessagingService/recipients/outcomes.ts';
import type { Row } from '../../nodes/MessagingService/recipients/row.ts';

let slept = 0;
jest.mock('n8n-workflow', () => ({ sleep: () => mockSleep() }));
const mockSleep = async (): Promise<void> => {
	slept++;
	await Promise.resolve();
};

/** Each look at the clock takes a millisecond. */
beforeEach(() => {
	let now = 0;
	slept = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now++);
});
afterEach(() => jest.restoreAllMocks());

const rows = (count: number, numbers: number) =>
	Array.from({ length: count }, (_, index) => {
		const recipients = Array.from(
			{ length: numbers },
			(_each, place) => `+2547${10_100_000 + index * numbers + place}`,
		);
		const body = { campaign: 'c', message: 'Hello', priority: 'utility', sender_id: 1, recipients };
		return { index, order: { body: { ...body, schedule: null }, skipped: [], skipSentWithin: 1 } };
	}) as unknown as SendItem[];

/** The rows of a run that has read these items. */
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
	await refuseAlike(read);
	expect(read.flatMap(({ sendable }) => sendable)).toHaveLength(count * numbers);
	// A turn is over at every tenth look at the clock, and each number has one.
	expect(slept).toBeGreaterThan(0.15 * count * numbers);
});

test('equal rows are looked for in some rows at a time', async () => {
	const { read, outcomes } = await rowsOf(rows(200, 10));
	await shareEqualRows(read, outcomes);
	expect(slept).toBeGreaterThan(0.15 * 200);
});
