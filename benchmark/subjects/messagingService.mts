/** This package's node and trigger, as built; `BENCHMARK_DIST` names another build's folder. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IHttpRequestHelper, INodeParameters } from 'n8n-workflow';
import {
	CredentialStore,
	loadPackage,
	type NodePackage,
	type StoredCredential,
} from '../../workbench/engine/engine.mts';
import { PolledWorkflow } from '../../workbench/engine/poll.mts';
import { listedNumber, sentFields, textFields, textOf, type Place, type Subject } from './task.mts';
import { runNode } from './workflow.mts';

const project = join(import.meta.dirname, '../..');
const dist = process.env.BENCHMARK_DIST ?? join(project, 'dist');
let loaded: NodePackage | undefined;
const builtPackage = () => (loaded ??= loadPackage(project, dist));

/** Returns a credential with a stored token, in the form in which the package has n8n store it. */
async function credentialAt(place: Place): Promise<StoredCredential> {
	const { baseUrl, clientId, clientSecret, token } = place;
	const keys = { baseUrl, clientId, clientSecret };
	const { preAuthentication } = builtPackage().credentials.messagingServiceApi!;
	const httpRequest = async () => ({ statusCode: 200, body: { access_token: token } });
	const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
	const stored = await preAuthentication!.call(helper, keys);
	return { name: 'Benchmark', type: 'messagingServiceApi', data: { ...keys, ...stored } as never };
}

const sending: INodeParameters = {
	operation: 'sendMessage',
	senderId: { __rl: true, mode: 'id', value: String(sentFields.sender_id) },
	priority: sentFields.priority,
	campaign: sentFields.campaign,
	message: sentFields.message,
	sendTo: 'phoneNumbers',
	recipients: '={{ $json.phone }}',
};
const skipping = { ...sending, options: { skipAlreadySent: true, sameMessage: 'campaign' } };
const reading = { operation: 'queryMessages', returnAll: true, output: 'simplified' };

export const node: Subject = async (task, place) => {
	const type = 'n8n-nodes-messaging-service.messagingService';
	const parameters = task.kind === 'reads' ? reading : task.skips ? skipping : sending;
	// A send with an unknown outcome is an output, and doesn't fail the run.
	const subject = { type, parameters, onError: 'continueRegularOutput' as const };
	return await runNode(task, subject, [builtPackage()], await credentialAt(place));
};

/** Returns an expression for a field: the item's text if the item names this field, else `usual`. */
const either = (field: string, usual: string) =>
	`={{ $json.field === '${field}' ? $json.text : ${JSON.stringify(usual)} }}`;

const foreign = {
	...sending,
	// Differs between runs, since this process remembers the messages that it has sent.
	message: "={{ $json.field === 'message' ? $json.text : $json.run }}",
	campaign: either('campaign', 'benchmark'),
	recipients: either('recipients', listedNumber),
	options: {
		skipAlreadySent: true,
		excludeNumbers: either('excludeNumbers', ''),
		schedule: either('schedule', ''),
	},
};

export const text: Subject = async (task, place) => {
	const type = 'n8n-nodes-messaging-service.messagingService';
	const subject = { type, parameters: foreign, onError: 'continueRegularOutput' as const };
	const run = String(performance.now());
	const input = textFields.map((field) => ({ json: { field, run, text: textOf(task) } }));
	return await runNode(task, subject, [builtPackage()], await credentialAt(place), input);
};

let watched: PolledWorkflow | undefined;

/** Activates the trigger in the process's first task, which polls once. Each later task is a scheduled poll. */
export const trigger: Subject = async (_task, place) => {
	const credential = await credentialAt(place);
	if (watched) {
		const { items = [], error } = await watched.poll();
		return { items: items.length, records: 0, failure: (error as Error | undefined)?.message };
	}
	watched = new PolledWorkflow({
		packages: [builtPackage()],
		credentials: new CredentialStore({ benchmark: credential }),
		nodeType: 'n8n-nodes-messaging-service.messagingServiceTrigger',
		nodeCredentials: { [credential.type]: { id: 'benchmark', name: credential.name } },
		// More than 50,000 recipients can't be watched.
		parameters: {
			event: 'statusChanged',
			filters: { campaign: 'campaign-1' },
			options: { watchHours: 744 },
		},
	});
	await watched.activate();
	return { items: 0, records: 0 };
};

export const loading: Subject = async () => {
	const require = createRequire(import.meta.url);
	require(join(dist, 'nodes/MessagingService/MessagingService.node.js'));
	require(join(dist, 'credentials/MessagingServiceApi.credentials.js'));
	return { items: 0, records: 0 };
};
