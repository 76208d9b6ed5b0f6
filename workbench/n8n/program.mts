/** Programs that run until they are told to end. */
import { spawn } from 'node:child_process';

export interface ProgramOptions {
	/** What people call it. */
	name: string;
	program: string;
	parameters: string[];
	env: Record<string, string>;
	directory: string;
	/** Asked again and again until the program is ready for work. */
	ready: (log: string) => Promise<boolean>;
	/** The account it runs under, where it refuses to run as root. */
	user?: { uid: number; gid: number };
	/** How it is asked to end. */
	endSignal?: NodeJS.Signals;
}

export interface RunningProgram {
	pid: number;
	/** Everything the program has written so far. */
	log(): string;
	/** Asks it to end, then ends it; resolves when it is gone. Safe to call twice. */
	stop(): Promise<void>;
	/** Ends it and its children at once, as a crash of the machine would. */
	kill(): Promise<void>;
}

const startLimit = 120_000;
const stopLimit = 20_000;
const logShown = 4000;

/**
 * Starts a program and resolves when it is ready; fails with the end of its log where it ends
 * before or takes over two minutes.
 */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
	const { name, program, parameters, env, directory, ready, user } = options;
	// A group of its own: Ctrl-C must reach the command that started it first, and a kill must reach its children too.
	const child = spawn(program, parameters, {
		cwd: directory,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
		...user,
	});
	let log = '';
	child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
	const pid = await new Promise<number>((resolve, reject) => {
		child.once('error', (error) =>
			reject(new Error(`${name} could not be started: ${error.message}`)),
		);
		child.once('spawn', () => resolve(child.pid as number));
	});
	let ended = false;
	const gone = new Promise<void>((resolve) =>
		child.once('exit', () => {
			ended = true;
			resolve();
		}),
	);
	const signal = (which: NodeJS.Signals, target: number) => {
		try {
			process.kill(target, which);
		} catch {
			// Already gone.
		}
	};
	const kill = async () => {
		signal('SIGKILL', -pid);
		await gone;
	};
	const stop = async () => {
		if (ended) return;
		signal(options.endSignal ?? 'SIGTERM', pid);
		const timer = setTimeout(() => signal('SIGKILL', -pid), stopLimit);
		await gone;
		clearTimeout(timer);
	};
	for (const started = Date.now(); Date.now() - started < startLimit; ) {
		if (ended) throw new Error(`${name} ended while it was starting:\n${log.slice(-logShown)}`);
		if (await ready(log)) return { pid, log: () => log, stop, kill };
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	await kill();
	throw new Error(`${name} was not ready within ${startLimit / 1000} s:\n${log.slice(-logShown)}`);
}
