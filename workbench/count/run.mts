/**
 * `npm run count`: counts the files and functions of the node that a run passes through, and how often it moves to
 * another file. `-- --list SCENARIO` prints the functions in the order in which they start.
 */
import { parseArgs } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { CredentialStore, type StoredCredential } from '../engine/engine.mts';
import { PolledWorkflow } from '../engine/poll.mts';
import { runStep } from '../engine/step.mts';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.mts';
import { compiledPackage, starts } from './compiled.mts';

const packages = [compiledPackage()];
const name = 'Messaging Service account';

/** Returns a credential with a valid token, as after an earlier run. */
function credentialAt({ baseUrl, clientId, clientSecret, tokens, now }: Sandbox): StoredCredential {
	const data = { baseUrl, clientId, clientSecret, accessToken: tokens.issue(now()) };
	return { name, type: 'messagingServiceApi', data };
}

async function runNode(sandbox: Sandbox, parameters: INodeParameters): Promise<void> {
	const type = 'n8n-nodes-messaging-service.messagingService';
	const node = { name: 'Node', type, parameters };
	const { error } = await runStep(node, credentialAt(sandbox), { packages });
	if (error) throw error.raw;
}

/** Polls twice and records the second poll only, which finds three new messages. */
async function pollTwice(sandbox: Sandbox): Promise<void> {
	const nodeType = 'n8n-nodes-messaging-service.messagingServiceTrigger';
	const credentials = new CredentialStore({ count: credentialAt(sandbox) });
	const nodeCredentials = { messagingServiceApi: { id: 'count', name } };
	const polled = new PolledWorkflow({ packages, credentials, nodeType, nodeCredentials });
	await polled.activate();
	for (let count = 0; count < 3; count++) sandbox.addMessage();
	starts.length = 0;
	const { error } = await polled.poll();
	if (error) throw error;
}

const message = {
	senderId: { __rl: true, mode: 'id', value: '102' },
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	sendTo: 'phoneNumbers',
	recipients: '+254712345678',
};

const scenarios: Record<string, (sandbox: Sandbox) => Promise<void>> = {
	send: (sandbox) => runNode(sandbox, { operation: 'sendMessage', ...message }),
	sendAndWait: (sandbox) => runNode(sandbox, { operation: 'sendAndWait', ...message }),
	poll: pollTwice,
	returnAll: (sandbox) => runNode(sandbox, { operation: 'queryMessages', returnAll: true }),
	querySenders: (sandbox) => runNode(sandbox, { operation: 'querySenders' }),
};

/** Runs a scenario with a sandbox and an account of its own, and returns its function starts. */
async function startsOf(scenario: string, account: number): Promise<string[]> {
	const play = scenarios[scenario];
	if (!play) throw new Error(`${scenario} is none of ${Object.keys(scenarios).join(', ')}.`);
	const pastMessages = scenario === 'returnAll' ? 250 : 0;
	const sandbox = await startSandbox({ account, pastMessages });
	starts.length = 0;
	await play(sandbox);
	await sandbox.stop();
	return [...starts];
}

function figuresOf(all: string[]) {
	const files = all.map((start) => start.split(':')[0]);
	return {
		files: new Set(files).size,
		functions: new Set(all).size,
		calls: all.length,
		'changes of file': files.filter((file, at) => at > 0 && file !== files[at - 1]).length,
	};
}

const { list } = parseArgs({ options: { list: { type: 'string' } } }).values;
if (list === undefined) {
	const table: Record<string, object> = {};
	for (const [at, scenario] of Object.keys(scenarios).entries())
		table[scenario] = figuresOf(await startsOf(scenario, at));
	console.table(table);
} else {
	for (const start of await startsOf(list, 0)) console.log(start);
}
