import type { ListedMessage } from './listedMessage';
import { identityOf, type RecentSend, type RecentSends } from './recentSends';
import type { ServiceClock } from './serviceClock';

/**
 * Which of these unclear sends the service's list shows, with the records that show them. A record
 * counts when it has the same message and the same numbers, no more and no fewer, and is no older than the send; it confirms
 * one send at most, and none where it is, or may be, that of another send of this process.
 */
export function confirmed(unclear: RecentSend[], listed: ListedMessage[], recent: RecentSends, clock: ServiceClock): Map<RecentSend, ListedMessage> {
	const found = new Map<RecentSend, ListedMessage>();
	const records = grouped(
		listed.filter(({ isToNumbers, contentKey }) => isToNumbers && contentKey !== undefined),
		({ contentKey, numbers }) => identityOf(contentKey!, numbers),
	);
	for (const [identity, sends] of grouped(unclear, (send) => send.identity)) {
		const equal = records.get(identity);
		if (equal) confirmEqual(sends, equal, recent.like(sends[0]!), clock, found);
	}
	return found;
}

/**
 * The same for sends, records and other sends that are all of one message to the same numbers. There may be
 * thousands of each, so they are put in order and gone through once.
 */
function confirmEqual(sends: RecentSend[], equal: ListedMessage[], others: RecentSend[], clock: ServiceClock, found: Map<RecentSend, ListedMessage>): void {
	const ids = new Set(equal.map(({ id }) => id));
	const known = new Set(others.flatMap(({ state, id }) => (state === 'accepted' && id !== undefined ? [id] : [])));
	const now = Date.now();
	const free = equal
		.filter(({ id, createdAt }) => createdAt !== undefined && clock.canBe(createdAt, now) && !(id !== undefined && known.has(id)))
		.sort((one, other) => one.createdAt! - other.createdAt!);
	// When others ended whose records may be among these, by an ID that nobody here knows.
	const claims = others
		.filter(({ state, id }) => state === 'underWay' || (state === 'accepted' && (id === undefined || !ids.has(id))))
		.map(({ endedAt }) => endedAt)
		.sort((one, other) => (one < other ? -1 : 1));
	let nextFree = 0;
	let nextClaim = 0;
	for (const send of [...sends].sort((one, other) => one.left - other.left)) {
		const earliest = clock.earliest(send.left);
		while (nextFree < free.length && free[nextFree]!.createdAt! < earliest) nextFree++;
		while (nextClaim < claims.length && clock.latest(claims[nextClaim]!) < earliest) nextClaim++;
		if (free.length - nextFree > claims.length - nextClaim) found.set(send, free[nextFree++]!);
	}
}

function grouped<T>(all: T[], keyOf: (each: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const each of all) {
		const key = keyOf(each);
		const group = groups.get(key);
		if (group) group.push(each);
		else groups.set(key, [each]);
	}
	return groups;
}
