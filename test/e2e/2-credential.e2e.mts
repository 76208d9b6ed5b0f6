import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { credentialFields, credentialType } from '../../workbench/n8n/bench.mts';
import { freePort } from '../../workbench/n8n/free-port.mts';
import { outputOf } from '../../workbench/n8n/executions.mts';
import {
	chain,
	phones,
	rowsFrom,
	send,
	service,
	serviceNode,
	store,
	trigger,
	until,
} from './workflows.mts';
import { environment } from './environment.mts';
import { startStubService, type StubAnswer } from '../stubService.mts';

/** Saves a credential as the editor does and presses its test. */
async function tested(
	changes: Record<string, unknown>,
): Promise<{ status: string; message: string }> {
	const { bench, sandbox } = environment();
	const data = { ...credentialFields(sandbox), ...changes };
	const credential = await bench.rest.createCredential('On trial', credentialType, data);
	return await bench.rest.testCredential({ ...credential, type: credentialType, data });
}

/** The same of a credential for a service that gives a token and lists its statuses like this. */
async function testedAgainst(
	answer: StubAnswer,
): Promise<{ status: string; message: string; paths: string[] }> {
	const stub = await startStubService(() => answer);
	try {
		const result = await tested({ baseUrl: stub.baseUrl });
		return { ...result, paths: stub.requests.map(({ path }) => path) };
	} finally {
		await stub.stop();
	}
}

/** The bearer tokens of the sends, in the order of their arrival. */
function tokensUsed(): string[] {
	return environment()
		.sandbox.requests.filter((request) => request.operation === 'send')
		.map((request) => String(request.headers.authorization));
}

export default function tests(): void {
	describe('The credential', () => {
		beforeEach(() => environment().sandbox.reset());

		test('passes its test with the right id and secret', async () => {
			assert.equal((await tested({})).status, 'OK');
		});

		test('says that the id or the secret is wrong', async () => {
			const { status, message } = await tested({ clientSecret: 'not the secret' });
			assert.equal(status, 'Error');
			assert.match(message, /client (id|secret)/i);
			assert.doesNotMatch(message, /not the secret/);
		});

		test('says that nothing of the service is at the address', async () => {
			const wrong = new URL(environment().sandbox.baseUrl).origin;
			const { status, message } = await tested({ baseUrl: `${wrong}/elsewhere` });
			assert.equal(status, 'Error');
			assert.match(message, /address|base url|not found/i);
		});

		test('says that nobody answers where the service is stopped', async () => {
			const { status, message } = await tested({
				baseUrl: `http://127.0.0.1:${await freePort()}/api`,
			});
			assert.equal(status, 'Error');
			assert.match(message, /connect|refused|reach/i);
		});

		for (const status of [302, 307, 308])
			test(`gives its token to nobody that a redirect with ${status} names`, async () => {
				const elsewhere = await startStubService(() => ({
					body: { responsecode: 200, data: { 1: 'Active' } },
				}));
				const headers = { location: `${elsewhere.baseUrl}/system/system-status` };
				const told = await testedAgainst({ status, headers, body: '' });
				await elsewhere.stop();
				assert.deepEqual(elsewhere.requests, []);
				assert.deepEqual(told.paths, ['/api/oauth/token', '/api/system/system-status']);
				assert.equal(told.status, 'Error');
				assert.match(told.message, /redirect|base url/i);
			});

		test('judges what the status listing answers with 200', async () => {
			const data = { 1: 'Active' };
			const wrong: unknown[] = [
				'<html>Welcome</html>',
				'',
				null,
				{},
				{ responsecode: 200, data: null },
				{ responsecode: '401', data },
				{ responsecode: '500', data },
				{ responsecode: 500, data },
				{ responsecode: 200, success: false, data },
				{ responsecode: 200, data: { success: false } },
			];
			for (const body of wrong) {
				const { status, message } = await testedAgainst({ body });
				assert.equal(status, 'Error', JSON.stringify(body));
				assert.match(message, /list (of|its) statuses/, JSON.stringify(body));
			}
			for (const responsecode of [200, '200'])
				assert.equal((await testedAgainst({ body: { responsecode, data } })).status, 'OK');
		});

		test('keeps its token between runs', async () => {
			const { bench, sandbox } = environment();
			const workflow = await store(
				chain('Token kept', [...rowsFrom(phones(2)), serviceNode(send())]),
			);
			assert.equal((await bench.executions.run(workflow.id, trigger)).status, 'success');
			const before = sandbox.exchanges;
			assert.equal((await bench.executions.run(workflow.id, trigger)).status, 'success');
			assert.equal(sandbox.exchanges, before);
			assert.equal(sandbox.journal.length, 4);
		});

		test('renews a token that expired between runs once, and the next run uses the new one', async () => {
			const { bench, sandbox } = environment();
			const workflow = await store(
				chain('Token between runs', [...rowsFrom(phones(20)), serviceNode(send())]),
			);
			assert.equal((await bench.executions.run(workflow.id, trigger)).status, 'success');
			const old = tokensUsed().at(-1);
			sandbox.reset();
			sandbox.expireTokens();
			assert.equal((await bench.executions.run(workflow.id, trigger)).status, 'success');
			assert.equal(sandbox.exchanges, 1);
			assert.equal(sandbox.journal.length, 20);
			const renewed = tokensUsed().at(-1);
			assert.notEqual(renewed, old);
			sandbox.reset();
			assert.equal((await bench.executions.run(workflow.id, trigger)).status, 'success');
			assert.equal(sandbox.exchanges, 0, 'the stored credential did not have the new token');
			assert.deepEqual([...new Set(tokensUsed())], [renewed]);
			assert.equal(sandbox.journal.length, 20);
		});

		test('renews a token that expires in the middle of a run once, and every message goes out once', async () => {
			const { bench, sandbox } = environment();
			const rows = phones(30);
			const parameters = send({ options: { maxConcurrentRequests: 3 } });
			const workflow = await store(
				chain('Token during a run', [...rowsFrom(rows), serviceNode(parameters)]),
			);
			sandbox.setOptions({ latency: 60 });
			try {
				const id = await bench.executions.start(workflow.id, trigger);
				await until('six messages accepted', () => sandbox.journal.length >= 6);
				const before = sandbox.exchanges;
				sandbox.expireTokens();
				const execution = await bench.executions.finished(id);
				assert.equal(execution.status, 'success');
				assert.equal(sandbox.exchanges - before, 1);
				assert.equal(outputOf(execution, service).length, rows.length);
				assert.deepEqual(
					sandbox.journal.flatMap((entry) => entry.recipients).sort(),
					rows.map((row) => row.phone).sort(),
				);
			} finally {
				sandbox.setOptions({ latency: 0 });
			}
		});
	});
}
