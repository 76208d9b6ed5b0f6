/** The command `npm run test:queue`: n8n's queue mode with two workers, judged by the sandbox's journal. */
import { join } from 'node:path';
import { spareLoopback } from '../../workbench/engine/loopback.mts';
import { installServers, missingServers } from '../../workbench/n8n/servers.mts';
import { closeQueueEnvironment } from './queue-environment.mts';
import { conclude, runTests } from './runner.mts';

const totalLimit = 20 * 60_000;

// Unreferenced, because Node ends the tests when nothing but them is left; something that hangs keeps it ticking.
const watchdog = setTimeout(() => {
	console.error(
		`The queue mode tests took longer than ${totalLimit / 60_000} minutes and were ended.`,
	);
	void closeQueueEnvironment().finally(() => process.exit(1));
}, totalLimit).unref();

spareLoopback();
await installServers(console.log);
const missing = missingServers();
if (missing === undefined) {
	conclude(await runTests(join(import.meta.dirname, 'scaled-out.mts')));
} else {
	conclude({ passed: 0, failed: 0, skipped: [missing] }, missing);
}
clearTimeout(watchdog);
