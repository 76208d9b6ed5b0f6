import type { IDataObject } from 'n8n-workflow';

import { sentences } from '../errors/sentences';
import type { Failure } from '../item';
import { createdAtOf } from '../lookup/listedMessage';
import { endsBefore, isNewestFirst } from '../lookup/messageList';
import { shapeFor } from '../operations/messageRecord';
import type { WatchOrder } from '../operations/watchMessages';
import { statusKey } from '../validation/statuses';
import { firstStatus, recipientsIn, withPrevious } from './changes';
import type { WatchedMessages } from './reading';

/** So many records a test event has at most. */
const most = 10;

/**
 * The newest records as the trigger gives them out, for people who build the rest of the workflow. Those
 * with one of the wanted statuses; where there is none yet, others, since their columns are the same.
 */
export async function readTestEvents(
	messages: WatchedMessages,
	order: WatchOrder,
): Promise<{ items: IDataObject[] } | { failures: Failure[] }> {
	let newest: IDataObject[] = [];
	const failure = await messages.read(
		(message) => {
			newest.push(message);
			if (newest.length > 1000) newest = sorted(newest).slice(0, most);
		},
		{
			isEnough: (page, since) =>
				endsBefore(page, since) || (newest.length >= most && isNewestFirst(page)),
			mayMiss: true,
		},
	);
	if (failure) return { failures: [failure] };
	const rows = sorted(newest).flatMap((message) => rowsOf(message, order));
	const wanted = rows.filter(({ status }) => order.statuses?.has(statusKey(status)) !== false);
	const items = (wanted.length > 0 ? wanted : rows).slice(0, most);
	if (items.length > 0) return { items };
	const hours = order.watchedFor / 3_600_000;
	return {
		failures: [
			{
				id: 'nothingToFetch',
				fate: 'refused',
				...sentences.nothingToFetch(
					hours,
					Object.values(order.filters).some((value) => value !== undefined),
				),
			},
		],
	};
}

function rowsOf(message: IDataObject, { event, numbers }: WatchOrder): IDataObject[] {
	if (event === 'messageCreated') return shapeFor('simplified', undefined)(message);
	return recipientsIn(message, numbers).map(({ row }) => withPrevious(row, firstStatus));
}

function sorted(messages: IDataObject[]): IDataObject[] {
	return [...messages].sort((one, other) => (createdAtOf(other) ?? 0) - (createdAtOf(one) ?? 0));
}
