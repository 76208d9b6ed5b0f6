/**
 * The service's reason as it comes through n8n's request helper, which parses what it can, whatever
 * the content type.
 */
import { startStubService, type StubAnswer } from '../stubService.mts';
import {
	goodSend,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterAll(async () => await bench.sandbox.stop());

const typed = (type: string, body: unknown, status = 422): StubAnswer => ({
	status,
	headers: { 'content-type': type },
	body,
});
const problem = {
	type: 'about:blank',
	title: 'Not valid',
	status: 422,
	detail: 'Sender 81 sleeps',
	'invalid-params': [{ name: 'recipients', reason: '+2547 is too short' }],
};
const reason = 'Not valid. Sender 81 sleeps. recipients: +2547 is too short';

const bodies: Array<[string, StubAnswer, string]> = [
	['problem+json', typed('application/problem+json', problem), `(status 422): ${reason}.`],
	[
		'problem+json in another character set',
		typed('application/problem+json; charset=utf-8', { detail: 'Né en été: 81' }),
		'(status 422): Né en été: 81.',
	],
	[
		'JSON without a content type for it',
		typed('text/html', JSON.stringify(problem)),
		`(status 422): ${reason}.`,
	],
	[
		'JSON with a mark of its byte order',
		typed('text/plain', `\ufeff${JSON.stringify(problem)}`),
		`(status 422): ${reason}.`,
	],
	[
		'JSON within a JSON text',
		typed('application/json', JSON.stringify(JSON.stringify(problem))),
		`(status 422): ${reason}.`,
	],
	[
		'a JSON text',
		typed('application/json', '"Sender 81 sleeps"'),
		'(status 422): Sender 81 sleeps.',
	],
	[
		'a list',
		typed('application/json', [{ field: 'campaign', message: 'is too long' }]),
		'(status 422): campaign: is too long.',
	],
	[
		'plain text',
		typed('text/plain', 'Sender 81\r\n<b>sleeps</b>\n'),
		'(status 422): Sender 81 sleeps.',
	],
	[
		'a web page',
		typed('text/html', '<!doctype html><title>Sender 81 sleeps</title>', 400),
		'(status 400) and gave no reason.',
	],
	['a number', typed('application/json', '4021'), '(status 422) and gave no reason.'],
	['nothing', typed('text/plain', ''), '(status 422) and gave no reason.'],
	[
		'a failing code in a 200 body',
		{ body: { responsecode: '422', errors: { recipients: ['+2547 is too short'] } } },
		'(status 422): recipients: +2547 is too short.',
	],
	[
		'a receipt that refuses',
		{
			body: { responsecode: 201, data: { success: 'no', error: { message: 'Sender 81 sleeps' } } },
		},
		'(status 200): Sender 81 sleeps.',
	],
];

it.each(bodies)('%s', async (_name, answer, text) => {
	const stub = await startStubService(() => answer);
	const credentials = bench.store({ baseUrl: stub.baseUrl });
	const settings = { onError: 'continueRegularOutput' as const };
	const results = [
		await bench.run(goodSend, { credentials, settings }),
		await bench.run(goodSend, { credentials, settings, packages: throughRoutingEngine }),
	];
	await stub.stop();
	for (const result of results) {
		expect(rowsOf(result)).toEqual([
			{
				error: `The service refused the request ${text} ${text.includes('no reason') ? 'Check the fields of this node, or ask the service for the reason.' : 'Fix what the service names, then run the workflow again.'} [item 0]`,
				sendOutcome: 'notSent',
			},
		]);
	}
	expect(stub.requests.filter(({ path }) => path === '/api/sms/messages')).toHaveLength(2);
});

it("a server's own page after a send leaves it unknown, and a plain word of the server is told", async () => {
	for (const [body, words] of [
		['<html><h1>502</h1></html>', '502. The message'],
		['upstream is gone', '502: upstream is gone. The message'],
	]) {
		const stub = await startStubService(() => typed('text/plain', body, 502));
		const result = await bench.run(goodSend, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
		});
		await stub.stop();
		expect(result.error?.message).toContain(
			`Outcome unclear: the service answered ${words} may or may not have been sent.`,
		);
	}
});
