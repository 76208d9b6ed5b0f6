/** Where the complete n8n is kept, whatever the account that runs the tests has. */
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = resolve(import.meta.dirname, '../..');
const place = pathToFileURL(join(project, 'workbench/n8n/cached-install.mts')).href;

/** The folder in a process with these variables alone. */
function folderWith(env: NodeJS.ProcessEnv): string {
	const { stdout } = spawnSync(
		join(project, 'node_modules/.bin/node'),
		[
			'--eval',
			`import(${JSON.stringify(place)}).then(({ cacheFolder }) => console.log(cacheFolder()))`,
		],
		{ encoding: 'utf8', env },
	);
	return stdout.trim();
}

it.each([
	['the account has one', { HOME: '/home/wanjiru' }, '/home/wanjiru/.cache'],
	[
		'the variable for it is empty',
		{ HOME: '/home/wanjiru', XDG_CACHE_HOME: '' },
		'/home/wanjiru/.cache',
	],
	['another one is named', { HOME: '/home/wanjiru', XDG_CACHE_HOME: '/srv/kept' }, '/srv/kept'],
	// Otherwise 2.2 GB would go into the folder that the command was started in.
	['the home is empty', { HOME: '' }, join(userInfo().homedir, '.cache')],
])('%s', (_, env, expected) =>
	expect(folderWith(env)).toBe(join(expected, 'n8n-nodes-messaging-service')),
);
