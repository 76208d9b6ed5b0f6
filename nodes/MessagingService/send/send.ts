import { isSentByOthers } from './equalRows';
import {
	bodyOf,
	noteAccepted,
	noteFailed,
	skipsSent,
	type Sending,
	type UnknownSend,
} from './ledger';
import { lookUpUnknown } from './lookUpUnknown';
import { claimUnsent, sendUnsent } from './skipAlreadySent';
import { WorkerClaims } from './workerClaims';
import type { Failure, SendItem } from '../item';
import { failureOfSend } from '../service/failure';
import { highestConcurrency, Pace } from '../service/limiter';
import type { FailedOutcome } from '../service/outcome';
import type { RecentSend } from '../service/recentSends';
import { makeRequest } from '../service/request';
import { isTurnOver, nextTurn } from '../service/stop';
import { idAsText } from '../values/messageRecord';
import { isRecord } from '../values/simple';
import { clockOf } from '../values/time';

/** Sends the items' messages, by `send` those that may go. A step that no item asks for is not taken. */
export async function sendItems(
	items: SendItem[],
	sending: Sending,
	send: (items: SendItem[]) => Promise<UnknownSend[]>,
): Promise<void> {
	const going = await toBeSent(items, sending);
	if (!going.some(skipsSent)) {
		const unknown = await send(going);
		if (unknown.length > 0) await lookUpUnknown(unknown, sending);
	} else {
		const claims = new WorkerClaims(sending);
		try {
			const claim = async (some: SendItem[]) => await claims.claim(some);
			await lookUpUnknown(await sendUnsent(going, sending, claim, send), sending);
		} finally {
			await claims.release();
		}
	}
}

/** The items that have something to send. A dry run, and an item of excluded numbers alone, have their result here. */
async function toBeSent(items: SendItem[], { results, sender }: Sending): Promise<SendItem[]> {
	const { redaction } = sender.session.account;
	const going: SendItem[] = [];
	for (const item of items) {
		const { index, order } = item;
		const { recipients, message } = order.body;
		if (recipients?.length === 0 && !order.repeats)
			results.set(index, { sendOutcome: 'excluded', order });
		else if (order.isDryRun) {
			if (isTurnOver()) await nextTurn();
			// The text may quote a secret, which no output shows.
			const preview = redaction.data(message);
			results.set(index, { sendOutcome: 'dryRun', order, preview });
		} else if (!isSentByOthers(order)) going.push(item);
	}
	return going;
}

/** Groups items by request: those that ask for it and differ only in recipients share one, up to their cap. */
export async function combine(items: SendItem[]): Promise<SendItem[][]> {
	const groups: SendItem[][] = [];
	const open = new Map<string, { group: SendItem[]; size: number }>();
	for (const item of items) {
		if (isTurnOver()) await nextTurn();
		const { body, combineUpTo: cap, looksUp, skipSentWithin } = item.order;
		if (cap === undefined || !body.recipients) {
			groups.push([item]);
			continue;
		}
		const key = JSON.stringify([cap, looksUp, skipSentWithin, { ...body, recipients: null }]);
		const shared = open.get(key);
		const { length: added } = body.recipients;
		if (shared && shared.size + added <= cap) {
			shared.group.push(item);
			shared.size += added;
			continue;
		}
		const group = [item];
		groups.push(group);
		open.set(key, { group, size: added });
	}
	return groups;
}

/** Makes the requests, each at most once in the whole run. Gives the sends whose outcome can be looked up. */
export async function sendAll(items: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	const groups = await combine(items);
	const concurrency = highestConcurrency(items);
	const pace = new Pace(concurrency, groups.length);
	const unknown: UnknownSend[] = [];
	const left = groups.values();
	// As many at a time as may be under way, so that 10,000 items don't wait at the limiter at once.
	const sendNext = async (): Promise<void> => {
		for (const group of left) {
			const { going, send, heldBack } = skipsSent(group[0]!)
				? await claimUnsent(group, sending)
				: { going: group, send: sending.recent.begin(bodyOf(group)), heldBack: [] };
			unknown.push(...heldBack);
			if (send) {
				const request = async () => await makeSend(going, send, sending);
				unknown.push(...(await pace.keep(request, sending.sender.stop)));
			} else if (isTurnOver()) {
				// Nothing is waited for where all numbers have the message already, as after another run.
				await nextTurn();
			}
		}
	};
	const places = Array.from({ length: Math.min(concurrency, groups.length) }, sendNext);
	// Should one of them throw, no next try of the run may begin while the others go on.
	await Promise.allSettled(places);
	await Promise.all(places);
	return unknown;
}

/** Makes one request. The ledger is written before anything else can happen to the result. */
async function makeSend(
	items: SendItem[],
	send: RecentSend,
	sending: Sending,
): Promise<UnknownSend[]> {
	const { sender, request, ledger, zone } = sending;
	const { body } = send;
	const failureOf = (outcome: FailedOutcome, at: number): Failure =>
		failureOfSend(outcome, body, clockOf(zone)(at), skipsSent(items[0]!));
	// Each item says how many may be under way beside its own request, and this one is everybody's.
	let concurrency = Infinity;
	for (const item of items) concurrency = Math.min(concurrency, item.concurrency);
	try {
		const outcome = await makeRequest(sender, 'send', { ...request, body }, concurrency, () => {
			send.left = Date.now();
			// What a next try reads, should a bug of ours hide what came of it.
			const unknown = () =>
				sender.session.redacted(failureOf({ type: 'lost', code: 'ERR_CANCELED' }, send.left));
			for (const { index, order } of items) ledger.set(index, { order, unknown });
		});
		if (outcome.type === 'answered') {
			const data = isRecord(outcome.data) ? outcome.data : {};
			noteAccepted(items, send.sentAt, data, sending);
			send.end('accepted', { id: idAsText(data.messageId) });
			return [];
		}
		const failure = failureOf(outcome, Date.now());
		noteFailed(items, failure, sending);
		send.end(failure.fate);
		const canBeLookedUp = failure.fate === 'unknown' && body.recipients !== null;
		return canBeLookedUp ? [{ items, sends: [send], isOwn: true, failure }] : [];
	} finally {
		// A bug of ours. Under way for ever, it would have other runs wait for ever.
		if (send.state === 'underWay') send.end('unknown');
	}
}
