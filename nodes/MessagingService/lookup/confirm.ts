import type { ListedMessage } from './listedMessage';
import { identityOf, type RecentSend } from './recentSend';
import type { RecentSends } from './recentSends';
import type { ServiceClock } from './serviceClock';

/**
 * Which of these unclear sends the service's list shows, with the records that show them. A record
 * counts when it has the same message and the same numbers, no more and no fewer, and is no older than the
 * send; it confirms one send at most, and none where it is, or may be, that of another send of this process.
 */
export function confirmed(
	unclear: RecentSend[],
	listed: ListedMessage[],
	recent: RecentSends,
	clock: ServiceClock,
): Map<RecentSend, ListedMessage> {
	const found = new Map<RecentSend, ListedMessage>();
	const records = grouped(listed, identityOfListed);
	for (const [identity, sends] of grouped(unclear, (send) => send.identity)) {
		confirmEqual(sends, records.get(identity) ?? [], recent.like(sends[0]!), clock, found);
	}
	return found;
}

/**
 * The same for sends, records and other sends that are all of one message to the same numbers. There may be
 * thousands of each, so they are put in order and gone through once.
 */
function confirmEqual(
	sends: RecentSend[],
	equal: ListedMessage[],
	others: RecentSend[],
	clock: ServiceClock,
	found: Map<RecentSend, ListedMessage>,
): void {
	const ids = new Set(equal.map(({ id }) => id));
	const known = new Set(
		others.flatMap(({ state, id }) => (state === 'accepted' && id !== undefined ? [id] : [])),
	);
	const now = Date.now();
	const free = equal
		.filter(
			({ id, createdAt }) =>
				createdAt !== undefined &&
				clock.canBe(createdAt, now) &&
				!(id !== undefined && known.has(id)),
		)
		.sort((one, other) => one.createdAt! - other.createdAt!);
	// One of the records may be theirs, by an ID that nobody here knows. Counting them is not enough: of two unclear
	// sends, each could be given the record that the other's count left to the accepted one.
	const claims = others.filter(
		({ state, id }) =>
			state === 'underWay' || (state === 'accepted' && (id === undefined || !ids.has(id))),
	);
	const lastClaim = claims.reduce((last, { endedAt }) => Math.max(last, endedAt), -Infinity);
	let next = 0;
	for (const send of [...sends].sort((one, other) => one.left - other.left)) {
		const earliest = clock.earliest(send.left);
		while (next < free.length && free[next]!.createdAt! < earliest) next++;
		const isClaimed = claims.length > 0 && clock.latest(lastClaim) >= earliest;
		if (next < free.length && !isClaimed) found.set(send, free[next++]!);
	}
}

/** The things by what they have in common. */
export function grouped<T>(
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

/** What a listed message has in common with the send that it shows; undefined where it shows none. */
export function identityOfListed({
	isToNumbers,
	contentKey,
	numbers,
}: ListedMessage): string | undefined {
	return isToNumbers && contentKey !== undefined ? identityOf(contentKey, numbers) : undefined;
}
