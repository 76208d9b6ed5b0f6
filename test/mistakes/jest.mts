/** Runs chosen tests of a copy of the project, and says how each ended. */
import { join } from 'node:path';
import { jestReport } from '../jestReport.mts';
import type { Mistake } from './mistake.mts';

/** How the tests that were asked for ended, and what jest said of a test file that could not be read. */
export interface Ended {
	passed: number;
	failed: number;
	unreadable: string | undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Runs the tests of these names in one process.
 * @returns by the name of each test, how those ended whose full name contains it
 */
export async function endOf(copy: string, tests: Mistake['noticedBy'][]): Promise<Ended[]> {
	const files = [...new Set(tests.map(({ file }) => file))];
	const pattern = [...new Set(tests.map(({ test }) => escaped(test)))].join('|');
	const { testResults } = await jestReport(copy, [
		'--runTestsByPath',
		...files,
		'-t',
		pattern,
		'-w',
		'1',
	]);
	return tests.map(({ file, test }) => {
		const results = testResults.filter(({ name }) => name === join(copy, file));
		const statuses = results
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ fullName }) => fullName.includes(test))
			.map(({ status }) => status);
		const unreadable = results.find(
			({ assertionResults, message }) => assertionResults.length === 0 && message !== '',
		)?.message;
		return {
			passed: statuses.filter((status) => status === 'passed').length,
			failed: statuses.filter((status) => status === 'failed').length,
			unreadable,
		};
	});
}
