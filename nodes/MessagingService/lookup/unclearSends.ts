import type { IHttpRequestOptions } from 'n8n-workflow';

import { pause } from '../http/pause';
import type { Sender } from '../http/request';
import { Slices } from '../http/slices';
import type { Failure } from '../item';
import { digitsOf } from '../operations/messageRecord';
import { confirmed, grouped, identityOfListed } from './confirm';
import { numbersOf, readListedMessage, type ListedMessage } from './listedMessage';
import { endsBefore, readMessageList } from './messageList';
import type { RecentSend } from './recentSend';
import type { RecentSends } from './recentSends';
import { ServiceClock } from './serviceClock';

/** Milliseconds after the last send of the run: most services list a message at once, some a moment later. */
export const looks = [1_000, 3_000, 6_000];

/** Whether the list could be read. */
export interface LookedUp {
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
export async function lookUp(
	unclear: Set<RecentSend>,
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
		const missing = [...unclear].filter(({ state }) => state !== 'accepted');
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
