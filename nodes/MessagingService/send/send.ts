import { bodyOf, combine } from './combine';
import { messageIdOf, noteAccepted, noteFailed, type Sending, type UnknownSend } from './ledger';
import { claimUnsent, skipsSent, type Claim } from './skipAlreadySent';
import type { Failure, SendItem } from '../item';
import { failureOfSend } from '../service/failure';
import { highestConcurrency, Pace } from '../service/limiter';
import type { FailedOutcome } from '../service/outcome';
import type { RecentSend } from '../service/recentSends';
import { makeRequest } from '../service/request';
import { Slices } from '../service/stop';
import { isRecord } from '../values/json';

/**
 * Sends these items' messages, each at most once in the whole run: they must be items that the
 * ledger does not have. Never rejects but for a bug of ours.
 *
 * @returns the sends to phone numbers whose outcome is unknown
 */
export async function sendAll(items: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	const combines = items.some(({ order }) => order.combineUpTo !== undefined);
	const groups = combines ? await combine(items) : items.map((item) => [item]);
	const concurrency = highestConcurrency(items);
	const pace = new Pace(concurrency, groups.length);
	const slices = new Slices();
	const unknown: UnknownSend[] = [];
	let next = 0;
	// As many at a time as may be under way, so that 10,000 items don't wait at the limiter at once.
	const sendNext = async (): Promise<void> => {
		for (let group; (group = groups[next++]); ) {
			const claim: Claim = skipsSent(group[0]!)
				? await claimUnsent(group, sending)
				: { items: group, send: sending.recent.begin(bodyOf(group)), heldBack: [] };
			unknown.push(...claim.heldBack);
			if (claim.send) {
				const { items: going, send } = claim;
				const left = await pace.keep(
					async () => await makeSend(going, send, sending),
					sending.sender.stop,
				);
				unknown.push(...left);
			} else if (slices.isOver) {
				// Nothing is waited for where all numbers have the message already, as in 10,000 equal rows.
				await slices.next();
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
	const { sender, request, ledger, clock } = sending;
	const { body } = send;
	const failureOf = (outcome: FailedOutcome, at: number): Failure =>
		failureOfSend(outcome, body, clock(at), skipsSent(items[0]!));
	// Each item says how many may be under way beside its own request, and this one is everybody's.
	const concurrency = items.reduce((least, item) => Math.min(least, item.concurrency), Infinity);
	try {
		const outcome = await makeRequest(sender, 'send', { ...request, body }, concurrency, () => {
			send.left = Date.now();
			// What a next try reads, should a bug of ours hide what came of it.
			ledger.unknown(items, () =>
				sender.session.redacted(failureOf({ type: 'lost', code: 'ERR_CANCELED' }, send.left)),
			);
		});
		if (outcome.type === 'answered') {
			const data = isRecord(outcome.data) ? outcome.data : {};
			noteAccepted(items, data, sending);
			send.end('accepted', { id: messageIdOf(data) });
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
