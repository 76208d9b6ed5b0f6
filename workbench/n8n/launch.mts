/** Starts n8n's processes and ends them. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesFolder } from './examples.mts';
import { freePort } from './free-port.mts';
import type { CompleteN8n } from './install.mts';
import { startProgram, type RunningProgram } from './program.mts';

export interface LaunchOptions {
	/** `start` is the editor with the engine; `worker` only takes executions from the queue. */
	command?: 'start' | 'worker';
	/** What follows the command on n8n's command line. */
	parameters?: string[];
	/** The folder that n8n keeps its data in, kept between runs by whoever passes the same one. */
	userFolder: string;
	/** A free one where missing. */
	port?: number;
	/** n8n's own settings, over the ones here. */
	env?: Record<string, string>;
}

export interface N8nProcess extends RunningProgram {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	origin: string;
}

/** Nothing of n8n leaves this machine: no telemetry, no news, no templates, no licence or package look-ups. */
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

/** They ask n8n's servers for lists at every start. */
const askingModules = ['mcp-registry', 'instance-ai'];

/** The settings that switch those modules off which this n8n has: it refuses to start for any other. */
function withoutModules({ directory }: CompleteN8n): Record<string, string> {
	const modules = askingModules.filter((name) =>
		existsSync(join(directory, 'node_modules/n8n/dist/modules', name)),
	);
	return modules.length > 0 ? { N8N_DISABLED_MODULES: modules.join(',') } : {};
}

async function environment(
	install: CompleteN8n,
	options: LaunchOptions,
	port: number,
): Promise<Record<string, string>> {
	const origin = `http://127.0.0.1:${port}`;
	// Named one by one: what npm puts into a script's environment is none of n8n's business.
	const inherited = Object.fromEntries(
		['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot'].map((name) => [name, process.env[name] ?? '']),
	);
	return {
		...inherited,
		...quiet,
		...withoutModules(install),
		N8N_USER_FOLDER: options.userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: origin,
		N8N_WEBHOOK_URL: origin,
		WEBHOOK_URL: origin,
		// The log-in cookie is otherwise marked for https only, and no browser would send it back.
		N8N_SECURE_COOKIE: 'false',
		N8N_PUBLIC_API_DISABLED: 'true',
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(options.userFolder),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// A worker serves nothing but its health; the main process answers there as well.
		...(options.command === 'worker'
			? {
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
					N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				}
			: {}),
		...options.env,
	};
}

/** Whether n8n answers for real: its health route is up before its interface is. */
async function answers(origin: string, command: string): Promise<boolean> {
	const route = command === 'worker' ? '/healthz/readiness' : '/rest/settings';
	try {
		const answer = await fetch(origin + route, { signal: AbortSignal.timeout(2000) });
		const text = await answer.text();
		return answer.ok && text.startsWith('{');
	} catch {
		return false;
	}
}

/**
 * Starts one n8n process on 127.0.0.1 and resolves when it answers.
 * Fails with the end of its log where it ends before that or takes longer than two minutes.
 */
export async function launchN8n(install: CompleteN8n, options: LaunchOptions): Promise<N8nProcess> {
	const command = options.command ?? 'start';
	const port = options.port ?? (await freePort());
	const origin = `http://127.0.0.1:${port}`;
	await mkdir(options.userFolder, { recursive: true });
	const running = await startProgram({
		name: command === 'worker' ? "n8n's worker" : 'n8n',
		program: process.execPath,
		parameters: [install.program, command, ...(options.parameters ?? [])],
		env: await environment(install, options, port),
		directory: options.userFolder,
		ready: () => answers(origin, command),
	});
	return { ...running, origin };
}
