/**
 * The test command: lint, types, build, jest, in this order, stopping at the first that fails.
 * Ends with jest's summary as one plain line, so that any machine can read what ran.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conclusionOf, isCi } from './conclusion.mts';
import type { JestReport } from './jestReport.mts';

const folder = mkdtempSync(join(tmpdir(), 'messaging-service-test-'));
const results = join(folder, 'jest.json');

/** Runs one program of node_modules/.bin with this process's input and output; returns its exit code. */
function run(title: string, command: string, parameters: string[]): number {
	console.log(`\n── ${title}`);
	const { status, error } = spawnSync(command, parameters, { stdio: 'inherit' });
	if (error) console.error(`${command} could not be started: ${error.message}`);
	return status ?? 1;
}

function main(): number {
	for (const script of ['lint', 'types', 'build']) {
		const code = run(script, 'npm', ['run', '--silent', script]);
		if (code !== 0) {
			console.error(
				`\n'npm run ${script}' failed: mend what it says above, then run npm test again.`,
			);
			return code;
		}
	}
	const chosen = process.argv.slice(2);
	// The threshold is of all tests together; a part of them can't reach it.
	const coverage = chosen.length === 0 ? ['--coverage', '--coverageReporters=text-summary'] : [];
	const code = run('jest', 'jest', ['--json', `--outputFile=${results}`, ...coverage, ...chosen]);
	const summary = JSON.parse(readFileSync(results, 'utf8')) as JestReport;
	const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = summary;
	const ended = {
		passed: numPassedTests,
		failed: numFailedTests + numRuntimeErrorTestSuites,
		skipped: Array<string>(numPendingTests).fill(''),
	};
	const { text, exitCode } = conclusionOf(ended, { lacking: [], ci: isCi(process.env) });
	console.log(`\n${text}`);
	return code || exitCode;
}

try {
	process.exitCode = main();
} finally {
	rmSync(folder, { recursive: true, force: true });
}
