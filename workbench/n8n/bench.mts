/**
 * A complete n8n with the package installed, an owner, and a credential for a sandbox: what the
 * editor's command and the tests start from.
 */
import { join } from 'node:path';
import {
	installCommunityPackage,
	packProject,
	registerCommunityPackage,
} from './community-package.mts';
import { Executions } from './executions.mts';
import { completeN8n, type CompleteN8n, type Recipe } from './install.mts';
import { launchN8n, type LaunchOptions, type N8nProcess } from './launch.mts';
import { N8nRest, type Owner, type NodeTypeDescription } from './rest.mts';

export const account: Owner = { email: 'owner@example.com', password: 'Workbench1' };
export const packageName = 'n8n-nodes-messaging-service';
export const nodeType = `${packageName}.messagingService`;
export const triggerType = `${packageName}.messagingServiceTrigger`;
export const credentialType = 'messagingServiceApi';
export const credentialName = 'Messaging Service (sandbox)';

export interface SandboxAddress {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
}

export interface Bench {
	install: CompleteN8n;
	/** The packed package. */
	tarball: string;
	n8n: N8nProcess;
	rest: N8nRest;
	executions: Executions;
	nodeTypes: NodeTypeDescription[];
}

/**
 * Packs the project, installs it for this user folder and starts n8n with its owner signed in.
 * @param launch the user folder, the port and further settings of n8n
 * @param say told what takes time
 * @param recipe which n8n
 */
export async function openBench(
	launch: LaunchOptions,
	say: (line: string) => void,
	recipe?: Recipe,
): Promise<Bench> {
	const install = await completeN8n(say, recipe);
	say('Building and packing the package');
	const tarball = await packProject(join(launch.userFolder, 'package'));
	return await openPackedBench(install, tarball, launch, say);
}

/** The same with an n8n and a package that are there already. */
export async function openPackedBench(
	install: CompleteN8n,
	tarball: string,
	launch: LaunchOptions,
	say: (line: string) => void,
): Promise<Bench> {
	await installCommunityPackage(launch.userFolder, tarball, packageName);
	say(`Starting n8n ${install.version}`);
	const n8n = await launchN8n(install, launch);
	try {
		const rest = new N8nRest(n8n.origin);
		await rest.signIn(account);
		const nodeTypes = await rest.nodeTypes();
		// With another database the tables are out of this program's reach, and n8n loads the package all the same.
		if (launch.env?.DB_TYPE === undefined)
			await registerCommunityPackage(launch.userFolder, packageName, nodeTypes);
		return { install, tarball, n8n, rest, executions: new Executions(rest, install), nodeTypes };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

/** The credential's fields as a person would fill them in for this sandbox. */
export function credentialFields(sandbox: SandboxAddress): Record<string, unknown> {
	return {
		baseUrl: sandbox.baseUrl,
		clientId: sandbox.clientId,
		clientSecret: sandbox.clientSecret,
		allowInsecureHttp: false,
	};
}

/** Makes the credential, or brings the one of an earlier run up to date. */
async function keptCredential(
	rest: N8nRest,
	name: string,
	type: string,
	data: Record<string, unknown>,
): Promise<{ id: string; name: string }> {
	const known = (await rest.credentials()).find((entry) => entry.name === name);
	if (!known) return await rest.createCredential(name, type, data);
	await rest.changeCredential(known.id, known.name, type, data);
	return { id: known.id, name: known.name };
}

/** The credential for the sandbox. */
export async function sandboxCredential(
	rest: N8nRest,
	sandbox: SandboxAddress,
): Promise<{ id: string; name: string }> {
	return await keptCredential(rest, credentialName, credentialType, credentialFields(sandbox));
}

/** What a caller of the examples' webhooks has to send along. */
export const webhookHeader = { name: 'X-Api-Key', value: 'workbench' };

export async function webhookCredential(rest: N8nRest): Promise<{ id: string; name: string }> {
	return await keptCredential(rest, 'Webhook callers', 'httpHeaderAuth', webhookHeader);
}
