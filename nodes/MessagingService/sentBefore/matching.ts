import type { RecentSend } from './recentSends';
import type { ServiceClock } from '../messages/list';
import { groupBy } from '../values/collections';
import { type ListedMessage, sendKey } from '../values/messageRecord';

// Matches the service's list of messages with sends whose outcome is unknown.

/** Returns the key of the sends that this record could prove, or undefined. */
export function listedSendKey(message: ListedMessage): string | undefined {
	const { isToPersons, foldedKey, persons } = message;
	return isToPersons && foldedKey !== undefined ? sendKey(foldedKey, persons) : undefined;
}

/**
 * Ways to match a send with its record, the surest first: a service may rewrite a text, and change the case of a
 * campaign.
 */
const likenesses: Array<{
	ofSend: (send: RecentSend) => unknown;
	ofRecord: (record: ListedMessage) => unknown;
}> = [
	{ ofSend: ({ body }) => asSent(body), ofRecord: asSent },
	{ ofSend: ({ contentKey }) => contentKey, ofRecord: ({ contentKey }) => contentKey },
	{ ofSend: () => true, ofRecord: ({ isFolded }) => isFolded },
];

function asSent({ message, campaign }: Pick<ListedMessage, 'message' | 'campaign'>): string {
	return JSON.stringify([message, campaign]);
}

/**
 * Matches sends that have an unknown outcome with their records in the service's list: `missing`, and unknown sends of
 * other runs. All sends given here are of one message to the same numbers. A record counts only if it is no older than
 * the send. It confirms at most one send, and none if it is, or may be, the record of another send.
 */
export function matchUnknownSends(
	missing: RecentSend[],
	records: ListedMessage[],
	others: RecentSend[],
	clock: ServiceClock,
): Map<RecentSend, ListedMessage> {
	const sends = new Set([...missing, ...others.filter(({ state }) => state === 'unknown')]);
	const candidates = new Set(candidatesOf(records, others, clock));
	const lastClaim = lastClaimOf(records, others);
	const matched = new Map<RecentSend, ListedMessage>();
	for (const { ofSend, ofRecord } of likenesses) {
		const alike = groupBy([...candidates], ofRecord);
		for (const [key, equal] of groupBy([...sends], ofSend))
			for (const [send, record] of pairsOf(equal, alike.get(key) ?? [], lastClaim, clock)) {
				matched.set(send, record);
				sends.delete(send);
				candidates.delete(record);
			}
	}
	return matched;
}

/**
 * Returns the records that may be of an unknown send: they have a plausible time, and not the ID of another send's
 * receipt.
 */
function candidatesOf(records: ListedMessage[], others: RecentSend[], clock: ServiceClock) {
	const receipts = new Set(accepted(others).map(({ id }) => id));
	const now = Date.now();
	return records
		.filter(({ id }) => id === undefined || !receipts.has(id))
		.filter(({ createdAt }) => createdAt !== undefined && clock.canBe(createdAt, now));
}

/**
 * Returns when the last of the sends ended whose records can't be identified by ID; -Infinity if there are none. Any of
 * the records may be theirs. Counting such sends is not enough: each of two unknown sends could be given the record
 * that the other one's count leaves to such a send.
 */
function lastClaimOf(records: ListedMessage[], others: RecentSend[]): number {
	const ids = new Set(records.map(({ id }) => id));
	const claims = [
		...others.filter(({ state }) => state === 'underWay'),
		...accepted(others).filter(({ id }) => id === undefined || !ids.has(id)),
	];
	return claims.reduce((last, { endedAt }) => Math.max(last, endedAt), -Infinity);
}

function accepted(sends: RecentSend[]): RecentSend[] {
	return sends.filter(({ state }) => state === 'accepted');
}

/**
 * Pairs every send with a record, or returns no pairs: if there are fewer records than sends, each may be any send's.
 * @param lastClaim when the last other send ended whose record may be among these; -Infinity if there is none
 */
function pairsOf(
	sends: RecentSend[],
	records: ListedMessage[],
	lastClaim: number,
	clock: ServiceClock,
): Array<[RecentSend, ListedMessage]> {
	const pairs: Array<[RecentSend, ListedMessage]> = [];
	const newestFirst = [...records].sort((one, other) => other.createdAt! - one.createdAt!);
	// There may be thousands of each: both are in order and gone through once.
	for (const send of [...sends].sort((one, other) => one.leftAt - other.leftAt)) {
		const earliest = clock.earliest(send.leftAt);
		if (clock.latest(lastClaim) >= earliest) return [];
		while (newestFirst.length > 0 && newestFirst.at(-1)!.createdAt! < earliest) newestFirst.pop();
		const oldest = newestFirst.pop();
		if (!oldest) return [];
		pairs.push([send, oldest]);
	}
	return pairs;
}
