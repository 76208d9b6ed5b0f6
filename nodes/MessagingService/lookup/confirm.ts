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
	const used = new Set<ListedMessage>();
	for (const send of [...unclear].sort((one, other) => one.left - other.left)) {
		const { identity } = send;
		const equal = listed.filter((message) => identityOfListed(message) === identity);
		const same = equal.filter(({ createdAt }) => createdAt !== undefined && createdAt >= clock.earliest(send.left) && clock.canBe(createdAt, Date.now()));
		const others = recent.like(send).filter((other) => !found.has(other));
		const ids = new Set(equal.map(({ id }) => id));
		const known = new Set(others.flatMap(({ state, id }) => (state === 'accepted' && id !== undefined ? [id] : [])));
		const free = same.filter((message) => !used.has(message) && !(message.id !== undefined && known.has(message.id)));
		// One of these may be its record, by an ID that nobody here knows. Counting them is not enough: of two unclear
		// sends, each could be given the record that the other's count left to the accepted one.
		const isClaimed = others.some(({ state, id, endedAt }) =>
			state === 'underWay' || (state === 'accepted' && (id === undefined || !ids.has(id)) && clock.latest(endedAt) >= clock.earliest(send.left)),
		);
		const [record] = free.sort((one, other) => one.createdAt! - other.createdAt!);
		if (!record || isClaimed) continue;
		found.set(send, record);
		used.add(record);
	}
	return found;
}

/** What a listed message has in common with the send that it shows; undefined where it shows none. */
export function identityOfListed({ isToNumbers, contentKey, numbers }: ListedMessage): string | undefined {
	return isToNumbers && contentKey !== undefined ? identityOf(contentKey, numbers) : undefined;
}
