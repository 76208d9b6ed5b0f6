/** What n8n keeps after all of this: no secret and no token, wherever one looks. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { environment, n8nLog, theBench } from './environment.mts';
import { startStub, stubToken } from './stub.mts';
import { assertSuccess, chain, phones, rowsFrom, run, send, sendRows } from './workflows.mts';
import { serviceNode, told } from './workflows.mts';
import { credentialFor } from './watchers.mts';

export const title = 'Secrets';

export function tests(): void {
	test("stand neither in n8n's database nor in its log, though a service quotes them", async () => {
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
