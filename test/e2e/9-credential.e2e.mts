/** The credential: n8n's server tests it, keeps its token between executions, and shows neither token nor secret. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { credentialFields } from '../../workbench/n8n/bench.mts';
import { credentialType } from '../../workbench/n8n/package.mts';
import { freePort } from '../../workbench/n8n/programs.mts';
import { environment, n8nLog, notStartedHere, theBench } from './environment.mts';
import { accepted, assertSuccess, chain, credentialFor, numbers, phones } from './workflows.mts';
import { rowsFrom, run, send, sendRows, serviceNode, told, type Row } from './workflows.mts';

export const title = 'The credential';

interface StubAnswer {
	status: number;
	body?: unknown;
}

const stubToken = 'token-of-the-stub-4711';

/** A service that gives tokens to everybody, and answers the rest as told: the sandbox, true to its contract, can't. */
async function startStub(answer: (request: IncomingMessage) => StubAnswer) {
	const server = createServer((request, response) => {
		const { url = '' } = request.resume();
		const isExchange = url.endsWith('/oauth/token');
		const token = { status: 200, body: { access_token: stubToken } };
		const { status, body }: StubAnswer = isExchange ? token : answer(request);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body ?? ''));
	});
	// Where a test fails before it stops this, the tests end all the same.
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref());
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
		stop: () => server.close().closeAllConnections(),
	};
}

/** Saves a credential as the editor does and presses its test; gives what the editor shows. */
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

export function tests(): void {
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
