/** Whatever the service repeats of a secret or a token, on n8n's engine: none of it comes out. */
import type { INodeParameters } from 'n8n-workflow';
import { startStubService, type StubAnswer, type StubService } from '../stubService.mts';
import {
	goodSend,
	itemsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { piecesIn, quotesOf } from './oracle.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const clientSecret = 'Hg7-qLw2.Xz9_Tn4vBk8Rd';
const clientId = 'Plum-Orchard-77';
const tokenOf = (count: number) => `${'KqZ'.repeat(count)}.w9Fr~41mPd+3sD=Yx${count}`;
/** All that a test's exchanges may have given. */
const tokens = [1, 2, 3].map(tokenOf);
const secrets = [clientSecret, ...tokens];

let bench: Workbench;
let stub: StubService | undefined;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(async () => {
	await stub?.stop();
	stub = undefined;
});
afterAll(async () => await bench.sandbox.stop());

/** A service that gives numbered tokens, and a credential for it. */
async function service(
	answer: (path: string, count: number) => StubAnswer,
	tokenBody: (count: number) => unknown = (count) => ({ access_token: tokenOf(count) }),
) {
	let count = 0;
	stub = await startStubService(answer, { answerToken: () => ({ body: tokenBody(++count) }) });
	bench.credentials = bench.store({ baseUrl: stub.baseUrl, clientId, clientSecret });
}

/** All that a run shows: its items, its failure, its hints. What the workflow put in is not the node's. */
function shownBy(result: RunResult): string {
	const { error } = result;
	const hints = Object.values(result.run?.data.resultData.runData ?? {}).flatMap((runs) =>
		runs.flatMap((run) => run.hints ?? []),
	);
	const items = [...itemsOf(result), ...itemsOf(result, 1)].map(({ json, error: behind }) => [
		json,
		behind?.message,
	]);
	return JSON.stringify([items, error?.message, error?.description, hints]);
}

const ok = (data: unknown): StubAnswer => ({
	body: { responsecode: 200, data, responsemessage: 'Fine' },
});
const quotes = [clientSecret, tokenOf(1)].flatMap(quotesOf);
const oneEach: INodeParameters = {
	...goodSend,
	recipients: '=+2547110010{{ 10 + $itemIndex % 80 }}',
};
const continuing = { settings: { onError: 'continueRegularOutput' as const } };

describe('a reason that repeats a secret around where it is cut', () => {
	const offsets = Array.from({ length: 34 }, (_, index) => 272 + index);
	const reasons = offsets.flatMap((offset) =>
		quotes.map((quote) => `${'n'.repeat(offset)}${quote}, said it`),
	);

	it.each<[string, (responsemessage: string) => StubAnswer]>([
		['a refusal', (responsemessage) => ({ status: 422, body: { responsemessage } })],
		[
			'a failing code in a 200 body',
			(responsemessage) => ({ body: { responsecode: 409, responsemessage, data: {} } }),
		],
		['a failure of the service', (responsemessage) => ({ status: 503, body: { responsemessage } })],
		[
			'an unsuccessful receipt',
			(responsemessage) => ({
				body: { responsecode: 201, responsemessage, data: { success: false } },
			}),
		],
	])('%s', async (_name, answer) => {
		await service((_path, count) => answer(reasons[(count - 1) % reasons.length]!));
		const result = await bench.run(oneEach, { items: reasons.map(() => ({})), ...continuing });
		const rows = itemsOf(result).map(({ json }) => String(json.error));
		expect(rows).toHaveLength(reasons.length);
		expect(rows.filter((row) => !/n{250}/.test(row))).toEqual([]);
		expect(piecesIn(shownBy(result), secrets)).toEqual([]);
	});

	it('in the failure of a run, and the client ID whole', async () => {
		await service(() => ({
			status: 422,
			body: { responsemessage: `${clientId.toUpperCase()} with ${clientSecret} and ${tokenOf(1)}` },
		}));
		const result = await bench.run(goodSend);
		expect(result.error?.message).toContain('***** with ***** and *****.');
		expect(piecesIn(shownBy(result), secrets)).toEqual([]);
	});

	it('a rejected token, and the one that took its place', async () => {
		await service(() => ({
			status: 401,
			body: { responsemessage: `Not ${tokenOf(1)} nor ${tokenOf(2).toLowerCase()}` },
		}));
		const result = await bench.run(goodSend);
		expect(result.error?.message).toContain('Not ***** nor *****.');
		expect(stub!.requests.filter(({ path }) => path.endsWith('/oauth/token'))).toHaveLength(2);
	});

	it('a token rejected two renewals ago', async () => {
		let bad = 1;
		await service((_path, count) => {
			if (count % 2 === 1 && bad < 3) {
				bad++;
				return { status: 401, body: {} };
			}
			return bad < 3
				? ok({ success: true, messageId: 'm' })
				: { status: 422, body: { responsemessage: `Since ${tokenOf(1)}` } };
		});
		expect((await bench.run(goodSend)).error).toBeUndefined();
		const result = await bench.run(goodSend);
		expect(result.error?.message).toContain('Since *****.');
	});
});

it('a wait that the service asks for, around where it is cut', async () => {
	const waits = Array.from(
		{ length: 32 },
		(_, index) => `1 Jan 2099 (${'n'.repeat(index)}${tokenOf(1)})`,
	);
	await service((_path, count) => ({
		status: 429,
		headers: { 'retry-after': waits[(count - 1) % waits.length]! },
		body: {},
	}));
	const result = await bench.run(oneEach, { items: waits.map(() => ({})), ...continuing });
	expect(
		itemsOf(result).filter(
			({ json }) => !String(json.error).includes('asks to wait until 1 Jan 2099 ('),
		),
	).toEqual([]);
	expect([stub!.requests.length, piecesIn(shownBy(result), secrets)]).toEqual([
		waits.length + 1,
		[],
	]);
});

describe("the user's own values", () => {
	const around = (place: number) =>
		Array.from({ length: 30 }, (_, index) => place - 26 + index).flatMap((offset) =>
			quotesOf(clientSecret).map((quote) => ({ text: `${'n'.repeat(offset)}${quote}` })),
		);

	it('a campaign, in the failure of an unknown send', async () => {
		await service(() => ({ status: 500, body: {} }));
		const items = around(80);
		const result = await bench.run(
			{ ...oneEach, campaign: '={{ $json.text }}' },
			{ items, ...continuing },
		);
		expect(
			itemsOf(result).filter(({ json }) => !String(json.error).includes("campaign 'nnn")),
		).toEqual([]);
		expect(piecesIn(shownBy(result), secrets)).toEqual([]);
	});

	it.each([
		['a value that is refused', { ...goodSend, recipients: '={{ $json.text }}' }],
		[
			'a value that a list of choices does not have',
			{ ...goodSend, priority: '={{ $json.text }}' },
		],
	])('%s, before anything is sent', async (_name, parameters) => {
		await service(() => ok({ success: true, messageId: 'm' }));
		const items = around(40);
		const each = await bench.run(parameters as INodeParameters, { items, ...continuing });
		const own = itemsOf(each).map(({ json }) => String(json.error));
		expect(own).toHaveLength(items.length);
		expect(own.filter((text) => !text.includes('nnn'))).toEqual([]);
		expect(piecesIn(own, secrets)).toEqual([]);
		const whole = await bench.run(parameters as INodeParameters, {
			items: [{ text: clientSecret }],
		});
		expect(whole.error?.message).toMatch(/^Nothing was sent\. .*\*{5}/);
		expect(piecesIn(shownBy(whole), secrets)).toEqual([]);
		expect(stub!.requests).toEqual([]);
	});

	it('an operation that there is not, where n8n gives the node its items one by one', async () => {
		await service(() => ok({}));
		const result = await bench.run(
			{ ...goodSend, operation: `is ${clientSecret}` },
			{ packages: throughRoutingEngine },
		);
		expect(result.error?.message).toContain(
			"Nothing was sent. 'is *****' isn't a valid Operation.",
		);
	});

	it.each([
		['http://Hg7-qLw2.xz9tn4vBk8rd', /would be sent to '\*{5}' unencrypted/],
		['Hg7-qLw2.xz9tn4vBk8rd://x', /begins with '\*{5}:\/\/'/],
	])('an address of %s', async (baseUrl, words) => {
		bench.credentials = bench.store({
			baseUrl,
			clientSecret: 'Hg7-qLw2.xz9tn4vBk8rd',
			accessToken: 'one-in-the-store',
		});
		const [sent, read] = [
			await bench.run(goodSend),
			await bench.run({ operation: 'querySenders' }),
		];
		const listed = await bench.searchSenders().catch((error: Error) => error.message);
		const { message } = await bench.testCredential();
		for (const text of [sent.error!.message, read.error!.message, listed, message])
			expect(text).toMatch(words);
		expect(
			piecesIn([shownBy(sent), shownBy(read), listed, message], ['Hg7-qLw2.xz9tn4vBk8rd']),
		).toEqual([]);
	});

	it('a number that is skipped', async () => {
		await service(() => ok({ success: true, messageId: 'm' }));
		const result = await bench.run({
			...goodSend,
			recipients: `+254712345678, ${clientSecret}`,
			options: { invalidRecipients: 'skip' },
		});
		expect(itemsOf(result)[0]!.json.skippedRecipients).toMatchObject([{ recipient: '*****' }]);
		expect(piecesIn(shownBy(result), secrets)).toEqual([]);
	});
});

describe('what the service gives', () => {
	const quoted = {
		note: clientSecret,
		[`is ${tokenOf(1).toUpperCase()}`]: 1,
		[tokenOf(1)]: 2,
		deep: [[{ [clientSecret]: quotes }]],
	};

	it('a receipt', async () => {
		await service(() => ok({ success: true, messageId: `m-${tokenOf(1)}`, ...quoted }));
		const result = await bench.run(goodSend);
		expect(itemsOf(result)[0]!.json).toMatchObject({
			messageId: 'm-*****',
			note: '*****',
			'is *****': 1,
			'*****': 2,
			sendOutcome: 'accepted',
		});
		expect(piecesIn(shownBy(result), secrets)).toEqual([]);
	});

	it('a receipt that is named in the failure of its run', async () => {
		await service((_path, count) =>
			count === 1 ? ok({ success: true, messageId: tokenOf(1) }) : { status: 422, body: {} },
		);
		const result = await bench.run(
			{ ...oneEach, options: { maxConcurrentRequests: 1 } },
			{ items: [{}, {}] },
		);
		expect(result.error?.description).toContain(
			'1 message of this run was accepted: ID ***** (item 0).',
		);
	});

	it.each(['simplified', 'raw', 'recipients'])('records, as %s', async (output) => {
		const recipient = {
			phone_number: tokenOf(1),
			reference: clientSecret.toLowerCase(),
			status: tokenOf(1).slice(0, 12),
		};
		const record = {
			id: 7,
			message: `Hi ${clientSecret}`,
			campaign: tokenOf(1),
			status: 'Pending',
			...quoted,
			sms_recipients: [recipient],
		};
		await service(() =>
			ok({ data: [record, { ...record, id: clientSecret }], meta: { last_page: 1 } }),
		);
		const result = await bench.run({ operation: 'queryMessages', returnAll: true, output });
		expect(itemsOf(result)).toHaveLength(2);
		expect(shownBy(result)).toContain('*****');
		expect(piecesIn(shownBy(result), secrets)).toEqual([]);
	});

	it('senders and statuses, in outputs and in the lists of the editor', async () => {
		await service((path) =>
			path.includes('senders')
				? ok({ data: [{ id: 3, name: clientSecret, status: tokenOf(1) }], meta: { last_page: 1 } })
				: ok({ 0: tokenOf(1), 1: 'Active' }),
		);
		const senders = await bench.run({ operation: 'querySenders' });
		const statuses = await bench.run({ operation: 'listStatuses' });
		const lists = [await bench.searchSenders(), await bench.getStatuses()];
		expect(lists).toMatchObject([
			{ results: [{ name: '***** (*****)', value: 3 }] },
			[{ name: '*****' }, { name: 'Active' }],
		]);
		expect(piecesIn([shownBy(senders), shownBy(statuses), lists], secrets)).toEqual([]);
	});

	it('a list that is refused, and what was searched for', async () => {
		await service((_path, count) =>
			count === 1
				? { status: 422, body: { responsemessage: `No ${tokenOf(1)}` } }
				: ok({ data: [] }),
		);
		await expect(bench.searchSenders()).rejects.toThrow('No *****.');
		expect((await bench.searchSenders(clientSecret)).results[0]!.name).toBe(
			"No sender matches '*****'. Choose By ID and type the numeric sender ID.",
		);
	});
});

describe('the token exchange', () => {
	const names = {
		[clientSecret]: 1,
		[clientId.toLowerCase()]: 1,
		[`${'n'.repeat(30)}${clientSecret.toUpperCase()}`]: 1,
		['p'.repeat(60)]: 1,
		data: { [clientSecret.slice(0, 12)]: 1 },
	};

	it("names fields without what they show of the keys, each cut to 40 characters, in a run and in the credential's test", async () => {
		await service(
			() => ok({}),
			() => names,
		);
		const result = await bench.run(goodSend);
		const { message } = await bench.testCredential();
		for (const text of [result.error!.message, message]) {
			expect(text).toContain(
				`(fields received: *****, *****, ${'n'.repeat(30)}*****, ${'p'.repeat(39)}…, data, data.*****)`,
			);
			expect(piecesIn(text, secrets)).toEqual([]);
		}
	});

	it("shows nothing of the line that comes with a status, in the credential's test", async () => {
		for (const status of [402, 418, 499, 530, 599]) {
			await service(() => ({ status, reason: tokenOf(1), body: {} }));
			const told = await bench.testCredential();
			expect([status, told.status, piecesIn(told.message, secrets)]).toEqual([status, 'Error', []]);
			await stub!.stop();
		}
	});
});
