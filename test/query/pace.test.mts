/** Many pages are asked for at a distance that the time of the first one tells. */
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
	[32, 20, 1],
	[32, 0, 0],
	[32, 400, 5],
	[31, 20, 0],
])('of %i pages that take %i ms each, ten begin %i ms apart', async (count, takes, apart) => {
	const { ids, pages, peak } = await read({ records: numbered(count * 10), before: taking(takes) });
	expect([ids.length, pages.length]).toEqual([count * 10, count]);
	expect(peak).toBeLessThanOrEqual(10);
	const atFirst = waits().slice(0, 9);
	expect(atFirst).toEqual(
		apart ? Array.from({ length: 9 }, (_, index) => (index + 1) * apart) : [],
	);
});

test('a limit that a few pages reach is read without a wait', async () => {
	await read({ records: numbered(400), before: taking(15) }, { limit: 60 });
	expect(waits()).toEqual([]);
});
