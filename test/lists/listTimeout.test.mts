/** Somebody waits for a list in the editor: each of its requests has twenty seconds, all of the answer included. */
import { stubTimeouts } from '../clock/timeoutSignals.mts';
import { getStatuses } from '../../nodes/MessagingService/lists/getStatuses.ts';
import { searchSenders } from '../../nodes/MessagingService/lists/searchSenders.ts';
import { specifiedStatuses } from '../../nodes/MessagingService/lists/specifiedStatuses.ts';
import { broken } from '../run/answers.mts';
import { editorFunctions } from './editorFunctions.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const clocks: number[] = [];
beforeEach(() => {
	clocks.length = 0;
	stubTimeouts((milliseconds) => {
		clocks.push(milliseconds);
		const clock = new AbortController();
		setImmediate(() => clock.abort());
		return clock.signal;
	});
});
afterEach(() => jest.restoreAllMocks());

/**
 * A service that never answers: n8n's request helper ends a request by its signal, or by its
 * time-out where nothing comes at all.
 */
function silentService() {
	const timeouts: unknown[] = [];
	const functions = editorFunctions(async ({ timeout, abortSignal }) => {
		timeouts.push(timeout);
		if (!abortSignal) throw new Error('This request would never end.');
		if (!abortSignal.aborted)
			await new Promise((resolve) => abortSignal.addEventListener('abort', resolve));
		throw broken('ERR_CANCELED');
	});
	return { functions, timeouts };
}

const fourTimes = Array.from({ length: 4 }, () => 20_000);

test('of senders: asked for four times, then the reason and a way on without it', async () => {
	const { functions, timeouts } = silentService();
	await expect(searchSenders.call(functions)).rejects.toThrow(
		/^The service did not answer this query in time\..* Or choose By ID and type the numeric sender ID\.$/,
	);
	expect([clocks, timeouts]).toEqual([fourTimes, fourTimes]);
});

test('of statuses: asked for four times, then those of the specification', async () => {
	const { functions, timeouts } = silentService();
	expect((await getStatuses.call(functions)).map(({ value }) => value)).toEqual(
		specifiedStatuses.map(({ id }) => id),
	);
	expect([clocks, timeouts]).toEqual([fourTimes, fourTimes]);
});
