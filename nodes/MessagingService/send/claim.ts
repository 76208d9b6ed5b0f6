import type { IDataObject } from 'n8n-workflow';

import type { Item, SendOrder } from '../item';
import { contentKeyOf } from '../lookup/identity';
import type { RecentSend } from '../lookup/recentSend';
import type { CombinedRequest } from './combine';
import type { Sending } from './sending';
import { withoutSent } from './sentBefore';

/**
 * A request that may leave, noted as under way so that no other run sends the same; and the items
 * that it is not for.
 */
export interface Claim {
	/** Undefined where no item is left. */
	request?: CombinedRequest;
	/** Undefined for a contact group, whose numbers nobody here knows. Its `end` must be called. */
	send?: RecentSend;
	/** Items whose numbers all have the message by now. */
	sent: Array<{ index: number; output: IDataObject }>;
	/** Items that wait for the outcome of other sends, which is unknown. */
	unclear: Array<{ item: Item<SendOrder>; sends: RecentSend[] }>;
}

/**
 * Makes sure that no other send of this process has, or may have, given this message to these numbers,
 * where the items ask for it: waits for those under way, and leaves out numbers that were sent it.
 */
export async function claim(
	request: CombinedRequest,
	{ recent, began, sender: { stop } }: Sending,
): Promise<Claim> {
	const { body, items } = request;
	const claimed: Claim = { request, sent: [], unclear: [] };
	if (!body.recipients) return claimed;
	if (items[0]!.order.skipSentWithin !== undefined) {
		const content = contentKeyOf(body);
		const since = began - items[0]!.order.skipSentWithin;
		const sendTo = (number: string): RecentSend | undefined =>
			recent.holding(content, number, began, since);
		while (!stop.isStopped) {
			const underWay = body.recipients.map(sendTo).find((send) => send?.state === 'underWay');
			if (!underWay) break;
			await stop.orStopped(underWay.whenEnded(), () => undefined);
		}
		const going: Array<Item<SendOrder>> = [];
		for (const item of items) {
			const unclear = (item.order.body.recipients ?? [])
				.map(sendTo)
				.filter((send) => send?.state === 'unknown');
			if (unclear.length > 0) {
				claimed.unclear.push({ item, sends: [...new Set(unclear as RecentSend[])] });
				continue;
			}
			const left = withoutSent(item, (number) =>
				sendTo(number)?.state === 'accepted' ? sendTo(number) : undefined,
			);
			if ('item' in left) going.push(left.item);
			else claimed.sent.push({ index: item.index, output: left.output });
		}
		claimed.request = going.length > 0 ? requestFor(going, request) : undefined;
	}
	// In the same breath as the look above: nobody else can claim these numbers in between.
	if (claimed.request) claimed.send = recent.begin(claimed.request.body);
	return claimed;
}

function requestFor(items: Array<Item<SendOrder>>, { body }: CombinedRequest): CombinedRequest {
	const numbers = new Set(items.flatMap(({ order }) => order.body.recipients ?? []));
	return {
		items,
		body: { ...body, recipients: (body.recipients ?? []).filter((number) => numbers.has(number)) },
	};
}
