/** The command `npm run test:e2e`: the package inside a complete n8n, judged by the sandbox's journal. */
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { closeWorld, openWorld } from './world.mts';

const totalLimit = 20 * 60_000;

/** Runs the test files one after the other in this process, so that they share n8n. */
async function runTests(names: string[]): Promise<{ passed: number; failed: number; skipped: number }> {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const files = (await readdir(import.meta.dirname))
		.filter((name) => name.endsWith('.e2e.mts'))
		.filter((name) => names.length === 0 || names.some((wanted) => name.startsWith(wanted)))
		.sort();
	const stream = run({ files: files.map((name) => join(import.meta.dirname, name)), isolation: 'none', concurrency: false, timeout: 120_000 });
	stream.on('test:pass', ({ details, skip }) => {
		if (details.type !== 'suite') counts[skip ? 'skipped' : 'passed']++;
	});
	stream.on('test:fail', ({ details }) => {
		if (details.type !== 'suite') counts.failed++;
	});
	const report = stream.compose(spec);
	for await (const chunk of report) process.stdout.write(chunk as Buffer);
	return counts;
}

const watchdog = setTimeout(() => {
	console.error(`The end-to-end tests took longer than ${totalLimit / 60_000} minutes and were ended.`);
	void closeWorld().finally(() => process.exit(1));
}, totalLimit);

try {
	await openWorld(console.log);
	const { passed, failed, skipped } = await runTests(process.argv.slice(2));
	const log = await closeWorld();
	if (failed > 0) {
		const path = join(tmpdir(), 'messaging-service-n8n.log');
		await writeFile(path, log);
		console.log(`What n8n wrote: ${path}`);
	}
	console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
	process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
	console.error((error as Error).message);
	console.log('\n0 passed, 1 failed, 0 skipped');
	process.exitCode = 1;
} finally {
	await closeWorld();
	clearTimeout(watchdog);
}
