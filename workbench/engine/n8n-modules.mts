/**
 * Loads n8n's own code and prepares what it expects to find in a process. All of it by `require`: n8n-core is CommonJS,
 * and with n8n-workflow's ES modules beside its CommonJS, `instanceof` inside n8n would fail on the node's errors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spareLoopback } from './loopback.mts';

const load = createRequire(import.meta.url);

// n8n's configuration reads these when it is first asked for something.
const settingsFolder = mkdtempSync(join(tmpdir(), 'messaging-service-engine-'));
process.env.N8N_USER_FOLDER = settingsFolder;
process.env.N8N_ENCRYPTION_KEY = 'the engine keeps its credentials in memory only';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';

// n8n's requests go through the machine's proxy; one elsewhere can't reach a sandbox on this machine.
spareLoopback();

/** n8n-workflow, the copy that n8n-core uses. */
export const n8nWorkflow = load('n8n-workflow') as typeof import('n8n-workflow');

export const loadOfCore = <Module,>(file: string) => load(`n8n-core/dist/${file}.js`) as Module;

/** The part of n8n-core that runs workflows; loading the whole package takes a second longer. */
export const n8nCore =
	loadOfCore<typeof import('n8n-core/dist/execution-engine/index.js')>('execution-engine/index');

// n8n's settings object writes a file when it is made, and never again: made now, the folder can go.
const { InstanceSettings } =
	loadOfCore<typeof import('n8n-core/dist/instance-settings/index.js')>('instance-settings/index');
const loadAsCore = createRequire(load.resolve('n8n-core'));
export const { Container } = loadAsCore('@n8n/di') as typeof import('@n8n/di');
Container.get(InstanceSettings);
rmSync(settingsFolder, { recursive: true });

/** n8n's protection against requests to private addresses; off unless `enabled`. */
export const ssrfProtection = Container.get(
	(loadAsCore('@n8n/config') as typeof import('@n8n/config')).SsrfProtectionConfig,
);

/** The helper by which n8n's workers share entries; n8n's server initializes it. */
export const { DataDeduplicationService: n8nDeduplication } = loadOfCore<
	typeof import('n8n-core/dist/data-deduplication-service.js')
>('data-deduplication-service');

/** n8n-core's loader of node packages, for what it adds to a node's description. */
export const { DirectoryLoader } = loadOfCore<
	typeof import('n8n-core/dist/nodes-loader/directory-loader.js')
>('nodes-loader/directory-loader');

/** The parameters that n8n-core's loader puts before a polling node's own: when it polls. */
export const { commonPollingParameters } =
	loadOfCore<typeof import('n8n-core/dist/nodes-loader/constants.js')>('nodes-loader/constants');

/** `require` as seen from this file, for packages whose built files are CommonJS. */
export const requireFile: (path: string) => unknown = load;
