import type { Mistake } from './mistake.mts';

const operations = 'nodes/MessagingService/operations';
const sendFields = `${operations}/sendFields.ts`;
const sharedFields = `${operations}/sharedFields.ts`;
const watchMessages = `${operations}/watchMessages.ts`;
const queryMessages = `${operations}/queryMessages.ts`;
const node = 'nodes/MessagingService/MessagingService.node.ts';
const trigger = 'nodes/MessagingService/MessagingServiceTrigger.node.ts';
const countries = 'nodes/MessagingService/validation/countries.ts';

/** A row of parameters.md that is under this heading. */
const row = (heading: string) => ({ file: 'test/interface/parameters.test.mts', test: heading });
const sendMessage = row('sendMessage: POST');
const queryOfMessages = row('queryMessages: GET');
const ofTrigger = row('Trigger messagingServiceTrigger');
const choices = row('Choices');
const offers = row('What node and trigger offer and need');
const country = {
	file: 'test/validation/countries.test.mts',
	test: 'each code stands for the country',
};

/** Mistakes in what the editor shows: fields, defaults, labels, options. */
export const formMistakes: Mistake[] = [
	{
		name: 'Send To begins with the contact group',
		file: sendFields,
		from: "default: 'phoneNumbers',",
		to: "default: 'contactGroup',",
		noticedBy: sendMessage,
	},
	{
		name: 'Priority begins with marketing',
		file: sendFields,
		from: "default: 'utility',",
		to: "default: 'marketing',",
		noticedBy: sendMessage,
	},
	{
		name: 'Look Up Unclear Sends begins switched off',
		file: sendFields,
		from: "name: 'lookUpUnknown',\n\t\t\t\ttype: 'boolean',\n\t\t\t\tdefault: true,",
		to: "name: 'lookUpUnknown',\n\t\t\t\ttype: 'boolean',\n\t\t\t\tdefault: false,",
		noticedBy: sendMessage,
	},
	{
		name: 'Dry Run is off once it is added',
		file: sendFields,
		from: "name: 'dryRun',\n\t\t\t\ttype: 'boolean',\n\t\t\t\tdefault: true,",
		to: "name: 'dryRun',\n\t\t\t\ttype: 'boolean',\n\t\t\t\tdefault: false,",
		noticedBy: {
			file: 'test/interface/addedSwitches.test.mts',
			test: 'dryRun is on where it is added',
		},
	},
	{
		name: 'Invalid Recipients begins with Skip',
		file: sendFields,
		from: "default: 'stop',",
		to: "default: 'skip',",
		noticedBy: sendMessage,
	},
	{
		name: 'Default Country begins with a country that nobody chose',
		file: sendFields,
		from: "type: 'options',\n\t\t\t\tdefault: '',",
		to: "type: 'options',\n\t\t\t\tdefault: 'KE',",
		noticedBy: sendMessage,
	},
	{
		name: 'Look Back Hours begins with a week',
		file: sendFields,
		from: 'default: 24,',
		to: 'default: 168,',
		noticedBy: sendMessage,
	},
	{
		name: 'Look Back Hours is shown without Skip Already Sent',
		file: sendFields,
		from: '\t\t\t\tdisplayOptions: { show: { skipAlreadySent: [true] } },\n',
		to: '',
		noticedBy: sendMessage,
	},
	{
		name: 'Recipients per Request is shown where items are not combined',
		file: sendFields,
		from: 'combineItems: [true]',
		to: 'combineItems: [false]',
		noticedBy: sendMessage,
	},
	{
		name: 'Contact Group ID is shown for phone numbers',
		file: sendFields,
		from: "sendTo: ['contactGroup']",
		to: "sendTo: ['phoneNumbers', 'contactGroup']",
		noticedBy: sendMessage,
	},
	{
		name: 'Message is not marked as required',
		file: sendFields,
		from: 'typeOptions: { rows: 4 },\n\t\trequired: true,',
		to: 'typeOptions: { rows: 4 },',
		noticedBy: sendMessage,
	},
	{
		name: 'The schedule is put into the query',
		file: sendFields,
		from: "type: 'body', property: 'schedule'",
		to: "type: 'query', property: 'schedule'",
		noticedBy: sendMessage,
	},
	{
		name: 'Max Concurrent Requests begins with 100',
		file: sharedFields,
		from: 'default: 10,',
		to: 'default: 100,',
		noticedBy: queryOfMessages,
	},
	{
		name: 'Limit is shown with Return All',
		file: sharedFields,
		from: 'displayOptions: { show: { operation: [operation], returnAll: [false] } },',
		to: '...shownFor(operation),',
		noticedBy: queryOfMessages,
	},
	{
		name: 'The trigger watches a day unless told',
		file: watchMessages,
		from: 'default: 72,',
		to: 'default: 24,',
		noticedBy: ofTrigger,
	},
	{
		name: 'Per Page is sent as page',
		file: sharedFields,
		from: "property: 'per_page'",
		to: "property: 'page'",
		noticedBy: row('querySenders: GET'),
	},
	{
		name: 'Start Date and End Date are always shown',
		file: sharedFields,
		from: "\t\tdisplayOptions: { show: { dateCreated: ['custom'] } },\n",
		to: '',
		noticedBy: queryOfMessages,
	},
	{
		name: 'This Week asks for this month, and This Month for this week',
		file: sharedFields,
		from: "{ name: 'This Month', value: 'this-month' },\n\t\t\t{ name: 'This Week', value: 'this-week' },",
		to: "{ name: 'This Month', value: 'this-week' },\n\t\t\t{ name: 'This Week', value: 'this-month' },",
		noticedBy: choices,
	},
	{
		name: 'The list of statuses asks for a method that is not there',
		file: sharedFields,
		from: "loadOptionsMethod: 'getStatuses'",
		to: "loadOptionsMethod: 'getStatus'",
		noticedBy: queryOfMessages,
	},
	{
		name: 'The list of senders asks for a method that is not there',
		file: sharedFields,
		from: "searchListMethod: 'searchSenders'",
		to: "searchListMethod: 'searchSender'",
		noticedBy: choices,
	},
	{
		name: 'Sender ID can not be searched',
		file: sharedFields,
		from: ', searchable: true',
		to: '',
		noticedBy: choices,
	},
	{
		name: 'Output begins with Raw',
		file: queryMessages,
		from: "default: 'simplified',",
		to: "default: 'raw',",
		noticedBy: queryOfMessages,
	},
	{
		name: 'Raw and Simplified are each called by the other name',
		file: queryMessages,
		from: "name: 'Raw',\n\t\t\t\tvalue: 'raw',\n\t\t\t\tdescription: 'The message as the service gives it',\n\t\t\t},\n\t\t\t{\n\t\t\t\tname: 'Simplified',\n\t\t\t\tvalue: 'simplified'",
		to: "name: 'Raw',\n\t\t\t\tvalue: 'simplified',\n\t\t\t\tdescription: 'The message as the service gives it',\n\t\t\t},\n\t\t\t{\n\t\t\t\tname: 'Simplified',\n\t\t\t\tvalue: 'raw'",
		noticedBy: choices,
	},
	{
		name: 'The filter by campaign has another name than saved workflows have',
		file: `${operations}/messageFilters.ts`,
		from: "name: 'campaign',",
		to: "name: 'campaignName',",
		noticedBy: queryOfMessages,
	},
	{
		name: 'Authentication and Marketing are each called by the other name',
		file: `${operations}/priority.ts`,
		from: "value: 'authentication',\n\t\tdescription: 'One-time codes and other messages that confirm who somebody is',\n\t},\n\t{\n\t\tname: 'Marketing',\n\t\tvalue: 'marketing',",
		to: "value: 'marketing',\n\t\tdescription: 'One-time codes and other messages that confirm who somebody is',\n\t},\n\t{\n\t\tname: 'Marketing',\n\t\tvalue: 'authentication',",
		noticedBy: choices,
	},
	{
		name: 'The menu of operations begins with a query',
		file: `${operations}/index.ts`,
		from: '[sendMessage, queryMessages,',
		to: '[queryMessages, sendMessage,',
		noticedBy: choices,
	},
	{
		name: 'The canvas shows the value of the operation',
		file: `${operations}/index.ts`,
		from: 'map(({ value, name }) => [value, name])',
		to: 'map(({ value }) => [value, value])',
		noticedBy: row('says on the canvas what sendMessage is called'),
	},
	{
		name: 'The node runs without a credential',
		file: node,
		from: "{ name: 'messagingServiceApi', required: true }",
		to: "{ name: 'messagingServiceApi' }",
		noticedBy: offers,
	},
	{
		name: 'The node offers getStatus',
		file: node,
		from: 'loadOptions: { getStatuses }',
		to: 'loadOptions: { getStatus: getStatuses }',
		noticedBy: offers,
	},
	{
		name: 'The trigger runs without a credential',
		file: trigger,
		from: "{ name: 'messagingServiceApi', required: true }",
		to: "{ name: 'messagingServiceApi', required: false }",
		noticedBy: offers,
	},
	{
		name: 'The trigger offers searchSender',
		file: trigger,
		from: 'listSearch: { searchSenders }',
		to: 'listSearch: { searchSender: searchSenders }',
		noticedBy: offers,
	},
	{
		name: 'The trigger begins with new messages',
		file: watchMessages,
		from: "default: 'statusChanged',",
		to: "default: 'messageCreated',",
		noticedBy: ofTrigger,
	},
	{
		name: 'Statuses is shown for new messages too',
		file: watchMessages,
		from: "\t\t\t\tdisplayOptions: { show: { '/event': ['statusChanged'] } },\n",
		to: '',
		noticedBy: ofTrigger,
	},
	{
		name: 'Watch Hours stops at a week',
		file: watchMessages,
		from: 'maxValue: 744',
		to: 'maxValue: 168',
		noticedBy: ofTrigger,
	},
	{
		name: 'A credential can be saved without its secret',
		file: 'credentials/MessagingServiceApi.credentials.ts',
		from: "name: 'clientSecret',\n\t\t\ttype: 'string',\n\t\t\ttypeOptions: { password: true },\n\t\t\trequired: true,",
		to: "name: 'clientSecret',\n\t\t\ttype: 'string',\n\t\t\ttypeOptions: { password: true },",
		noticedBy: row('Credential messagingServiceApi'),
	},
	{
		name: 'A new credential allows unencrypted requests',
		file: 'credentials/MessagingServiceApi.credentials.ts',
		from: "type: 'boolean',\n\t\t\tdefault: false,",
		to: "type: 'boolean',\n\t\t\tdefault: true,",
		noticedBy: row('Credential messagingServiceApi'),
	},
	{
		name: 'Kenya has the code of the United States',
		file: countries,
		from: "KE: 'Kenya (+254)'",
		to: "KE: 'Kenya (+1)'",
		noticedBy: { file: country.file, test: 'every country that the number rules know' },
	},
	{
		name: 'The United States stand for the Virgin Islands',
		file: countries,
		from: "US: 'United States (+1)',\n\tVI: 'United States Virgin Islands (+1)',",
		to: "VI: 'United States (+1)',\n\tUS: 'United States Virgin Islands (+1)',",
		noticedBy: country,
	},
	{
		name: 'Only the first page is asked for with the filters',
		file: 'nodes/MessagingService/query/readAll.ts',
		from: '{ ...order.query, ...query }',
		to: '{ ...(query.page === 1 ? order.query : {}), ...query }',
		noticedBy: {
			file: 'test/interface/everyField.test.mts',
			test: '{"returnAll":true,"filters":{"campaign":"campaign-3","query":"(1"',
		},
	},
];
