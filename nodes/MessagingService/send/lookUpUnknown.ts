import { noteAccepted, noteFailed, type Sending, type UnknownSend } from './ledger';
import { beforeLooks, noteAcceptedElsewhere } from './skipAlreadySent';
import type { Failure } from '../item';
import { endsBefore, readMessageList, ServiceClock } from '../messages/list';
import { highestConcurrency } from '../service/limiter';
import type { RecentSend, RecentSends } from '../service/recentSends';
import { pause, Slices } from '../service/stop';
import { lookUpSentences } from '../texts';
import { numbersOf, readListedMessage, sendKey, type ListedMessage } from '../values/messageRecord';

/** Looks for sends whose outcome is unknown in the service's list, and gives their items what it shows. */
export async function lookUpUnknown(unknown: UnknownSend[], sending: Sending): Promise<void> {
	const wanted = unknown.filter(({ items }) => items[0]!.order.looksUp);
	if (wanted.length === 0) return;
	const looked = await lookUp(wanted, sending);
	const slices = new Slices();
	for (const { items, sends, isOwn, failure } of wanted) {
		if (slices.isOver) await slices.next();
		if (sends.some(({ state }) => state !== 'accepted')) {
			const what = looked ? `${failure.what} ${looked}` : failure.what;
			noteFailed(items, { ...failure, what }, sending);
		} else if (isOwn) {
			const data = { success: true, messageId: sends[0]!.id ?? null };
			noteAccepted(items, data, sending, { confirmedBy: 'lookup' });
		} else {
			noteAcceptedElsewhere(items[0]!, sending);
		}
	}
}

/**
 * Reads the list 1, 3 and 6 seconds from now, until all are found; those that it shows are accepted from
 * then on. All of them share the reads. A stopped run doesn't look.
 *
 * @returns what to tell of those that are not found
 */
async function lookUp(unknown: UnknownSend[], sending: Sending): Promise<string | undefined> {
	const { sender, request, recent } = sending;
	const all = new Set(unknown.flatMap(({ sends }) => sends));
	const clock = new ServiceClock();
	const slices = new Slices();
	let lastRead: number | undefined;
	let failure: Failure | undefined;
	for (const wait of beforeLooks) {
		await pause(wait, sender.stop);
		// Another run may have found one of them meanwhile.
		const missing = [...all].filter(({ state }) => state !== 'accepted');
		if (missing.length === 0 || sender.stop.isStopped) break;
		const different = new Map(missing.map((send) => [send.key, send]));
		// Also equal ones that were accepted: a record that is known to be theirs can't be that of a missing one.
		const accepted = [...different.values()]
			.flatMap((send) => recent.like(send))
			.filter(({ state }) => state === 'accepted');
		const wanted = [...missing, ...accepted];
		const firstLeft = wanted.reduce((first, { left }) => Math.min(first, left), Infinity);
		const listed: ListedMessage[] = [];
		const unread = await readMessageList({
			sender,
			request,
			concurrency: highestConcurrency(unknown.flatMap(({ items }) => items)),
			clock,
			filters: sharedFilters(wanted),
			since: () => clock.earliest(firstLeft),
			isEnough: endsBefore,
			note: (record) => {
				const message = readListedMessage(record, numbersOf(record));
				if (different.has(keyOfListed(message) ?? '')) listed.push(message);
			},
		});
		for (const [send, message] of confirmed(missing, listed, recent, clock)) {
			if (slices.isOver) await slices.next();
			send.end('accepted', message);
		}
		if (unread) failure = unread;
		else lastRead = Date.now();
	}
	if (lastRead !== undefined) return lookUpSentences.notListed(sending.clock(lastRead));
	return failure && lookUpSentences.notLookedUp(failure.what);
}

/** What all of them have in common and the service can filter by. */
function sharedFilters(sends: RecentSend[]): { sender_id?: number; category?: string } {
	const senders = new Set(sends.map(({ body }) => body.sender_id));
	const categories = new Set(sends.map(({ body }) => body.priority));
	return {
		...(senders.size === 1 ? { sender_id: [...senders][0] } : {}),
		...(categories.size === 1 ? { category: [...categories][0] } : {}),
	};
}

/** The key of the send that the record shows; undefined where it shows none. */
function keyOfListed({ isToNumbers, contentKey, numbers }: ListedMessage): string | undefined {
	return isToNumbers && contentKey !== undefined ? sendKey(contentKey, numbers) : undefined;
}

/**
 * Which of these unknown sends the service's list shows, with the records that show them. A record
 * counts when it has the same message and the same numbers, no more and no fewer, and is no older than the
 * send; it confirms one send at most, and none where it is, or may be, that of another send of this process.
 */
export function* confirmed(
	unknown: RecentSend[],
	listed: ListedMessage[],
	recent: RecentSends,
	clock: ServiceClock,
): Generator<[RecentSend, ListedMessage]> {
	const records = grouped(listed, keyOfListed);
	for (const [key, sends] of grouped(unknown, (send) => send.key))
		yield* confirmedOf(sends, records.get(key) ?? [], recent.like(sends[0]!), clock);
}

/**
 * The same for sends, records and other sends that are all of one message to the same numbers. There may be
 * thousands of each, so they are put in order and gone through once.
 */
function* confirmedOf(
	sends: RecentSend[],
	records: ListedMessage[],
	others: RecentSend[],
	clock: ServiceClock,
): Generator<[RecentSend, ListedMessage]> {
	const accepted = others.filter(({ state }) => state === 'accepted');
	const receipts = new Set(accepted.map(({ id }) => id));
	const now = Date.now();
	const free = records
		.filter(({ createdAt }) => createdAt !== undefined && clock.canBe(createdAt, now))
		.filter(({ id }) => id === undefined || !receipts.has(id))
		.sort((one, other) => one.createdAt! - other.createdAt!);
	// One of the records may be theirs, by an ID that is not known here. Counting them is not enough: of two unknown
	// sends, each could be given the record that the other's count left to the accepted one.
	const ids = new Set(records.map(({ id }) => id));
	const lastClaim = others
		.filter(({ state }) => state === 'underWay')
		.concat(accepted.filter(({ id }) => id === undefined || !ids.has(id)))
		.reduce((last, { endedAt }) => Math.max(last, endedAt), -Infinity);
	let next = 0;
	for (const send of sends.sort((one, other) => one.left - other.left)) {
		const earliest = clock.earliest(send.left);
		if (lastClaim !== -Infinity && clock.latest(lastClaim) >= earliest) continue;
		while (next < free.length && free[next]!.createdAt! < earliest) next++;
		if (next < free.length) yield [send, free[next++]!];
	}
}

/** The things by what they have in common. */
function grouped<T>(
	things: T[],
	keyOf: (thing: T) => string | undefined,
): Map<string | undefined, T[]> {
	const groups = new Map<string | undefined, T[]>();
	for (const thing of things) {
		const key = keyOf(thing);
		const group = groups.get(key);
		if (group) group.push(thing);
		else groups.set(key, [thing]);
	}
	return groups;
}
