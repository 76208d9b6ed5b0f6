import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import { errorFor, failedOutput, failedRun, refusedRun, type Failure } from './failure';
import { judge } from './preflight';
import { requestForm } from './requestForm';
import { sentences } from './sentences';
import { tryOf, type Arrival, type Result, type Try } from './try';

/** n8n's only hook that surrounds a request, from before it is authenticated until after its answer. */
export type Hook = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The way of every request of this operation. n8n calls it once an item, for all items of a run
 * (or batch) before any request leaves; that is what lets all items be checked before the first
 * is sent.
 */
export function hookFor(operation: Operation): Hook {
	return async function (requestData) {
		const current = tryOf(this);
		const arrival = arrive(this, current, operation, requestData.options);
		const batch = current.add(arrival);
		await batch.gathered;
		const calledOff = current.calledOff(batch);
		if (calledOff === 'forgotten') return [];
		if (calledOff === 'perhaps') return await deliver(current, operation, arrival, { failures: [notSent] });

		batch.verdict ??= judge(current, batch, request(requestData.options, operation));
		const verdict = await batch.verdict;
		const result = verdict.goes ? await verdict.results.get(arrival.index) : undefined;
		return await deliver(current, operation, arrival, result);
	};
}

const notSent: Failure = { id: 'calledOff', fate: 'refused', ...sentences.calledOff() };

function arrive(
	functions: IExecutePaginationFunctions,
	current: Try,
	operation: Operation,
	options: DeclarativeRestApiSettings.HttpRequestOptions,
): Arrival {
	const prepared = operation.prepare({
		body: (options.body ?? {}) as IDataObject,
		query: options.qs ?? {},
		// Without a fallback n8n throws for a field that is not set.
		parameter: (path) => functions.getNodeParameter(path, null) ?? undefined,
		zone: functions.getTimezone(),
		now: Date.now(),
	});
	const index = functions.getItemIndex();
	const order = 'order' in prepared ? prepared.order : undefined;
	const remembered = current.setup.ledger.get(index, order);
	const refused: Failure[] =
		'problems' in prepared && !remembered
			? prepared.problems.map((problem) => ({ ...problem, fate: 'refused' as const }))
			: [];
	const limit = 'order' in prepared ? prepared.limit : 1;
	return { index, order, limit, refused, remembered, functions };
}

/** What every request of the operation has in common: address, and n8n's own node settings. */
function request(
	{ timeout, proxy, skipSslCertificateValidation, allowedDomains }: DeclarativeRestApiSettings.HttpRequestOptions,
	{ method, url }: Operation,
): IHttpRequestOptions {
	return {
		method,
		url,
		...requestForm,
		...(timeout ? { timeout } : {}),
		...(proxy ? { proxy } : {}),
		...(skipSslCertificateValidation ? { skipSslCertificateValidation: true } : {}),
		...(allowedDomains ? { allowedDomains } : {}),
	};
}

/** Turns an item's result into its output, or into the failure of the whole run. */
async function deliver(
	current: Try,
	operation: Operation,
	{ index, refused }: Arrival,
	result: Result | undefined,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: index };
	if (result && 'items' in result) {
		current.finish();
		return result.items.map((json) => ({ json: json as IDataObject, pairedItem }));
	}
	const failures = result?.failures ?? refused;
	if (current.setup.continuesOnFail) {
		return [{ json: failedOutput({ index, failures }) as unknown as IDataObject, pairedItem }];
	}
	if (failures.length > 0) current.failed.push({ index, failures });
	current.finish();
	// n8n looks at the items' promises only after it has started all of them: one that rejects while
	// Batching still spaces the others would be an unhandled rejection. And the failure tells what
	// all the others came to.
	await current.completed;
	// n8n throws the failure of the first item that has one and forgets the rest.
	if (index !== current.failed[0]?.index) return [];
	throw errorFor(current.setup.node, { index, ...failureOfRun(current, operation) });
}

function failureOfRun({ failed, setup: { total }, receipts, batches }: Try, { method }: Operation) {
	const refused = batches.flatMap(({ arrivals }) => arrivals).some((arrival) => arrival.refused.length > 0);
	return refused
		? refusedRun(failed, total, receipts)
		: failedRun(failed, total, method === 'POST', receipts);
}
