/** A route that is missing, and one that breaks away: only the first proves that nothing left. */
import { outcomeOfError } from '../../nodes/MessagingService/http/outcome.ts';
import { runCore, sends } from '../run/coreRun.mts';
import { goodSend, rowsOf, startWorkbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);
jest.mock('../../nodes/MessagingService/http/outcome.ts', () => {
	const actual = jest.requireActual('../../nodes/MessagingService/http/outcome.ts');
	return { ...actual, outcomeOfError: jest.fn(actual.outcomeOfError) };
});

const broken = (syscall: string) =>
	Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: 'EHOSTUNREACH', syscall });

it('a connect without a route, on n8n: tried four times, and the item was not sent', async () => {
	const bench = await startWorkbench();
	// TCP refuses the broadcast address of the loopback network before a packet is made.
	const credentials = bench.store({
		baseUrl: 'http://127.255.255.255:1/api',
		accessToken: 'some',
		allowInsecureHttp: true,
	});
	const result = await bench.run(goodSend, {
		credentials,
		settings: { onError: 'continueRegularOutput' },
	});
	await bench.sandbox.stop();
	expect(rowsOf(result)).toEqual([
		{ error: expect.stringMatching(/^The service can't be reached\./), sendOutcome: 'notSent' },
	]);
	expect(jest.mocked(outcomeOfError).mock.results.map(({ value }) => value as unknown)).toEqual(
		Array.from({ length: 4 }, () => ({
			type: 'unreachable',
			code: expect.stringMatching(/^E(NETUNREACH|HOSTUNREACH|ADDRNOTAVAIL)$/),
		})),
	);
});

it.each([
	['connect', 4, 'notSent'],
	['read', 1, 'unknown'],
	['write', 1, 'unknown'],
])(
	'a send whose %s finds no route is made %i times, and is %s',
	async (syscall, times, sendOutcome) => {
		const run = await runCore({
			items: [sends(['+256772000111'])],
			service: () => {
				throw broken(syscall);
			},
			continuesOnFail: true,
		});
		expect(run.left).toHaveLength(times);
		expect(run.outputs[0]?.[0]?.json.sendOutcome).toBe(sendOutcome);
	},
);
