/** Runs the slow tests, and says at the end whether the run may be taken for a good one. */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** How many tests ended how; of each that was skipped the reason. */
type Ended = { passed: number; failed: number; skipped: string[] };

/**
 * Runs one test file in this process and shows its report meanwhile. Tests count, and suites that fail by themselves.
 * The file's outer suite has to end what it started: Node counts a file as done when its event loop is empty.
 */
export async function runTests(file: string): Promise<Ended> {
	const ended: Ended = { passed: 0, failed: 0, skipped: [] };
	const stream = run({ files: [file], isolation: 'none', concurrency: false });
	stream.on('test:pass', ({ details, name, skip }) => {
		// A file without a test is itself reported as one that passed.
		if (details.type === 'suite' || name === file) return;
		if (skip) ended.skipped.push(skip === true ? '' : skip);
		else ended.passed++;
	});
	stream.on('test:fail', ({ details: { type, error } }) => {
		// A suite fails with its tests, which count by themselves; or alone, where what begins or ends it fails.
		const why = (error as { failureType?: unknown }).failureType;
		if (type !== 'suite' || why !== 'subtestsFailed') ended.failed++;
	});
	for await (const chunk of stream.compose(spec)) process.stdout.write(chunk as Buffer);
	return ended;
}

/**
 * The closing words, whose last line is the counts alone, and the exit code. A run that tested nothing has failed; one
 * that left out what this machine can't do says so, and has failed in CI. What an older n8n doesn't have is skipped
 * everywhere.
 * @param lacking what this machine lacks, as the tests that need it say; undefined where it lacks nothing
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

/** Ends a run that hangs. Unreferenced, because Node ends the tests when nothing but them is left. */
export function limit(minutes: number, close: () => Promise<void>): void {
	const end = (): void => {
		console.error(`The tests took longer than ${minutes} minutes and were ended.`);
		void close().finally(() => process.exit(1));
	};
	setTimeout(end, minutes * 60_000).unref();
}
