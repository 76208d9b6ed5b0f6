import type { IHttpRequestOptions } from 'n8n-workflow';

import type { SendOrder } from '../operations/operation';
import type { AbortSignalLike, Traveller } from './request';
import { readAll } from './reading';
import { sendAll } from './sending';
import { sentences } from './sentences';
import type { Arrival, Batch, Try, Verdict } from './try';

/**
 * Decides whether a batch goes. Without continue-on-fail it goes only when nothing of it, nor of a
 * batch before it, was refused; with it, its good items go.
 */
export async function judge(
	current: Try,
	batch: Batch,
	request: IHttpRequestOptions,
): Promise<Verdict> {
	refuseAboveCap(current, batch);
	const refused = current.batches
		.filter(({ number }) => number <= batch.number)
		.some(({ arrivals }) => arrivals.some((arrival) => arrival.refused.length > 0));
	if (refused && !current.setup.continuesOnFail) return { goes: false };

	const going = batch.arrivals.filter((arrival) => arrival.refused.length === 0);
	if (going.length === 0) return { goes: true, results: new Map() };
	const [first] = going;
	const functions = first!.functions;
	const session = await current.session(functions);
	const signal = functions.getExecutionCancelSignal() as AbortSignalLike | undefined;
	signal?.addEventListener('abort', () => session.account.gate.dismiss(current));
	const travellerOf = ({ functions: requester, limit }: Arrival): Traveller => ({
		requester,
		session,
		run: current,
		limit,
		signal,
	});
	const results = first!.order?.purpose === 'read'
		? readAll(going, travellerOf, request)
		: sendAll(current, going, travellerOf, request);
	return { goes: true, results };
}

/**
 * Refuses the whole batch when the run would reach more numbers than one of its items allows.
 * Each number counts once; a contact group has a size that nobody here knows.
 */
function refuseAboveCap(current: Try, batch: Batch): void {
	const sofar = current.batches.flatMap(({ arrivals }) => arrivals);
	const orders = sofar
		.map(({ order }) => order)
		.filter((order): order is SendOrder => order?.purpose === 'send');
	const caps = orders.map(({ maxRecipients }) => maxRecipients).filter((cap) => cap > 0);
	if (caps.length === 0) return;
	const cap = Math.min(...caps);
	const numbers = new Set(orders.flatMap(({ body }) => body.recipients ?? []));
	for (const arrival of batch.arrivals) {
		if (arrival.remembered || arrival.order?.purpose !== 'send') continue;
		if (arrival.order.body.contact_list_id !== null) {
			arrival.refused.push({ id: 'groupUnderCap', ...sentences.groupUnderCap(cap), fate: 'refused' });
		} else if (numbers.size > cap) {
			arrival.refused.push({ id: 'tooManyRecipients', ...sentences.tooManyRecipients(numbers.size, cap), fate: 'refused' });
		}
	}
}
