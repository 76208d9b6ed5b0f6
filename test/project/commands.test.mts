/** `npm run n8n` refuses to run where two n8n would get mixed up, before it starts anything. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');
const cache = mkdtempSync(join(tmpdir(), 'messaging-service-commands-'));

afterAll(() => rmSync(cache, { recursive: true }));

function startN8n(...options: string[]) {
	// If it didn't refuse, it would install n8n. npm gets nothing to install from.
	const npm = { npm_config_offline: 'true', npm_config_cache: cache };
	const env = { ...process.env, ...npm, XDG_CACHE_HOME: cache };
	const parameters = ['workbench/n8n/start.mts', ...options];
	const ran = spawnSync(process.execPath, parameters, { cwd: project, env, encoding: 'utf8' });
	return { status: ran.status, stdout: ran.stdout, told: ran.stderr.trim() };
}

test('a port that another program listens on', async () => {
	const taken = createServer().listen(0, '127.0.0.1');
	await once(taken, 'listening');
	const { port } = taken.address() as AddressInfo;
	const { status, stdout, told } = startN8n('--port', String(port));
	taken.close();
	expect([status, stdout]).toEqual([1, '']);
	expect(told).toMatch(new RegExp(`^Port ${port} is taken by (process ${process.pid} |another)`));
	expect(told).toMatch(/End it, or choose another --port\.$/);
});

test('a second one beside the first, whose data it would share', () => {
	const mark = join(cache, 'n8n-nodes-messaging-service/data.pid');
	mkdirSync(join(cache, 'n8n-nodes-messaging-service'));
	writeFileSync(mark, String(process.pid));
	const { status, stdout, told } = startN8n();
	expect([status, stdout]).toEqual([1, '']);
	const running = `'npm run n8n' runs already, as process ${process.pid}.`;
	const advice = `End it, or delete ${mark} if process ${process.pid} is another program.`;
	expect(told).toBe(`${running} ${advice}`);
});
