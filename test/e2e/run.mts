/**
 * `npm run test:e2e`: tests the package inside a complete n8n, judged by the sandbox's journal. Arguments choose the
 * test files whose names begin with them. `--n8n` chooses another n8n: a version, or the address of one that is
 * running.
 */
import { join } from 'node:path';
import { spareLoopback } from '../../workbench/engine/loopback.mts';
import { browserNeeds } from '../../workbench/n8n/browser.mts';
import { missing } from '../../workbench/n8n/programs.mts';
import { closeEnvironment } from './environment.mts';
import { conclude, limit, runTests } from './runner.mts';

limit(35, closeEnvironment);
spareLoopback();
conclude(await runTests(join(import.meta.dirname, 'inside-n8n.mts')), missing(browserNeeds));
