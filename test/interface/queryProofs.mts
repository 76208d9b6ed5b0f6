import type { INodeParameters } from 'n8n-workflow';
import { nodeName, senderId } from '../workbench.mts';
import type { Proof, Proofs } from './proof.mts';

const filter = (filters: object, arrives: Record<string, unknown>, zone?: string): Proof => ({
	parameters: { filters: filters as never },
	arrives: arrives as never,
	zone,
});
const custom = (startDate: string, endDate: string) => ({
	parameters: { filters: { dateCreated: 'custom', startDate, endDate } },
});

/** The limit and pages of both queries; `all` is how many records the sandbox has. */
function pageProofs(all: number): Proofs {
	return {
		returnAll: [
			{
				parameters: { returnAll: true },
				arrives: { per_page: '100' },
				shows: (_sandbox, result) => expect(result.output(nodeName)).toHaveLength(all),
			},
		],
		limit: [
			{
				parameters: { limit: 7 },
				arrives: { per_page: '7' },
				shows: (_sandbox, result) => expect(result.output(nodeName)).toHaveLength(7),
			},
			{
				parameters: { limit: 101 },
				arrives: { per_page: '100' },
				shows: (_sandbox, result) =>
					expect(result.output(nodeName)).toHaveLength(Math.min(all, 101)),
			},
			{ parameters: { limit: 0 }, refuses: /Limit is 0, which is too small/ },
		],
		'options.page': [
			{ parameters: { limit: 5, options: { page: 3 } }, arrives: { page: '3', per_page: '5' } },
			{ parameters: { options: { page: 0 } }, refuses: /Page is 0, which is too small/ },
		],
		'options.perPage': [
			{
				parameters: { limit: 10, options: { perPage: 4 } },
				arrives: { per_page: '4' },
				shows: ({ requests }, result) => {
					expect(requests.flatMap(({ query }) => query.page ?? [])).toEqual(['1', '2', '3']);
					expect(result.output(nodeName)).toHaveLength(10);
				},
			},
			{ parameters: { options: { perPage: '={{ "ten" }}' } }, refuses: /Per Page is 'ten'/ },
		],
		'options.maxConcurrentRequests': [
			{
				parameters: { limit: 60, options: { perPage: 5, maxConcurrentRequests: 3 } },
				arrives: { per_page: '5' },
				crowd: { most: 3, all: 12, alone: 1 },
				shows: ({ inFlight }, result) =>
					expect([inFlight.peak, result.output(nodeName).length]).toEqual([3, 60]),
			},
		],
	};
}

/** The dates, the search text and the status of both queries. */
const sharedFilters: Proofs = {
	'filters.query': [
		filter({ query: 'a&b=ä c' }, { query: 'a&b=ä c' }),
		filter({ query: '={{ 0 }}' }, { query: '0' }),
		filter({ query: '' }, {}),
		filter({ query: '={{ null }}' }, {}),
		filter({ query: '={{ $json.missing }}' }, {}),
	],
	'filters.status': [
		filter({ status: 0 }, { status: '0' }),
		filter({ status: '={{ "-3" }}' }, { status: '-3' }),
		filter({ status: '' }, {}),
		{
			parameters: { filters: { status: '={{ "Pending" }}' } },
			refuses: /Status Name or ID is 'Pending', not a whole number/,
		},
	],
	'filters.dateCreated=today': [filter({ dateCreated: 'today' }, { date_created: 'today' })],
	'filters.dateCreated=yesterday': [
		filter({ dateCreated: 'yesterday' }, { date_created: 'yesterday' }),
	],
	'filters.dateCreated=this-week': [
		filter({ dateCreated: 'this-week' }, { date_created: 'this-week' }),
	],
	'filters.dateCreated=this-month': [
		filter(
			{ dateCreated: 'this-month', startDate: '2026-11-01', endDate: '2026-11-02' },
			{ date_created: 'this-month' },
		),
	],
	'filters.dateCreated=custom': [
		filter(
			{ dateCreated: 'custom', startDate: '2026-11-01', endDate: '2026-11-01' },
			{ date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-01' },
		),
		{
			parameters: { filters: { dateCreated: '={{ "last-year" }}' } },
			refuses: /'last-year' isn't a valid Date Created/,
		},
	],
	'filters.startDate': [
		// An instant counts as the day that it has in the workflow's zone.
		filter(
			{ dateCreated: 'custom', startDate: '2026-10-31T22:30:00Z', endDate: '2026-11-02T20:59:00Z' },
			{ date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-02' },
			'Africa/Nairobi',
		),
		{ ...custom('', '2026-11-02'), refuses: /Start Date is empty/ },
		{
			...custom('soon', '2026-11-02'),
			refuses: /Start Date is 'soon', which this node can't read as a date/,
		},
	],
	'filters.endDate': [
		filter(
			{ dateCreated: 'custom', startDate: '2026-11-01', endDate: '2026-11-20T00:00:00' },
			{ date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-20' },
		),
		{ ...custom('2026-11-02', ''), refuses: /End Date is empty/ },
		{
			...custom('2026-11-03', '2026-11-02'),
			refuses: /Start Date 2026-11-03 is after End Date 2026-11-02/,
		},
	],
};

const output = (value: string, field: string): Proof => ({
	parameters: { output: value, limit: 2 },
	arrives: { per_page: '2' },
	shows: (_sandbox, result) => expect(result.output(nodeName)[0]?.json).toHaveProperty(field),
});

/**
 * A filter that the service doesn't know: it is not sent, and these messages come out of the pages
 * that are asked for.
 */
const kept = (
	filters: object,
	ids: number[],
	pages: string[],
	parameters: INodeParameters = {},
	arrives = {},
): Proof => ({
	parameters: { ...parameters, filters: filters as never },
	arrives: { per_page: '100', ...arrives },
	shows: ({ requests }, result) => {
		expect(result.output(nodeName).map(({ json }) => json.id)).toEqual(ids);
		expect(requests.flatMap(({ query }) => query.page ?? [])).toEqual(pages);
	},
});

/** The ids from the newest of the 250 down, every so many. */
const every = (step: number, from: number, to = 1) =>
	Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step);

/**
 * The filters that the node applies, in a sandbox where each fifth message has the same campaign,
 * and each tenth went to three members of a group.
 */
const ownFilters: Proofs = {
	'filters.campaign': [
		kept({ campaign: 'campaign-3' }, every(5, 248), ['1', '2', '3']),
		kept({ campaign: '  campaign-3\n' }, every(5, 248, 238), ['1'], { limit: 3 }),
		kept(
			{ campaign: 'campaign-3', query: '(1' },
			[...every(5, 198, 103), 18, 13],
			['1', '2'],
			{ returnAll: true },
			{ query: '(1' },
		),
		kept({ campaign: 'Campaign-3' }, [], ['1', '2', '3']),
		kept({ campaign: 'campaign' }, [], ['1', '2', '3']),
		kept({ campaign: '={{ 3 }}' }, [], ['1', '2', '3']),
		filter({ campaign: ' ' }, {}),
		filter({ campaign: '={{ null }}' }, {}),
		filter({ campaign: '={{ $json.missing }}' }, {}),
		{
			parameters: { filters: { campaign: '={{ true }}' } },
			refuses: /Campaign is 'true', not a text/,
		},
		{
			parameters: { filters: { campaign: '={{ ["campaign-3"] }}' } },
			refuses: /Campaign is a list, not a text/,
		},
	],
	'filters.messageId': [
		kept({ messageId: '117' }, [117], ['1', '2'], { options: { maxConcurrentRequests: 1 } }),
		kept({ messageId: '={{ 250 }}' }, [250], ['1']),
		kept({ messageId: ' 3 ' }, [3], ['1', '2', '3'], { returnAll: true }),
		kept({ messageId: '03' }, [], ['1', '2', '3']),
		kept({ messageId: '117', campaign: 'campaign-3' }, [], ['1', '2', '3']),
		filter({ messageId: '' }, {}),
		filter({ messageId: '={{ undefined }}' }, {}),
		{
			parameters: { filters: { messageId: '={{ false }}' } },
			refuses: /Message ID is 'false', not a text/,
		},
		{
			parameters: { filters: { messageId: '={{ { id: 117 } }}' } },
			refuses: /Message ID is an object, not a text/,
		},
	],
	'filters.phoneNumber': [
		kept({ phoneNumber: '+254 733 003 002' }, every(10, 250), ['1', '2', '3']),
		kept({ phoneNumber: 'tel:00254-733-003-003' }, every(10, 250, 220), ['1'], { limit: 4 }),
		kept(
			{ phoneNumber: '={{ ["+254710000243", "(+254) 710.000.001"] }}' },
			[244, 2],
			['1', '2', '3'],
		),
		kept(
			{ phoneNumber: '+254710000243; +254733003001', campaign: 'campaign-4' },
			[244],
			['1', '2', '3'],
		),
		{
			parameters: {
				output: 'recipients',
				returnAll: true,
				filters: { phoneNumber: '+254733003001, +254733003003, +254710000001' },
			},
			arrives: { per_page: '100' },
			shows: (_sandbox, result) => {
				const rows = result
					.output(nodeName)
					.map(({ json }) => [json.message_id, json.phone_number]);
				expect(rows).toEqual([
					...every(10, 250).flatMap((id) => [
						[id, '+254733003001'],
						[id, '+254733003003'],
					]),
					[2, '+254710000001'],
				]);
			},
		},
		kept({ phoneNumber: '+254711999999' }, [], ['1', '2', '3']),
		filter({ phoneNumber: '' }, {}),
		filter({ phoneNumber: '={{ null }}' }, {}),
		{
			parameters: { filters: { phoneNumber: '0733 003 002' } },
			refuses: /'0733 003 002' in Phone Number has no country code\.$/,
		},
		{
			parameters: { filters: { phoneNumber: '={{ 254733003002 }}' } },
			refuses: /'254733003002' in Phone Number has no country code/,
		},
		{
			parameters: { filters: { phoneNumber: '={{ ["+254733003002", true] }}' } },
			refuses: /'true' in Phone Number isn't a phone number/,
		},
	],
};

/** Every field of Query Messages, on a sandbox with 250 messages. */
export const messageQueryProofs: Proofs = {
	...pageProofs(250),
	...sharedFilters,
	...ownFilters,
	'filters.query': [
		...sharedFilters['filters.query']!,
		{
			parameters: { filters: { query: '={{ true }}' } },
			refuses: /Text Contains is 'true', not a text/,
		},
	],
	'filters.category=authentication': [
		filter({ category: 'authentication' }, { category: 'authentication' }),
	],
	'filters.category=marketing': [filter({ category: 'marketing' }, { category: 'marketing' })],
	'filters.category=utility': [
		filter({ category: 'utility' }, { category: 'utility' }),
		filter({ category: '={{ "" }}' }, {}),
		{
			parameters: { filters: { category: '={{ "spam" }}' } },
			refuses: /'spam' isn't a valid Category/,
		},
	],
	'filters.senderId': [
		filter({ senderId: senderId(101, 'list') }, { sender_id: '101' }),
		filter({ senderId: senderId('102') }, { sender_id: '102' }),
		filter({ senderId: senderId('={{ 0 }}') }, { sender_id: '0' }),
		filter({ senderId: senderId('', 'list') }, {}),
		{ parameters: { filters: { senderId: senderId('SHOP') } }, refuses: /Sender ID is 'SHOP'/ },
	],
	'output=simplified': [
		output('simplified', 'recipients'),
		{ parameters: { output: '={{ "csv" }}' }, refuses: /'csv' isn't a valid Output/ },
	],
	'output=raw': [output('raw', 'creator')],
	'output=recipients': [output('recipients', 'phone_number')],
};

/** Every field of Query Senders, on a sandbox with its 64 senders. */
export const senderQueryProofs: Proofs = {
	...pageProofs(64),
	...sharedFilters,
	'filters.query': [
		...sharedFilters['filters.query']!,
		{ parameters: { filters: { query: '={{ true }}' } }, refuses: /Query is 'true', not a text/ },
	],
};
