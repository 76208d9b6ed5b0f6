import type { IDataObject } from 'n8n-workflow';

import { bodyOf, combine } from './combine';
import type { MessageBody, Results, SendItem } from '../item';
import type { Session } from '../service/session';
import { Slices } from '../service/stop';

/**
 * Numbers in a combined request up to which each of its items shows it whole: 10,000 items that
 * show 10,000 numbers would fill n8n's memory.
 */
const mostShown = 100;

/** Gives the items of a dry run their outputs. Works in slices. @returns the other items */
export async function showDryRun(
	items: SendItem[],
	results: Results,
	session: Session,
): Promise<SendItem[]> {
	const slices = new Slices();
	for (const group of await combine(items.filter(({ order }) => order.isDryRun))) {
		if (slices.isOver) await slices.next();
		// The text may quote a secret, which no output shows.
		const request = session.account.redaction.data(structuredClone(bodyOf(group)));
		for (const item of group) {
			results.set(item.index, {
				outputs: [outputOf(item, group[0]!, request)],
				dryRun: item.order,
			});
		}
	}
	return items.filter(({ order }) => !order.isDryRun);
}

function outputOf(item: SendItem, first: SendItem, request: MessageBody): IDataObject {
	const { body, beside, skipSentWithin } = item.order;
	const isShown = item === first || (request.recipients ?? []).length <= mostShown;
	return {
		sendOutcome: 'dryRun',
		recipients: body.recipients,
		...beside,
		...(isShown ? { request } : { request: null, requestOfItem: first.index }),
		...(skipSentWithin !== undefined ? { notLookedUp: true } : {}),
	};
}
