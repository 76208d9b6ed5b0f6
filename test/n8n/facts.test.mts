/**
 * What the package takes for granted of n8n, proven with a node of a few lines. Where a new n8n breaks one of
 * these, users may be harmed without a word: so look here first, and then where the package relies on it.
 */
import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import {
	answering,
	execute,
	n8nWorkflow,
	packageOf,
	thePackage,
	workflowOf,
	type Setup,
} from '../harness/index.mts';

const { NodeConnectionTypes } = n8nWorkflow;

type Operation = (this: IExecuteFunctions) => Promise<INodeExecutionData[]>;
type Hook = () => Promise<INodeExecutionData[]>;

/** A declarative node with a hidden resource; its `customOperations`, and the hook around its requests. */
function probe(operation: Operation, hook: Hook = async () => []): INodeType {
	const properties = [
		{ displayName: 'R', name: 'resource', type: 'hidden', default: 'thing' },
		{ displayName: 'O', name: 'operation', type: 'string', default: 'do' },
		{ displayName: 'T', name: 'text', type: 'string', default: '' },
	].map((field) => ({ ...field, routing: { send: { paginate: true } } }));
	return {
		description: {
			displayName: 'Probe',
			name: 'probe',
			group: ['output'],
			version: 1,
			description: 'Does what a test says',
			defaults: { name: 'Probe' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: 'messagingServiceApi' }],
			requestDefaults: { baseURL: '={{ $credentials.baseUrl }}', method: 'POST', url: '/things' },
			requestOperations: { pagination: hook },
			properties: properties as INodeType['description']['properties'],
		},
		customOperations: {
			thing: {
				async do() {
					return [await operation.call(this as IExecuteFunctions)];
				},
			},
		},
	};
}

let exchanges = 0;
/** A credential whose token n8n renews. */
const credential: ICredentialType = {
	name: 'messagingServiceApi',
	displayName: 'Probe API',
	properties: [
		{ displayName: 'URL', name: 'baseUrl', type: 'string', default: '' },
		{
			displayName: 'Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true },
			default: '',
		},
	],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
	},
	preAuthentication: async () => ({ accessToken: `token-${++exchanges}` }),
};
beforeEach(() => {
	exchanges = 0;
});

/** Runs a workflow with the probe in it. */
async function play(operation: Operation, setup: Setup & { hook?: Hook } = {}, parameters = {}) {
	const { rows = [{}], settings, hook, stop } = setup;
	const workflow = workflowOf(parameters, { settings: { ...settings, type: 'facts.probe' } });
	const packages = [packageOf([probe(operation, hook)], [credential], 'facts')];
	return await execute(workflow, { packages, signal: stop, input: rows.map((json) => ({ json })) });
}

/** Makes one request as the package makes them, but for what is given. */
async function ask(
	context: IExecuteFunctions,
	options: Partial<IHttpRequestOptions> = {},
	token = 'old',
) {
	const { baseUrl } = await context.getCredentials('messagingServiceApi');
	const data = { baseUrl: String(baseUrl), accessToken: token };
	const request = { method: 'POST' as const, baseURL: data.baseUrl, url: '/things', json: true };
	const answer = (await context.helpers.httpRequestWithAuthentication.call(
		context,
		'messagingServiceApi',
		{
			...request,
			body: { a: 1 },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			...options,
		},
		{ credentialsDecrypted: { id: '', name: '', type: 'messagingServiceApi', data } },
	)) as { statusCode: number; headers: IDataObject };
	return { ...answer, data };
}

const three = [{ row: 1 }, { row: 2 }, { row: 3 }];

test('an operation by expression goes through the hook, and each item has begun before one has ended', async () => {
	const seen: string[] = [];
	const custom = jest.fn(async () => []);
	await play(
		custom,
		{
			rows: three,
			hook: async () => {
				seen.push('begins');
				await new Promise((resolve) => setImmediate(resolve));
				seen.push('ends');
				return [{ json: {} }];
			},
		},
		{ operation: '={{ "do" }}' },
	);
	expect(seen.join(' ')).toBe('begins begins begins ends ends ends');
	expect(custom).not.toHaveBeenCalled();
});

test('an answer of 401 is sent again once by n8n, a POST too, but not where no status is an error', async () => {
	const { requests } = await answering(() => ({ status: 401, body: {} }));
	await play(async function () {
		expect((await ask(this)).statusCode).toBe(401);
		return [];
	});
	expect([requests.length, exchanges]).toEqual([1, 0]);
	await play(async function () {
		await ask(this, { ignoreHttpStatusErrors: false });
		return [];
	});
	expect([requests.length, exchanges]).toEqual([3, 1]);
});

test('an empty token has n8n fetch one into the very data that were given, for each request anew', async () => {
	const { requests } = await answering(() => ({ body: {} }));
	let used: string[] = [];
	await play(async function () {
		const answers = await Promise.all([ask(this, {}, ''), ask(this, {}, '')]);
		used = answers.map(({ data }) => data.accessToken);
		return [];
	});
	// No lock: whoever wants one exchange for all has to see to it.
	expect(used.sort()).toEqual(['token-1', 'token-2']);
	expect(requests.map(({ headers }) => headers.authorization).sort()).toEqual([
		'Bearer token-1',
		'Bearer token-2',
	]);
});

test('the domains that a credential allows are the own one and those of its list', () => {
	const allowed = (mode: string, allowedDomains = '') =>
		n8nWorkflow.getCredentialAllowedDomains({
			node: {} as INode,
			credentialData: { allowedHttpRequestDomains: mode, allowedDomains },
			credentialOwnedSurface: true,
			nodeEndpointUrl: 'https://sms.example.org/api',
		});
	expect(allowed('domains', 'a.example.com')).toBe('sms.example.org, a.example.com');
	expect([allowed('domains'), allowed('none'), allowed('all')]).toEqual([
		'sms.example.org',
		undefined,
		undefined,
	]);
});

test('the Request Options that the node declares are those that n8n adds to a declarative node', () => {
	const theirs = probe(async () => []);
	const ours = thePackage().nodes.messagingService!;
	packageOf([theirs], [credential], 'facts');
	/** All that a saved workflow depends on: names, types, defaults and bounds, in any order. */
	const stored = (field: unknown): unknown => {
		const {
			name,
			type,
			default: value,
			typeOptions,
			noDataExpression,
			isNodeSetting,
			...rest
		} = field as INodeProperties;
		const { options = [], values = [] } = rest as { options?: unknown[]; values?: unknown[] };
		const inside = [...options, ...values].map(stored);
		const byName = inside.sort((one, other) => (String(one) < String(other) ? -1 : 1));
		const bounds = { ...typeOptions, multipleValues: undefined };
		return JSON.stringify({ name, type, value, bounds, noDataExpression, isNodeSetting, byName });
	};
	const [one, other] = [ours, theirs].map(({ description: { properties } }) =>
		stored(properties.find(({ name: each }) => each === 'requestOptions')),
	);
	expect(one).toBe(other);
	expect(one).toContain('batchInterval');
});
