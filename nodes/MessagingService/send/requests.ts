import type { IDataObject } from 'n8n-workflow';

import { BySchedule } from './equalRows';
import { failureOfSend } from './failureOfSend';
import { reserve } from './reserve';
import type { Sending } from './sending';
import { settleRefused } from './withoutRefused';
import { yielding } from '../eventLoop';
import { type MessageBody, type Receipt, type SendOrder, skipsSent } from '../item';
import { sendMessage } from '../operations/sendMessage';
import { byRow, settle, type Recipient } from '../recipients/row';
import { type RecentSend, reserved, type Reserved } from '../sentBefore/recentSends';
import { highestConcurrency, inBatches, Pace, sideBySide } from '../service/limiter';
import type { FailedOutcome } from '../service/outcome';
import { chunksOf } from '../values/collections';
import { isRecord } from '../values/given';
import { hasId, idAsText } from '../values/messageRecord';
import { planAt } from '../values/sendingHours';
import { clockOf } from '../values/timeZone';

/** Makes the requests for these recipients, each once, and settles them. */
export async function makeRequests(recipients: Recipient[], sending: Sending): Promise<void> {
	const { batching, session } = sending;
	const indexOf = ({ row }: Recipient) => row.index;
	const until = { stop: session.stop, isOver: () => session.isOver('send') };
	await inBatches(recipients, indexOf, batching, until, async (batch) => {
		const groups = await groupByRequest(batch);
		const concurrency = highestConcurrency(batch);
		// For few requests, gaps cost more than they gain. For many, a run without gaps took 8 % longer.
		const pace = groups.length > 3 * concurrency ? new Pace(concurrency) : undefined;
		await sideBySide(groups, concurrency, async (group) => {
			const send = async () => await sendGroup(group, sending);
			await (pace ? pace.keep(send) : send());
		});
	});
}

/**
 * Makes one request for these recipients. With Skip Already Sent, leaves out any that have their message, or may have
 * it, from another request.
 */
async function sendGroup(group: Recipient[], sending: Sending): Promise<void> {
	const isChecked = skipsSent(group[0]!.order);
	const free = isChecked ? await reserve(group, sending) : reserved(group, sending.recent);
	if (free) await makeRequest(free, sending);
}

/**
 * Groups recipients by request, at most Recipients per Request in each. The recipients of a row share a request. So do
 * rows with Combine Items that agree in everything but recipients; the schedule of the first such row applies to all.
 */
async function groupByRequest(recipients: Recipient[]): Promise<Recipient[][]> {
	const groups: Recipient[][] = [];
	/** The last group of each kind of equal rows, which may have room for more. */
	const open = new BySchedule<Recipient[]>();
	for await (const ofRow of yielding(byRow(recipients))) {
		const { order } = ofRow[0]!;
		const { body, combines, perRequest } = order;
		const pieces = chunksOf(ofRow, perRequest);
		if (!combines || !body.recipients) {
			for (const piece of pieces) groups.push(piece);
			continue;
		}
		const key = JSON.stringify(alike(order));
		for (const piece of pieces) {
			const shared = open.get(key, body.schedule);
			if (piece.some(({ keepsSchedule }) => keepsSchedule)) groups.push(piece);
			else if (shared && shared.length + piece.length <= perRequest) shared.push(...piece);
			else {
				groups.push(piece);
				open.set(key, body.schedule, piece);
			}
		}
	}
	return groups;
}

/** Returns an order without the fields in which the rows of one request may differ. */
function alike(order: SendOrder) {
	const ofRow = {
		...{ segments: null, encoding: null, skipped: null, doubts: null, abroad: null },
		...{ country: null, asked: null },
	};
	return { ...order, ...ofRow, body: { ...order.body, recipients: null, schedule: null } };
}

/**
 * Makes a request. If the service plainly refuses it, makes requests for the recipients that the refusal isn't about.
 * There are never more of them than recipients: each refusal settles at least one recipient, or splits a shared request
 * by row.
 */
async function makeRequest(first: Reserved, sending: Sending): Promise<void> {
	const { recipients } = first;
	// Each row limits the requests in progress alongside its own. This request belongs to all of its rows, so the lowest
	// limit counts.
	let concurrency = Infinity;
	for (const { row } of recipients) concurrency = Math.min(concurrency, row.concurrency);
	const others = await makeOne(first, sending, concurrency);
	await sideBySide(others, concurrency, async (next) => await makeRequest(next, sending));
}

/**
 * Makes one request, and settles its recipients before anything else can happen to them. Returns the requests that are
 * to be made for some of them after a refusal.
 */
async function makeOne(
	{ recipients, send }: Reserved,
	{ session, recent, unknown, zone }: Sending,
	concurrency: number,
): Promise<Reserved[]> {
	const { order } = recipients[0]!;
	const skips = skipsSent(order);
	let plan = { schedule: send.body.schedule, isPutOff: order.isPutOff === true };
	const failureOf = (outcome: FailedOutcome, isNamed = false, at = Date.now()) => {
		const { body } = send;
		return failureOfSend(outcome, { ...plan, body, at, skips, isNamed }, clockOf(zone));
	};
	const leaves = (): MessageBody => {
		// The request may have waited: its schedule may have passed, or Sending Hours may be over.
		plan = planAt(Date.now(), plan, order.hours);
		const body = send.leaves(plan.schedule);
		// Unknown at first, so that a next try doesn't resend the message if a bug hides the outcome.
		settle(recipients, {
			became: 'unknown',
			get failures() {
				return [failureOf({ type: 'lost', code: 'ERR_CANCELED' }, false, send.leftAt)];
			},
		});
		return body;
	};
	try {
		const { url } = sendMessage;
		const outcome = await session.request({ purpose: 'send', url, concurrency, leaves });
		if (outcome.type === 'answered') {
			const data = isRecord(outcome.data) ? outcome.data : {};
			const receipt = receiptOf(data, send);
			settle(recipients, { became: 'accepted', receipt });
			send.end('accepted', { id: receipt.id });
			return [];
		}
		const failure = failureOf(outcome);
		const isUnknown = failure.check !== undefined;
		settle(recipients, { became: isUnknown ? 'unknown' : 'notSent', failures: [failure] });
		send.end(isUnknown ? 'unknown' : 'refused');
		// The list doesn't show who is in a contact group.
		if (isUnknown && send.body.recipients !== null)
			unknown.push({ recipients, send, isOwn: true, failure });
		if (outcome.type !== 'refused') return [];
		const groups = settleRefused(outcome, recipients, failureOf);
		// Reserved synchronously, so that no other run can come between.
		return groups.map((group) => reserved(group, recent));
	} finally {
		// Only a bug leads here. A send that stayed under way would make other runs wait forever.
		if (send.state === 'underWay') send.end('unknown');
	}
}

function receiptOf(data: IDataObject, { sentAt, body }: RecentSend): Receipt {
	const id = idAsText(data.messageId);
	const rest = { ...data };
	delete rest.success;
	// An ID that JSON can't hold exactly stays in `rest`, where it may still be of use.
	if (id !== undefined || !hasId(data.messageId)) delete rest.messageId;
	const receipt = { id, sentAt, scheduledFor: body.schedule };
	return Object.keys(rest).length > 0 ? { ...receipt, rest } : receipt;
}
