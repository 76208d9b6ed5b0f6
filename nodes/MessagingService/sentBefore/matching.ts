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
 * Finds the unknown sends that the service's list shows, with the records that show them: these, and unknown ones of
 * other runs. All are of one message to the same numbers, as are the other sends of this process. A record counts when
 * it is no older than the send; it confirms one send at most, and none where it is, or may be, that of another send.
 */
export function matchUnknownSends(
	missing: RecentSend[],
	records: ListedMessage[],
	others: RecentSend[],
	clock: ServiceClock,
): Map<RecentSend, ListedMessage> {
	const sends = [...new Set([...missing, ...others.filter(({ state }) => state === 'unknown')])];
	const accepted = others.filter(({ state }) => state === 'accepted');
	const receipts = new Set(accepted.flatMap(({ id }) => id ?? []));
	const ids = new Set(records.map(({ id }) => id));
	// One of the records may be theirs, by an ID that is not known here. Counting them is not enough: of two
	// unknown sends, each could be given the record that the other's count left to the accepted one.
	const claims = [
		...others.filter(({ state }) => state === 'underWay'),
		...accepted.filter(({ id }) => id === undefined || !ids.has(id)),
	];
	const lastClaim = claims.reduce((last, { endedAt }) => Math.max(last, endedAt), -Infinity);
	const now = Date.now();
	const left = records
		.filter(({ id }) => id === undefined || !receipts.has(id))
		.filter(({ createdAt }) => createdAt !== undefined && clock.canBe(createdAt, now));
	const found = new Map<RecentSend, ListedMessage>();
	const matchBy = (
		ofSend: (send: RecentSend) => unknown,
		ofRecord: (record: ListedMessage) => unknown,
	) => {
		const taken = new Set(found.values());
		const free = left.filter((record) => !taken.has(record));
		const freeBy = groupBy(free, ofRecord);
		const missed = sends.filter((send) => !found.has(send));
		for (const [key, equal] of groupBy(missed, ofSend))
			for (const [send, record] of pairsOf(equal, freeBy.get(key) ?? [], lastClaim, clock))
				found.set(send, record);
	};
	const asSent = ({ message, campaign }: Pick<ListedMessage, 'message' | 'campaign'>) =>
		JSON.stringify([message, campaign]);
	// A service may rewrite a text, and the case of a campaign. Where it has one as it was sent, it is of that send.
	matchBy(({ body }) => asSent(body), asSent);
	const contentKey = (each: RecentSend | ListedMessage) => each.contentKey;
	matchBy(contentKey, contentKey);
	const isFolded = (record: ListedMessage) => record.isFolded;
	matchBy(() => true, isFolded);
	return found;
}

/**
 * Pairs each send with a record, or none of them: of fewer records each may be any send's.
 * @param lastClaim when the last send ended whose record may be among them; -Infinity where there is none
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
