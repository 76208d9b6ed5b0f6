/**
 * No secret and no token is shown or stored with a run, however the service or a field repeats it. Texts never show ten
 * characters in a row of a secret, and the service's data never a whole one. A short secret never damages that data.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	answering,
	credentialTest,
	run,
	send,
	senders,
	setCredential,
	storeToken,
	statuses,
	type Outcome,
} from '../harness/index.mts';

const clientSecret = 'Hg7-qLw2.Xz9_Tn4vBk8Rd';
const clientId = 'Plum-Orchard-77';
const tokenOf = (count: number) => `${'KqZ'.repeat(count)}.w9Fr~41mPd+3sD=Yx${count}`;
const token = tokenOf(1);

/**
 * Returns a secret in the forms in which services repeat it: whole, in other cases, a part, in the middle of a word.
 */
const quotesOf = (secret: string) => [
	secret,
	secret.toUpperCase(),
	secret.toLowerCase(),
	secret.slice(0, 12),
	secret.slice(-11),
	secret.slice(3, 14),
	`n${secret}o`,
	`"${secret}"x`,
];
const quotes = [clientSecret, token].flatMap(quotesOf);

/** Returns the pieces of ten characters of the secrets and tokens that appear in `given`. */
function piecesIn(given: unknown): string[] {
	const text = (JSON.stringify(given) ?? '').toLowerCase();
	return [clientSecret, token, tokenOf(2), tokenOf(3)].flatMap((secret) =>
		Array.from({ length: secret.length - 9 }, (_, start) =>
			secret.slice(start, start + 10).toLowerCase(),
		).filter((piece) => text.includes(piece)),
	);
}

/** Returns everything that a run outputs, and everything that n8n stores of it except the input rows. */
function everything({ execution, items, errorItems, told, hints }: Outcome): unknown[] {
	const { runData = {}, error } = execution.run?.data.resultData ?? {};
	const own = Object.entries(runData).filter(([name]) => name !== 'Start');
	return [own, error, error?.message, error?.stack, items, errorItems, told, hints];
}

/** Starts a service that issues numbered tokens, and sets a credential for it. */
async function quoting(answer: Parameters<typeof answering>[0], keys: IDataObject = {}) {
	const scripted = await answering(answer, {
		token: ({ count }) => ({ body: { access_token: tokenOf(count) } }),
	});
	setCredential({ clientId, clientSecret, ...keys } as never);
	return scripted;
}

const ok = (data: unknown) => ({ body: { responsecode: 200, data, responsemessage: 'Fine' } });
const oneEach: INodeParameters = {
	recipients: '=+2547110{{ 10000 + $itemIndex }}',
	// All at once: after as many failures as may be in flight, nothing more is sent.
	options: { maxConcurrentRequests: 100 },
};
const continuing = { onError: 'continueRegularOutput' as const };
const rowsOf = (count: number) => Array.from({ length: count }, () => ({}));
const errorsOf = ({ rows }: Outcome) => rows.map(({ error }) => String(error));

describe('what the service says of a failure', () => {
	test.each<[string, (message: string) => object]>([
		['a refusal', (message) => ({ status: 422, body: { message } })],
		['a refusal in a 200 body', (message) => ({ body: { responsecode: 409, message, data: {} } })],
		['a failure of the service', (message) => ({ status: 503, body: { message } })],
		['an unsuccessful receipt', (message) => ({ body: { data: { success: false, message } } })],
		['a plain text', (text) => ({ status: 400, body: text })],
		["an error's field", (field) => ({ status: 422, body: { errors: { [field]: ['is odd'] } } })],
	])('%s shows none of its quotes', async (_what, answer) => {
		await quoting(({ count }) => answer(`It was ${quotes[count - 1]}, said it`));
		const outcome = await send(oneEach, { rows: rowsOf(quotes.length), settings: continuing });
		expect(errorsOf(outcome).filter((text) => text.includes('*****'))).toHaveLength(quotes.length);
		expect(piecesIn(everything(outcome))).toEqual([]);
	});

	test('a long text shows none where it is cut, nor a part of the client ID', async () => {
		const texts = [...quotes, clientId, clientId.toLowerCase()].flatMap((quote) =>
			[1, 4, 8, 11, 15].map((left) => `${'n'.repeat(300 - left)}${quote}${'o'.repeat(40)}`),
		);
		await quoting(({ count }) => ({ status: 422, body: { message: texts[count - 1] } }));
		const outcome = await send(oneEach, { rows: rowsOf(texts.length), settings: continuing });
		const shown = errorsOf(outcome);
		expect(shown.filter((text) => text.includes('n'.repeat(285)))).toHaveLength(texts.length);
		expect(piecesIn(everything(outcome))).toEqual([]);
		expect(shown.join()).not.toMatch(/np/i);
	});

	test('a rejected token, the one in its place, and one from two renewals ago', async () => {
		let rejects = true;
		await quoting(({ headers }) =>
			rejects && !headers.authorization!.endsWith('3')
				? { status: 401, body: { message: `Not ${token} nor ${tokenOf(2).toLowerCase()}` } }
				: { status: 422, body: { message: `Since ${token} and ${tokenOf(2)}, ${tokenOf(3)}` } },
		);
		expect((await send()).told).toContain('Not ***** nor *****.');
		expect((await send()).told).toContain('Since ***** and *****, *****.');
		rejects = false;
		expect((await send()).told).toContain('Since ***** and *****, *****.');
	});

	test('the wait that it asks for', async () => {
		const answer = {
			status: 429,
			headers: { 'retry-after': `23 Nov 2026 20:00:00 GMT (${token})` },
		};
		await quoting(() => answer);
		const outcome = await send();
		expect(outcome.told).toContain('asks you to wait until 23 Nov 2026 20:00:00 GMT (*****)');
		expect(piecesIn(everything(outcome))).toEqual([]);
	});
});

describe('what the service gives', () => {
	const quoted = {
		note: clientSecret,
		[`is ${token.toUpperCase()}`]: 1,
		[token]: 2,
		[token.toLowerCase()]: 3,
		deep: [[{ [clientSecret]: quotes.filter((quote) => quote.length >= clientSecret.length) }]],
	};

	test('a receipt, the names of its members too', async () => {
		await quoting(() => ok({ success: true, messageId: `m-${token}`, ...quoted }));
		const outcome = await send();
		expect(outcome.rows).toMatchObject([{ sendOutcome: 'accepted', messageId: 'm-*****' }]);
		const names = '"note":"*****","is *****":1,"*****":2,"***** 2":3';
		expect(JSON.stringify(outcome.rows)).toContain(names);
		expect(piecesIn(everything(outcome))).toEqual([]);
	});

	test.each(['simplified', 'raw', 'recipients'])('messages, as %s', async (output) => {
		const recipient = { phone_number: token, reference: clientSecret.toLowerCase() };
		const record = { message: `Hi ${clientSecret}`, campaign: token, status: 'Pending', ...quoted };
		const records = [7, clientSecret].map((id) => ({ id, ...record, sms_recipients: [recipient] }));
		await quoting(() => ok({ data: records, meta: { last_page: 1 } }));
		const outcome = await run({ operation: 'queryMessages', returnAll: true, output });
		expect(outcome.rows).toHaveLength(2);
		expect(JSON.stringify(outcome.rows)).toContain('*****');
		expect(piecesIn(everything(outcome))).toEqual([]);
	});

	test('senders and statuses, in outputs and in the lists of the editor', async () => {
		await quoting(({ path }) =>
			path.includes('senders')
				? ok({ data: [{ id: 3, name: clientSecret, status: token }], meta: { last_page: 1 } })
				: ok({ 0: token, 1: 'Active' }),
		);
		const outputs = [];
		for (const operation of ['querySenders', 'listStatuses'])
			outputs.push(await run({ operation }));
		const lists = [await senders(), await statuses()];
		expect(lists).toMatchObject([
			{ results: [{ name: "***** (*****, can't send)", value: 3 }] },
			[{ name: '*****' }, { name: 'Active' }],
		]);
		expect(piecesIn([outputs.map(everything), lists])).toEqual([]);
	});

	test.each(['1042', 'message', '104271042'])(
		'a message ID and all else that has the short secret %s in it',
		async (short) => {
			const given = { messageId: '104271042', message: '1042', [short]: 1042, text: 'A MESSAGE' };
			const record = { id: 7, ...given };
			const list = { data: [record], meta: { last_page: 1 } };
			await quoting(({ method }) => ok(method === 'POST' ? { success: true, ...given } : list), {
				clientSecret: short,
			});
			expect((await send()).rows).toMatchObject([{ messageId: '104271042' }]);
			const { rows } = await run({ operation: 'queryMessages', output: 'raw' });
			expect(rows).toEqual([record]);
		},
	);
});

describe('what a field holds', () => {
	test.each<[string, INodeParameters, string]>([
		['recipients', { recipients: '={{ $json.text }}' }, 'Recipients'],
		['a choice', { priority: '={{ $json.text }}' }, "isn't a valid Priority"],
		['a number', { senderId: '={{ $json.text }}' }, 'Sender'],
	])('%s, where it is refused', async (_what, parameters, words) => {
		const { requests } = await quoting(() => ok({ success: true }));
		await storeToken(token);
		const rows = quotes.map((text) => ({ text }));
		const each = await send({ ...oneEach, ...parameters }, { rows, settings: continuing });
		expect(errorsOf(each).filter((text) => text.includes(words))).toHaveLength(rows.length);
		const whole = await send({ ...oneEach, ...parameters }, { rows });
		expect(whole.told).toMatch(/^Nothing was sent\. .*\*{5}/);
		expect(piecesIn([errorsOf(each), whole.told, whole.hints])).toEqual([]);
		expect(requests).toEqual([]);
	});

	test('a campaign, in the failure of a send that is unknown', async () => {
		await quoting(() => ({ status: 500 }));
		const options = { lookUpUnknown: false };
		const { told } = await send({ campaign: `of ${clientSecret}`, options });
		expect(told).toContain("campaign 'of *****'");
		expect(piecesIn(told)).toEqual([]);
	});

	test('a number that is skipped', async () => {
		await quoting(() => ok({ success: true, messageId: 'm' }));
		const options = { invalidRecipients: 'skip' };
		const { rows } = await send({ recipients: `+254712345678, ${clientSecret}`, options });
		expect(rows).toMatchObject([{ skippedRecipients: [{ recipient: '*****' }] }]);
		expect(piecesIn(rows)).toEqual([]);
	});

	test('an operation that there is not', async () => {
		await quoting(() => ok({}));
		const { told } = await send({ operation: `is ${clientSecret}` }, { door: 'routing' });
		expect(told).toContain("'is *****' isn't a valid Operation");
	});

	test("a search in the editor's list, and why it is refused", async () => {
		await quoting(({ path }) =>
			path.includes('/senders')
				? { status: 422, body: { message: `No ${token}` } }
				: ok({ data: [] }),
		);
		await expect(senders()).rejects.toThrow('No *****.');
	});
});

describe('the credential', () => {
	const key = 'sesame-open-77';
	test.each([
		[`http://${key}.example.test`, "sent to '*****.example.test' unencrypted"],
		[`${key}://x`, "begins with '*****://'"],
	])('whose address is %s', async (baseUrl, words) => {
		setCredential({ baseUrl, clientSecret: key.toUpperCase() });
		const told = [
			(await send()).told,
			(await run({ operation: 'querySenders' })).told,
			await senders().catch((error: Error) => error.message),
			(await credentialTest()).message,
		];
		for (const text of told) expect(text).toContain(words);
		expect(told.join().toLowerCase()).not.toContain(key);
	});

	test('whose secrets are names of fields in the token answer', async () => {
		const body = {
			[clientSecret]: 1,
			[clientId.toLowerCase()]: 1,
			[`${'n'.repeat(30)}${clientSecret.toUpperCase()}`]: 1,
			data: { [clientSecret.slice(0, 12)]: 1 },
		};
		await answering(() => ok({}), { token: () => ({ body }) });
		setCredential({ clientId, clientSecret });
		const named = `(fields received: *****, *****, ${'n'.repeat(30)}*****, data, data.*****)`;
		expect((await send()).told).toContain(named);
		expect((await credentialTest()).message).toContain(named);
	});

	test('whose test fails with a line that quotes the token', async () => {
		for (const status of [402, 418, 530]) {
			await quoting(() => ({ status, reason: token }));
			const { message } = await credentialTest();
			expect([message.length > 0, piecesIn(message)]).toEqual([true, []]);
		}
	});
});
