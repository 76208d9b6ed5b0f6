import { execFileSync } from 'node:child_process';
import type { Scenario } from '../scenario.mts';

/** Bytes of the package as it would be published. */
function packedBytes(): number {
	const asked = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
	const output = execFileSync('npm', asked, { cwd: import.meta.dirname, encoding: 'utf8' });
	return (JSON.parse(output) as Array<{ size: number }>)[0]!.size;
}

export default {
	question: "What does the package add to n8n's start?",
	how: 'Nodes and credential in a new process that has n8n-workflow already.',
	works: [{ task: { kind: 'load' }, fresh: true, rounds: 11, subjects: ['loading'] }],
	columns: ['time', 'processor'],
	targets: (of) => [
		{ work: 'loading', is: of('time', 'loading'), unit: 'ms', most: 12 },
		{ work: 'the package, packed', is: packedBytes() / 1000, unit: 'kB', most: 115 },
	],
} satisfies Scenario;
