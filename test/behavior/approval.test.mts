/** Send and Wait for Response: the text that goes out, the page behind its link, and when the execution waits. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { clock, doors, open, service, texted, tool } from '../harness/index.mts';
import type { Outcome } from '../harness/index.mts';
import { ask, asking, forEver, opened, question, sent, unmarked, waitsUntil } from './asking.mts';

beforeEach(() => clock.set('2026-11-23T12:00:00Z'));

test('the message goes out with a link on a line of its own, and the execution waits with its input', async () => {
	const outcome = await ask({}, { rows: [{ order: 4711 }] });
	expect([outcome.told, texted(), sent().text]).toEqual(['', ['+254712345678'], question]);
	expect([waitsUntil(outcome), outcome.rows]).toEqual([forEver, [{ order: 4711 }]]);
	const { campaign, priority, sender_id: sender, schedule } = service.journal[0]!.body;
	expect([campaign, priority, sender, schedule]).toEqual(['reminders', 'utility', 102, null]);
});

test('the page shows who asks and when, and to look at it decides nothing', async () => {
	const options = { page: { values: { asker: 'Purchases & more' } } };
	const outcome = await ask({ options }, { zone: 'Africa/Nairobi' });
	const { status, page, headers, goesOn } = await opened(outcome);
	expect([status, goesOn]).toEqual([200, undefined]);
	expect(unmarked(page)).toContain(question);
	expect(unmarked(page)).toMatch(/Purchases &#38; more · November 23, 2026 at 3:00\sPM/);
	expect(page.match(/<button.*<\/button>/g)).toEqual([
		'<button name="approved" value="true">Approve</button>',
		'<button name="approved" value="false">Decline</button>',
	]);
	expect(page).not.toMatch(/<script|<link|<img|src=|url\(|@import/);
	expect(headers).toMatchObject({
		'Referrer-Policy': 'no-referrer',
		'X-Robots-Tag': 'noindex, nofollow',
		'Cache-Control': 'private, max-age=0',
		Vary: 'Accept-Language',
	});
	const policy = headers['Content-Security-Policy']!;
	expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/);
});

test.each<[unknown, boolean | undefined]>([
	[{ approved: 'true' }, true],
	[{ approved: true }, true],
	[{ approved: false }, false],
	[{ approved: ['true', 'false'] }, undefined],
	[{}, undefined],
	['approved=true', undefined],
])('posted %j: approved %j', async (body, approved) => {
	const outcome = await ask();
	const { status, page, goesOn } = await opened(outcome, {}, body);
	const data = { approved, respondedAt: '2026-11-23T12:00:00.000Z' };
	const answer = [{ json: { data }, pairedItem: { item: 0 } }];
	expect(goesOn).toEqual(approved === undefined ? undefined : answer);
	expect(status).toBe(approved === undefined ? 400 : 200);
	const said = approved ? /was recorded\s+Approve\s+Order/ : /was recorded\s+Decline\s+Order/;
	expect(unmarked(page)).toMatch(approved === undefined ? /Approve\s+Decline/ : said);
});

test('Approve Only: there is no other button', async () => {
	const outcome = await ask({ approvalOptions: { values: { approvalType: 'single' } } });
	const { page } = await opened(outcome);
	expect(unmarked(page)).toMatch(/Approve/);
	expect(page).not.toMatch(/Decline|value="false"/);
});

test('a second press within seconds, and the link of another question, change nothing', async () => {
	const outcome = await ask();
	const other = { query: { n: '2' }, method: 'POST' as const, body: { approved: true } };
	const { link } = sent();
	expect(await open(outcome, asking, link, other)).toMatchObject({ status: 410 });
	expect((await opened(outcome, {}, { approved: true })).goesOn).toHaveLength(1);
	const again = await opened(outcome, {}, { approved: true });
	expect([again.status, again.goesOn]).toEqual([410, undefined]);
	expect(unmarked(again.page)).toMatch(/nothing left to answer/);
});

test.each([
	['GSM-7', 'Pay the invoice of the printer? '.repeat(160), 3 * 153, '...'],
	['UCS-2', 'Zahlen wir die Rechnung für Łódź? '.repeat(150), 3 * 67, '…'],
])('a long message in %s: three segments, and all of it on the page', async (...given) => {
	const [, message, most, ending] = given;
	const outcome = await ask({ message });
	const { text, link } = sent();
	expect(text.length + 1 + link.length).toBeLessThanOrEqual(most);
	expect(text.endsWith(ending) && message.startsWith(`${text.slice(0, -ending.length)} `)).toBe(
		true,
	);
	expect(unmarked((await opened(outcome)).page)).toContain(message);
});

const after = (resumeAmount: number, resumeUnit: string) => ({
	limitType: 'afterTimeInterval',
	resumeAmount,
	resumeUnit,
});
const at = (maxDateAndTime: string) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
test.each<[IDataObject, string]>([
	[after(45, 'minutes'), '2026-11-23T12:45:00.000Z'],
	[after(1.5, 'hours'), '2026-11-23T13:30:00.000Z'],
	[after(2, 'days'), '2026-11-25T12:00:00.000Z'],
	[after(1e9, 'days'), forEver],
	[at('2026-11-24T09:00:00'), '2026-11-24T06:00:00.000Z'],
])('Limit Wait Time %j: until %s', async (values, until) => {
	const options = { limitWaitTime: { values } } as INodeParameters;
	const outcome = await ask({ options }, { zone: 'Africa/Nairobi' });
	expect([outcome.told, waitsUntil(outcome)]).toEqual(['', until]);
	const shown = unmarked((await opened(outcome)).page);
	if (until === '2026-11-23T12:45:00.000Z')
		expect(shown).toMatch(/You can answer until November 23, 2026 at 3:45\sPM East Africa Time\./);
});

test('a wait begins when the text is gone, not while it waits for the service', async () => {
	service.play({ on: 'send', kind: 'rateLimited', retryAfter: '50' });
	const options = { limitWaitTime: { values: after(45, 'minutes') } } as INodeParameters;
	const outcome = await ask({ options });
	expect(service.journal[0]!.at).toBe(Date.parse('2026-11-23T12:00:50Z'));
	expect(waitsUntil(outcome)).toBe('2026-11-23T12:45:50.000Z');
	const shown = unmarked((await opened(outcome)).page);
	expect(shown).toMatch(/November 23, 2026 at 12:00\sPM/);
	expect(shown).toMatch(
		/You can answer until November 23, 2026 at 12:45\sPM Coordinated Universal Time\./,
	);
});

const limited = (values: IDataObject) =>
	({ options: { limitWaitTime: { values } } }) as INodeParameters;
test.each<[string, INodeParameters, RegExp]>([
	['two numbers', { recipients: '+254712345678, +254711001001' }, /2 numbers.*asks one person/],
	[
		'an expression as plain text',
		{ message: '{{ $json.order }}' },
		/If Message stands on Fixed, switch it to Expression/,
	],
	['no room', { message: '😀', options: { maxSegments: 1 } }, /no room for Message/],
	['odd buttons', { approvalOptions: { values: { approvalType: 'triple' } } }, /Type of Approval/],
	['no such unit', limited({ resumeAmount: 1, resumeUnit: 'weeks' }), /'1 weeks'/],
	[
		'two at once',
		{ ...limited(at('')), recipients: '12' },
		/Time is empty.*'12' in Recipient[^s]/s,
	],
	['a date of the past', limited(at('2026-11-20')), /2026-11-20 00:00.*in the past.*later time\./s],
])('refused before anything is sent: %s', async (_what, parameters, why) => {
	const outcome = await ask(parameters);
	expect(outcome.told).toMatch(/^Nothing was sent\./);
	expect(outcome.told).toMatch(why);
	expect([service.requests, waitsUntil(outcome)]).toEqual([[], undefined]);
});

test('several items are refused, with the way out; with Execute Once it asks for the first of them', async () => {
	const { told } = await ask({}, { rows: [{}, {}] });
	expect(told).toMatch(/Nothing was sent.*one question at a time.*2 items.*Loop Over Items/s);
	expect(service.requests).toEqual([]);
	const outcome = await ask({}, { rows: [{}, {}], settings: { executeOnce: true } });
	expect([outcome.told, texted(), waitsUntil(outcome)]).toEqual(['', ['+254712345678'], forEver]);
});

test.each([
	['badRequest', 'notSent', /The service refused the request/],
	['serverError', 'unknown', /may or may not have been sent/],
] as const)('%s: told, and not waited for', async (kind, sendOutcome, why) => {
	service.play({ on: 'send', kind });
	const stopped = await ask();
	expect([why.test(stopped.told), waitsUntil(stopped)]).toEqual([true, undefined]);
	service.play({ on: 'send', kind });
	const going = await ask({}, { settings: { onError: 'continueRegularOutput' } });
	expect([going.rows[0]!.sendOutcome, waitsUntil(going)]).toEqual([sendOutcome, undefined]);
});

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
test('an unknown outcome is looked up: found, it waits; not found, it fails, waits for nothing and is never texted again', async () => {
	service.play({ on: 'send', kind: 'dropAfter' });
	expect(waitsUntil(await ask({}, { settings: retry }))).toBe(forEver);
	expect(texted()).toHaveLength(1);
	service.reset();
	service.play({ on: 'send', kind: 'serverError' });
	const outcome = await ask({}, { settings: retry });
	expect(outcome.told).toMatch(/may or may not have been sent.*list of messages did not show it/s);
	expect(waitsUntil(outcome)).toBeUndefined();
	expect(service.requests.filter(({ operation }) => operation === 'send')).toHaveLength(1);
});

test('Retry On Fail asks again what the service refused once', async () => {
	service.play({ on: 'send', kind: 'badRequest' });
	const outcome = await ask({}, { settings: retry });
	expect([outcome.told, texted(), waitsUntil(outcome)]).toEqual(['', ['+254712345678'], forEver]);
	expect((await opened(outcome)).status).toBe(200);
});

test('where nothing can wait it is refused in words: an n8n without its links, a tool within an agent', async () => {
	const { told } = await ask({}, { door: doors[1] });
	const called = await tool(asking)({}).catch((error: Error) => error);
	for (const text of [told, JSON.stringify(called, ['message', 'description', 'error'])])
		expect(text).toMatch(/can't wait for an answer here/);
	expect(service.requests).toEqual([]);
});

describe('a link that a phone can not open', () => {
	const wait = (host: string, path = '') => ({ waitingUrl: `${host}${path}/webhook-waiting` });

	test.each([
		['http://localhost:5678', 'localhost'],
		['http://[::1]:5678', '[::1]'],
	])('%s: refused, but in a run from the editor', async (address, host) => {
		for (const mode of ['trigger', 'webhook', 'retry'] as const) {
			const { told, execution } = await ask({}, { ...wait(address), mode });
			expect(told).toContain(`leads to ${host}, which is no address that a phone can open`);
			expect(told).toContain('WEBHOOK_URL');
			expect(execution.run?.data.waitTill).toBeUndefined();
		}
		expect(texted()).toEqual([]);
		const tried = await ask({}, { ...wait(address), mode: 'manual' });
		expect([tried.told, waitsUntil(tried), texted().length]).toEqual(['', forEver, 1]);
		expect(tried.hints).toEqual([expect.stringContaining(`leads to ${host}`)]);
	});

	test.each([
		['https://n8n.example', ''],
		['https://n8n.example', '/n8n'],
	])('%s, path %j: sent; a hint where it is below a path', async (address, path) => {
		const { told, hints } = await ask({}, { ...wait(address, path), mode: 'trigger' });
		expect([told, texted()]).toEqual(['', ['+254712345678']]);
		const below = expect.stringContaining(`below the path ${path.slice(1)}. `) as string;
		expect(hints).toEqual(path ? [below] : []);
	});
});

describe('the name of the node', () => {
	test.each(['constructor', 'prototype'])(
		"%s, which n8n's expressions don't read: nothing is sent",
		async (name) => {
			const { told } = await ask({}, { settings: { name } });
			expect(told).toContain(`n8n can't read what it keeps for a node called '${name}'`);
			expect(service.requests).toEqual([]);
		},
	);

	test.each(['Ask\u2028him', 'Ask }} "him" {{ \\ '])('%j is read', async (name) => {
		const setup = { settings: { name } };
		const outcome = await ask({}, setup);
		expect((await open(outcome, asking, sent().link, {}, setup)).status).toBe(200);
	});
});

test.each(['text/xml; charset=utf-8', 'APPLICATION/XML'])(
	'an answer as %s decides nothing',
	async (type) => {
		const outcome = await ask();
		const asXml = { 'content-type': type };
		const post = { method: 'POST' as const, body: { approved: 'true' }, headers: asXml };
		const answer = await open(outcome, asking, sent().link, post);
		expect([answer.status, answer.goesOn]).toEqual([400, undefined]);
		const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
		const second = await open(outcome, asking, sent().link, { ...post, headers: asForm });
		expect([second.status, second.goesOn?.length]).toEqual([200, 1]);
	},
);

describe('a second round', () => {
	/** Sets the context data that n8n keeps of the node, as if it asked again in a loop. */
	const nextRound = (outcome: Outcome): void => {
		const { contextData } = outcome.execution.run!.data.executionData!;
		const memory = contextData['node:Messaging Service'] as IDataObject;
		memory.rounds = 2;
		memory.question = { ...(memory.question as IDataObject), round: '2', message: 'And this one?' };
	};
	const ofRound = (n: string, body?: unknown) => ({
		query: { n },
		method: body === undefined ? ('GET' as const) : ('POST' as const),
		body,
	});

	test('is answered within ten seconds of the first; the link of the first shows and decides nothing', async () => {
		const outcome = await ask();
		const { link } = sent();
		expect((await opened(outcome, {}, { approved: true })).goesOn).toHaveLength(1);
		nextRound(outcome);
		for (const body of [undefined, { approved: true }, { approved: 'maybe' }]) {
			const old = await open(outcome, asking, link, ofRound('1', body));
			expect([old.status, old.goesOn]).toEqual([410, undefined]);
			expect(old.page).not.toContain('And this one?');
		}
		const page = await open(outcome, asking, link, ofRound('2'));
		expect([page.status, unmarked(page.page).includes('And this one?')]).toEqual([200, true]);
		const answer = await open(outcome, asking, link, ofRound('2', { approved: true }));
		expect([answer.status, answer.goesOn?.length]).toEqual([200, 1]);
	});

	test('where n8n could not go on, the answer can be given again after ten seconds, whatever the clock was set to', async () => {
		for (const passed of [10_001, -3_600_000]) {
			service.reset();
			const outcome = await ask();
			expect((await opened(outcome, {}, { approved: true })).status).toBe(200);
			expect((await opened(outcome, {}, { approved: true })).status).toBe(410);
			clock.set(clock.now() + passed);
			expect((await opened(outcome, {}, { approved: true })).status).toBe(200);
		}
	});
});
