/** A run of any length lets n8n do other things in between. */
import { forgetPauses, pausesOf } from '../clock/notedPause.mts';
import { reads, refused, runCore, sends } from './coreRun.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);
afterEach(() => jest.restoreAllMocks());

/** Lets a millisecond pass each time that somebody looks at the clock. */
function aMillisecondALook(): void {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now++);
}

test('reading 1,000 items is done in slices of 20 looks at the clock', async () => {
	aMillisecondALook();
	const run = await runCore({ items: Array.from({ length: 1_000 }, () => refused('No.')) });
	expect(run.error?.message).toMatch(/^Nothing was sent\. 1000 of 1000 items were refused\./);
	// Two looks an item: the fields know what time it is.
	expect(pausesOf(0)).toBeGreaterThanOrEqual(90);
});

test('so is building the outputs', async () => {
	aMillisecondALook();
	const ledgerLess = {
		items: Array.from({ length: 1_000 }, () => refused('No.')),
		continuesOnFail: true,
	};
	const run = await runCore(ledgerLess);
	expect(run.outputs.flat()).toHaveLength(1_000);
	expect(pausesOf(0)).toBeGreaterThanOrEqual(140);
});

test('so are combining the items and adding up the numbers', async () => {
	aMillisecondALook();
	const items = Array.from({ length: 1_000 }, (_, index) =>
		sends([`+${index}`], { combineUpTo: 100, maxRecipients: 5_000 }),
	);
	const run = await runCore({ items });
	expect([run.left.length, run.outputs.flat().length]).toEqual([10, 1_000]);
	// Reading and the outputs look at the clock twice an item, adding up and combining once.
	expect(pausesOf(0)).toBeGreaterThanOrEqual(280);
});

test('so is building the outputs of one item with many records', async () => {
	aMillisecondALook();
	const records = Array.from({ length: 1_000 }, (_, id) => ({ id }));
	const run = await runCore({
		items: [reads({ output: () => records })],
		method: 'GET',
		service: () => ({ statusCode: 200, body: { data: {} } }),
	});
	expect(run.outputs.flat()).toHaveLength(1_000);
	expect(pausesOf(0)).toBeGreaterThanOrEqual(45);
});

test('a few items are one slice: no pause at all', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
	const run = await runCore({
		items: Array.from({ length: 50 }, (_, index) => sends([`+${index}`])),
	});
	expect(run.outputs.flat()).toHaveLength(50);
	expect(pausesOf(0)).toBe(0);
});
