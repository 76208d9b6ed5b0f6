import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { conclusionOf, isCi, type Ended } from '../conclusion.mts';

/** By which of the runner's names a test failed. */
const failureOf = (error: Error): unknown => (error as { failureType?: unknown }).failureType;

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
	stream.on('test:fail', ({ details }) => {
		// A suite fails with its tests, which count by themselves; or alone, where what begins or ends it fails.
		if (details.type !== 'suite' || failureOf(details.error) !== 'subtestsFailed') ended.failed++;
	});
	for await (const chunk of stream.compose(spec)) process.stdout.write(chunk as Buffer);
	return ended;
}

/**
 * The closing words, and the exit code that goes with them.
 * @param lacking what this machine lacks, as the tests that need it say; undefined where it lacks nothing
 */
export function conclude(ended: Ended, ...lacking: Array<string | undefined>): void {
	const { text, exitCode } = conclusionOf(ended, {
		lacking: lacking.filter((sentence) => sentence !== undefined),
		ci: isCi(process.env),
	});
	console.log(`\n${text}`);
	process.exitCode = exitCode;
}
