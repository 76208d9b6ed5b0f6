import { run } from 'node:test';
import { spec } from 'node:test/reporters';

export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

/**
 * Runs one test file in this process and shows its report meanwhile. Suites don't count, tests do.
 * The file's outer suite has to end what it started: Node counts a file as done when its event loop is empty.
 */
export async function runTests(file: string): Promise<Counts> {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const stream = run({ files: [file], isolation: 'none', concurrency: false });
	stream.on('test:pass', ({ details, skip }) => {
		if (details.type !== 'suite') counts[skip ? 'skipped' : 'passed']++;
	});
	stream.on('test:fail', ({ details }) => {
		if (details.type !== 'suite') counts.failed++;
	});
	for await (const chunk of stream.compose(spec)) process.stdout.write(chunk as Buffer);
	return counts;
}

/** The plain closing line, and the exit code that goes with it: a run without a test is a failed one. */
export function conclude({ passed, failed, skipped }: Counts): void {
	console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
	process.exitCode = failed === 0 && passed + skipped > 0 ? 0 : 1;
}
