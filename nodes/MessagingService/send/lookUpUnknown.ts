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
		const keys = new Set(missing.map(({ key }) => key));
		const firstLeft = missing.reduce((first, { left }) => Math.min(first, left), Infinity);
		const listed: ListedMessage[] = [];
		const unread = await readMessageList({
			sender,
			request,
			concurrency: highestConcurrency(unknown.flatMap(({ items }) => items)),
			clock,
			filters: sharedFilters(missing),
			since: () => clock.earliest(firstLeft),
			isEnough: endsBefore,
			note: (record) => {
				const message = readListedMessage(record, numbersOf(record));
				if (keys.has(keyOfListed(message) ?? '')) listed.push(message);
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
 *
 * There may be thousands that are equal, so they are put in order and gone through once.
 */
export function* confirmed(
	unknown: RecentSend[],
	listed: ListedMessage[],
	recent: RecentSends,
	clock: ServiceClock,
): Generator<[RecentSend, ListedMessage]> {
	const now = Date.now();
	const recordsByKey = grouped(listed, keyOfListed);
	for (const [key, sends] of grouped(unknown, (send) => send.key)) {
		const records = recordsByKey.get(key) ?? [];
		const ids = new Set(records.map(({ id }) => id));
		const others = recent.like(sends[0]!);
		const receipts = new Set(others.flatMap(({ state, id }) => (state === 'accepted' && id) || []));
		// One of the records may be theirs, by an ID that is not known here. Counting them is not enough: of two
		// unknown sends, each could be given the record that the other's count left to the accepted one.
		const lastClaim = others
			.filter(
				({ state, id }) => state === 'underWay' || (state === 'accepted' && !(id && ids.has(id))),
			)
			.reduce((last, { endedAt }) => Math.max(last, endedAt), -Infinity);
		const free = records
			.filter(({ id }) => !(id && receipts.has(id)))
			.filter(({ createdAt }) => createdAt !== undefined && clock.canBe(createdAt, now))
			.sort((one, other) => other.createdAt! - one.createdAt!);
		for (const send of sends.sort((one, other) => one.left - other.left)) {
			const earliest = clock.earliest(send.left);
			if (lastClaim !== -Infinity && clock.latest(lastClaim) >= earliest) continue;
			while (free.length > 0 && free.at(-1)!.createdAt! < earliest) free.pop();
			const oldest = free.pop();
			if (oldest) yield [send, oldest];
		}
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
