/**
 * Runs the whole of jest again and again, several at once so that all cores stay busy, and fails
 * when one test failed once: a test that fails now and then is a defect, of the test or of the code.
 * Each of those that run at once has a copy of the project, so that they share nothing but the machine.
 *
 *   node test/repeated/run.mts [how many runs] [what jest is to run …]     30 runs of everything unless said otherwise
 */
import { appendFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { jestReport, type JestReport } from '../jestReport.mts';
import { copyOfProject, removeCopiesWhenStopped } from '../projectCopy.mts';

/** As many as keep each core busy with the workers of more than one. */
const atOnce = Math.max(2, Math.ceil(availableParallelism() / 2));

/** What a failure said is kept, since it may not come again soon. */
const kept = join(tmpdir(), `messaging-service-failures-${process.pid}.log`);

/** The tests that failed, or the files that could not be run, by their names. */
const failuresIn = ({ testResults }: JestReport): string[] =>
	testResults
		.filter(({ status }) => status === 'failed')
		.flatMap(({ name, assertionResults }) => {
			const failed = assertionResults
				.filter(({ status }) => status === 'failed')
				.map(({ fullName }) => fullName);
			return failed.length > 0 ? failed : [name];
		});

async function main(): Promise<number> {
	const [first = '', ...others] = process.argv.slice(2);
	const count = /^\d+$/.test(first) ? Number(first) : 30;
	const parameters = /^\d+$/.test(first) || first === '' ? others : [first, ...others];
	removeCopiesWhenStopped();
	const timesFailed = new Map<string, number>();
	let begun = 0;
	let green = 0;
	await Promise.all(
		Array.from({ length: Math.min(atOnce, count) }, async () => {
			const copy = await copyOfProject();
			while (begun < count) {
				const number = ++begun;
				const report = await jestReport(copy, parameters);
				const failures = failuresIn(report);
				for (const name of failures) timesFailed.set(name, (timesFailed.get(name) ?? 0) + 1);
				if (failures.length === 0 && report.numPassedTests > 0) green++;
				else
					await appendFile(
						kept,
						report.testResults
							.map(({ message }) => message)
							.filter((message) => message !== '')
							.join('\n'),
					);
				const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } =
					report;
				console.log(
					[
						`run ${number}: ${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed, ${numPendingTests} skipped`,
						...failures,
					].join('\n    '),
				);
			}
		}),
	);
	console.log(`\n${green} of ${count} runs green, ${Math.min(atOnce, count)} at once`);
	for (const [name, times] of timesFailed) console.log(`failed ${times} times: ${name}`);
	if (green < count) console.log(`What they said: ${kept}`);
	return green === count ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
	console.error((error as Error).message);
	return 1;
});
