/** A complete n8n with the package, an owner and a credential for a sandbox, for `npm run n8n` and the tests. */
import { join } from 'node:path';
import { Executions } from './executions.mts';
import { completeN8n, type CompleteN8n, type Recipe } from './install.mts';
import { launchN8n, type LaunchOptions } from './launch.mts';
import { credentialType, installPackage, listPackage, nodeType } from './package.mts';
import { packageName, packProject } from './package.mts';
import type { Say } from './programs.mts';
import { account, N8nRest, type Credential } from './rest.mts';
import type { Sandbox } from '../sandbox/sandbox.mts';

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** Signs in to a running n8n. @throws if it doesn't have the package */
export async function joinBench(origin: string, owner?: typeof account) {
	const rest = new N8nRest(origin);
	await rest.signIn(owner);
	const nodeTypes = await rest.types('nodes');
	if (!nodeTypes.some(({ name }) => name === nodeType))
		throw new Error(`The n8n at ${origin} doesn't have the package ${packageName}.`);
	return { rest, executions: new Executions(rest), nodeTypes };
}

/** Packs the project, installs it for this user folder and starts n8n with its owner signed in. */
export async function openBench(launch: LaunchOptions, say: Say, recipe?: Recipe): Promise<Bench> {
	const install = await completeN8n(say, recipe);
	say('Building and packing the package');
	await installPackage(launch.userFolder, await packProject(join(launch.userFolder, 'package')));
	say(`Starting n8n ${install.version}`);
	return await startBench(install, launch);
}

/** Starts n8n with a user folder that has the package, and signs in. */
export async function startBench(install: CompleteN8n, launch: LaunchOptions) {
	const n8n = await launchN8n(install, launch);
	try {
		const joined = await joinBench(n8n.origin);
		listPackage(launch.userFolder, joined.nodeTypes);
		return { install, n8n, ...joined };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

/** Returns the credential's fields as a user would fill them in for this sandbox. */
export function credentialFields({ baseUrl, clientId, clientSecret }: Sandbox) {
	return { baseUrl, clientId, clientSecret, allowInsecureHttp: false };
}

export const credentialName = 'Messaging Service (sandbox)';

export async function sandboxCredential(rest: N8nRest, sandbox: Sandbox): Promise<Credential> {
	return await rest.saveCredential(credentialName, credentialType, credentialFields(sandbox));
}

/** The header that callers of the examples' webhooks must send. */
export const webhookHeader = { name: 'X-Api-Key', value: 'workbench' };

export async function webhookCredential(rest: N8nRest): Promise<Credential> {
	return await rest.saveCredential('Webhook callers', 'httpHeaderAuth', webhookHeader);
}
