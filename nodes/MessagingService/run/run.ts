import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { checkItems, sends, type Run } from './check';
import { errorFor, failureOfRun, isUnknown, skippingOf } from './failure';
import { hintsOf } from './hints';
import type { NodeSettings } from './nodeSettings';
import { outputsOf } from './outputs';
import type { FailedItem, Item, ReadOrder, Results, SendOrder } from '../item';
import { readAll } from '../messages/pages';
import { lookUpUnknown } from '../send/lookUpUnknown';
import { claimAmongWorkers, postpone, releaseUnsent, sendPostponed } from '../send/otherWorkers';
import { sendAll, settleWithoutRequest } from '../send/send';
import type { Sending } from '../send/sending';
import { skipListed } from '../send/skipAlreadySent';
import { WorkerClaims } from '../send/workerClaims';
import { redactData } from '../service/redaction';
import { requestFormOf } from '../service/request';
import { Session } from '../service/session';
import { pause, Slices, Stop } from '../service/stop';

/**
 * Takes the secrets out of what reading and checking came to: failures quote the user's own values, and
 * so do the numbers that are skipped. Works in slices.
 */
async function redactChecked(results: Results, items: Item[], session: Session): Promise<void> {
	const slices = new Slices();
	for (const [index, result] of results) {
		if (slices.isOver) await slices.next();
		if ('failures' in result)
			results.set(index, { failures: result.failures.map((failure) => session.redacted(failure)) });
	}
	const redaction = session.redaction();
	for (const { order } of items) {
		if (slices.isOver) await slices.next();
		if ('beside' in order) redactData(order.beside, redaction);
	}
}

/**
 * Runs the node: reads and checks all items, then sends or queries, then gives the outputs.
 *
 * Without continue-on-fail one refused item means that no item goes. What an earlier try of the run
 * has sent, or may have sent, is not sent again.
 *
 * @throws NodeApiError, without continue-on-fail, that tells what came of all the run's tries
 */
export async function runItems(run: Run): Promise<INodeExecutionData[]> {
	const stop = new Stop(run.signal);
	try {
		await stop.orStopped(run.ledger.settled(), () => undefined);
		const { results, items } = await checkItems(run, stop);
		// Also where nothing goes: a refusal quotes the user's own value, which may be a secret.
		const session = await Session.open(run.requester);
		await redactChecked(results, items, session);
		// What an earlier try left unknown stays so, and keeps nothing back.
		const kept = failedIn(results);
		const refused = kept.filter((item) => !isUnknown(item));
		const orders = [...items.map(({ order }) => order), ...run.ledger.orders];
		if (refused.length > 0 && !run.continuesOnFail)
			throw failureOfRun(run, session, {
				first: refused[0]!,
				failed: kept,
				results,
				orders,
				stop,
				nothingLeft: true,
			});
		const waited = items.length > 0 ? await make(run, session, items, results, stop) : 0;
		const failed = failedIn(results);
		const told = run.continuesOnFail || (run.givesOutUnknown && failed.every(isUnknown));
		if (failed.length > 0 && !told)
			throw failureOfRun(run, session, {
				first: failed.find(isUnknown) ?? failed[0]!,
				failed,
				results,
				orders,
				stop,
				nothingLeft: false,
			});
		run.tell(
			await hintsOf(results, waited, {
				skips: orders.length > 0 && skippingOf(orders) === 'on',
				isNamedAfterWorkflow: String(run.reader.expressionAt('campaign')).includes('$workflow'),
			}),
		);
		return await outputsOf(results, run.total, {
			errorOf: (index, message) =>
				errorFor(run.node, { index, message, description: '' }, stop.isStopped),
			sends: sends(run),
			toErrorOutput: run.node.onError === 'continueErrorOutput',
			rowOf: (index) => run.rowOf(index),
		});
	} finally {
		stop.end();
	}
}

/** Makes the items' requests. @returns the milliseconds that the service had them wait */
async function make(
	run: Run,
	session: Session,
	items: Item[],
	results: Results,
	stop: Stop,
): Promise<number> {
	const { operation, requester, settings, ledger } = run;
	const request: IHttpRequestOptions = {
		method: operation.method,
		url: operation.url,
		...requestFormOf(session),
		...settings.request,
	};
	const sender = { requester, session, run, stop };
	const { limiter, recentSends: recent } = session.account;
	const pausedBefore = limiter.paused;
	if (!sends(run)) {
		await batches(
			items as Array<Item<ReadOrder>>,
			settings,
			stop,
			async (batch) => await readAll(batch, sender, request, results),
		);
		return limiter.paused - pausedBefore;
	}
	const sending: Sending = {
		sender,
		request,
		ledger,
		results,
		zone: run.reader.zone,
		began: Date.now(),
		recent,
		unknown: [],
		forget: [],
		...(run.sharedEntries
			? { workers: new WorkerClaims(run.sharedEntries, stop, session.account) }
			: {}),
		claimed: new Map(),
		postponed: [],
	};
	const messages = await settleWithoutRequest(items as Array<Item<SendOrder>>, results, session);
	try {
		const claims = claimAmongWorkers(messages, sending);
		const listed = await skipListed(messages, sending);
		const going = postpone(listed, await claims, sending);
		await batches(going, settings, stop, async (batch) => await sendAll(batch, sending));
		await sendPostponed(sending);
		await lookUpUnknown(sending);
	} finally {
		await releaseUnsent(sending);
		for (const forget of sending.forget) forget();
	}
	return limiter.paused - pausedBefore;
}

/** n8n's Batching: the batches start one interval after the other, whether the one before is done or not. */
async function batches<I extends Item>(
	items: I[],
	{ batching }: NodeSettings,
	stop: Stop,
	go: (batch: I[]) => Promise<void>,
): Promise<void> {
	if (!batching) return await go(items);
	const byNumber = new Map<number, I[]>();
	for (const item of items) {
		const number = Math.floor(item.index / batching.size);
		const batch = byNumber.get(number);
		if (batch) batch.push(item);
		else byNumber.set(number, [item]);
	}
	const underWay: Array<Promise<void>> = [];
	for (const batch of byNumber.values()) {
		if (underWay.length > 0) await pause(batching.interval, stop);
		const going = go(batch);
		// Awaited below, after the last pause: until then a rejection would be nobody's.
		going.catch(() => undefined);
		underWay.push(going);
	}
	await Promise.all(underWay);
}

function failedIn(results: Results): FailedItem[] {
	return [...results]
		.flatMap(([index, result]) => ('failures' in result ? [{ index, ...result }] : []))
		.sort((one, other) => one.index - other.index);
}
