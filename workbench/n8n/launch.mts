/** Starts n8n's processes. */
import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesFolder } from './examples.mts';
import type { CompleteN8n } from './install.mts';
import { freePort, startProgram, type RunningProgram } from './programs.mts';

export interface LaunchOptions {
	/** `start` is the editor with the engine; `worker` only takes executions from the queue. */
	command?: 'start' | 'worker';
	/** n8n's data folder. Pass the same one again to keep the data between runs. */
	userFolder: string;
	port?: number;
	env?: Record<string, string>;
}

export interface N8nProcess extends RunningProgram {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	origin: string;
}

/** Settings that keep n8n's traffic on this machine: no telemetry, news, templates, license or package look-ups. */
const quiet = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_AI_ENABLED: 'false',
	N8N_SENTRY_DSN: '',
};

/**
 * Returns the modules to disable, because they request lists from n8n's servers at every start. Leaves out modules that
 * this n8n doesn't have: it would refuse to start.
 */
const askingModules = ({ directory }: CompleteN8n): string[] =>
	['mcp-registry', 'instance-ai'].filter((name) =>
		existsSync(join(directory, 'node_modules/n8n/dist/modules', name)),
	);

/** Returns the inherited environment. An allowlist: n8n must not see what npm and the workbench set for themselves. */
const inherited = (): Record<string, string> =>
	Object.fromEntries(
		['PATH', 'HOME', 'LANG', 'TMPDIR'].map((name) => [name, process.env[name] ?? '']),
	);

/** Runs an n8n command, such as `import:workflow`, on its data. Returns its output, even if it fails. */
export async function tellN8n(
	{ program }: CompleteN8n,
	userFolder: string,
	...words: string[]
): Promise<string> {
	const env = { ...inherited(), ...quiet, N8N_USER_FOLDER: userFolder };
	const running = promisify(execFile)(process.execPath, [program, ...words], { env });
	// n8n 1.x has been seen to exit with a code other than 0 after doing everything.
	const { stdout, stderr } = await running.catch((error: ExecFileException) => error);
	return `${stdout}${stderr}`;
}

/** Whether n8n answers with JSON. Its health route is up before its interface is. */
async function answers(url: string): Promise<boolean> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
		return answer.ok && (await answer.text()).startsWith('{');
	} catch {
		return false;
	}
}

/** Starts one n8n process on 127.0.0.1 and resolves when it answers. */
export async function launchN8n(
	install: CompleteN8n,
	{ command = 'start', userFolder, port: wanted, env }: LaunchOptions,
): Promise<N8nProcess> {
	const port = wanted ?? (await freePort());
	const origin = `http://127.0.0.1:${port}`;
	await mkdir(userFolder, { recursive: true });
	const running = await startProgram({
		name: command === 'start' ? 'n8n' : "n8n's worker",
		program: process.execPath,
		parameters: [install.program, command],
		directory: userFolder,
		env: {
			...inherited(),
			...quiet,
			N8N_DISABLED_MODULES: askingModules(install).join(','),
			N8N_USER_FOLDER: userFolder,
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_HOST: '127.0.0.1',
			N8N_PORT: String(port),
			// Otherwise the login cookie is marked for https only, and no browser would send it back.
			N8N_SECURE_COOKIE: 'false',
			N8N_PUBLIC_API_DISABLED: 'true',
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
			N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			// A worker serves only its health route.
			QUEUE_HEALTH_CHECK_ACTIVE: String(command === 'worker'),
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			...env,
		},
		ready: async () =>
			await answers(origin + (command === 'start' ? '/rest/settings' : '/healthz/readiness')),
	});
	return { ...running, origin };
}
