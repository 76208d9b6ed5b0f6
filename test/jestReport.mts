/** Runs jest in a copy of the project, and gives its report. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What jest's `--json` says of a run, as far as it is read here. */
export interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: {
		name: string;
		message: string;
		status: string;
		assertionResults: { fullName: string; status: string }[];
	}[];
}

/** Rejects where jest didn't get as far as writing a report. One run at a time in each copy. */
export async function jestReport(copy: string, parameters: string[]): Promise<JestReport> {
	const report = join(copy, 'jest-report.json');
	// That of the run before would else be taken for this one's.
	await rm(report, { force: true });
	const child = spawn(
		process.execPath,
		['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...parameters],
		{ cwd: copy, stdio: 'ignore' },
	);
	const code = await new Promise<number | null>((resolve, reject) =>
		child.once('error', reject).once('close', resolve),
	);
	return JSON.parse(
		await readFile(report, 'utf8').catch(() => {
			throw new Error(`jest ended with code ${String(code)} and without a report.`);
		}),
	) as JestReport;
}
