/**
 * The probe: it names a service's behavior, says 'breaks' where the node fails on it, and sends no more than it may.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answering, clock, handOn, listening, probe, readingChoices } from '../harness/index.mts';
import { received, selfSigned, service, shapeOf, shapes, startRelay } from '../harness/index.mts';

type Asking = NonNullable<Parameters<typeof probe.reportOn>[2]>;
type Report = Awaited<ReturnType<typeof probe.reportOn>>;

const project = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-probe-'));
const text = { to: '+254712345678', sender: 101, looks: [0] };
/** Questions that need the one text. */
const ofText = ['storedText', 'storedCampaign', 'messageIdType', 'refusedBy'];
/** Ways to store a text in which Skip Already Sent doesn't recognize it. */
const unknownAgain = ['ascii'];

beforeEach(() => clock.useReal());
afterAll(() => rmSync(folder, { recursive: true }));

async function asked(asking: Asking = {}, baseUrl = service.baseUrl): Promise<Report> {
	const { clientId, clientSecret } = service;
	return await probe.reportOn(baseUrl, { clientId, clientSecret }, asking);
}

const findingOf = ({ findings }: Report, name: string) =>
	findings.find((finding) => finding.name === name)!;

const answerTo = (report: Report, name: string): string =>
	findingOf(report, name).answer.split(':')[0]!;

const broken = ({ findings }: Report): string[] =>
	findings.filter(({ means }) => means.startsWith('breaks')).map(({ name }) => name);

describe('a plain service', () => {
	test('all works, by queries alone, one at a time, and at most 60', async () => {
		await service.start({ pastMessages: 250 });
		const report = await asked();
		expect([report.stopped, broken(report), service.journal]).toEqual([undefined, [], []]);
		const open = report.findings.filter(({ means }) => !means.startsWith('works'));
		expect(new Set(open.map(({ answer }) => answer))).toEqual(new Set(['needs --send-to']));
		expect(report.requests).toBe(service.requests.length);
		// A rate limit of sixty requests a minute is common.
		expect(report.requests).toBeLessThanOrEqual(60);
		expect(service.inFlight.peak).toBe(1);
		const posts = service.requests.filter(({ method }) => method !== 'GET');
		expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(['/api/oauth/token']));
	});

	test('after 320 requests nothing is asked any more', async () => {
		await service.start({ pastMessages: 250, maxPerPage: 1 });
		const report = await asked();
		expect(report.stopped).toBe('It has asked 320 times.');
		expect([report.isGood, service.requests.length]).toEqual([false, 320]);
		expect(report.findings.at(-1)!.answer).toBe('not asked');
	});

	test('with a number there is one text, to it', async () => {
		await service.start({ pastMessages: 250 });
		const report = await asked({ text });
		expect([broken(report), service.journal.length]).toEqual([[], 1]);
		expect(report.findings.every(({ means }) => means.startsWith('works'))).toBe(true);
		const { recipients, sender_id: sender } = service.journal[0]!.body;
		expect([recipients, sender]).toEqual([[text.to], text.sender]);
		expect(JSON.stringify(report)).not.toContain('254712345678');
	});

	test('every request of the node is asked, but for sends that would text somebody else', async () => {
		await service.start({ pastMessages: 250 });
		const needsNoText = shapes.filter((shape) => !shape.startsWith('send '));
		await asked();
		const before = service.requests.map(shapeOf);
		expect(needsNoText.filter((shape) => !before.includes(shape))).toEqual([]);
		await asked({ text });
		expect(service.requests.map(shapeOf)).toContain('send recipients');
	});
});

const readings = Object.entries(readingChoices).flatMap(([name, values]) =>
	values.map((value) => [name, value] as const),
);

test.each(readings)('%s: %p is named, and the node works on it', async (name, value) => {
	// This claim differs from others only if the service truncates pages.
	const maxPerPage = value === 'sizeAsAsked' ? 40 : undefined;
	const refusedNumbers = name === 'refusedBy' ? [probe.neverReached] : [];
	const readingOf = { [name]: value };
	await service.start({ pastMessages: 250, maxPerPage, refusedNumbers, readings: readingOf });
	const report = await asked(ofText.includes(name) ? { text } : {});
	const breaks = unknownAgain.includes(String(value)) ? ['storedText'] : [];
	expect([answerTo(report, name), broken(report)]).toEqual([String(value), breaks]);
});

/** Returns services that together have every pair of readings. A greedy choice keeps them few. */
function pairwise(): Array<Record<string, unknown>> {
	const names = Object.keys(readingChoices) as Array<keyof typeof readingChoices>;
	const pairOf = (one: number, value: unknown, other: number, otherValue: unknown) =>
		JSON.stringify(one < other ? [one, value, other, otherValue] : [other, otherValue, one, value]);
	const left = new Set<string>();
	for (const [one, name] of names.entries())
		for (const other of names.slice(one + 1))
			for (const value of readingChoices[name])
				for (const otherValue of readingChoices[other])
					left.add(pairOf(one, value, names.indexOf(other), otherValue));
	const services: Array<Record<string, unknown>> = [];
	while (left.size > 0) {
		const [first] = left;
		const [one, value, other, otherValue] = JSON.parse(first!) as [
			number,
			unknown,
			number,
			unknown,
		];
		const chosen = new Map<number, unknown>([
			[one, value],
			[other, otherValue],
		]);
		for (const [place, name] of names.entries()) {
			if (chosen.has(place)) continue;
			const gain = (choice: unknown) =>
				[...chosen].filter(([at, picked]) => left.has(pairOf(place, choice, at, picked))).length;
			const best = [...readingChoices[name]].sort((a, b) => gain(b) - gain(a));
			chosen.set(place, best[0]);
		}
		for (const [at, picked] of chosen)
			for (const [beside, choice] of chosen)
				if (at < beside) left.delete(pairOf(at, picked, beside, choice));
		services.push(Object.fromEntries(names.map((name, place) => [name, chosen.get(place)])));
	}
	return services;
}

test.each(pairwise())('two readings at once: %j', async (given) => {
	const maxPerPage = given.meta === 'sizeAsAsked' ? 40 : undefined;
	const refusedNumbers = [probe.neverReached];
	// With one record a page, 250 messages would take too many requests.
	const pastMessages = given.singleRecord === 'always' ? 30 : 250;
	await service.start({ pastMessages, maxPerPage, refusedNumbers, readings: given });
	const report = await asked({ text });
	const told = Object.keys(given).map((name) => [name, answerTo(report, name)]);
	// With one record a page, nobody can tell what a larger size would claim.
	const isHidden = given.singleRecord === 'always' && given.meta === 'sizeAsAsked';
	const set = { ...given, ...(isHidden && { meta: 'present' }) };
	const breaks = unknownAgain.includes(String(given.storedText)) ? ['storedText'] : [];
	expect([Object.fromEntries(told), broken(report), report.stopped]).toEqual([
		Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)])),
		breaks,
		undefined,
	]);
});

test.each([
	['expiryTold', 'body', { expiryTold: 'body' as const }],
	['dateHeader', 'off', { dateHeader: 'off' as const }],
	['maxPerPage', '40 for 100', { maxPerPage: 40 }],
	['listingDelay', 'after 1 seconds', { listingDelay: 500 }],
	['perPage', '50 or more, not 100', { bounds: { perPage: 50 } }],
	['perPage', '1 or more, not 20', { bounds: { perPage: 15 } }],
	['perPage', 'none', { bounds: { perPage: 0 } }],
	['lastDay', 'today', { bounds: { lastDay: 'today' as const } }],
	['dayTimes', 'with', { bounds: { dayTimes: 'with' as const } }],
	['dayRange', '7 or more, not 14', { bounds: { dayRange: 7 } }],
	['recipients', '50 or more, not 100', { bounds: { recipients: 50 } }],
	['message', '480 or more, not 1000', { bounds: { message: 612 } }],
	['campaign', '50 or more, not 100', { bounds: { campaign: 64 } }],
])('%s: %p is named', async (name, answer, options) => {
	await service.start({ pastMessages: 250, ...options });
	const report = await asked({ text: { ...text, looks: [0, 1] } });
	expect([answerTo(report, name), broken(report)]).toEqual([answer, []]);
});

const national = 'sms_recipients in another way';
test.each([
	['noRecipients', 'sms_recipients missing', /sms_recipients/],
	['recipientCount', 'sms_recipients missing', /sms_recipients/],
	['emptyRecipients', 'sms_recipients missing', /sms_recipients/],
	['otherRecipientNames', 'sms_recipients missing', /sms_recipients/],
	['recipientsAsJson', 'whole', undefined],
	['maskedNumbers', 'sms_recipients masked', /sms_recipients/],
	['nationalNumbers', national, /sms_recipients/],
	['noText', 'message missing', /message/],
	['nullText', 'message missing', /message/],
	['cutText', 'message cut', /message/],
	['noCampaign', 'campaign missing', /campaign/],
	['noCategory', 'category missing', /category/],
	['camelCase', 'sms_recipients missing', /sms_recipients/],
	['noStatus', 'status missing', /can't watch/],
] as const)('shows %s: the probe names it, and what breaks', async (shows, answer, means) => {
	await service.start({ pastMessages: 250, shows });
	const report = await asked({ text });
	expect(answerTo(report, 'shows')).toBe(answer);
	expect(findingOf(report, 'shows').means).toMatch(means ? /^breaks: / : /^works$/);
	if (means) expect(findingOf(report, 'shows').means).toMatch(means);
	expect([service.journal.length, report.stopped]).toEqual([1, undefined]);
});

/** Probes the sandbox through a relay that changes its answers, and the paths of its requests. Returns the report. */
async function twisted(
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it holds what the sandbox answers
	answers: (json: any, path: string) => void,
	paths = (path: string) => path,
) {
	await service.start({ pastMessages: 250 });
	const address = service.baseUrl.slice(0, -'/api'.length);
	const relay = await startRelay(async (request) => {
		const answer = await handOn(address, { ...request, path: paths(request.path) });
		const json = JSON.parse(answer.body) as object;
		answers(json, request.path);
		return { ...answer, body: JSON.stringify(json) };
	});
	const report = await asked({ text }, `${relay.address}/api`);
	relay.stop();
	return report;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it holds what the sandbox answers
const recordsOf = ({ data }: any): any[] => [data?.data ?? []].flat();

describe('the node fails', () => {
	test('where a filter is ignored', async () => {
		const ignoring = (path: string) => path.replace(/category=\w+/, '');
		expect(broken(await twisted(() => undefined, ignoring))).toEqual(['filters']);
	});

	test('where senders have no number', async () => {
		const report = await twisted((json, path) => {
			if (path.startsWith('/api/sms/senders')) for (const each of recordsOf(json)) delete each.id;
		});
		expect(broken(report)).toEqual(['filters', 'senderRecord']);
	});

	test('where the list shows another text than the one that was sent: it would be sent again', async () => {
		const report = await twisted((json, path) => {
			if (path.startsWith('/api/sms/messages?'))
				for (const each of recordsOf(json)) each.message = `Re: ${each.message}`;
		});
		expect(findingOf(report, 'storedText').means).toMatch(
			/^breaks: Skip Already Sent does not find/,
		);
		expect(service.journal).toHaveLength(1);
	});

	test('where the service counts more messages than it gives', async () => {
		const report = await twisted((json) => {
			if (json.data?.meta) json.data.meta.total += 5;
		});
		expect(broken(report)).toContain('singleRecord');
	});

	test('where a text may or may not have been sent; its number is told by two digits', async () => {
		clock.reset();
		await service.start({ listingDelay: Infinity });
		service.play({ on: 'send', kind: 'errorAfterAccept' });
		const report = await asked({ text });
		expect(findingOf(report, 'receipt').means).toMatch(/^breaks: Outcome unknown: .*…78/);
		expect(JSON.stringify(report)).not.toContain('254712345678');
		expect(service.journal).toHaveLength(1);
	});

	test('where the connection breaks after the text, which may have been sent', async () => {
		await service.start({ pastMessages: 250 });
		service.play({ on: 'send', kind: 'dropAfter' });
		const report = await asked({ text });
		expect(report.stopped).toMatch(/gave no answer: .* The text may have been sent\.$/);
		expect(service.journal).toHaveLength(1);
	});

	test('where a list holds its records in a field of their own', async () => {
		const report = await twisted((json, path) => {
			if (path.startsWith('/api/sms/messages?')) json.data = { records: json.data.data };
		});
		expect(broken(report)).toContain('list');
	});
});

describe('what the probe does not blame', () => {
	test('days, in an account with traffic', async () => {
		let requests = 0;
		const beforeAnswer = () => void (++requests % 3 === 0 && service.addMessage());
		await service.start({ pastMessages: 250, beforeAnswer });
		const report = await asked();
		expect(answerTo(report, 'days')).toMatch(/^UTC/);
		expect(broken(report)).toEqual([]);
	});

	test('a text, where the list can not be read when it is looked for', async () => {
		let isListed = false;
		const report = await twisted((json, path) => {
			if (!path.startsWith('/api/sms/messages?')) return;
			if (path.includes('date_created=custom') && isListed) delete json.data;
			isListed ||= recordsOf(json).some(({ campaign }) => String(campaign).startsWith('Probe-'));
		});
		for (const name of ['storedText', 'storedCampaign', 'storedNumber', 'messageIdType'])
			expect(findingOf(report, name).means).not.toContain('sends it again');
	});

	test('number and campaign, of a text that is kept in ASCII', async () => {
		await service.start({ pastMessages: 250, readings: { storedText: 'ascii' } });
		expect(broken(await asked({ text }))).toEqual(['storedText']);
	});

	test('but the form of Schedule, where it is refused', async () => {
		const report = await twisted((json, path) => {
			if (path === '/api/sms/messages' && json.responsecode === 422)
				json.responsemessage += ` Asked at ${service.requests.length}.`;
			const { schedule } = (service.requests.at(-1)!.body ?? {}) as { schedule?: string };
			if (schedule) json.responsemessage += '; the schedule does not match Y-m-d H:i:s';
		});
		expect([answerTo(report, 'schedule'), broken(report)]).toEqual(['another', ['schedule']]);
	});
});

test('a receipt that says nothing: the node looks the text up, and sends it once', async () => {
	const report = await twisted((json, path) => {
		if (path === '/api/sms/messages') json.data = { queued: 1 };
	});
	expect([answerTo(report, 'receipt'), broken(report)]).toEqual(['queued', []]);
	expect(service.journal).toHaveLength(1);
});

describe('a service that can not be asked comes to a sentence', () => {
	test('a web page', async () => {
		const html = await answering(() => ({ body: '<!DOCTYPE html><h1>Hello</h1>' }), {
			token: () => ({ body: '<!DOCTYPE html><h1>Hello</h1>' }),
		});
		const report = await asked({}, html.baseUrl);
		expect(broken(report)).toContain('tokenShape');
		expect(report.findings[0]!.means).toMatch(/Check Base URL/);
	});

	test('a redirect is not followed', async () => {
		const headers = { location: service.baseUrl };
		const moved = await answering(() => ({ status: 302, headers }), {
			token: () => ({ status: 302, headers }),
		});
		const report = await asked({}, moved.baseUrl);
		expect(report.findings[0]!.means).toMatch(/^breaks: .*Base URL/);
		expect(service.requests).toEqual([]);
	});

	test('wrong keys', async () => {
		const keys = { clientId: 'nobody-0123456789', clientSecret: 'nothing-0123456789' };
		const report = await probe.reportOn(service.baseUrl, keys);
		expect(report.findings[0]!.means).toMatch(/^breaks: .*Client Secret/);
		expect(report.stopped).toBe('Without a token, nothing more is asked.');
		// Some wrong log-ins may lock an account.
		expect(service.requests).toHaveLength(1);
	});

	test('429 at once, after which nothing is asked', async () => {
		service.play({ on: 'any', kind: 'rateLimited', times: Infinity });
		const report = await asked();
		expect(report.stopped).toMatch(/429/);
		expect(new Set(report.findings.map(({ answer }) => answer))).toEqual(new Set(['not asked']));
		expect(service.requests).toHaveLength(1);
	});

	test('429 to a send that can not be taken, after which nothing is asked', async () => {
		await service.start({ pastMessages: 250 });
		let refused = 0;
		const address = service.baseUrl.slice(0, -'/api'.length);
		const relay = await startRelay(async (request) => {
			const isNobody = request.body.includes('+999');
			if (isNobody) return { status: ++refused && 429, body: '{}' };
			return await handOn(address, request);
		});
		const report = await asked({ text }, `${relay.address}/api`);
		relay.stop();
		expect([report.stopped, refused]).toEqual([expect.stringContaining('429'), 1]);
	});

	test('a dead port', async () => {
		const report = await asked({}, 'http://127.0.0.1:9/api');
		expect(report.stopped).toBe('The service gave no answer: connect ECONNREFUSED 127.0.0.1:9.');
	});

	test('a certificate that nobody trusts', async () => {
		const untrusted = await answering(() => ({}), { tls: selfSigned });
		const report = await asked({}, untrusted.baseUrl);
		expect(report.stopped).toMatch(/self-signed certificate/);
	});

	test('a body that never ends', async () => {
		const server = createServer((_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' }).write('{');
			const dripping = setInterval(() => response.write(' '), 100);
			response.on('close', () => clearInterval(dripping));
		});
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const sooner = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
		const report = await asked({}, `http://127.0.0.1:${await listening(server)}/api`);
		sooner.mockRestore();
		server.close();
		expect(report.stopped).toMatch(/not whole within \d+ seconds/);
	});
});

/** Runs `npm run probe` with these keys in its environment, and `input` on its standard input. */
async function command(options: string[], { keys = {}, input = '' } = {}) {
	const env = { PATH: process.env.PATH, HOME: folder, ...keys };
	const parameters = [join(project, 'workbench/probe/run.mts'), ...options];
	return await new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
		const child = execFile(process.execPath, parameters, { cwd: folder, env }, (error, ...told) =>
			done({ code: Number(error?.code ?? 0), stdout: told[0], stderr: told[1] }),
		);
		child.stdin!.end(input);
	});
}

describe('the command', () => {
	const keysOf = ({ clientId, clientSecret }: typeof service) => ({
		MESSAGING_SERVICE_CLIENT_ID: clientId,
		MESSAGING_SERVICE_CLIENT_SECRET: clientSecret,
	});

	test('prints a page and writes the findings, without a secret', async () => {
		await service.start({ pastMessages: 250 });
		const [json, page] = ['report.json', 'report.md'].map((name) => join(folder, name));
		const files = ['--json', json!, '--markdown', page!];
		const options = ['--base-url', service.baseUrl, ...files];
		const ran = await command(options, { keys: keysOf(service) });
		const [written, markdown] = [json!, page!].map((file) => readFileSync(file, 'utf8'));
		expect(ran.code).toBe(0);
		expect(markdown).toMatch(/^\|Question\|.*\n\|---\|/);
		expect(ran.stdout).toContain('newestFirst');
		expect((JSON.parse(written!) as Report).findings.length).toBeGreaterThan(25);
		for (const secret of Object.values(keysOf(service)))
			expect([ran.stdout, ran.stderr, written, markdown].join()).not.toContain(secret);
	});

	test('--help names each option, and asks nothing', async () => {
		const ran = await command(['--help'], { keys: keysOf(service) });
		expect([ran.code, ran.stderr, service.requests]).toEqual([0, '', []]);
		for (const option of ['base-url', 'send-to', 'sender', 'markdown', 'json', 'help'])
			expect(ran.stdout).toContain(`--${option} `);
		expect(ran.stdout).toContain('MESSAGING_SERVICE_CLIENT_ID');
	});

	test('ends with 1 where it could not ask all', async () => {
		const ran = await command(['--base-url', 'http://127.0.0.1:9/api'], { keys: keysOf(service) });
		expect([ran.code, ran.stdout.includes('It ended early.')]).toEqual([1, true]);
	});

	test.each([
		['no keys', [], {}, /no terminal to type MESSAGING_SERVICE_CLIENT_ID/],
		['no address', ['--base-url', ''], {}, /https:/],
		['http to another machine', ['--base-url', 'http://sms.example.com/api'], {}, /https:/],
		['a number without a sender', ['--send-to', text.to], {}, /--sender/],
		['a no', ['--send-to', text.to, '--sender', '101'], { input: 'n\n' }, /…78.*Nothing/s],
	])('%s: it says so, and asks nothing', async (_, options, given, told) => {
		const keys = _ === 'no keys' ? {} : keysOf(service);
		const ran = await command(['--base-url', service.baseUrl, ...options], { keys, ...given });
		expect([ran.code, received('token')]).toEqual([1, []]);
		expect(ran.stderr).toMatch(told);
	});
});

test('docs/specification.md names the question to each point that one is about', () => {
	const page = readFileSync(join(project, 'docs/specification.md'), 'utf8');
	const open = page.slice(page.indexOf('## What the specification leaves open'));
	const names = probe.questions.map(({ name }) => name);
	expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(open))).toEqual([]);
	const cells = [...open.matchAll(/\|([\w, ]*)\|$/gm)].map(([, cell]) => cell!);
	const named = cells.slice(1).flatMap((cell) => cell.split(', ').filter(Boolean));
	expect(named.filter((name) => !names.includes(name))).toEqual([]);
	expect(named.length).toBeGreaterThan(20);
});
