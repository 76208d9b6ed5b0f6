/**
 * `npm test`: builds, runs jest, then checks lint and types, even if the steps before have failed. Arguments choose
 * test files. Ends with jest's summary as one plain line, so that any machine can read what ran.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers';

/** Time limit of a test in milliseconds: twenty times what the longest one takes. */
const longest = Number(process.env.LONGEST_TEST ?? 300_000);

const folder = mkdtempSync(join(tmpdir(), 'messaging-service-test-'));
const report = join(folder, 'jest.json');
const running = join(folder, 'running.json');

/** Runs an npm script with this process's output. Returns whether it succeeded. */
function goesWell(script: string): boolean {
	console.log(`\n── ${script}`);
	const { status, error } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
	if (error) console.error(`npm could not be started: ${error.message}`);
	return status === 0;
}

/** Returns the tests that have been running for too long. No limit of jest's ends a loop that never yields. */
function hanging(): string[] {
	if (!existsSync(running)) return [];
	try {
		const tests = JSON.parse(readFileSync(running, 'utf8')) as Array<[test: string, began: number]>;
		return tests.filter(([, began]) => Date.now() - began > longest).map(([test]) => test);
	} catch {
		// The file is just being written.
		return [];
	}
}

/** Runs jest, and kills it if a test hangs. Returns whether it succeeded. */
async function runJest(chosen: string[]): Promise<boolean> {
	console.log('\n── jest');
	const jest = spawn('jest', ['--json', `--outputFile=${report}`, ...chosen], {
		stdio: 'inherit',
		env: { ...process.env, TESTS_RUNNING: running },
		// Jest and its workers form a process group, which can be killed as one.
		detached: true,
	});
	const end = () => process.kill(-jest.pid!, 'SIGKILL');
	// Ctrl+C reaches only the group of this process.
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => (end(), process.exit(1)));
	const watch = setInterval(() => {
		const tests = hanging();
		if (tests.length === 0) return;
		console.error(`\nThese tests took longer than ${longest / 1000} seconds and were ended:`);
		console.error(tests.join('\n'));
		end();
	}, 1_000);
	const code = await new Promise((resolve) => {
		jest.on('error', (error) =>
			resolve(console.error(`jest could not be started: ${error.message}`)),
		);
		jest.on('exit', resolve);
	});
	clearInterval(watch);
	return code === 0;
}

function counts(): string {
	if (!existsSync(report)) return '0 passed, 1 failed, 0 skipped';
	const ended = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
	// A file that can't be loaded has no test that could fail, so it counts as a failure itself.
	const failed = ended.numFailedTests! + ended.numRuntimeErrorTestSuites!;
	return `${ended.numPassedTests} passed, ${failed} failed, ${ended.numPendingTests} skipped`;
}

try {
	const isBuilt = goesWell('build');
	const failed = isBuilt ? [] : ['npm run build'];
	if (isBuilt && !(await runJest(process.argv.slice(2)))) failed.push('jest');
	for (const script of ['lint', 'types']) if (!goesWell(script)) failed.push(`npm run ${script}`);
	if (failed.length > 0) {
		console.error(
			`\nFailed: ${failed.join(', ')}. Mend what is said above, then run npm test again.`,
		);
		console.error("'npm run fix' writes the files anew as the linters want them, where they can.");
		process.exitCode = 1;
	}
	console.log(`\n${counts()}`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
