/**
 * The command `npm run test:e2e`: the package inside a complete n8n, judged by the sandbox's journal.
 * Words after it choose the test files whose names begin so; `--older` takes the newest n8n 1.x.
 */
import { join } from 'node:path';
import { missingBrowser } from '../../workbench/n8n/browser.mts';
import { spareLoopback } from '../../workbench/engine/loopback.mts';
import { conclude, runTests } from './runner.mts';
import { closeEnvironment } from './environment.mts';

const totalLimit = 25 * 60_000;

// Unreferenced, because Node ends the tests when nothing but them is left; something that hangs keeps it ticking.
const watchdog = setTimeout(() => {
	console.error(
		`The end-to-end tests took longer than ${totalLimit / 60_000} minutes and were ended.`,
	);
	void closeEnvironment().finally(() => process.exit(1));
}, totalLimit).unref();

spareLoopback();
conclude(await runTests(join(import.meta.dirname, 'inside-n8n.mts')), missingBrowser());
clearTimeout(watchdog);
