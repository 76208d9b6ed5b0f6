/** The first requests of many pages begin apart: within the time that a page takes, or a tenth of a second. */
import { numbered, read } from './pagedService.mts';
import { forgetPauses, waits } from '../clock/notedPause.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);
afterEach(() => jest.restoreAllMocks());

/** Pages that take this many milliseconds each, by a clock of the test's own. */
function taking(milliseconds: number): () => void {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	return () => void (now += milliseconds);
}

test.each([
	[32, 15, 13.5],
	[32, 0, 0],
	[32, 200, 90],
	[31, 15, 0],
])('of %i pages that take %i ms each, the tenth begins after %f ms', async (count, takes, last) => {
	const { ids, pages, peak } = await read({ records: numbered(count * 10), before: taking(takes) });
	expect([ids.length, pages.length]).toEqual([count * 10, count]);
	expect(peak).toBeLessThanOrEqual(10);
	expect(waits()).toHaveLength(last === 0 ? 0 : 9);
	for (const [index, wait] of waits().entries()) expect(wait).toBeCloseTo((last / 9) * (index + 1));
});

test('a limit that a few pages reach is read without a wait', async () => {
	await read({ records: numbered(400), before: taking(15) }, { limit: 60 });
	expect(waits()).toEqual([]);
});
