/** A rate limit is the account's: no request leaves before its time is over. */
import { passed, startTime } from '../clock/virtualTime.mts';
import { accepted, runCore, sends } from './coreRun.mts';
import { answer } from './answers.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);
beforeEach(startTime);
afterEach(() => jest.restoreAllMocks());

test.each([
	['0.05', 50],
	['41', 41_000],
])(
	'a rate limit of %s seconds is kept by every request of the account',
	async (retryAfter, milliseconds) => {
		const times: number[] = [];
		const run = await runCore({
			items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)],
			service: (_left, count) => {
				times.push(passed());
				return count === 1 ? answer(429, '', { 'retry-after': retryAfter }) : accepted();
			},
		});
		expect(run.left).toHaveLength(3);
		for (const time of times.slice(1))
			expect(time - times[0]!).toBeGreaterThanOrEqual(milliseconds);
	},
);
