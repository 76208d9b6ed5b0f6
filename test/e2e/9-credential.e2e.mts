/** The credential: n8n's server tests it, keeps its token between executions, and shows neither token nor secret. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { credentialFields } from '../../workbench/n8n/bench.mts';
import { credentialType } from '../../workbench/n8n/package.mts';
import { freePort } from '../../workbench/n8n/programs.mts';
import { byTest, closeEditor, goTo, openEditor, page, parameter, step } from './editor.mts';
import { environment, n8nLog, notStartedHere, theBench } from './environment.mts';
import { accepted, assertSuccess, chain, credentialFor, numbers, phones } from './workflows.mts';
import { node, rowsFrom, run, send, sendRows, serviceNode, start, told } from './workflows.mts';
import type { Row } from './workflows.mts';
import type { Credential } from '../../workbench/n8n/rest.mts';

export const title = 'The credential';

interface StubAnswer {
	status: number;
	body?: unknown;
}

const stubToken = 'token-of-the-stub-4711';

/**
 * Starts a service that issues tokens to everybody, and answers the rest by `answer`, for answers that the sandbox
 * can't give, as it keeps to its contract.
 */
async function startStub(answer: (request: IncomingMessage) => StubAnswer) {
	/** The tokens that came with its requests. */
	const tokens = new Set<string | undefined>();
	const server = createServer((request, response) => {
		const { url = '', headers } = request.resume();
		if (!url.endsWith('/oauth/token')) tokens.add(headers.authorization?.slice(7));
		const isExchange = url.endsWith('/oauth/token');
		const token = { status: 200, body: { access_token: stubToken } };
		const { status, body }: StubAnswer = isExchange ? token : answer(request);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body ?? ''));
	});
	// Unreferenced, so that the tests end even if one fails before it stops this.
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref());
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
		tokens,
		stop: () => server.close().closeAllConnections(),
	};
}

/** Returns n8n's own HTTP Request node with this credential. */
const httpRequest = (url: string, credential: Credential) =>
	node(
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		4.2,
		{
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options: {},
		},
		{ credentials: { [credentialType]: credential } },
	);

/** Saves a credential and runs its test, as the editor does. Returns what the editor shows. */
async function tested(changes: Row = {}): Promise<string> {
	const { rest, sandbox } = environment();
	const data = { ...credentialFields(sandbox), ...changes };
	const credential = await rest.saveCredential('On trial', credentialType, data);
	const { status, message } = await rest.request<{ status: string; message: string }>(
		'POST',
		'/credentials/test',
		{ credentials: { ...credential, type: credentialType, data } },
	);
	return `${status}: ${message}`;
}

/** Saves the credential that is open in the editor with other fields. Returns what the editor shows after its test. */
async function saved(fields: Row): Promise<string> {
	for (const [name, text] of Object.entries(fields))
		await parameter(name).locator('input').first().fill(String(text));
	return await testedBy(() => byTest('credential-save-button').click());
}

/** Returns what the editor shows of the open credential, once `press` has made n8n test it. */
async function testedBy(press: () => Promise<void>): Promise<string> {
	const tested = page().waitForResponse(/credentials\/test/);
	await press();
	const { data } = (await (await tested).json()) as { data: { status: string } };
	const dialog = byTest('credential-edit-dialog');
	const words = data.status === 'OK' ? 'Connection tested successfully' : /Couldn.t connect/;
	await dialog.getByText(words).waitFor();
	const details = dialog.getByText('More details');
	if (await details.isVisible()) await details.click();
	return (await dialog.innerText()).replace(/\s+/g, ' ');
}

export function tests(): void {
	before(openEditor);
	after(closeEditor);

	test('passes its test; with a wrong secret, a wrong address or nobody there it says so', async () => {
		const { origin } = new URL(environment().sandbox.baseUrl);
		assert.match(await tested(), /^OK/);
		const refusal = await tested({ clientSecret: 'not the secret' });
		assert.match(refusal, /^Error: .*client (id|secret)/i);
		assert.doesNotMatch(refusal, /not the secret/);
		const elsewhere = `${origin}/elsewhere`;
		assert.match(await tested({ baseUrl: elsewhere }), /^Error: .*(address|base url|not found)/i);
		const nobody = `http://127.0.0.1:${await freePort()}/api`;
		assert.match(await tested({ baseUrl: nobody }), /^Error: .*(connect|refused|reach)/i);
	});

	test('its token is kept in n8n between executions, and renewed once when it has expired', async () => {
		const { sandbox } = environment();
		const exchangesOf = async (count: number) => {
			sandbox.reset();
			assertSuccess(await sendRows(phones(count)));
			assert.deepEqual(accepted(), numbers(count));
			return sandbox.exchanges;
		};
		await exchangesOf(1);
		assert.equal(await exchangesOf(1), 0);
		sandbox.expireTokens();
		assert.deepEqual([await exchangesOf(20), await exchangesOf(20)], [1, 0]);
	});

	step(
		'other keys in a saved credential: the editor refuses wrong ones in words, and so do runs',
		async () => {
			const { sandbox, credential } = environment();
			const good = { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret };
			assertSuccess(await sendRows(phones(1)));
			sandbox.reset();
			const opened = await testedBy(() => goTo(`/home/credentials/${credential.id}`));
			assert.match(opened, /Connection tested successfully/);
			assert.equal(sandbox.exchanges, 0);
			sandbox.reset();
			const wrong = [{ clientSecret: 'not the secret' }, { clientId: 'not the id' }];
			for (const keys of [...wrong, { clientId: 'not the id', clientSecret: 'not the secret' }]) {
				const refusal = /refused Client ID and Client Secret\. Copy both again/;
				assert.match(await saved({ ...good, ...keys }), refusal);
				assert.match(told(await sendRows(phones(1))), refusal);
			}
			assert.deepEqual(
				new Set(sandbox.requests.map(({ operation }) => operation)),
				new Set(['token']),
			);
			// The right keys still have their token, and n8n has stored no other one since.
			sandbox.reset();
			const blanks = { clientId: ` ${good.clientId} `, clientSecret: ` ${good.clientSecret} ` };
			for (const keys of [good, blanks])
				assert.match(await saved(keys), /Connection tested successfully/);
			assertSuccess(await sendRows(phones(1)));
			assert.deepEqual([accepted(), sandbox.exchanges], [numbers(1), 0]);
		},
	);

	step(
		'another address in a saved credential gets a token of its own, and is told in words when it is gone',
		async () => {
			const { sandbox, credential } = environment();
			assertSuccess(await sendRows(phones(1)));
			const stub = await startStub(({ method }) => ({
				status: 200,
				body: { responsecode: 200, data: method === 'POST' ? { messageId: '1' } : { data: [] } },
			}));
			sandbox.reset();
			const [own, foreign] = [sandbox.baseUrl, stub.baseUrl];
			assert.match(await saved({ baseUrl: foreign }), /Connection tested successfully/);
			assertSuccess(await sendRows(phones(1)));
			assertSuccess(
				await run(chain('Query', [start(), serviceNode({ operation: 'querySenders' })])),
			);
			assertSuccess(
				await run(chain('HTTP', [start(), httpRequest(`${foreign}/sms/senders`, credential)])),
			);
			const astray = await run(
				chain('HTTP', [start(), httpRequest(`${own}/sms/senders`, credential)]),
			);
			assert.match(told(astray), /access token of this credential is for .* goes to another host/);
			assert.deepEqual([[...stub.tokens], sandbox.requests], [[stubToken], []]);
			stub.stop();
			const again = await testedBy(() => page().getByRole('button', { name: 'Retry' }).click());
			assert.match(again, /The service can't be reached\. Check Base URL/);
			assert.match(await saved({ baseUrl: own }), /Connection tested successfully/);
			assertSuccess(await sendRows(phones(1)));
			assertSuccess(
				await run(chain('HTTP', [start(), httpRequest(`${own}/sms/senders`, credential)])),
			);
			for (const { headers } of sandbox.requests)
				assert.notEqual(headers.authorization, `Bearer ${stubToken}`);
		},
	);

	test("secrets and tokens stand neither in n8n's database nor in its log, though a service quotes them", async (t) => {
		if (notStartedHere) return t.skip(notStartedHere);
		const { sandbox } = environment();
		const clientSecret = 'secret-of-the-stub-4711';
		const stub = await startStub(({ headers }) => ({
			status: 400,
			body: {
				responsecode: 400,
				message: `${headers.authorization} and ${clientSecret} are wrong`,
			},
		}));
		const credential = await credentialFor(sandbox, { baseUrl: stub.baseUrl, clientSecret });
		const node = { ...serviceNode(send()), credentials: { messagingServiceApi: credential } };
		const execution = await run(chain('Quoted', [...rowsFrom(phones(1)), node]));
		stub.stop();
		assert.match(told(execution), /\*\*\*.* and \*\*\*.* are wrong/);
		assertSuccess(await sendRows(phones(1)));
		const tokens = sandbox.requests.map(({ headers }) => headers.authorization?.slice(7));

		const path = join(theBench().userFolder, '.n8n/database.sqlite');
		const database = new DatabaseSync(path, { readOnly: true });
		const all = (query: string) => database.prepare(query).all();
		const tables = all("SELECT name FROM sqlite_master WHERE type = 'table'");
		const kept = tables.map(({ name }) => JSON.stringify(all(`SELECT * FROM "${name}"`)));
		database.close();
		assert.ok(kept.join().includes('are wrong'), 'the executions are among it');
		const secrets = [clientSecret, stubToken, sandbox.clientSecret, ...tokens];
		for (const secret of secrets.filter((each) => each !== undefined))
			for (const text of [...kept, n8nLog()]) assert.ok(!text.includes(secret), secret);
	});
}
