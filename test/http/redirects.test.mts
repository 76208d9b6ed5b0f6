/**
 * A redirect is not followed: the token, and the message, would go to an address that the user
 * never typed. On n8n's own request helper.
 */
import { startStubService } from '../stubService.mts';
import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterAll(async () => await bench.sandbox.stop());

test.each([
	[307, 'sendMessage', 'Outcome unclear: the service redirects to another address (status 307)'],
	[302, 'sendMessage', 'Outcome unclear: the service redirects to another address (status 302)'],
	[
		301,
		'querySenders',
		"The service redirects this query to another address (status 301), which this node doesn't follow.",
	],
	[
		308,
		'listStatuses',
		"The service redirects this query to another address (status 308), which this node doesn't follow.",
	],
])('%i to %s: nobody hears of it elsewhere', async (status, operation, words) => {
	const elsewhere = await startStubService(() => ({
		body: { responsecode: 201, data: { success: true, messageId: 'stolen', data: [] } },
	}));
	const service = await startStubService(() => ({
		status,
		headers: { location: `${elsewhere.baseUrl}/sms/messages` },
		body: '',
	}));
	const parameters = operation === 'sendMessage' ? goodSend : { operation };
	const result = await bench.run(parameters, {
		credentials: bench.store({ baseUrl: service.baseUrl, accessToken: 'lock-keeper-31' }),
	});
	await Promise.all([elsewhere.stop(), service.stop()]);
	expect([elsewhere.requests, service.requests.length, result.status]).toEqual([[], 1, 'error']);
	expect(result.error!.message).toContain(words);
});
