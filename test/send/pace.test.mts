/** Many requests leave at a distance from each other, not in one moment. */
import { accepted, runCore, sends } from '../run/coreRun.mts';
import { upTo } from '../query/pagedService.mts';
import { forgetPauses, waits } from '../clock/notedPause.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(() => {
	forgetPauses();
	// While they are begun no time passes.
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2031-05-14T12:00:00Z'));
});
afterEach(() => jest.restoreAllMocks());

test.each([
	[30, 10, []],
	[31, 10, upTo(9).map((place) => place * 2.5)],
	[151, 25, upTo(24)],
])(
	'of %i messages, %i at once, the first ones wait %j ms',
	async (count, concurrency, expected) => {
		let allLeft = (): void => undefined;
		const firstOnes = new Promise<void>((resolve) => (allLeft = resolve));
		let waited: number[] = [];
		const run = await runCore({
			items: Array.from({ length: count }, (_, index) => sends([`+${index}`], {}, concurrency)),
			// None of the first ones is answered before they all left: from then on the answers tell the distance.
			service: async (_left, nth) => {
				if (nth === concurrency) {
					waited = waits();
					allLeft();
				}
				await firstOnes;
				return accepted();
			},
		});
		expect([run.left.length, run.peak]).toEqual([count, concurrency]);
		expect(waited).toEqual(expected);
		if (expected.length === 0) expect(waits()).toEqual([]);
	},
);
