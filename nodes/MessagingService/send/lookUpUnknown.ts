import type { IHttpRequestOptions } from 'n8n-workflow';

import { receiptOf } from './ledger';
import { identityOf, type RecentSend, type RecentSends } from '../service/recentSends';
import type { Sending, UnknownSend } from './sending';
import { withoutSent } from './skipAlreadySent';
import type { Failure } from '../item';
import { endsBefore, readMessageList, ServiceClock } from '../messages/list';
import { highestConcurrency } from '../service/limiter';
import type { Sender } from '../service/request';
import { pause, Slices } from '../service/stop';
import { lookUpSentences, sentences } from '../texts';
import {
	contentKeyOf,
	digitsOf,
	numbersOf,
	readListedMessage,
	type ListedMessage,
} from '../values/messageRecord';
import { clockOf } from '../values/time';

/**
 * Which of these unknown sends the service's list shows, with the records that show them. A record
 * counts when it has the same message and the same numbers, no more and no fewer, and is no older than the
 * send; it confirms one send at most, and none where it is, or may be, that of another send of this process.
 */
export function confirmed(
	unknown: RecentSend[],
	listed: ListedMessage[],
	recent: RecentSends,
	clock: ServiceClock,
): Map<RecentSend, ListedMessage> {
	const found = new Map<RecentSend, ListedMessage>();
	const records = grouped(listed, identityOfListed);
	for (const [identity, sends] of grouped(unknown, (send) => send.identity)) {
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
	// One of the records may be theirs, by an ID that nobody here knows. Counting them is not enough: of two unknown
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

/** What a listed message has in common with the send that it shows; undefined where it shows none. */
function identityOfListed({ isToNumbers, contentKey, numbers }: ListedMessage): string | undefined {
	return isToNumbers && contentKey !== undefined ? identityOf(contentKey, numbers) : undefined;
}

/** Milliseconds after the last send of the run: most services list a message at once, some a moment later. */
export const looks = [1_000, 3_000, 6_000];

/** Whether the list could be read. */
interface LookedUp {
	/** When the list was read last; undefined where it never could be. */
	at?: number;
	/** Why it could not be read. */
	failure?: Failure;
}

/**
 * Looks for sends whose outcome is unknown in the service's list, 1, 3 and 6 seconds from now, until
 * all are found. All of them share the reads. A stopped run doesn't look. Those that the list shows
 * are accepted from then on.
 */
async function lookUp(
	unknown: Set<RecentSend>,
	{
		sender,
		request,
		concurrency,
		recent,
	}: { sender: Sender; request: IHttpRequestOptions; concurrency: number; recent: RecentSends },
): Promise<LookedUp> {
	const came: LookedUp = {};
	const clock = new ServiceClock();
	const began = Date.now();
	for (const look of looks) {
		await pause(Math.max(0, began + look - Date.now()), sender.stop);
		// Another run may have found one of them meanwhile.
		const missing = [...unknown].filter(({ state }) => state !== 'accepted');
		if (missing.length === 0 || sender.stop.isStopped) break;
		const { listed, note } = collector(missing);
		// Also those of equal ones that were accepted: a record that is known to be theirs can't be that of a missing one.
		const different = new Map(missing.map((send) => [send.identity, send]));
		const accepted = [...different.values()]
			.flatMap((send) => recent.like(send))
			.filter(({ state }) => state === 'accepted');
		const wanted = [...missing, ...accepted];
		const firstLeft = wanted.reduce((first, { left }) => Math.min(first, left), Infinity);
		const failure = await readMessageList({
			sender,
			request,
			concurrency,
			clock,
			note,
			filters: sharedFilters(wanted),
			since: () => clock.earliest(firstLeft),
			isEnough: endsBefore,
		});
		await confirmAll(missing, listed, recent, clock);
		if (failure) came.failure = failure;
		else came.at = Date.now();
	}
	return came;
}

/** Works in slices: thousands of sends may be looked for in thousands of records. */
async function confirmAll(
	sends: RecentSend[],
	listed: ListedMessage[],
	recent: RecentSends,
	clock: ServiceClock,
): Promise<void> {
	const messages = grouped(listed, identityOfListed);
	const slices = new Slices();
	for (const [identity, equal] of grouped(sends, (send) => send.identity)) {
		if (slices.isOver) await slices.next();
		for (const [send, message] of confirmed(equal, messages.get(identity) ?? [], recent, clock))
			send.end('accepted', message);
	}
}

/** Keeps the records of these messages to these numbers, and no others. */
function collector(sends: RecentSend[]): {
	listed: ListedMessage[];
	note: Parameters<typeof readMessageList>[0]['note'];
} {
	const numbers = new Set(sends.flatMap((send) => send.numbers.map(digitsOf)));
	const contents = new Set(sends.map(({ contentKey }) => contentKey));
	const listed: ListedMessage[] = [];
	return {
		listed,
		note: (record) => {
			const itsNumbers = numbersOf(record);
			if (!itsNumbers.some((number) => numbers.has(number))) return;
			const message = readListedMessage(record, itsNumbers);
			if (message.contentKey !== undefined && contents.has(message.contentKey))
				listed.push(message);
		},
	};
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

/** Looks for the sends of the run whose outcome is unknown, and gives their items what the service's list shows. */
export async function lookUpUnknown(sending: Sending): Promise<void> {
	const { sender, request, recent, unknown } = sending;
	const wanted = unknown.filter(({ items }) => items[0]!.order.looksUp);
	if (wanted.length === 0) return;
	const clock = clockOf(sending.zone);
	const came = await lookUp(new Set(wanted.flatMap(({ sends }) => sends)), {
		sender,
		request,
		concurrency: highestConcurrency(wanted.flatMap(({ items }) => items)),
		recent,
	});
	const slices = new Slices();
	for (const each of wanted) {
		if (slices.isOver) await slices.next();
		if (each.sends.some(({ state }) => state !== 'accepted'))
			noteMissing(each, came, sending, clock);
		else if (each.isOwn) noteAccepted(each, sending);
		else noteElsewhere(each, sending);
	}
}

function noteAccepted({ items, sends: [send] }: UnknownSend, { ledger, results }: Sending): void {
	for (const { index, order } of items) {
		const receipt = {
			...receiptOf({ success: true, messageId: send!.id ?? null }, order),
			confirmedBy: 'lookup',
		};
		ledger.accepted(index, order, receipt, items);
		results.set(index, { outputs: [receipt] });
	}
}

/** The other send turned out accepted: this item's numbers have the message, or wait for a next run. */
function noteElsewhere(
	{ items }: UnknownSend,
	{ sender, ledger, results, recent, began }: Sending,
): void {
	ledger.refused(items);
	for (const item of items) {
		const { body, skipSentWithin = 0 } = item.order;
		const content = contentKeyOf(body);
		const sendTo = (number: string): RecentSend | undefined => {
			const send = recent.holding(content, number, began, began - skipSentWithin);
			return send?.state === 'accepted' ? send : undefined;
		};
		const left = withoutSent(item, sendTo);
		if ('output' in left) results.set(item.index, { outputs: [left.output], alreadySent: true });
		else {
			const numbers = (body.recipients ?? []).filter((number) => sendTo(number) !== undefined);
			const failure: Failure = {
				id: 'sentElsewhere',
				fate: 'refused',
				...sentences.sentElsewhere(numbers.slice(0, 3).join(', ')),
			};
			results.set(item.index, { failures: [sender.session.redacted(failure)] });
		}
	}
}

function noteMissing(
	{ items, failure }: UnknownSend,
	{ at, failure: unread }: LookedUp,
	{ ledger, results }: Sending,
	clock: ReturnType<typeof clockOf>,
): void {
	const looked =
		at !== undefined
			? lookUpSentences.notListed(clock(at))
			: unread && lookUpSentences.notLookedUp(unread.what);
	if (!looked) return;
	const told = { ...failure, what: `${failure.what} ${looked}` };
	ledger.unknown(items, () => told);
	for (const { index } of items) results.set(index, { failures: [told] });
}
