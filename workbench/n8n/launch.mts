/** Starts n8n's processes and ends them. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { freePort } from './free-port.mts';
import type { CompleteN8n } from './install.mts';

export interface LaunchOptions {
	/** `start` is the editor with the engine; `worker` only takes executions from the queue. */
	command?: 'start' | 'worker';
	/** The folder that n8n keeps its data in, kept between runs by whoever passes the same one. */
	userFolder: string;
	/** A free one where missing. */
	port?: number;
	/** n8n's own settings, over the ones here. */
	env?: Record<string, string>;
}

export interface N8nProcess {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	origin: string;
	pid: number;
	/** Everything the process has written so far. */
	log(): string;
	/** Asks n8n to end, then ends it; resolves when it is gone. Safe to call twice. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash of the machine would. */
	kill(): Promise<void>;
}

const startLimit = 120_000;
const stopLimit = 20_000;

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
	// Both would ask n8n's servers for lists at every start.
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
	// Settings > Community nodes asks npm for newer versions and waits a minute where it can't be reached.
	npm_config_offline: 'true',
};

async function environment(options: LaunchOptions, port: number): Promise<Record<string, string>> {
	const origin = `http://127.0.0.1:${port}`;
	// Named one by one: what npm puts into a script's environment is none of n8n's business.
	const inherited = Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot'].map((name) => [name, process.env[name] ?? '']));
	return {
		...inherited,
		...quiet,
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
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// A worker serves nothing but its health; the main process answers there as well.
		...(options.command === 'worker' ? { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port), N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' } : {}),
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
	// A group of its own: Ctrl-C must reach this program first, and a kill must reach n8n's task runner too.
	const child = spawn(process.execPath, [install.program, command], {
		cwd: options.userFolder,
		env: await environment(options, port),
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	let log = '';
	child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
	const pid = child.pid;
	if (pid === undefined) throw new Error(`n8n could not be started from ${install.program}.`);
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const signal = (name: NodeJS.Signals, group: boolean) => {
		try {
			process.kill(group ? -pid : pid, name);
		} catch {
			// Already gone.
		}
	};
	const kill = async () => {
		signal('SIGKILL', true);
		await gone;
	};
	const stop = async () => {
		signal('SIGTERM', false);
		const timer = setTimeout(() => signal('SIGKILL', true), stopLimit);
		await gone;
		clearTimeout(timer);
	};
	const running = { origin, pid, log: () => log, stop, kill };
	for (const started = Date.now(); Date.now() - started < startLimit; ) {
		if (child.exitCode !== null || child.signalCode !== null) throw new Error(`n8n ended while it was starting:\n${log.slice(-4000)}`);
		if (await answers(origin, command)) return running;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	await kill();
	throw new Error(`n8n did not answer at ${origin} within ${startLimit / 1000} s:\n${log.slice(-4000)}`);
}
