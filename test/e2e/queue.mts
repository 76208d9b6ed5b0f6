/** `npm run test:queue`: tests n8n's queue mode with two workers, judged by the sandbox's journal. */
import { join } from 'node:path';
import { spareLoopback } from '../../workbench/engine/loopback.mts';
import { installMissing, missing } from '../../workbench/n8n/programs.mts';
import { serverNeeds } from '../../workbench/n8n/queue-mode.mts';
import { closeEnvironment } from './environment.mts';
import { conclude, limit, runTests } from './runner.mts';

limit(20, closeEnvironment);
spareLoopback();
await installMissing(serverNeeds, console.log);
const lacking = missing(serverNeeds);
const nothing = { passed: 0, failed: 0, skipped: [lacking ?? ''] };
const file = join(import.meta.dirname, 'queue-mode.mts');
conclude(lacking === undefined ? await runTests(file) : nothing, lacking);
