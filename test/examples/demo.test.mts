import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { examplesFolder } from './play.mts';

const root = resolve(import.meta.dirname, '../..');
const shipped = () => readFileSync(resolve(examplesFolder, 'appointments.csv'), 'utf8');

// It plays the package as built: without a dist folder the demo says so, and this fails with its sentence.
it('the demo shows a dry run before it sends, accepts as many messages as it sends, and ends with exit code 0', () => {
	const before = shipped();
	const demo = spawnSync(resolve(root, 'node_modules/.bin/node'), ['workbench/demo/run.mts'], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
	});
	expect(demo.stderr).toBe('');
	const order = [
		'Dry Run is on for 28 items',
		'No request left',
		'texted now',
		'Start the same reminders again',
		'on the stop list',
		'Look around',
	];
	const places = order.map((text) => demo.stdout.indexOf(text));
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(demo.stdout).toContain('28 messages accepted = 28 sent. Nobody was texted twice.');
	expect(demo.stdout).toMatch(/texted now\s+│ 27 /);
	expect(demo.stdout).toMatch(/texted now\s+│ 0 /);
	expect(demo.stdout).not.toContain('\u001b[');
	expect(demo.status).toBe(0);
	expect(shipped()).toBe(before);
});
