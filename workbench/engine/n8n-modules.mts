/**
 * Loads n8n's own code and sets up the process as it expects. Everything goes through `require`: n8n-core is CommonJS,
 * and with n8n-workflow's ES modules beside its CommonJS, `instanceof` inside n8n would fail on the node's errors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spareLoopback } from './loopback.mts';

const load = createRequire(import.meta.url);

// n8n's configuration reads these variables on first access.
const settingsFolder = mkdtempSync(join(tmpdir(), 'messaging-service-engine-'));
process.env.N8N_USER_FOLDER = settingsFolder;
process.env.N8N_ENCRYPTION_KEY = 'the engine keeps its credentials in memory only';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';

// n8n sends requests through the configured proxy, and a remote proxy can't reach a sandbox on this machine.
spareLoopback();

/** The copy of n8n-workflow that n8n-core uses. */
export const n8nWorkflow = load('n8n-workflow') as typeof import('n8n-workflow');

export const loadOfCore = <Module,>(file: string) => load(`n8n-core/dist/${file}.js`) as Module;

/** The part of n8n-core that runs workflows; loading the whole package takes a second longer. */
export const n8nCore =
	loadOfCore<typeof import('n8n-core/dist/execution-engine/index.js')>('execution-engine/index');

// n8n's settings object writes its file only on creation. Created here, its folder can be deleted right away.
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

/** n8n's deduplication service, through which its workers share entries. n8n's server initializes it. */
export const { DataDeduplicationService: n8nDeduplication } = loadOfCore<
	typeof import('n8n-core/dist/data-deduplication-service.js')
>('data-deduplication-service');

/** n8n-core's loader of node packages, used here to add parameters to node descriptions as it does. */
export const { DirectoryLoader } = loadOfCore<
	typeof import('n8n-core/dist/nodes-loader/directory-loader.js')
>('nodes-loader/directory-loader');

/** The Poll Times parameters, which n8n-core's loader puts before a polling node's own. */
export const { commonPollingParameters } =
	loadOfCore<typeof import('n8n-core/dist/nodes-loader/constants.js')>('nodes-loader/constants');

/** `require` as seen from this file, for packages whose built files are CommonJS. */
export const requireFile: (path: string) => unknown = load;
