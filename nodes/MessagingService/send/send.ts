import type { IDataObject } from 'n8n-workflow';

import { BySchedule } from './bySchedule';
import { failureOfSend } from './failureOfSend';
import { lookUpUnknown } from './lookUpUnknown';
import type { RecentSend } from './recentSends';
import { bodyOf, skipsSent } from './recipients';
import type { Sending, UnknownSend } from './sending';
import { claimUnsent, sendUnsent } from './skipAlreadySent';
import { WorkerClaims } from './workerClaims';
import type { Receipt, SendItem } from '../item';
import { sendMessage } from '../operations/sendMessage';
import { highestConcurrency } from '../service/limiter';
import type { FailedOutcome } from '../service/outcome';
import type { Problem } from '../texts';
import { isTurnOver, nextTurn } from '../turns';
import { hasId, idAsText } from '../values/messageRecord';
import { isRecord } from '../values/simple';
import { clockOf } from '../values/time';

/** Sends the items' messages, by `send` those that may go. A step that no item asks for is not taken. */
export async function sendItems(
	items: SendItem[],
	sending: Sending,
	send: (items: SendItem[]) => Promise<UnknownSend[]>,
): Promise<void> {
	const going = items.filter(({ order }) => !order.isDryRun && order.body.recipients?.length !== 0);
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

/** Groups items by request: those that ask for it and differ only in recipients share one, up to their cap. */
export async function combine(items: SendItem[]): Promise<SendItem[][]> {
	const groups: SendItem[][] = [];
	const open = new BySchedule<{ group: SendItem[]; size: number }>();
	for (const item of items) {
		if (isTurnOver()) await nextTurn();
		const { body, combineUpTo: cap, looksUp, skipSentWithin } = item.order;
		if (cap === undefined || !body.recipients) {
			groups.push([item]);
			continue;
		}
		const alike = { ...body, recipients: null, schedule: null };
		const key = JSON.stringify([cap, looksUp, skipSentWithin, alike]);
		// The schedule of its first item is everybody's.
		const shared = open.get(key, body.schedule);
		const { length: added } = body.recipients;
		if (shared && shared.size + added <= cap) {
			shared.group.push(item);
			shared.size += added;
			continue;
		}
		const group = [item];
		groups.push(group);
		open.set(key, body.schedule, { group, size: added });
	}
	return groups;
}

/** Makes the requests, each at most once in the whole run. Gives the sends whose outcome can be looked up. */
export async function sendAll(items: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	const groups = await combine(items);
	const concurrency = highestConcurrency(items);
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
				unknown.push(...(await makeSend(going, send, sending)));
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

/** Makes one request. Its outcome is noted before anything else can happen to it. */
async function makeSend(
	items: SendItem[],
	send: RecentSend,
	sending: Sending,
): Promise<UnknownSend[]> {
	const { session, outcomes, zone } = sending;
	const { body } = send;
	const failureOf = (outcome: FailedOutcome, at: number): Problem =>
		failureOfSend(outcome, body, clockOf(zone)(at), skipsSent(items[0]!));
	// Each item says how many may be under way beside its own request, and this one is everybody's.
	let concurrency = Infinity;
	for (const item of items) concurrency = Math.min(concurrency, item.concurrency);
	const leaves = (): void => {
		send.left = Date.now();
		// What a next try reads, should a bug of ours hide what came of it.
		outcomes.note(items, {
			became: 'unknown',
			get failures() {
				return [failureOf({ type: 'lost', code: 'ERR_CANCELED' }, send.left)];
			},
		});
	};
	try {
		const { url } = sendMessage;
		const outcome = await session.request({ purpose: 'send', url, body, concurrency, leaves });
		if (outcome.type === 'answered') {
			const data = isRecord(outcome.data) ? outcome.data : {};
			const receipt = receiptOf(data, send);
			outcomes.note(items, { became: 'accepted', receipt });
			send.end('accepted', { id: receipt.id });
			return [];
		}
		const failure = failureOf(outcome, Date.now());
		const isUnknown = failure.check !== undefined;
		outcomes.note(items, { became: isUnknown ? 'unknown' : 'notSent', failures: [failure] });
		send.end(isUnknown ? 'unknown' : 'refused');
		const canBeLookedUp = isUnknown && body.recipients !== null;
		return canBeLookedUp ? [{ items, send, isOwn: true, failure }] : [];
	} finally {
		// A bug of ours. Under way for ever, it would have other runs wait for ever.
		if (send.state === 'underWay') send.end('unknown');
	}
}

function receiptOf(data: IDataObject, { sentAt, body }: RecentSend): Receipt {
	const id = idAsText(data.messageId);
	const rest = { ...data };
	delete rest.success;
	// What JSON can't hold stays there, for whoever can make something of it.
	if (id !== undefined || !hasId(data.messageId)) delete rest.messageId;
	const receipt = { id, sentAt, scheduledFor: body.schedule };
	return Object.keys(rest).length > 0 ? { ...receipt, rest } : receipt;
}
