/**
 * A failure says in plain words what happened, at which item and field, the service's reason, and how to go on. It
 * never shows a stack, a Node.js error code or markup.
 */
import type { INodeParameters } from 'n8n-workflow';
import { answering, clock, doors, run, send, service } from '../harness/index.mts';

const continuing = { onError: 'continueRegularOutput' as const };
const notLookedUp: INodeParameters = { options: { lookUpUnknown: false } };
const listing: INodeParameters = { operation: 'querySenders' };

/** Returns the service's reason as the failed item shows it; undefined if it shows none. */
async function reasonOf(body: unknown, answer: object = { status: 422 }) {
	await answering(() => ({ ...answer, body }));
	const { rows } = await send({}, { settings: continuing });
	expect(rows).toMatchObject([{ sendOutcome: 'notSent' }]);
	const error = String(rows[0]!.error);
	expect(error).toMatch(/^The service refused the request \(status \d+\).+\.$/);
	expect(error).not.toContain('[item');
	if (error.includes('and gave no reason. Check the fields')) return undefined;
	expect(error).toContain('Correct what the service reports.');
	return /\(status \d+\): (.*?) Correct what/s.exec(error)?.[1];
}

/** Expects no stack, no error code, no object as text, and no advice to have n8n send once more. */
function expectPlain(told: string): void {
	expect(told).toMatch(/^[A-Z].*\.$/s);
	expect(told).not.toMatch(
		/\n +at |\.[jt]s\b|ECONN|ETIMEDOUT|ENOTFOUND|CERT_|SIGNED|undefined|\[object|NaN|retry on fail/i,
	);
}

describe("the service's reason", () => {
	test.each<[string, unknown, string | undefined]>([
		['responsemessage', { responsecode: 422, responsemessage: 'Asleep' }, 'Asleep.'],
		['a question, with one mark at its end', { message: 'Is it awake?' }, 'Is it awake?'],
		['what is no error', { data: { text: 'Hello' }, id: 'abc', status: 'failed' }, undefined],
	])('is found as %s', async (_shape, body, expected) => {
		expect(await reasonOf(body)).toBe(expected);
	});

	test.each<[string, string, string, string | undefined]>([
		['problem+json', 'application/problem+json; charset=utf-8', '{"detail":"Né: 81"}', 'Né: 81.'],
		['JSON of another type', 'text/html', '{"message":"It sleeps"}', 'It sleeps.'],
		['plain text', 'text/plain', 'It\r\n<b>sleeps</b>\n', 'It sleeps.'],
		['nothing', 'text/plain', '', undefined],
	])('in %s is read', async (_form, type, body, expected) => {
		const headers = { 'content-type': type };
		expect(await reasonOf(body, { status: 422, headers })).toBe(expected);
	});

	test.each([400, 403, 406, 422])(
		"is not read in a web page, which may be a firewall's: %d",
		async (status) => {
			await answering(() => ({ status, body: '<!doctype html><title>It sleeps</title>' }));
			for (const parameters of [undefined, listing]) {
				const { told } = parameters ? await run(parameters) : await send();
				expect(told).toMatch(
					new RegExp(`A web page answered .* \\(status ${status}\\), as a firewall does`),
				);
				expect(told).not.toMatch(/sleeps|what the service reports/);
				expectPlain(told);
			}
		},
	);

	test.each(doors)('stays, with a code in it that n8n replaces (%s)', async (door) => {
		const text = 'Upstream said ECONNREFUSED, ETIMEDOUT and xECONNRESETx';
		await answering(() => ({ status: 422, body: { message: text } }));
		const { told } = await send({}, { door });
		expect(told).toContain(`The service refused the request (status 422): ${text}.`);
		const { errorRows } = await send({}, { door, settings: { onError: 'continueErrorOutput' } });
		expect(errorRows).toMatchObject([{ error: expect.stringContaining(text) }]);
	});
});

describe('what happened, and how to go on', () => {
	const unknown = 'may or may not have been sent';
	type Answer = Parameters<typeof answering>[0];
	const page = () => ({ body: '<html>Welcome' });
	const badGateway = () => ({ status: 502, body: '<html>' });
	const gone = () => ({ status: 502, body: 'gone' });
	const wrongAddress = /doesn't know the address.*Check Base URL in the credential/s;
	const noReason = /gave no reason\..*Check the fields of this node/s;
	const redirects =
		/redirects this query .*\(status 302\).*Ask the service for its current address/s;
	test.each<[string, Answer, RegExp, RegExp]>([
		['404 without a reason', () => ({ status: 404 }), wrongAddress, wrongAddress],
		['422 without a reason', () => ({ status: 422 }), noReason, noReason],
		[
			'a web page',
			page,
			/can't read \(status 200\)/,
			/can't read the answer \(status 200\).*Check Base URL/s,
		],
		['a page of a proxy', badGateway, /502\. The message may/, /status 502\)\..*goes on/s],
		['a word of a proxy', gone, /502: gone\. The message may/, /status 502\): gone\./],
		['a redirect', () => ({ status: 302 }), /redirects to another .*302/, redirects],
		[
			'a lost connection',
			() => 'drop',
			/connection broke/,
			/connection broke .*contact the service/s,
		],
	])('%s, of a send and of a query', async (_what, answer, ofSend, ofQuery) => {
		await answering(answer);
		const [sent, read] = [(await send(notLookedUp)).told, (await run(listing)).told];
		expect(sent).toMatch(ofSend);
		expect(sent.includes(unknown)).toBe(ofSend !== wrongAddress && ofSend !== noReason);
		expect(sent.includes('Nothing was sent')).toBe(!sent.includes(unknown));
		expect(read).toMatch(ofQuery);
		expect(read).not.toMatch(/\bsent\b/);
		for (const told of [sent, read]) expectPlain(told);
	});

	test.each<[string, INodeParameters, RegExp]>([
		['a send', notLookedUp, /did not answer in time.* may or may not have been sent/],
		['a query', listing, /did not answer this query in time.* raise Timeout in the node settings/s],
	])('no answer in time, of %s', async (_what, parameters, words) => {
		await send();
		service.play({ on: 'any', kind: 'hang', times: Infinity });
		const { told } = await send({ ...parameters, requestOptions: { timeout: 100 } });
		expect(told).toMatch(words);
		expectPlain(told);
	});

	const [one, two, three] = [1, 2, 3].map((end) => `+25471234567${end}`);
	const all = `${one}, ${two}, ${three}`;
	const group = { sendTo: 'contactGroup', contactListId: 501 };
	test.each<[string, INodeParameters, string]>([
		['five', { recipients: `${all}, +254712345674, +254712345675` }, `${all} and 2 more, campaign`],
		['a contact group', group, 'contact group 501, campaign'],
		['a long campaign', { campaign: 'c'.repeat(81) }, `campaign '${'c'.repeat(77)}…'`],
		["the time, in the workflow's zone", {}, '2026-11-23 15:00 (Africa/Nairobi)'],
	])('an unknown send names what to look for: %s', async (_what, parameters, words) => {
		clock.set('2026-11-23T12:00:00Z');
		service.play({ on: 'send', kind: 'errorAfterAccept' });
		const { told } = await send({ ...parameters, ...notLookedUp }, { zone: 'Africa/Nairobi' });
		expect(told).toContain(words);
		expect(told).toMatch(
			/Don't run the workflow again as it is: .* Look for the message with Query M/,
		);
	});
});

describe('where it happened', () => {
	const rows = [
		{ to: '+254712345678', priority: 'utility' },
		{ to: '07', priority: 'utility' },
		{ to: '+254712345679', priority: 'urgent' },
	];
	const parameters = { recipients: '={{ $json.to }}', priority: '={{ $json.priority }}' };

	test('each refused item is named, with its field, its value and what to do', async () => {
		const { told, failure } = await send(parameters, { rows });
		expect(told).toMatch(/^Nothing was sent\. 2 of 3 items were refused\./);
		expect(told).toMatch(/\[item 1\] '07' in Recipients .*\[item 2\] 'urgent' isn't a valid Prio/s);
		expect(told).toMatch(/\[item 2\] Set Priority to one of these: authentication, utility, mark/);
		expect(told).toContain('n8n counts items from 0: item 0 is the first');
		expect(failure!.itemIndex).toBeUndefined();
		expectPlain(told);
	});

	test('items that fail for one reason share its text, and a thousand of them stay readable', async () => {
		const bad = Array.from({ length: 1_000 }, (_, index) => ({ to: `07${index % 12}` }));
		const { told } = await send({ recipients: '={{ $json.to }}' }, { rows: bad });
		expect(told).toContain('1000 of 1000 items were refused');
		expect(told).toMatch(/And \d+ more items\./);
		expect(told.length).toBeLessThan(10_000);
		const { told: same } = await send({ message: '={{ "" }}' }, { rows: bad });
		expect(same).toContain('items were refused. Message is empty');
	});
});
