/** A service that is asked too much says for how long it wants to be left alone, and is. */
import { startTime } from '../clock/virtualTime.mts';
import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);

let bench: Workbench;
beforeEach(async () => {
	// First the clock: the sandbox goes by the one that it finds.
	startTime();
	bench = await startWorkbench();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await bench.sandbox.stop();
});

test('a 429 holds back all items, not only the one that met it', async () => {
	bench.sandbox.play({ on: 'send', kind: 'rateLimited', retryAfter: '7', after: 3 });
	const items = Array.from({ length: 8 }, (_, index) => ({ number: `+2547${10_000_000 + index}` }));
	const result = await bench.run(
		{ ...goodSend, recipients: '={{ $json.number }}', options: { maxConcurrentRequests: 1 } },
		{ items },
	);
	expect(result.status).toBe('success');
	const sends = bench.received('send');
	expect(sends.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200, 200, 200, 200, 200]);
	const refused = sends[3]!.at;
	// The next request, whichever item's, comes after the seven seconds that the service asked for;
	// before it nobody waited.
	expect(sends.map(({ at }) => at - refused >= 7_000)).toEqual([
		...Array(4).fill(false),
		...Array(5).fill(true),
	]);
});
