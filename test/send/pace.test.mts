/** The first of many requests begin apart: five milliseconds each, and all within a tenth of a second. */
import { runCore, sends } from '../run/coreRun.mts';
import { forgetPauses, waits } from '../clock/notedPause.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

test.each([
	[30, 10, 0, 0],
	[31, 10, 9, 5],
	[151, 50, 49, 2],
	[4, 1, 0, 0],
])(
	'of %i messages, %i at once, %i begin later than the first, each %i ms after the one before',
	async (count, concurrency, later, apart) => {
		const run = await runCore({
			items: Array.from({ length: count }, (_, index) => sends([`+${index}`], {}, concurrency)),
		});
		expect([run.left.length, run.peak <= concurrency]).toEqual([count, true]);
		expect(waits()).toEqual(Array.from({ length: later }, (_, place) => (place + 1) * apart));
	},
);
