/** Runs chosen tests of a copy of the project, and says how each ended. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mistake } from './mistake.mts';

interface Report {
	testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** How the tests that were asked for ended, and what jest said of a test file that could not be read. */
export interface Ended {
	passed: number;
	failed: number;
	unreadable: string | undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

let runs = 0;

/**
 * Runs the tests of these names in one process.
 * @returns by the name of each test, how those ended whose full name contains it
 */
export async function endOf(copy: string, tests: Mistake['noticedBy'][]): Promise<Ended[]> {
	const report = join(copy, `jest-${++runs}.json`);
	const files = [...new Set(tests.map(({ file }) => file))];
	const pattern = [...new Set(tests.map(({ test }) => escaped(test)))].join('|');
	const parameters = ['node_modules/jest/bin/jest.js', '--runTestsByPath', ...files, '-t', pattern, '--json', `--outputFile=${report}`, '-w', '1'];
	const child = spawn(process.execPath, parameters, { cwd: copy, stdio: 'ignore' });
	await new Promise<void>((resolve, reject) => child.once('error', reject).once('close', () => resolve()));
	const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
	await rm(report);
	return tests.map(({ file, test }) => {
		const results = testResults.filter(({ name }) => name === join(copy, file));
		const statuses = results.flatMap(({ assertionResults }) => assertionResults).filter(({ fullName }) => fullName.includes(test)).map(({ status }) => status);
		const unreadable = results.find(({ assertionResults, message }) => assertionResults.length === 0 && message !== '')?.message;
		return { passed: statuses.filter((status) => status === 'passed').length, failed: statuses.filter((status) => status === 'failed').length, unreadable };
	});
}
