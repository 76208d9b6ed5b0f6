import { existsSync } from 'node:fs';
import { runCommand } from './command.mts';

/** Installs Debian's packages where that needs nobody's password; leaves the machine alone otherwise. */
export async function installFromDebian(packages: string[], say: (line: string) => void): Promise<void> {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
	say(`Installing ${packages.join(' and ')} from Debian`);
	// Debian would start servers as services of the machine; the tests start their own.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	await runCommand('apt-get', ['update'], { env });
	await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
}
