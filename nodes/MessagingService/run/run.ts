import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { checkItems, sends, type Run } from './check';
import { errorFor, failureOfRun, isUnknown, skippingOf } from './failure';
import { hintsOf } from './hints';
import { outputsOf } from './outputs';
import type { FailedItem, Item, ReadOrder, Results, SendItem } from '../item';
import { readAll } from '../messages/query';
import { showDryRun } from '../send/dryRun';
import type { Sending, UnknownSend } from '../send/ledger';
import { lookUpUnknown } from '../send/lookUpUnknown';
import { sendAll } from '../send/send';
import { sendUnsent, skipsSent } from '../send/skipAlreadySent';
import { WorkerClaims } from '../send/workerClaims';
import { requestFormOf } from '../service/request';
import { Session } from '../service/session';
import { pause, Slices, Stop } from '../service/stop';
import { clockOf } from '../values/time';

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
		const { results, items } = await checkItems(run, stop);
		// Also where nothing goes: a refusal quotes the user's own value, which may be a secret.
		const session = await Session.open(run.requester);
		await redactChecked(results, items, session);
		const orders = [...items.map(({ order }) => order), ...run.ledger.orders];
		const failWith = (first: FailedItem, nothingLeft: boolean): Error => {
			const failed = failedIn(results);
			return failureOfRun(run, session, { first, failed, results, orders, stop, nothingLeft });
		};
		// What an earlier try left unknown stays so, and keeps nothing back.
		const refused = failedIn(results).find((item) => !isUnknown(item));
		if (refused && !run.continuesOnFail) throw failWith(refused, true);

		const waited = items.length > 0 ? await makeRequests(run, session, items, results, stop) : 0;

		const failed = failedIn(results);
		const told = run.continuesOnFail || (run.givesOutUnknown && failed.every(isUnknown));
		if (failed.length > 0 && !told) throw failWith(failed.find(isUnknown) ?? failed[0]!, false);
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
	const quoting = items.flatMap(({ order }) =>
		'beside' in order && order.beside.skippedRecipients ? [order.beside] : [],
	);
	for (const beside of quoting) {
		if (slices.isOver) await slices.next();
		session.account.redaction.data(beside);
	}
}

/** Makes the items' requests. @returns the milliseconds that the service had them wait */
async function makeRequests(
	run: Run,
	session: Session,
	items: Item[],
	results: Results,
	stop: Stop,
): Promise<number> {
	const { operation, requester, settings } = run;
	const request: IHttpRequestOptions = {
		method: operation.method,
		url: operation.url,
		...requestFormOf(session),
		...settings.request,
	};
	const sender = { requester, session, run, stop };
	const { limiter, recentSends: recent } = session.account;
	const pausedBefore = limiter.paused;
	if (sends(run)) {
		const { ledger, reader } = run;
		const began = Date.now();
		const forget = recent.keepFor(began);
		const clock = clockOf(reader.zone);
		const sending = { sender, request, ledger, results, recent, began, clock };
		await sendItems(run, items as SendItem[], sending).finally(forget);
	} else {
		const queries = items as Array<Item<ReadOrder>>;
		await inBatches(run, stop, queries, async (batch) => {
			await readAll(batch, sender, request, results);
		});
	}
	return limiter.paused - pausedBefore;
}

/** Sends the items' messages. A step that no item asks for is not taken. */
async function sendItems(run: Run, items: SendItem[], sending: Sending): Promise<void> {
	const { results, sender } = sending;
	const send = async (some: SendItem[]): Promise<UnknownSend[]> => {
		const ended = await inBatches(run, sender.stop, some, async (batch) => sendAll(batch, sending));
		return ended.flat();
	};

	let going = withoutExcluded(items, results);
	if (going.some(({ order }) => order.isDryRun))
		going = await showDryRun(going, results, sender.session);
	if (!going.some(skipsSent)) {
		const unknown = await send(going);
		if (unknown.length > 0) await lookUpUnknown(unknown, sending);
		return;
	}

	const claims = new WorkerClaims(run.sharedEntries, sending);
	try {
		const claim = async (some: SendItem[]) => await claims.claim(some);
		await lookUpUnknown(await sendUnsent(going, sending, claim, send), sending);
	} finally {
		await claims.release(results);
	}
}

/** Gives the items whose numbers are all excluded their outputs. @returns the other items */
function withoutExcluded(items: SendItem[], results: Results): SendItem[] {
	return items.filter(({ index, order: { body, beside } }) => {
		if (body.recipients?.length !== 0) return true;
		const { skippedRecipients } = beside;
		const output = { sendOutcome: 'excluded', recipients: [], skippedRecipients };
		results.set(index, { outputs: [output] });
		return false;
	});
}

/** n8n's Batching: the batches start one interval after the other, whether the one before is done or not. */
async function inBatches<I extends Item, Ended>(
	{ settings: { batching } }: Run,
	stop: Stop,
	items: I[],
	go: (batch: I[]) => Promise<Ended>,
): Promise<Ended[]> {
	if (!batching) return [await go(items)];
	const byNumber = new Map<number, I[]>();
	for (const item of items) {
		const number = Math.floor(item.index / batching.size);
		const batch = byNumber.get(number);
		if (batch) batch.push(item);
		else byNumber.set(number, [item]);
	}
	const underWay: Array<Promise<Ended>> = [];
	for (const batch of byNumber.values()) {
		if (underWay.length > 0) await pause(batching.interval, stop);
		const going = go(batch);
		// Awaited below, after the last pause: until then a rejection would be nobody's.
		going.catch(() => undefined);
		underWay.push(going);
	}
	await Promise.allSettled(underWay);
	return await Promise.all(underWay);
}

function failedIn(results: Results): FailedItem[] {
	return [...results]
		.flatMap(([index, result]) => ('failures' in result ? [{ index, ...result }] : []))
		.sort((one, other) => one.index - other.index);
}
