import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	campaignFilter,
	categoryFilter,
	phoneNumberFilter,
	readCategory,
	readMessageFilters,
	searchFilter,
} from './messageFilters';
import { Reasons, type Fields } from './operation';
import { readConcurrency, readTextAndNumbers } from './queries';
import { maxConcurrentRequests, senderField } from '../fields/shared';
import type { ReadOrder } from '../item';
import type { Problem } from '../texts';
import { isNotSet, readChoice, readOptionalWholeNumber, readStatuses } from '../values/simple';

const events = ['statusChanged', 'messageCreated'] as const;

const hour = 3_600_000;

/** What a trigger watches: the messages of a time, by filters. */
export interface WatchOrder {
	event: (typeof events)[number];
	/** The filters that are set, by their paths. */
	filters: Record<string, unknown>;
	/** Those that the service applies, as query parameters. */
	query: IDataObject;
	/** Whether a message is watched, where the service can't filter by what was asked. Pure. */
	keeps?: ReadOrder['keeps'];
	/** The digits of the numbers that were asked for; undefined for all. */
	numbers?: ReadonlySet<string>;
	/** Only changes to these are told, whatever their case; undefined for all. */
	statuses?: ReadonlySet<string>;
	/** For how many milliseconds after its creation a message is watched. */
	watchedFor: number;
	concurrency: number;
}

/** The trigger's filters: what it watches is another thing when one of them is another. */
const filterFields: INodeProperties[] = [
	{
		...campaignFilter,
		description:
			"Only messages of this campaign, exactly as written. The service can't filter by it, so each poll reads all messages within Watch Hours.",
	},
	categoryFilter,
	{
		...phoneNumberFilter,
		description:
			"Only messages to these phone numbers in international format, separated by commas. The service can't filter by it, so each poll reads all messages within Watch Hours.",
	},
	senderField('query'),
	searchFilter,
];

/** The trigger's form. */
export const watchFields: INodeProperties[] = [
	{
		displayName:
			"The service doesn't report deliveries by itself, so this trigger asks for them at the poll times above, at most once a minute. Statuses are the service's own words: fetch a test event to see them.",
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'statusChanged',
		description: 'What starts the workflow',
		options: [
			{
				name: 'Message Created',
				value: 'messageCreated',
				description: "A message appears in the service's list. One item per message.",
			},
			{
				name: 'Message Status Changed',
				value: 'statusChanged',
				description:
					"A recipient's delivery status changes. One item per recipient, with the status before.",
			},
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: filterFields,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			maxConcurrentRequests,
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'string',
				default: '',
				placeholder: 'e.g. Failed, Undelivered',
				displayOptions: { show: { '/event': ['statusChanged'] } },
				description:
					"Only changes to these statuses, in the service's own words, in upper or lower case. Separate several by commas.",
			},
			{
				displayName: 'Watch Hours',
				name: 'watchHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 744 },
				default: 72,
				description:
					'How many hours after its creation a message is watched. Each poll reads all messages of this time, 100 per request. Raise it for messages scheduled further ahead, or for longer outages of n8n.',
			},
		],
	},
];

/** The label of the event, for the canvas. */
export const watchSubtitle =
	'={{ $parameter["event"] === "messageCreated" ? "Message Created" : "Message Status Changed" }}';

/**
 * What the trigger's fields ask for, or every reason why they can't be taken.
 *
 * @throws what reading a field threw: an expression of it failed
 */
export function prepareWatch({ query, parameter }: Fields): WatchOrder | { problems: Problem[] } {
	const reasons = new Reasons();
	const event = reasons.read(
		readChoice(parameter('event') ?? 'statusChanged', 'Event', events),
		'statusChanged' as const,
	);
	const { keeps, numbers } = readMessageFilters(parameter, reasons);
	const sent = {
		...readCategory(query.category, reasons),
		...readTextAndNumbers(query, searchFilter.displayName, reasons),
	};
	// Hidden for the other event, what is left in it isn't what the user sees.
	const named = event === 'statusChanged' ? parameter('options.statuses') : undefined;
	const statuses = isNotSet(named)
		? undefined
		: reasons.read(readStatuses(named, 'Statuses'), undefined);
	const hours =
		reasons.read(
			readOptionalWholeNumber(parameter('options.watchHours'), 'Watch Hours', { min: 1, max: 744 }),
			72,
		) ?? 72;
	const concurrency = readConcurrency(parameter, reasons);
	if (reasons.problems.length > 0) return { problems: reasons.problems };
	const filters = {
		'filters.campaign': isNotSet(parameter('filters.campaign'))
			? undefined
			: String(parameter('filters.campaign')).trim(),
		'filters.category': sent.category,
		'filters.phoneNumber': numbers && [...numbers].sort(),
		'filters.senderId': sent.sender_id,
		'filters.query': sent.query,
	};
	return {
		event,
		filters,
		query: sent,
		keeps,
		numbers,
		statuses,
		watchedFor: hours * hour,
		concurrency,
	};
}
