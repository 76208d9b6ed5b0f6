/**
 * The test command: lint, types, build, jest, in this order, stopping at the first that fails. Words after it choose
 * test files. Ends with jest's summary as one plain line, so that any machine can read what ran.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'messaging-service-test-'));
const report = join(folder, 'jest.json');

/** Runs a program of node_modules/.bin with this process's output; returns its exit code. */
function run(title: string, command: string, parameters: string[]): number {
	console.log(`\n── ${title}`);
	const { status, error } = spawnSync(command, parameters, { stdio: 'inherit' });
	if (error) console.error(`${command} could not be started: ${error.message}`);
	return status ?? 1;
}

function main(): number {
	for (const script of ['lint', 'types', 'build']) {
		const code = run(script, 'npm', ['run', '--silent', script]);
		if (code === 0) continue;
		console.error(
			`\n'npm run ${script}' failed: mend what it says above, then run npm test again.`,
		);
		return code;
	}
	const chosen = process.argv.slice(2);
	const code = run('jest', 'jest', ['--json', `--outputFile=${report}`, ...chosen]);
	const ended = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
	// A file that can't be read has no test that could fail.
	const failed = ended.numFailedTests! + ended.numRuntimeErrorTestSuites!;
	console.log(
		`\n${ended.numPassedTests} passed, ${failed} failed, ${ended.numPendingTests} skipped`,
	);
	return code;
}

try {
	process.exitCode = main();
} finally {
	rmSync(folder, { recursive: true, force: true });
}
