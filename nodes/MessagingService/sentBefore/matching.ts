import type { IDataObject } from 'n8n-workflow';

import type { RecentSend } from './recentSends';
import type { Receipt } from '../item';
import type { ServiceClock } from '../messages/list';
import { UnzonedTimes } from './unzonedTimes';
import type { Recipient, Row } from '../recipients/row';
import { inTurns } from '../turns';
import { groupedBy, keptIn, LargeMap } from '../values/collections';
import {
	deliveryStatusesOf,
	dueAt,
	type Due,
	type ListedMessage,
	personsOf,
	readListedMessage,
	sendKey,
} from '../values/messageRecord';

// Matches the service's list of messages with the messages that a run wants to send, or has sent.

interface Listed extends Receipt {
	due: Due;
}

/** A message that a run wants to send to a person. */
interface Wanted {
	row: Row;
	/** The latest record of it. */
	listed?: Listed;
	/** The latest record with the same letters, but other signs. */
	otherwise?: Listed;
}

/** The messages of a run that the service has already: the latest record of each message to each person. */
export class AlreadySent {
	/** By the person and the message. */
	private readonly wanted = new LargeMap<Map<string, Wanted>>();
	private readonly times = new UnzonedTimes();

	/** Registers the messages of these recipients to look for. Yields to the event loop. */
	async want(recipients: Recipient[]): Promise<void> {
		for await (const { row, person } of inTurns(recipients))
			keptIn(this.wanted, person, () => new Map()).set(row.messageKey, { row });
	}

	/** Takes in a record of the service's list. */
	add(record: IDataObject): void {
		this.times.note(record);
		const persons = personsOf(record);
		const wanted = persons.filter((person) => this.wanted.get(person));
		// Most records are to none of them, and read no further.
		if (wanted.length === 0) return;
		const listed = readListedMessage(record, persons);
		const { id, sentAt, due, schedule = -Infinity } = listed;
		const scheduledFor = schedule > Date.now() ? new Date(schedule).toISOString() : undefined;
		const statuses = deliveryStatusesOf(record);
		for (const person of wanted) {
			const deliveryStatus = statuses.get(person);
			const found = { id, sentAt, due, scheduledFor, deliveryStatus };
			for (const [key, message] of this.wanted.get(person)!) {
				const isIt = key === listed.contentKey || key === listed.campaignKey;
				const place = isIt ? 'listed' : 'otherwise';
				if (!isIt && !hasSameLetters(message.row, listed)) continue;
				const known = message[place];
				if (!known || dueAt(due) > dueAt(known.due)) message[place] = found;
			}
		}
	}

	/**
	 * Returns the receipt of the recipient's message; undefined where it has none. Its row learns of a record that has
	 * the same letters, but other signs.
	 * @param since when the message was due at the earliest, by the service's clock
	 * @param now by the service's clock, at the latest
	 */
	receiptOf({ row, person }: Recipient, since: number, now: number): Receipt | undefined {
		const { listed, otherwise } = this.wanted.get(person)?.get(row.messageKey) ?? {};
		const tooEarly = this.times.tooEarlyBy(now);
		const isDue = (found?: Listed): found is Listed =>
			found !== undefined && dueAt(found.due, tooEarly) >= since;
		if (isDue(listed)) return listed;
		if (isDue(otherwise)) row.listedOtherwise ??= otherwise.id ?? null;
		return undefined;
	}
}

function hasSameLetters(row: Row, { lettersKey }: ListedMessage): boolean {
	return !row.order!.isSameByCampaign && row.lettersKey === lettersKey;
}

/** Returns the key of the sends that this record could prove, or undefined. */
export function keyOfListed(message: ListedMessage): string | undefined {
	const { isToPersons, contentKey, persons } = message;
	return isToPersons && contentKey !== undefined ? sendKey(contentKey, persons) : undefined;
}

/**
 * Finds the unknown sends that the service's list shows, with the records that show them: these, and unknown ones of
 * other runs. All are of one message to the same numbers, as are the other sends of this process. A record counts when
 * it is no older than the send; it confirms one send at most, and none where it is, or may be, that of another send.
 */
export function confirmed(
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
	/** Gives each send a record, or none of them one: of fewer records each may be any send's. */
	const match = (some: RecentSend[], shown: ListedMessage[]): void => {
		const pairs: Array<[RecentSend, ListedMessage]> = [];
		const newestFirst = [...shown].sort((one, other) => other.createdAt! - one.createdAt!);
		// There may be thousands of each: both are in order and gone through once.
		for (const send of [...some].sort((one, other) => one.leftAt - other.leftAt)) {
			const earliest = clock.earliest(send.leftAt);
			if (claims.length > 0 && clock.latest(lastClaim) >= earliest) return;
			while (newestFirst.length > 0 && newestFirst.at(-1)!.createdAt! < earliest) newestFirst.pop();
			const oldest = newestFirst.pop();
			if (!oldest) return;
			pairs.push([send, oldest]);
		}
		for (const [send, record] of pairs) found.set(send, record);
	};
	// A service may rewrite a text. Where it has one as it was sent, it is of that send.
	const asSent = ({ message, campaign }: Pick<ListedMessage, 'message' | 'campaign'>) =>
		JSON.stringify([message, campaign]);
	const recordsBy = groupedBy(left, asSent);
	for (const [text, equal] of groupedBy(sends, ({ body }) => asSent(body)))
		match(equal, recordsBy.get(text) ?? []);
	const taken = new Set(found.values());
	const free = left.filter((record) => !taken.has(record));
	match(
		sends.filter((send) => !found.has(send)),
		free,
	);
	return found;
}
