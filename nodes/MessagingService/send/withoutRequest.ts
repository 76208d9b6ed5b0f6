import type { IDataObject } from 'n8n-workflow';

import type { Sender } from '../http/request';
import { Slices } from '../http/slices';
import type { Item, MessageBody, Results, SendOrder } from '../item';
import { combine, type CombinedRequest } from './combine';

/**
 * Numbers in a combined request up to which each of its items shows it whole: 10,000 items that
 * show 10,000 numbers would fill n8n's memory.
 */
const mostShown = 100;

/**
 * Gives the items that need no request their outputs: those whose numbers are all excluded, and those
 * of a dry run. Works in slices.
 *
 * @returns the items that need one
 */
export async function settleWithoutRequest(
	items: Array<Item<SendOrder>>,
	results: Results,
	session: Sender['session'],
): Promise<Array<Item<SendOrder>>> {
	const dry: Array<Item<SendOrder>> = [];
	const going = items.filter((item) => {
		const { body, beside, isDryRun } = item.order;
		if (body.recipients?.length === 0) {
			const { skippedRecipients } = beside;
			results.set(item.index, {
				outputs: [{ sendOutcome: 'excluded', recipients: [], skippedRecipients }],
			});
			return false;
		}
		if (isDryRun) dry.push(item);
		return !isDryRun;
	});
	const slices = new Slices();
	for (const request of await combine(dry)) {
		if (slices.isOver) await slices.next();
		// The text may quote a secret, which no output shows.
		const shown = session.redactedCopy(request.body);
		for (const [place, item] of request.items.entries()) {
			results.set(item.index, {
				outputs: [dryRunOf(item, place, request, shown)],
				dryRun: item.order,
			});
		}
	}
	return going;
}

function dryRunOf(
	{ order }: Item<SendOrder>,
	place: number,
	{ body, items }: CombinedRequest,
	shown: MessageBody,
): IDataObject {
	const isShown = place === 0 || (body.recipients ?? []).length <= mostShown;
	return {
		sendOutcome: 'dryRun',
		recipients: order.body.recipients,
		...order.beside,
		request: isShown ? shown : null,
		...(isShown ? {} : { requestOfItem: items[0]!.index }),
		...(order.skipSentWithin !== undefined ? { notLookedUp: true } : {}),
	};
}
