import { existsSync } from 'node:fs';
import { runCommand, type CommandOptions } from './command.mts';

/** What decides whether a package can be installed, and what installs it. */
export interface DebianMachine {
	isRoot: boolean;
	hasAptGet: boolean;
	run(program: string, parameters: string[], options: CommandOptions): Promise<unknown>;
}

const thisMachine = (): DebianMachine => ({
	isRoot: process.getuid?.() === 0,
	hasAptGet: existsSync('/usr/bin/apt-get'),
	run: runCommand,
});

/** Installs Debian's packages where that needs nobody's password; leaves the machine alone otherwise. */
export async function installFromDebian(
	packages: string[],
	say: (line: string) => void,
	{ isRoot, hasAptGet, run } = thisMachine(),
): Promise<void> {
	if (!isRoot || !hasAptGet) return;
	say(`Installing ${packages.join(' and ')} from Debian`);
	// Debian would start servers as services of the machine; the tests start their own.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	await run('apt-get', ['update'], { env });
	await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
}
