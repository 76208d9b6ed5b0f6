/**
 * What a user would take instead: n8n's HTTP Request node, out of the complete n8n, with its token in a credential and
 * the Batching of somebody who knows the service; or a node that declares its fields and leaves all else to n8n.
 */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ICredentialType, INodeParameters, INodeType } from 'n8n-workflow';
import { packageOf, type NodePackage } from '../../workbench/engine/engine.mts';
import { perPage, sentFields, type Subject } from './task.mts';
import { runNode } from './workflow.mts';

let loaded: NodePackage | undefined;

/** @param folder the folder of the complete n8n */
function httpRequestPackage(folder: string): NodePackage {
	// With n8n's own copy of n8n-workflow beside the engine's, `instanceof` would fail on errors.
	const parentURL = pathToFileURL(import.meta.filename).href;
	registerHooks({
		resolve: (specifier, context, next) =>
			next(specifier, specifier === 'n8n-workflow' ? { ...context, parentURL } : context),
	});
	const load = createRequire(join(folder, 'node_modules/n8n-nodes-base/package.json'));
	const instance = <T,>(file: string, name: string) =>
		new (load(`./dist/${file}`) as Record<string, new () => T>)[name]!();
	const node = instance<INodeType>('nodes/HttpRequest/HttpRequest.node.js', 'HttpRequest');
	const header = 'credentials/HttpHeaderAuth.credentials.js';
	const credential = instance<ICredentialType>(header, 'HttpHeaderAuth');
	return { ...packageOf([], [credential], 'n8n-nodes-base'), nodes: { httpRequest: node } };
}

const lastPage = '$response.body.data.meta.current_page >= $response.body.data.meta.last_page';
const reading: INodeParameters = {
	method: 'GET',
	sendQuery: true,
	queryParameters: { parameters: [{ name: 'per_page', value: String(perPage) }] },
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
				paginationCompleteWhen: 'other',
				completeExpression: `={{ ${lastPage} }}`,
				limitPagesFetched: false,
			},
		},
	},
};

const fixed = JSON.stringify(sentFields).slice(1, -1);
const sending: INodeParameters = {
	method: 'POST',
	sendBody: true,
	contentType: 'json',
	specifyBody: 'json',
	jsonBody: `={{ { ${fixed}, recipients: [$json.phone] } }}`,
};

const batchedBy =
	(batching?: { batchSize: number; batchInterval: number }): Subject =>
	async (task, { baseUrl, token }) => {
		loaded ??= httpRequestPackage(process.env.COMPLETE_N8N!);
		const data = { name: 'Authorization', value: `Bearer ${token}` };
		const options = batching ? { batching: { batch: batching } } : {};
		const parameters = {
			url: `${baseUrl}/sms/messages`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			...(task.kind === 'sends' ? { ...sending, options } : reading),
		};
		return await runNode(task, {
			packages: [loaded],
			node: { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters },
			credential: { name: 'Benchmark', type: 'httpHeaderAuth', data },
		});
	};

export const httpRequest = batchedBy();
/** For a service that refuses more than 20 requests at once and answers within a tenth of a second. */
export const httpRequestTwenties = batchedBy({ batchSize: 20, batchInterval: 100 });
export const httpRequestTens = batchedBy({ batchSize: 10, batchInterval: 10 });

// An expression for each: only so do the values reach the service in their own types.
const values = Object.entries(sentFields).map(([name, value]) => [name, JSON.stringify(value)]);
const fields = [...values, ['recipients', '[$json.phone]']].map(([name, value]) => {
	const routing = { send: { type: 'body', property: name } };
	return { displayName: name, name, type: 'json', default: `={{ ${value} }}`, routing };
});

const credentialType: ICredentialType = {
	name: 'plainToken',
	displayName: 'Plain Token',
	properties: [{ displayName: 'Token', name: 'token', type: 'string', default: '' }],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.token }}' } },
	},
};

function packageAt(baseURL: string): NodePackage {
	const description = {
		displayName: 'Plain',
		name: 'plain',
		group: ['output'],
		version: 1,
		defaults: { name: 'Plain' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'plainToken', required: true }],
		requestDefaults: { baseURL, method: 'POST', url: '/sms/messages' },
		properties: fields,
	};
	return packageOf([{ description } as unknown as INodeType], [credentialType], 'plain');
}

export const declarative: Subject = async (task, { baseUrl, token }) =>
	await runNode(task, {
		packages: [packageAt(baseUrl)],
		node: { type: 'plain.plain', typeVersion: 1, parameters: {} },
		credential: { name: 'Benchmark', type: 'plainToken', data: { token } },
	});
