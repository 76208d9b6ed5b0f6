import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Scenario } from '../scenario.mts';

const project = join(import.meta.dirname, '../..');

/** Bytes of the package as it would be published. */
function packedBytes(): number {
	const asked = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
	const output = execFileSync('npm', asked, { cwd: project, encoding: 'utf8' });
	return (JSON.parse(output) as Array<{ size: number }>)[0]!.size;
}

export default {
	question: "What does the package add to n8n's start?",
	how: 'Nodes and credential in a new process that has n8n-workflow already.',
	works: [{ task: { kind: 'load' }, fresh: true, rounds: 4, subjects: ['loading'] }],
	columns: ['time', 'processor'],
	targets: (of) => [
		['loading', of('time', 'loading'), '≤', 12, 'ms'],
		['the package, packed', packedBytes() / 1000, '≤', 115, 'kB'],
	],
} satisfies Scenario;
