import type { IDataObject } from 'n8n-workflow';

import { BySchedule } from './equalRows';
import { failureOfSend } from './failureOfSend';
import type { RecentSend } from './recentSends';
import { reserve } from './sameProcess';
import type { Sending, UnknownSend } from './sending';
import { bodyOf, type Receipt, type SendItem, skipsSent } from '../item';
import { sendMessage } from '../operations/sendMessage';
import { highestConcurrency, inBatches, Pace } from '../service/limiter';
import type { FailedOutcome } from '../service/outcome';
import { inTurns } from '../turns';
import { isRecord } from '../values/given';
import { hasId, idAsText } from '../values/messageRecord';
import { clockOf } from '../values/time';

/** Makes the items' requests, each at most once in the whole run. Gives the sends whose outcome can be looked up. */
export async function sendAll(items: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	const { batching, session } = sending;
	const send = async (batch: SendItem[]) => await sendBatch(batch, sending);
	const ended = await inBatches(items, batching, session.stop, send);
	return ended.flat();
}

async function sendBatch(items: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	const groups = await combine(items);
	const concurrency = highestConcurrency(items);
	const unknown: UnknownSend[] = [];
	// For few requests a gap costs more than it wins.
	const pace = groups.length > 3 * concurrency ? new Pace(concurrency) : undefined;
	// All places take from one list. As many as may be under way, so that 10,000 items don't wait at the limiter at once.
	const left = inTurns(groups);
	const sendNext = async (): Promise<void> => {
		for await (const group of left) {
			const send = async () => await sendGroup(group, sending);
			unknown.push(...(await (pace ? pace.keep(send) : send())));
		}
	};
	const places = Array.from({ length: Math.min(concurrency, groups.length) }, sendNext);
	// Should one of them throw, no next try of the run may begin while the others go on.
	await Promise.allSettled(places);
	await Promise.all(places);
	return unknown;
}

/** Makes the request that these items share, but for numbers that have the message from another one. */
async function sendGroup(group: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	if (!skipsSent(group[0]!.order))
		return await makeSend(group, sending.recent.begin(bodyOf(group)), sending);
	const { going, send, heldBack } = await reserve(group, sending);
	return send ? [...heldBack, ...(await makeSend(going, send, sending))] : heldBack;
}

/** Groups items by request: those that ask for it and differ only in recipients share one, up to their cap. */
async function combine(items: SendItem[]): Promise<SendItem[][]> {
	const groups: SendItem[][] = [];
	const open = new BySchedule<{ group: SendItem[]; size: number }>();
	for await (const item of inTurns(items)) {
		const { body, combineUpTo: cap, looksUp, skipSentWithin, isSameByCampaign } = item.order;
		if (cap === undefined || !body.recipients) {
			groups.push([item]);
			continue;
		}
		const alike = { ...body, recipients: null, schedule: null };
		const key = JSON.stringify([cap, looksUp, skipSentWithin, isSameByCampaign, alike]);
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

/** Makes one request. Its outcome is noted before anything else can happen to it. */
async function makeSend(
	items: SendItem[],
	send: RecentSend,
	sending: Sending,
): Promise<UnknownSend[]> {
	const { session, outcomes, zone } = sending;
	const { body } = send;
	const failureOf = (outcome: FailedOutcome, at: number) =>
		failureOfSend(outcome, body, clockOf(zone)(at), skipsSent(items[0]!.order));
	// Each item says how many may be under way beside its own request, and this one is everybody's.
	let concurrency = Infinity;
	for (const item of items) concurrency = Math.min(concurrency, item.concurrency);
	const leaves = (): void => {
		send.leftAt = Date.now();
		// What a next try reads, should a bug of ours hide what came of it.
		outcomes.note(items, {
			became: 'unknown',
			get failures() {
				return [failureOf({ type: 'lost', code: 'ERR_CANCELED' }, send.leftAt)];
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
