import type { INodeProperties } from 'n8n-workflow';

/** Shows a field for these operations only. */
export function shownFor(...operations: string[]): Pick<INodeProperties, 'displayOptions'> {
	return { displayOptions: { show: { operation: operations } } };
}

/** The sender ID, from the live list or typed. It goes to `sender_id` of the body or of the query. */
export function senderField(goesTo: 'body' | 'query'): INodeProperties {
	return {
		displayName: 'Sender ID',
		name: 'senderId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: goesTo === 'body',
		description:
			goesTo === 'body'
				? 'The approved name or number that the message is sent from. Choose from the list, or specify its numeric ID.'
				: 'Only messages that were sent from this sender ID. Choose from the list, or specify its numeric ID.',
		builderHint: {
			propertyHint: "Take an ID from the account's list of senders. Never make one up.",
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchSenders', searchable: true },
			},
			// Without `validation`: n8n gives such a pattern 250 ms by the clock before each run (n8n-workflow,
			// safe-regex.ts), so that on a busy machine a good ID fails the run now and then.
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 12' },
		],
		routing: { send: { type: goesTo, property: 'sender_id' } },
	};
}

/** How many requests may be under way at once; in the options of every operation that can make many. */
export const maxConcurrentRequests: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description:
		'How many requests may be under way at once. Lower it when the service says that it receives too many.',
};

/** Return All and Limit of a paginated operation. */
export function returnAllFields(operation: string): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
			...shownFor(operation),
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { operation: [operation], returnAll: [false] } },
		},
	];
}

/** The options of a paginated operation: where to start reading and how much to ask for at once. */
export function pageOptions(operation: string): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		...shownFor(operation),
		options: [
			maxConcurrentRequests,
			{
				displayName: 'Page',
				name: 'page',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description: 'The first page to read',
				routing: { send: { type: 'query', property: 'page' } },
			},
			{
				displayName: 'Per Page',
				name: 'perPage',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description:
					'How many results to ask for in one request. Left out, the node asks for as many as it needs, 100 at most.',
				routing: { send: { type: 'query', property: 'per_page' } },
			},
		],
	};
}

/** The filter on when records were created. Both ends are shown, and needed, for a custom range. */
export const dateFilters: INodeProperties[] = [
	{
		displayName: 'Date Created',
		name: 'dateCreated',
		type: 'options',
		default: 'today',
		description:
			"Only what was created in this time. With Custom also add Start Date and End Date, which are days in the workflow's time zone.",
		options: [
			{ name: 'Custom', value: 'custom' },
			{ name: 'This Month', value: 'this-month' },
			{ name: 'This Week', value: 'this-week' },
			{ name: 'Today', value: 'today' },
			{ name: 'Yesterday', value: 'yesterday' },
		],
		routing: { send: { type: 'query', property: 'date_created' } },
	},
	customDate('Start Date', 'startDate', 'The first day of the range'),
	customDate('End Date', 'endDate', 'The last day of the range'),
];

/**
 * One end of a custom range. It has no `routing.send`: inside a collection n8n reads a condition from
 * the collection when it loads a workflow and from the root when it routes, so a field with both a
 * condition and a route would be dropped in one of the two places. It is read as a parameter instead.
 */
function customDate(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `${description}. Needed where Date Created is Custom.`,
		displayOptions: { show: { dateCreated: ['custom'] } },
	};
}

/** The filter by a status, from the live list. */
const statusFilter: INodeProperties = {
	displayName: 'Status Name or ID',
	name: 'status',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getStatuses' },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	routing: { send: { type: 'query', property: 'status' } },
};

/**
 * The same with what it filters by, before the sentence that n8n asks of every list that is loaded.
 *
 * @param what in sentences
 */
export function statusFilterBy(what: string): INodeProperties {
	return { ...statusFilter, description: `${what} ${statusFilter.description}.` };
}
