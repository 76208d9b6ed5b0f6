/** Runs, starts, stops and installs programs on this machine, and finds free ports. */
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
	/** Account to run under, for a program that refuses to run as root. */
	user?: { uid: number; gid: number };
}

const execute = promisify(execFile);

/** Runs a program to its end and returns its standard output. @throws if its exit code isn't 0 */
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
	/** Called repeatedly until the program is ready. */
	ready: (log: string) => Promise<boolean>;
	endSignal?: NodeJS.Signals;
}

export interface RunningProgram {
	pid: number;
	log(): string;
	/** Sends `endSignal`, and kills it if it still runs after 20 seconds. Resolves when it is gone. */
	stop(): Promise<void>;
	/** Kills it and its children at once, as a crash of the machine would. */
	kill(): Promise<void>;
}

/** Starts a program and resolves when it is ready. @throws with the end of its log if it never is */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
	const { name, directory: cwd, env, user, ready } = options;
	// A process group of its own: Ctrl-C must first reach the command that started it, and a kill also its children.
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

/** Returns a free TCP port on 127.0.0.1: the preferred one, or any other. */
export async function freePort(preferred = 0): Promise<number> {
	const server = createServer();
	const port = await listen(server, preferred).catch(async () => await listen(server));
	server.close();
	await once(server, 'close');
	return port;
}

/** Names the process that listens on a port, for use in a sentence. Finds it only if lsof is installed. */
async function listenerOn(port: number): Promise<string> {
	const asked = ['-nP', '-t', '-sTCP:LISTEN', `-iTCP:${port}`];
	const [pid] = (await runCommand('lsof', asked).catch(() => '')).split('\n');
	if (!pid) return 'another program';
	// Not lsof's own name for it: for Node.js, that is the name of a thread.
	const command = await runCommand('ps', ['-o', 'args=', '-p', pid]).catch(() => '');
	return `process ${pid} (${command.trim().slice(0, 120)})`;
}

/** Returns `port` if it is free. @throws with the name of the process that listens on it */
export async function thisPort(port: number): Promise<number> {
	if ((await freePort(port)) === port) return port;
	throw new Error(
		`Port ${port} is taken by ${await listenerOn(port)}. End it, or choose another --port.`,
	);
}

/** Debian packages that some tests need, each with a path that exists once it is installed. */
export interface Needs {
	who: string;
	packages: Record<string, string>;
}

const lacking = ({ packages }: Needs): string[] =>
	Object.keys(packages).filter((name) => !existsSync(packages[name]!));

/** Returns a sentence that names the missing packages, or undefined if none are missing. */
export function missing(needs: Needs): string | undefined {
	const names = lacking(needs);
	if (names.length === 0) return undefined;
	const command = `apt-get install --no-install-recommends ${names.join(' ')}`;
	return `${needs.who} ${names.join(' and ')}. On Debian: ${command}`;
}

/** Installs missing packages if that needs no password. Leaves the machine alone otherwise. */
export async function installMissing(needs: Needs, say: Say): Promise<void> {
	const names = lacking(needs);
	const isAble = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
	if (names.length === 0 || !isAble) return;
	say(`Installing ${names.join(' and ')} from Debian`);
	// RUNLEVEL keeps Debian from starting servers as system services; the tests start their own.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	await runCommand('apt-get', ['update'], { env });
	await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
}
