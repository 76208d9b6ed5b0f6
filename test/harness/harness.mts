/**
 * Runs the package as its users do: the built files, on n8n's own engine, against a service on this machine. A test
 * gives the input, then reads the output and the service's journal.
 *
 * Each test begins with a fresh service, a new account, and the clock at its start.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
	GenericValue,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestHelper,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	IWorkflowBase,
	WorkflowExecuteMode,
} from 'n8n-workflow';
// Imported before n8n, so that n8n finds the clock when it is loaded.
import { clock } from './clock.mts';
import {
	CredentialStore,
	loadOptions,
	loadPackage,
	packageOf,
	runWorkflow,
	searchList,
	testCredential,
	type NodePackage,
	type RunOptions,
	type RunResult,
} from '../../workbench/engine/engine.mts';
import { openLink, type LinkAnswer, type LinkRequest } from '../../workbench/engine/answer.mts';
import { PolledWorkflow, type PolledWorkflowOptions } from '../../workbench/engine/poll.mts';
import { toolOf, type CallTool } from '../../workbench/engine/tool.mts';
import {
	startSandbox,
	type RequestEntry,
	type Sandbox,
	type SandboxOptions,
} from '../../workbench/sandbox/sandbox.mts';
import { ssrfProtection } from '../../workbench/engine/n8n-modules.mts';
import { shapeOf, shapes } from './requestShapes.mts';
import { holdAgainstRows } from './pane.mts';
import { holdAgainstSchema } from './schemas.mts';
import { startScripted, type Scripted, type ScriptOf } from './scripted.mts';
import { sharedEntries } from './sharedEntries.mts';

export { clock, dateGoesByClock } from './clock.mts';
export { faults } from '../../workbench/sandbox/faults.mts';
export { selfSigned } from '../../workbench/sandbox/selfSigned.mts';
/** n8n itself, for tests that check the package with n8n's own code, or that define nodes of their own. */
export { n8nWorkflow } from '../../workbench/engine/n8n-modules.mts';
export { packageOf } from '../../workbench/engine/engine.mts';
export { listening } from './scripted.mts';
export { handOn, startRelay } from '../../workbench/engine/relay.mts';
export { readingChoices } from '../../workbench/sandbox/options.mts';
export { shapeOf, shapes } from './requestShapes.mts';
export { sharedEntries } from './sharedEntries.mts';
export * as probe from '../../workbench/probe/report.mts';
export { ssrfProtection } from '../../workbench/engine/n8n-modules.mts';

const root = join(import.meta.dirname, '../..');
const nodeName = 'Messaging Service';
const nodeType = 'n8n-nodes-messaging-service.messagingService';
const triggerType = 'n8n-nodes-messaging-service.messagingServiceTrigger';
const nodeCredentials = { messagingServiceApi: { id: 'test', name: 'Messaging Service account' } };

/** Entry points through which n8n calls the node: `customOperations`, or the routing engine in an n8n without them. */
export type Door = 'customOperations' | 'routing';
export const doors: Door[] = ['customOperations', 'routing'];

/** Options of a run. By default it has one empty row, and stops at a failure. */
export interface Setup {
	/** The JSON of each input item. */
	rows?: IDataObject[];
	/** Input items, for tests that need more than the JSON of the rows. */
	items?: INodeExecutionData[];
	/** n8n's settings of the node, such as `onError`, `retryOnFail`, `executeOnce`. */
	settings?: Partial<INode>;
	/** The workflow's time zone; UTC by default. */
	zone?: string;
	workflowName?: string;
	door?: Door;
	/** Cancels the run when aborted, like n8n's Stop button. */
	stop?: AbortSignal;
	mode?: WorkflowExecuteMode;
	/** Base URL of the links at which n8n waits for answers. */
	waitingUrl?: string;
	/** Changed fields of the credential, for another account than the test's own. */
	credential?: ICredentialDataDecryptedObject;
}

/** The result of a run, as a person sees it. */
export interface Outcome {
	status: RunResult['status'];
	/** The JSON of the node's output, and of its error output. */
	rows: IDataObject[];
	errorRows: IDataObject[];
	/** The same outputs as n8n's items, with `pairedItem`. */
	items: INodeExecutionData[];
	errorItems: INodeExecutionData[];
	/** The failure in the node's panel; undefined where it didn't fail. */
	failure?: { message: string; description: string; itemIndex?: number; raw: Error };
	/** The failure as one text, empty where there is none. */
	told: string;
	/** The hints that n8n shows above the output. */
	hints: string[];
	execution: RunResult;
}

/** Returns a resource locator, such as a sender ID, as the editor stores it. */
export function locator(value: unknown, mode = 'id'): INodeParameters {
	return { __rl: true, mode, value: value as GenericValue } as INodeParameters;
}

/** Parameters of a send that the service accepts. */
export const goodSend: INodeParameters = {
	operation: 'sendMessage',
	senderId: locator(102),
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	sendTo: 'phoneNumbers',
	recipients: '+254712345678',
};

/** Returns a phone number without any special meaning, different for each index. */
export const numberOf = (index: number): string => `+2547${10_100_000 + index}`;

/** Formats a time as the columns of a workflow in UTC show it. */
export const shownInUtc = (time: unknown): string =>
	new Date(time as string).toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Returns `count` rows, each with such a number. */
export const rowsTo = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ to: numberOf(from + index) }));

/** Parameters that send to the number of each row. */
export const each = { recipients: '={{ $json.to }}' };

let current: Sandbox | undefined;
let store: CredentialStore;
const scripts: Scripted[] = [];

function sandbox(): Sandbox {
	if (!current) throw new Error('There is a service in a test only, not around it.');
	return current;
}

/** The sandbox of this test. `start` replaces it by a new one, for options that can't be changed while it runs. */
export const service = new Proxy(
	{ start, comeBack },
	{ get: (own, name) => Reflect.get(name in own ? own : sandbox(), name) as unknown },
) as Sandbox & { start: typeof start; comeBack: typeof comeBack };

/** Restarts the same service at its address, after `stop`. */
async function comeBack(): Promise<void> {
	await sandbox().start(Number(new URL(sandbox().baseUrl).port));
}

async function start(options: SandboxOptions = {}): Promise<void> {
	await current?.stop();
	// A new account, since the node's process remembers limits, tokens and sends of accounts by their keys.
	current = await startSandbox({ now: () => clock.now(), account: ++accounts, ...options });
	store = storeOf();
}
let accounts = 0;

function storeOf(data: ICredentialDataDecryptedObject = {}): CredentialStore {
	const { baseUrl, clientId, clientSecret } = sandbox();
	const fields = { baseUrl, clientId, clientSecret, allowInsecureHttp: false, accessToken: '' };
	return new CredentialStore({
		test: {
			name: 'Messaging Service account',
			type: 'messagingServiceApi',
			data: { ...fields, ...data },
		},
	});
}

/** Changes fields of the stored credential, as its user or another n8n does. A running execution reads them too. */
export function setCredential(data: ICredentialDataDecryptedObject): void {
	store.set('test', { ...store.get('test'), ...data });
	store.writes--;
}

/** Calls `action` each time that n8n reads the credential in this test. */
export function onCredentialRead(action: () => void): void {
	const find = store.find.bind(store);
	store.find = (id) => {
		action();
		return find(id);
	};
}

/** Stores a token, as if another process of n8n had got it for the present credential. */
export async function storeToken(token: string): Promise<void> {
	const { preAuthentication } = new N8nProcess().package.credentials.messagingServiceApi!;
	const httpRequest = async () => ({ statusCode: 200, body: { access_token: token } });
	const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
	setCredential((await preAuthentication!.call(helper, store.get('test'))) as never);
}

/** Sets whether n8n stores a renewed token together with all the data that it was requested with, as n8n 1.x does. */
export const storesAll = (isOf1x: boolean): void => void (store.storesAll = isOf1x);

/** Returns how often n8n has written a new token into the stored credential. */
export const tokenWrites = (): number => store.writes;

/** Returns the credential as n8n has stored it, including a renewed token. */
export const storedCredential = (): ICredentialDataDecryptedObject => store.get('test');

/** Starts a scripted service and points the credential at it, for answers that the sandbox can't give. */
export async function answering(...script: Parameters<ScriptOf>): Promise<Scripted> {
	const scripted = await startScripted(...script);
	scripts.push(scripted);
	setCredential({ baseUrl: scripted.baseUrl, clientId: `scripted-${accounts++}` });
	return scripted;
}

/** Returns the requests of one operation, as the service received them. */
export const received = (operation: RequestEntry['operation']): RequestEntry[] =>
	sandbox().requests.filter((request) => request.operation === operation);

/** Returns the numbers that the service sent messages to, in order, once per message. */
export const texted = (): string[] => sandbox().journal.flatMap(({ recipients }) => recipients);

/** Resets the clock and starts a fresh service. Runs before each test. */
export async function begin(): Promise<void> {
	clock.reset();
	await start();
}

/**
 * Stops the services and resets what a test may have changed. Runs after each test.
 *
 * @throws Error if the node made a request of a shape that `requestShapes.mts` lacks
 */
export async function end(): Promise<void> {
	const { requests = [] } = current ?? {};
	// After a refusal the node asks for less, so its requests have other shapes.
	const isRefused = requests.some(
		({ status, fault }) => /^4[02]/.test(`${status}`) || /^refused/.test(fault ?? ''),
	);
	const asked = new Set(isRefused ? [] : requests.map(shapeOf));
	await current?.stop();
	current = undefined;
	await Promise.all(scripts.splice(0).map((script) => script.stop()));
	clock.reset();
	clock.useReal();
	sharedEntries.forget();
	ssrfProtection.enabled = false;
	const unlisted = [...asked].filter((shape) => shape && !shapes.includes(shape));
	if (unlisted.length > 0)
		throw new Error(`requestShapes.mts doesn't have '${unlisted.join("', '")}'.`);
}

/** A process of n8n, such as a worker of queue mode, with a memory of its own. */
export class N8nProcess {
	private readonly packages: Record<Door, NodePackage>;

	constructor() {
		const { cache } = createRequire(import.meta.url);
		for (const file of Object.keys(cache))
			if (file.startsWith(join(root, 'dist'))) delete cache[file];
		const routing = loadPackage(root);
		for (const node of Object.values(routing.nodes)) delete node.customOperations;
		this.packages = { customOperations: loadPackage(root), routing };
	}

	/** Adds the fields that n8n adds to the credential's form (n8n-workflow, credential-domain-restrictions). */
	withDomainFields(): this {
		const fields = ['allowedHttpRequestDomains', 'allowedDomains'].map((name) => ({
			name,
			displayName: name,
			type: 'string' as const,
			default: '',
		}));
		this.package.credentials.messagingServiceApi!.properties.push(...fields);
		return this;
	}

	/** The package as n8n has loaded it. */
	get package(): NodePackage {
		return this.packages.customOperations;
	}

	/** Runs a workflow of a trigger and the node, with these parameters, to its end. */
	async run(parameters: INodeParameters, setup: Setup = {}): Promise<Outcome> {
		const { rows = [{}], items = rows.map((json) => ({ json })) } = setup;
		const { door, stop, mode, waitingUrl } = setup;
		const execution = await runWorkflow(workflowOf(parameters, setup), {
			packages: [this.packages[door ?? 'customOperations']],
			credentials: setup.credential ? storeOf(setup.credential) : store,
			input: items,
			signal: stop,
			mode,
			waitingUrl,
		});
		const outcome = outcomeOf(execution, setup.settings?.name);
		const outputs = [...outcome.rows, ...outcome.errorRows];
		// A waiting node outputs its input, which has no schema.
		if (!execution.run?.data.waitTill) holdAgainstSchema(parameters, outputs);
		const isSend = (parameters.operation ?? 'sendMessage') === 'sendMessage';
		// Without `customOperations`, n8n shows no hints.
		if (isSend && outputs.length > 0 && door !== 'routing') holdAgainstRows(outcome.hints, outputs);
		return outcome;
	}

	/** Runs any workflow, such as an example, to its end. */
	async execute(workflow: IWorkflowBase, options: Partial<RunOptions> = {}) {
		const execution = await runWorkflow(workflow, {
			packages: [this.package],
			credentials: store,
			...options,
		});
		for (const { type, name, parameters, alwaysOutputData } of workflow.nodes) {
			// With `alwaysOutputData`, n8n outputs an empty item if there is none.
			if (type !== nodeType || alwaysOutputData) continue;
			const items = [0, 1].flatMap((at) => execution.output(name, at));
			const outputs = items.map(({ json }) => json);
			holdAgainstSchema(parameters, outputs);
		}
		return execution;
	}

	/** Sends `goodSend` with these changes. */
	async send(parameters: INodeParameters = {}, setup: Setup = {}): Promise<Outcome> {
		return await this.run({ ...goodSend, ...parameters }, setup);
	}

	/** Opens the link of a text while its run waits, or sends an answer to it. */
	async open(
		{ execution }: Outcome,
		parameters: INodeParameters,
		link: string,
		request: Partial<LinkRequest> = {},
		setup: Setup = {},
	): Promise<LinkAnswer> {
		const { searchParams, pathname } = new URL(link);
		const query = Object.fromEntries(searchParams);
		const executionId = pathname.split('/').at(-2);
		const surroundings = { packages: [this.package], credentials: store };
		const asked = { method: 'GET' as const, query, executionId, ...request };
		const answer = await openLink(
			workflowOf(parameters, setup),
			execution.run!,
			surroundings,
			asked,
		);
		const { goesOn = [] } = answer;
		const rows = goesOn.map(({ json }) => json);
		holdAgainstSchema(parameters, rows);
		return answer;
	}

	/** Returns a workflow that starts with the trigger, not yet activated. */
	trigger(
		parameters: INodeParameters = {},
		options: Partial<PolledWorkflowOptions> = {},
	): PolledWorkflow {
		return new PolledWorkflow({
			packages: [this.package],
			credentials: store,
			nodeType: triggerType,
			nodeName: 'Messaging Service Trigger',
			nodeCredentials,
			parameters,
			settings: { timezone: 'UTC' },
			...options,
		});
	}

	/** Returns the node as a tool, the way n8n's agents before version 3 and its MCP server call it. */
	tool(parameters: INodeParameters, setup: Setup = {}): CallTool {
		return toolOf(workflowOf(parameters, setup), nodeName, [this.package], store);
	}

	/** Sends a request from n8n's HTTP Request node with this credential. n8n has an older and a newer request helper. */
	async httpRequest(url: string, helper: 'older' | 'newer' = 'older'): Promise<Outcome> {
		const name = 'HTTP Request';
		const type = 'n8n-nodes-base.httpRequest';
		const node = httpRequestNode(url, helper);
		const base = packageOf([node], [], 'n8n-nodes-base');
		const settings = { name, type, parameters: {} };
		const packages = [this.package, base];
		const execution = await runWorkflow(workflowOf({}, { settings }), {
			packages,
			credentials: store,
		});
		return outcomeOf(execution, name);
	}

	/** Runs the credential's own test. Returns the result as the editor shows it. */
	async testCredential(): Promise<{ status: string; message: string }> {
		return await testCredential([this.package], store, 'test');
	}

	/** Returns a page of the drop-down of senders. */
	async senders(filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		return await searchList(this.listRequest('searchSenders'), filter, paginationToken);
	}

	/** Returns the choices in the drop-down of statuses. */
	async statuses(): Promise<INodePropertyOptions[]> {
		return await loadOptions(this.listRequest('getStatuses'));
	}

	private listRequest(method: string) {
		return { packages: [this.package], credentials: store, nodeType, method, nodeCredentials };
	}
}

/** Returns a stand-in for n8n's HTTP Request node, which uses the credential through the older or the newer helper. */
function httpRequestNode(url: string, helper: 'older' | 'newer'): INodeType {
	return {
		description: {
			name: 'httpRequest',
			displayName: 'HTTP Request',
			group: ['output'],
			version: 1,
			description: '',
			defaults: { name: 'HTTP Request' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'messagingServiceApi', required: true }],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const { helpers } = this;
			const headers = { 'x-own': 'kept' };
			const json =
				helper === 'older'
					? await helpers.requestWithAuthentication.call(this, 'messagingServiceApi', {
							...{ uri: url, headers, json: true },
						})
					: await helpers.httpRequestWithAuthentication.call(this, 'messagingServiceApi', {
							...{ url, headers },
						});
			return [[{ json: json as IDataObject }]];
		},
	};
}

/** Returns a workflow of a manual trigger and the node. */
export function workflowOf(parameters: INodeParameters, setup: Setup = {}): IWorkflowBase {
	const trigger = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const node = {
		id: 'node',
		name: nodeName,
		type: nodeType,
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: nodeCredentials,
		...setup.settings,
	};
	return {
		name: setup.workflowName ?? 'Test',
		active: false,
		nodes: [trigger, node],
		settings: { timezone: setup.zone ?? 'UTC' },
		connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
	} as unknown as IWorkflowBase;
}

function outcomeOf(execution: RunResult, name = nodeName): Outcome {
	const items = execution.output(name, 0);
	const errorItems = execution.output(name, 1);
	const error = execution.error ?? execution.errorOf(name);
	const failure = error && { ...error, description: error.description ?? '' };
	return {
		status: execution.status,
		rows: items.map(({ json }) => json),
		errorRows: errorItems.map(({ json }) => json),
		items,
		errorItems,
		failure,
		told: failure ? `${failure.message}\n${failure.description}`.trim() : '',
		hints: execution.hints(name).map(({ message }) => message),
		execution,
	};
}

/** The n8n of most tests: one process on one machine. */
let n8n: N8nProcess;

/** Starts the n8n process of a test file. Runs before its tests. */
export function beginFile(): void {
	n8n = new N8nProcess();
}

export const run: N8nProcess['run'] = async (...given) => await n8n.run(...given);
export const send: N8nProcess['send'] = async (...given) => await n8n.send(...given);
export const open: N8nProcess['open'] = async (...given) => await n8n.open(...given);
export const execute: N8nProcess['execute'] = async (...given) => await n8n.execute(...given);
export const trigger: N8nProcess['trigger'] = (...given) => n8n.trigger(...given);
export const tool: N8nProcess['tool'] = (...given) => n8n.tool(...given);
export const credentialTest: N8nProcess['testCredential'] = async () => await n8n.testCredential();
export const senders: N8nProcess['senders'] = async (...given) => await n8n.senders(...given);
export const statuses: N8nProcess['statuses'] = async () => await n8n.statuses();
export const httpRequest: N8nProcess['httpRequest'] = async (...given) =>
	await n8n.httpRequest(...given);
export const thePackage = (): NodePackage => n8n.package;
