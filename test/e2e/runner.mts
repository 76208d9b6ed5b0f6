/** Runs the slow tests, and decides whether the run counts as a good one. */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** The numbers of passed and failed tests, and the reason of each skipped one. */
type Ended = { passed: number; failed: number; skipped: string[] };

/**
 * Runs one test file in this process and prints its report meanwhile. Counts tests, and suites that fail by themselves.
 * The file's outer suite has to end everything that it started: Node counts a file as done when its event loop is
 * empty.
 */
export async function runTests(file: string): Promise<Ended> {
	const ended: Ended = { passed: 0, failed: 0, skipped: [] };
	const stream = run({ files: [file], isolation: 'none', concurrency: false });
	stream.on('test:pass', ({ details, name, skip }) => {
		// Node reports a file without a test as a test that passed.
		if (details.type === 'suite' || name === file) return;
		if (skip) ended.skipped.push(skip === true ? '' : skip);
		else ended.passed++;
	});
	stream.on('test:fail', ({ details: { type, error } }) => {
		// A suite fails because of its tests, which are counted themselves, or because one of its hooks fails.
		const why = (error as { failureType?: unknown }).failureType;
		if (type !== 'suite' || why !== 'subtestsFailed') ended.failed++;
	});
	for await (const chunk of stream.compose(spec)) process.stdout.write(chunk as Buffer);
	return ended;
}

/**
 * Prints the summary, whose last line is the counts alone, and sets the exit code. A run that tested nothing has
 * failed. A run that left out what this machine can't do says so, and has failed in CI. Tests of what an older n8n
 * doesn't have are skipped everywhere.
 *
 * @param lacking the reasons for which tests are skipped on this machine; undefined where it lacks nothing
 */
export function conclude(
	{ passed, failed, skipped }: Ended,
	...lacking: Array<string | undefined>
): void {
	const leftOut = skipped.filter((reason) => lacking.includes(reason));
	const ranNothing = passed + failed === 0;
	const isCi = !['', 'false'].includes(process.env.CI ?? '');
	if (leftOut.length > 0) {
		const counts = `${leftOut.length} of ${passed + failed + skipped.length} tests`;
		console.log(`\nLEFT OUT: ${counts}, because this machine lacks what they need.`);
		for (const reason of new Set(leftOut)) console.log(`  ${reason}`);
		if (isCi) console.log('In CI nothing may be left out, so this run has failed.');
	}
	if (ranNothing) console.log('Nothing was tested, so this run has failed.');
	console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
	process.exitCode = failed > 0 || ranNothing || (isCi && leftOut.length > 0) ? 1 : 0;
}

/** Ends a run that hangs. The timer is unreferenced, because Node ends the run once nothing else keeps it alive. */
export function limit(minutes: number, close: () => Promise<void>): void {
	const end = (): void => {
		console.error(`The tests took longer than ${minutes} minutes and were ended.`);
		void close().finally(() => process.exit(1));
	};
	setTimeout(end, minutes * 60_000).unref();
}
