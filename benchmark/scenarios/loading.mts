import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startSubject } from '../subjects/pool.mts';
import { median, type Bench } from './bench.mts';
import { milliseconds, type Finding } from './finding.mts';

const project = join(import.meta.dirname, '../..');
const processes = 11;

/** Bytes of the package as it would be published. */
function packedBytes(): number {
	const output = execFileSync(
		'npm',
		['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'],
		{ cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	return (JSON.parse(output) as Array<{ size: number }>)[0]!.size;
}

/** Loading both built files into a new process, and the size of the package. */
export async function loading(bench: Bench): Promise<Finding> {
	const place = { baseUrl: '', clientId: '', clientSecret: '', token: '' };
	const taken: number[] = [];
	for (let index = 0; index < processes; index++) {
		const subject = await startSubject('loading');
		const { milliseconds: time, failure } = await subject.run({ task: { kind: 'load' }, place });
		await subject.stop();
		if (failure) throw new Error(`The built package could not be loaded: ${failure}`);
		taken.push(time);
	}
	const time = median(taken);
	const kilobytes = packedBytes() / 1000;
	bench.say(`  ${milliseconds(time)}, ${Math.round(kilobytes)} kB`);
	return {
		scenario: 'loading the package',
		target: '≤ 15 ms for both files; packed ≤ 150 kB',
		result: `${milliseconds(time)}; ${Math.round(kilobytes)} kB`,
		reached: time <= 15 && kilobytes <= 150,
		runs: processes,
		table: {
			head: ['', 'median', 'quickest', 'slowest'],
			rows: [
				[
					'both files, each time in a new process',
					milliseconds(time),
					milliseconds(Math.min(...taken)),
					milliseconds(Math.max(...taken)),
				],
			],
		},
		notes: [
			'n8n-workflow, which every n8n has loaded already, is loaded before the clock starts.',
			'The time for the rules of phone numbers is not in it: they are loaded when a process reads its first number.',
		],
	};
}
