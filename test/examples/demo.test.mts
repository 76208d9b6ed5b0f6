import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

// It plays the package as built: without a dist folder the demo says so, and this fails with its sentence.
it('the demo accepts as many messages as it sends, and ends with exit code 0', () => {
	const demo = spawnSync(resolve(root, 'node_modules/.bin/node'), ['workbench/demo/run.mts'], {
		cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
	});
	expect(demo.stderr).toBe('');
	expect(demo.stdout).toContain('28 messages accepted = 28 sent. Nobody was texted twice.');
	expect(demo.stdout).toMatch(/texted\s+│ 0 /);
	expect(demo.stdout).not.toContain('\u001b[');
	expect(demo.status).toBe(0);
});
