/** This package's node, as built. */
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import {
	CredentialStore,
	loadPackage,
	type NodePackage,
	type StoredCredential,
} from '../../workbench/engine/engine.mts';
import { PolledWorkflow } from '../../workbench/engine/poll.mts';
import { messageText, type TaskResult, type Place, type Subject, type Task } from './task.mts';
import { runNode } from './workflow.mts';

const project = join(import.meta.dirname, '../..');

/** The built package, a copy of its own for each caller of another process. */
export function builtPackage(): NodePackage {
	return loadPackage(project);
}

/** The node as a workflow has it for this task; with `options` as chosen for a send. */
export function nodeFor(
	task: Task,
	options: INodeParameters = {},
): Pick<INode, 'type' | 'typeVersion' | 'parameters'> {
	return {
		type: 'n8n-nodes-messaging-service.messagingService',
		typeVersion: 1,
		parameters: parametersFor(task, options),
	};
}

function parametersFor(task: Task, options: INodeParameters): INodeParameters {
	if (task.kind === 'returnAll')
		return { operation: 'queryMessages', returnAll: true, output: 'simplified' };
	return {
		operation: 'sendMessage',
		senderId: { __rl: true, mode: 'id', value: '102' },
		priority: 'utility',
		campaign: 'benchmark',
		message: messageText,
		sendTo: 'phoneNumbers',
		recipients: '={{ $json.phone }}',
		options,
	};
}

export function credentialAt({ baseUrl, clientId, clientSecret, token }: Place): StoredCredential {
	return {
		name: 'Benchmark',
		type: 'messagingServiceApi',
		data: { baseUrl, clientId, clientSecret, allowInsecureHttp: false, accessToken: token },
	};
}

let loaded: NodePackage | undefined;

async function run(task: Task, place: Place, options: INodeParameters = {}): Promise<TaskResult> {
	loaded ??= builtPackage();
	return await runNode(task, {
		packages: [loaded],
		node: nodeFor(task, options),
		credential: credentialAt(place),
	});
}

export const messagingService: Subject = (task, place) => run(task, place);

/** The same with Combine Items: 100 numbers in each request. */
export const combining: Subject = (task, place) => run(task, place, { combineItems: true });

/** As far back as the node and its trigger look at the most, in hours. */
const longest = 744;

/** The same with Skip Already Sent, which reads the service's list first. */
export const skipping: Subject = (task, place) =>
	run(task, place, { skipAlreadySent: true, lookBackHours: longest });

let watched: PolledWorkflow | undefined;

/** The trigger: the first task of its process activates it, which polls once; each later one is a scheduled poll. */
export const trigger: Subject = async (_task, place) => {
	const credential = credentialAt(place);
	if (!watched) {
		watched = new PolledWorkflow({
			packages: [(loaded ??= builtPackage())],
			credentials: new CredentialStore({ benchmark: credential }),
			nodeType: 'n8n-nodes-messaging-service.messagingServiceTrigger',
			nodeCredentials: { [credential.type]: { id: 'benchmark', name: credential.name } },
			parameters: { event: 'statusChanged', options: { watchHours: longest } },
		});
		await watched.activate();
		return { items: 0, records: 0, paired: 0 };
	}
	const { outcome, items = [], error } = await watched.poll();
	const failure = outcome === 'failed' ? String((error as Error | undefined)?.message) : undefined;
	return { items: items.length, records: 0, paired: 0, failure };
};
