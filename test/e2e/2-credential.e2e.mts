/** The credential: n8n's server tests it, and keeps the token between executions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialFields, credentialType } from '../../workbench/n8n/bench.mts';
import { freePort } from '../../workbench/n8n/free-port.mts';
import { environment } from './environment.mts';
import { startStub } from './stub.mts';
import { accepted, assertSuccess, numbers, phones, sendRows, type Row } from './workflows.mts';

export const title = 'The credential';

/** Saves a credential as the editor does and presses its test; gives what the editor shows. */
async function tested(changes: Row = {}): Promise<string> {
	const { rest, sandbox } = environment();
	const data = { ...credentialFields(sandbox), ...changes };
	const credential = await rest.createCredential('On trial', credentialType, data);
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

	test('gives its token to nobody that a redirect names', async () => {
		const elsewhere = await startStub(() => ({
			status: 200,
			body: { responsecode: 200, data: { 1: 'One' } },
		}));
		const location = `${elsewhere.baseUrl}/system/system-status`;
		for (const status of [302, 307]) {
			const stub = await startStub(() => ({ status, headers: { location } }));
			assert.match(await tested({ baseUrl: stub.baseUrl }), /^Error: .*(redirect|base url)/i);
			assert.deepEqual(stub.paths, ['/api/oauth/token', '/api/system/system-status']);
			stub.stop();
		}
		assert.deepEqual(elsewhere.paths, []);
		elsewhere.stop();
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
}
