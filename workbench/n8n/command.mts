import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface CommandOptions {
	directory?: string;
	env?: Record<string, string>;
	/** The account it runs under, where it refuses to run as root. */
	user?: { uid: number; gid: number };
	/** Called every ten seconds with the seconds gone by, so that a long command isn't taken for a hang. */
	onProgress?: (seconds: number) => void;
}

const outputKept = 2000;

/** The beginning and the end: npm tells the cause first and its whole usage after it. */
function shortened(text: string): string {
	return text.length <= 2 * outputKept
		? text
		: `${text.slice(0, outputKept)}\n…\n${text.slice(-outputKept)}`;
}

/**
 * Runs a program to its end and returns what it wrote to its standard output, without the blanks around it.
 * Fails with the end of its output where it can't be started or ends with another code than 0.
 */
export async function runCommand(
	program: string,
	parameters: string[],
	options: CommandOptions = {},
): Promise<string> {
	const started = Date.now();
	const running = execute(program, parameters, {
		cwd: options.directory,
		env: { ...process.env, ...options.env },
		maxBuffer: Infinity,
		...options.user,
	});
	running.child.stdin?.end();
	const ticking = setInterval(
		() => options.onProgress?.(Math.round((Date.now() - started) / 1000)),
		10_000,
	);
	try {
		return (await running).stdout.trim();
	} catch (error) {
		const { code, signal, stdout = '', stderr = '', message } = error as ExecFileException;
		const why =
			typeof code === 'string'
				? message
				: `It ended with code ${String(code ?? signal)}:\n${shortened(stdout + stderr)}`;
		throw new Error(`'${[program, ...parameters].join(' ')}' failed. ${why}`);
	} finally {
		clearInterval(ticking);
	}
}
