/**
 * The alternative to this package: n8n's HTTP Request node, from the complete n8n in the folder COMPLETE_N8N, with its
 * token in a credential.
 */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ICredentialType, INodeParameters, INodeType } from 'n8n-workflow';
import { packageOf, type NodePackage } from '../../workbench/engine/engine.mts';
import { perPage, sentFields, type Subject } from './task.mts';
import { runNode } from './workflow.mts';

let loaded: NodePackage | undefined;

function httpRequestPackage(): NodePackage {
	// With n8n's own copy of n8n-workflow beside the engine's, `instanceof` would fail on errors. Both load the engine's.
	const parentURL = pathToFileURL(import.meta.filename).href;
	registerHooks({
		resolve: (specifier, context, next) =>
			next(specifier, specifier === 'n8n-workflow' ? { ...context, parentURL } : context),
	});
	const folder = join(process.env.COMPLETE_N8N!, 'node_modules/n8n-nodes-base');
	const load = createRequire(join(folder, 'package.json'));
	const instance = <T,>(file: string, name: string) =>
		new (load(`./dist/${file}`) as Record<string, new () => T>)[name]!();
	const node = instance<INodeType>('nodes/HttpRequest/HttpRequest.node.js', 'HttpRequest');
	const header = 'credentials/HttpHeaderAuth.credentials.js';
	const credential = instance<ICredentialType>(header, 'HttpHeaderAuth');
	return { ...packageOf([], [credential], 'n8n-nodes-base'), nodes: { httpRequest: node } };
}

const lastPage = '$response.body.data.meta.current_page >= $response.body.data.meta.last_page';
const pagination = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression: `={{ ${lastPage} }}`,
	limitPagesFetched: false,
};
const reading: INodeParameters = {
	method: 'GET',
	sendQuery: true,
	queryParameters: { parameters: [{ name: 'per_page', value: String(perPage) }] },
	options: { pagination: { pagination } },
};

const fixed = JSON.stringify(sentFields).slice(1, -1);
const sending: INodeParameters = {
	method: 'POST',
	sendBody: true,
	contentType: 'json',
	specifyBody: 'json',
	jsonBody: `={{ { ${fixed}, recipients: [$json.phone] } }}`,
};

export const httpRequest: Subject = async (task, { baseUrl, token }) => {
	loaded ??= httpRequestPackage();
	const data = { name: 'Authorization', value: `Bearer ${token}` };
	const parameters = {
		url: `${baseUrl}/sms/messages`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		...(task.kind === 'reads' ? reading : sending),
	};
	const node = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
	const credential = { name: 'Benchmark', type: 'httpHeaderAuth', data };
	return await runNode(task, node, [loaded], credential);
};
