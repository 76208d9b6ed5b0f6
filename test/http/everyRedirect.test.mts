/**
 * No request that this package makes follows a redirect, with its token, its secret or its message. All
 * of them are listed here, those of the trigger too, which an older engine can't make.
 */
import { startStubService } from '../stubService.mts';
import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterAll(async () => await bench.sandbox.stop());

describe('every request of this package', () => {
	const exchange = 'POST /api/oauth/token';
	const send = 'POST /api/sms/messages';
	const messages = 'GET /api/sms/messages';
	const senders = 'GET /api/sms/senders';
	const statuses = 'GET /api/system/system-status';

	/** What is redirected, and how to come to make it. */
	const requests: Array<[string, string, () => Promise<unknown>]> = [
		['the exchange for a token', exchange, () => bench.run({ operation: 'listStatuses' })],
		["the credential's test", statuses, () => bench.testCredential()],
		['the exchange for a token in that test', exchange, () => bench.testCredential()],
		['Send Message', send, () => bench.run(goodSend)],
		[
			'the look-up of a send whose outcome is unknown',
			messages,
			() => bench.run({ ...goodSend, options: { lookUpUnknown: true } }),
		],
		[
			'the look-up of Skip Already Sent',
			messages,
			() => bench.run({ ...goodSend, options: { skipAlreadySent: true } }),
		],
		['Query Messages', messages, () => bench.run({ operation: 'queryMessages' })],
		['Query Senders', senders, () => bench.run({ operation: 'querySenders' })],
		['List Statuses', statuses, () => bench.run({ operation: 'listStatuses' })],
		['the list of senders', senders, () => bench.searchSenders()],
		['the list of statuses', statuses, () => bench.getStatuses()],
		['a poll of the trigger', messages, () => bench.polled().activate()],
		['Fetch Test Event', messages, () => bench.polled().fetchTestEvent()],
	];

	test.each(
		[302, 307, 308].flatMap((status) =>
			requests.map(([name, redirected, make]) => ({ status, name, redirected, make })),
		),
	)('$status to $name: nobody hears of it elsewhere', async ({ status, redirected, make }) => {
		const elsewhere = await startStubService(() => ({ body: { responsecode: 200, data: {} } }));
		const redirect = { status, headers: { location: `${elsewhere.baseUrl}/stolen` }, body: '' };
		const made = () =>
			service.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
		const service = await startStubService(
			// A send that isn't redirected fails, so that there is something to look up.
			() => (made().at(-1) === redirected ? redirect : { status: 500, body: '' }),
			{
				answerToken: () =>
					redirected === exchange ? redirect : { body: { access_token: 'lock-keeper-32' } },
			},
		);
		bench.credentials = bench.store({
			baseUrl: service.baseUrl,
			accessToken: redirected === exchange ? '' : 'lock-keeper-32',
		});
		await make().catch(() => undefined);
		await Promise.all([elsewhere.stop(), service.stop()]);
		expect(elsewhere.requests).toEqual([]);
		expect(made()).toContain(redirected);
	});
});
