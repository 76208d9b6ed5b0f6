/**
 * Runs the tests with the clock moved, and in other time zones. Fails when one of the runs does.
 *
 *   node test/shifted/run.mts [+100 | +400 | spring | autumn | a zone …] [what jest takes: a part of the tests]
 *
 * All shifts unless some are named; any other number of days, such as -30, is one, too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JestReport } from '../jestReport.mts';
import { shiftOf, shifts, type Shift } from './shifts.mts';

const here = import.meta.dirname;
const root = join(here, '../..');
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-shifted-'));
const results = join(folder, 'jest.json');

/** What the processes of a shift are started with; the tests' own children inherit it. */
function environmentOf({ offset, zone }: Shift): NodeJS.ProcessEnv {
	const preload = `--require ${JSON.stringify(join(here, 'preload.cjs'))}`;
	return {
		...process.env,
		NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${preload}`.trim(),
		TEST_CLOCK_OFFSET: String(offset),
		...(zone ? { TZ: zone } : {}),
	};
}

/** Runs the tests under this shift, and says in a line how that ended. */
function run(shift: Shift, chosen: string[]): { green: boolean; line: string } {
	const time = new Date(Date.now() + shift.offset).toISOString();
	console.log(`\n── ${shift.name}: ${time.slice(0, 16)}Z${shift.zone ? ` in ${shift.zone}` : ''}`);
	// The test that sees whether the clock is moved belongs to every part.
	const part = chosen.some((argument) => !argument.startsWith('-'))
		? [...chosen, 'test/shifted']
		: chosen;
	const parameters = [
		'node_modules/jest/bin/jest.js',
		'--env',
		join(here, 'environment.cjs'),
		'--json',
		`--outputFile=${results}`,
		...part,
	];
	rmSync(results, { force: true });
	const { status } = spawnSync(process.execPath, parameters, {
		cwd: root,
		stdio: ['inherit', 'ignore', 'inherit'],
		env: environmentOf(shift),
	});
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
		readFileSync(results, 'utf8'),
	) as JestReport;
	const line = `${shift.name}: ${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
	console.log(line);
	return { green: status === 0 && numPassedTests > 0, line };
}

try {
	const given = process.argv.slice(2);
	const now = Date.now();
	const named = given.flatMap((argument) => shiftOf(argument, now) ?? []);
	const chosen = given.filter((argument) => !shiftOf(argument, now));
	const ended = (named.length > 0 ? named : shifts(now)).map((shift) => run(shift, chosen));
	console.log(
		`\n${ended.map(({ line, green }) => `${green ? 'green' : 'RED  '}  ${line}`).join('\n')}`,
	);
	process.exitCode = ended.every(({ green }) => green) ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
