/**
 * n8n's HTTP Request node, out of the complete n8n: what a user would pick instead. Its token is in a Header Auth
 * credential, and its Batching is what somebody sets who knows the service.
 */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ICredentialType, IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
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
		new (load(file) as Record<string, new () => T>)[name]!();
	const node = instance<INodeType>('./dist/nodes/HttpRequest/HttpRequest.node.js', 'HttpRequest');
	const credential = instance<ICredentialType>(
		'./dist/credentials/HttpHeaderAuth.credentials.js',
		'HttpHeaderAuth',
	);
	const credentials = packageOf([], [credential], 'n8n-nodes-base');
	return { ...credentials, nodes: { httpRequest: node } };
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

/** The records of a page stand in one item; another node has to split them. */
function recordsIn({ json }: { json: IDataObject }): number {
	const { data } = json as { data?: { data?: unknown } };
	return Array.isArray(data?.data) ? data.data.length : 1;
}

const batchedBy =
	(batching?: { batchSize: number; batchInterval: number }): Subject =>
	async (task, { baseUrl, token }) => {
		const folder = process.env.COMPLETE_N8N;
		if (!folder) throw new Error('There is no complete n8n: npm run n8n installs it.');
		loaded ??= httpRequestPackage(folder);
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
			credential: {
				name: 'Benchmark',
				type: 'httpHeaderAuth',
				data: { name: 'Authorization', value: `Bearer ${token}` },
			},
			recordsIn,
		});
	};

export const httpRequest = batchedBy();
/** For a service that refuses more than 20 requests at once and answers within a tenth of a second. */
export const httpRequestTwenties = batchedBy({ batchSize: 20, batchInterval: 100 });
export const httpRequestTens = batchedBy({ batchSize: 10, batchInterval: 10 });
