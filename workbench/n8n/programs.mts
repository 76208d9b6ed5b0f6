/** The programs of this machine: which there are, run to their end, or started and ended; and their ports. */
import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listen } from '../engine/loopback.mts';

export type Say = (line: string) => void;

interface Settings {
	directory?: string;
	env?: Record<string, string>;
	/** The account it runs under, where it refuses to run as root. */
	user?: { uid: number; gid: number };
}

const execute = promisify(execFile);

/** Runs a program to its end and gives what it wrote; fails where it ends with another code than 0. */
export async function runCommand(
	program: string,
	parameters: string[],
	{ directory: cwd, env, user }: Settings = {},
): Promise<string> {
	const options = { cwd, env: { ...process.env, ...env }, maxBuffer: Infinity, ...user };
	const running = execute(program, parameters, options);
	running.child.stdin?.end();
	const { stdout } = await running.catch(({ message, stdout = '' }: ExecFileException) => {
		// The message has the command and its standard error.
		throw new Error(`${message}\n${stdout}`);
	});
	return stdout.trim();
}

interface ProgramOptions extends Settings {
	name: string;
	program: string;
	parameters: string[];
	/** Asked again and again until the program is ready for work. */
	ready: (log: string) => Promise<boolean>;
	endSignal?: NodeJS.Signals;
}

export interface RunningProgram {
	pid: number;
	log(): string;
	/** Asks it to end, and ends it where it doesn't; resolves when it is gone. */
	stop(): Promise<void>;
	/** Ends it and its children at once, as a crash of the machine would. */
	kill(): Promise<void>;
}

/** Starts a program and resolves when it is ready; fails with the end of its log where it never is. */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
	const { name, directory: cwd, env, user, ready } = options;
	// A group of its own: Ctrl-C must reach the command that started it first, and a kill must reach its children too.
	const child = spawn(options.program, options.parameters, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
		...user,
	});
	let log = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
	await once(child, 'spawn');
	const pid = child.pid!;
	const gone = once(child, 'exit');
	const isGone = () => child.exitCode !== null || child.signalCode !== null;
	const kill = async () => {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// Already gone.
		}
		await gone;
	};
	const stop = async () => {
		child.kill(options.endSignal);
		const timer = setTimeout(() => void kill(), 20_000);
		await gone;
		clearTimeout(timer);
	};
	const started = Date.now();
	while (!isGone() && Date.now() - started < 120_000) {
		if (await ready(log)) return { pid, log: () => log, stop, kill };
		await sleep(100);
	}
	const why = isGone() ? 'ended while it was starting' : 'was not ready within two minutes';
	await kill();
	throw new Error(`${name} ${why}:\n${log.slice(-4000)}`);
}

/** A TCP port on 127.0.0.1 that nothing listens on: the preferred one, or any other. */
export async function freePort(preferred = 0): Promise<number> {
	const server = createServer();
	const port = await listen(server, preferred).catch(async () => await listen(server));
	server.close();
	await once(server, 'close');
	return port;
}

/** Who listens on a port, as a sentence names it. Without lsof nobody can tell. */
async function listenerOn(port: number): Promise<string> {
	const asked = ['-nP', '-t', '-sTCP:LISTEN', `-iTCP:${port}`];
	const [pid] = (await runCommand('lsof', asked).catch(() => '')).split('\n');
	if (!pid) return 'another program';
	// lsof's own name for a Node.js is the one of its thread.
	const command = await runCommand('ps', ['-o', 'args=', '-p', pid]).catch(() => '');
	return `process ${pid} (${command.trim().slice(0, 120)})`;
}

/** This port, where nothing listens on it. @throws who does */
export async function thisPort(port: number): Promise<number> {
	if ((await freePort(port)) === port) return port;
	throw new Error(
		`Port ${port} is taken by ${await listenerOn(port)}. End it, or choose another --port.`,
	);
}

/** What some tests need of Debian: each package, and what is there when it is installed. */
export interface Needs {
	who: string;
	packages: Record<string, string>;
}

const lacking = ({ packages }: Needs): string[] =>
	Object.keys(packages).filter((name) => !existsSync(packages[name]!));

/** What is missing on this machine, as one sentence; undefined where all is there. */
export function missing(needs: Needs): string | undefined {
	const names = lacking(needs);
	if (names.length === 0) return undefined;
	const command = `apt-get install --no-install-recommends ${names.join(' ')}`;
	return `${needs.who} ${names.join(' and ')}. On Debian: ${command}`;
}

/** Installs what is missing where that needs nobody's password; leaves the machine alone otherwise. */
export async function installMissing(needs: Needs, say: Say): Promise<void> {
	const names = lacking(needs);
	const isAble = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
	if (names.length === 0 || !isAble) return;
	say(`Installing ${names.join(' and ')} from Debian`);
	// Debian would start servers as services of the machine; the tests start their own.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	await runCommand('apt-get', ['update'], { env });
	await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
}
