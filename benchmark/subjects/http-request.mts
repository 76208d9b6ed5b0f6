/**
 * n8n's built-in HTTP Request node, out of the complete n8n: what a user would pick instead. Once in
 * its fastest way, the bearer token typed into a header, so that no credential is read; once so, with its
 * Batching option on; and once with the token where it should be, in a Header Auth credential.
 */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ICredentialType, IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import {
	packageOf,
	type NodePackage,
	type StoredCredential,
} from '../../workbench/engine/engine.mts';
import { batching } from './batching.mts';
import {
	messageText,
	perPage,
	type TaskResult,
	type Place,
	type Subject,
	type Task,
} from './task.mts';
import { runNode } from './workflow.mts';

// One n8n-workflow in the process: with n8n's own copy beside the engine's, `instanceof` would fail on errors.
function shareWorkflowLibrary(): void {
	registerHooks({
		resolve: (specifier, context, next) =>
			next(
				specifier,
				specifier === 'n8n-workflow'
					? { ...context, parentURL: pathToFileURL(import.meta.filename).href }
					: context,
			),
	});
}

let loaded: NodePackage | undefined;

/** @param folder the folder of the complete n8n */
function httpRequestPackage(folder: string): NodePackage {
	shareWorkflowLibrary();
	const load = createRequire(join(folder, 'node_modules/n8n-nodes-base/package.json'));
	const { HttpRequest } = load('./dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => INodeType;
	};
	const { HttpHeaderAuth } = load('./dist/credentials/HttpHeaderAuth.credentials.js') as {
		HttpHeaderAuth: new () => ICredentialType;
	};
	return {
		...packageOf([], [new HttpHeaderAuth()], 'n8n-nodes-base'),
		nodes: { httpRequest: new HttpRequest() },
	};
}

function headerOf({ token }: Place): { name: string; value: string } {
	return { name: 'Authorization', value: `Bearer ${token}` };
}

const byCredential: INodeParameters = {
	authentication: 'genericCredentialType',
	genericAuthType: 'httpHeaderAuth',
};

function byTypedHeader(place: Place): INodeParameters {
	return {
		authentication: 'none',
		sendHeaders: true,
		headerParameters: { parameters: [headerOf(place)] },
	};
}

function parametersFor(
	task: Task,
	place: Place,
	authentication: INodeParameters,
	batch?: typeof batching,
): INodeParameters {
	const common = { url: `${place.baseUrl}/sms/messages`, ...authentication };
	if (task.kind === 'returnAll') {
		return {
			...common,
			method: 'GET',
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'per_page', value: String(perPage) }] },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression:
							'={{ $response.body.data.meta.current_page >= $response.body.data.meta.last_page }}',
						limitPagesFetched: false,
					},
				},
			},
		};
	}
	const fixed = `sender_id: 102, priority: "utility", campaign: "benchmark", message: ${JSON.stringify(messageText)}`;
	return {
		...common,
		method: 'POST',
		sendBody: true,
		contentType: 'json',
		specifyBody: 'json',
		jsonBody: `={{ { ${fixed}, schedule: null, recipients: [$json.phone], contact_list_id: null } }}`,
		options: batch ? { batching: { batch } } : {},
	};
}

/** The records of a page stand in one item; another node has to split them. */
function recordsIn(item: { json: IDataObject }): number {
	const { data } = item.json as { data?: { data?: unknown } };
	return Array.isArray(data?.data) ? data.data.length : 1;
}

interface Setup {
	authentication: INodeParameters;
	credential?: StoredCredential;
	batch?: typeof batching;
}

async function run(
	task: Task,
	place: Place,
	{ authentication, credential, batch }: Setup,
): Promise<TaskResult> {
	const folder = process.env.COMPLETE_N8N;
	if (!folder)
		throw new Error(
			'The HTTP Request node needs the complete n8n. Run npm run n8n once: it installs it.',
		);
	loaded ??= httpRequestPackage(folder);
	const node = {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: parametersFor(task, place, authentication, batch),
	};
	return await runNode(task, { packages: [loaded], node, credential, recordsIn });
}

export const httpRequest: Subject = (task, place) =>
	run(task, place, { authentication: byTypedHeader(place) });

export const httpRequestBatching: Subject = (task, place) =>
	run(task, place, { authentication: byTypedHeader(place), batch: batching });

export const httpRequestCredential: Subject = (task, place) =>
	run(task, place, {
		authentication: byCredential,
		credential: { name: 'Benchmark', type: 'httpHeaderAuth', data: headerOf(place) },
	});
