import { beforeLooks, type Sending, type UnknownSend } from './sending';
import { yielding } from '../eventLoop';
import { endsBefore, readMessageList, ServiceClock } from '../messages/list';
import { settle } from '../recipients/row';
import { matchUnknownSends, listedSendKey } from '../sentBefore/matching';
import type { RecentSend } from '../sentBefore/recentSends';
import { UnzonedTimes } from '../sentBefore/unzonedTimes';
import { highestConcurrency } from '../service/limiter';
import { pause } from '../service/stop';
import { lookUpSentences, type Problem } from '../texts';
import { getOrInsert } from '../values/collections';
import { type ListedMessage, personKeys, readListedMessage } from '../values/messageRecord';
import { clockOf } from '../values/timeZone';

/** Looks for sends with an unknown outcome in the service's list, and settles their recipients by what it shows. */
export async function lookUpUnknown(sending: Sending): Promise<void> {
	const wanted = sending.unknown.filter(({ recipients }) => recipients[0]!.order.looksUp);
	if (wanted.length === 0) return;
	const looked = await lookUp(wanted, sending);
	for await (const { recipients, send, isOwn, failure } of yielding(wanted)) {
		const { state, id, sentAt, body } = send;
		const receipt = { id, sentAt, scheduledFor: body.schedule };
		if (state !== 'accepted') {
			const withLook = looked ? { ...failure, what: `${failure.what} ${looked}` } : failure;
			settle(recipients, { became: 'unknown', failures: [withLook] });
		} else if (isOwn)
			settle(recipients, { became: 'accepted', receipt: { ...receipt, confirmedBy: 'lookup' } });
		else settle(recipients, { became: 'alreadySent', receipt });
	}
}

/**
 * Reads the list 1, 3 and 6 seconds from now, until it has shown all sends. Returns a sentence about the missing ones;
 * undefined if the list was never requested.
 */
async function lookUp(unknown: UnknownSend[], sending: Sending): Promise<string | undefined> {
	const { session, recent, zone } = sending;
	const all = new Set(unknown.map(({ send }) => send));
	const concurrency = highestConcurrency(unknown.flatMap(({ recipients }) => recipients));
	const clock = new ServiceClock();
	let lastRead: number | undefined;
	let failure: Problem | undefined;
	for (const wait of beforeLooks) {
		await pause(wait, session.stop);
		// Another run may have found one of them meanwhile.
		const missing = [...all].filter(({ state }) => state !== 'accepted');
		if (missing.length === 0 || session.stop.isStopped) break;
		const byKey = new Map<string, { sends: RecentSend[]; records: ListedMessage[] }>();
		for await (const send of yielding(missing))
			getOrInsert(byKey, send.key, () => ({ sends: [], records: [] })).sends.push(send);
		// Equal sends are looked for too: a record that is theirs, or may be, can't confirm a missing one.
		const wanted = new Set(missing);
		for await (const { sends } of yielding(byKey.values())) {
			const like = recent.like(sends[0]!);
			for (const each of like) if (['accepted', 'unknown'].includes(each.state)) wanted.add(each);
		}
		const times = new UnzonedTimes();
		const firstLeft = [...wanted].reduce((first, { leftAt }) => Math.min(first, leftAt), Infinity);
		failure = await readMessageList({
			session,
			concurrency,
			clock,
			filters: sharedFilters(wanted),
			since: () => clock.earliest(firstLeft),
			isEnough: endsBefore,
			onRecord: (record) => {
				times.add(record);
				const message = readListedMessage(record, personKeys(record));
				byKey.get(listedSendKey(message) ?? '')?.records.push(message);
			},
		});
		if (!failure) lastRead = Date.now();
		for await (const { sends, records } of yielding(byKey.values())) {
			const known = records.map((record) => inUtc(record, times, clock));
			const found = matchUnknownSends(sends, known, recent.like(sends[0]!), clock);
			for (const [send, message] of found) send.end('accepted', message);
		}
	}
	if (lastRead !== undefined) return lookUpSentences.notListed(clockOf(zone)(lastRead));
	return failure && lookUpSentences.notLookedUp(failure.what);
}

/** Returns the message with its time in UTC, if the list shows that its times without a zone are ahead of UTC. */
function inUtc(message: ListedMessage, times: UnzonedTimes, clock: ServiceClock): ListedMessage {
	const { createdAt, isUnzoned } = message;
	if (createdAt === undefined || !isUnzoned) return message;
	const tooEarly = Math.min(0, times.tooEarlyBy(clock.latest(Date.now())));
	return tooEarly === 0 ? message : { ...message, createdAt: createdAt + tooEarly };
}

function sharedFilters(sends: Iterable<RecentSend>): { sender_id?: number; category?: string } {
	const bodies = Array.from(sends, ({ body }) => body);
	const senders = new Set(bodies.map(({ sender_id: sender }) => sender));
	const categories = new Set(bodies.map(({ priority }) => priority));
	return {
		...(senders.size === 1 ? { sender_id: [...senders][0] } : {}),
		...(categories.size === 1 ? { category: [...categories][0] } : {}),
	};
}
