/** The command `npm run test:queue`: n8n's queue mode with two workers, judged by the sandbox's journal. */
import { join } from 'node:path';
import { spareLoopback } from '../../workbench/engine/loopback.mts';
import { installServers, missingServers } from '../../workbench/n8n/servers.mts';
import { closeEnvironment } from './environment.mts';
import { conclude, limit, runTests } from './runner.mts';

limit(20, closeEnvironment);
spareLoopback();
await installServers(console.log);
const missing = missingServers();
const nothing = { passed: 0, failed: 0, skipped: [missing ?? ''] };
const file = join(import.meta.dirname, 'queue-mode.mts');
conclude(missing === undefined ? await runTests(file) : nothing, missing);
