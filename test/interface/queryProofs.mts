import { nodeName, senderId } from '../workbench.mts';
import type { Proof, Proofs } from './proof.mts';

const filter = (filters: object, arrives: Record<string, unknown>, zone?: string): Proof => ({
	parameters: { filters: filters as never }, arrives: arrives as never, zone,
});
const custom = (startDate: string, endDate: string) => ({ parameters: { filters: { dateCreated: 'custom', startDate, endDate } } });

/** The limit and pages of both queries; `all` is how many records the sandbox has. */
function pageProofs(all: number): Proofs {
	return {
		returnAll: [{
			parameters: { returnAll: true },
			arrives: { per_page: '100' },
			shows: (_sandbox, result) => expect(result.output(nodeName)).toHaveLength(all),
		}],
		limit: [
			{ parameters: { limit: 7 }, arrives: { per_page: '7' }, shows: (_sandbox, result) => expect(result.output(nodeName)).toHaveLength(7) },
			{ parameters: { limit: 101 }, arrives: { per_page: '100' }, shows: (_sandbox, result) => expect(result.output(nodeName)).toHaveLength(Math.min(all, 101)) },
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
		'options.maxConcurrentRequests': [{
			parameters: { limit: 60, options: { perPage: 5, maxConcurrentRequests: 3 } },
			arrives: { per_page: '5' },
			latency: 60,
			shows: ({ inFlight }, result) => expect([inFlight.peak, result.output(nodeName).length]).toEqual([3, 60]),
		}],
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
		{ parameters: { filters: { status: '={{ "Pending" }}' } }, refuses: /Status Name or ID is 'Pending', not a whole number/ },
	],
	'filters.dateCreated=today': [filter({ dateCreated: 'today' }, { date_created: 'today' })],
	'filters.dateCreated=yesterday': [filter({ dateCreated: 'yesterday' }, { date_created: 'yesterday' })],
	'filters.dateCreated=this-week': [filter({ dateCreated: 'this-week' }, { date_created: 'this-week' })],
	'filters.dateCreated=this-month': [filter({ dateCreated: 'this-month', startDate: '2026-11-01', endDate: '2026-11-02' }, { date_created: 'this-month' })],
	'filters.dateCreated=custom': [
		filter({ dateCreated: 'custom', startDate: '2026-11-01', endDate: '2026-11-01' }, { date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-01' }),
		{ parameters: { filters: { dateCreated: '={{ "last-year" }}' } }, refuses: /'last-year' isn't a valid Date Created/ },
	],
	'filters.startDate': [
		// An instant counts as the day that it has in the workflow's zone.
		filter({ dateCreated: 'custom', startDate: '2026-10-31T22:30:00Z', endDate: '2026-11-02T20:59:00Z' },
			{ date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-02' }, 'Africa/Nairobi'),
		{ ...custom('', '2026-11-02'), refuses: /Start Date is empty/ },
		{ ...custom('soon', '2026-11-02'), refuses: /Start Date is 'soon', which this node can't read as a date/ },
	],
	'filters.endDate': [
		filter({ dateCreated: 'custom', startDate: '2026-11-01', endDate: '2026-11-20T00:00:00' }, { date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-20' }),
		{ ...custom('2026-11-02', ''), refuses: /End Date is empty/ },
		{ ...custom('2026-11-03', '2026-11-02'), refuses: /Start Date 2026-11-03 is after End Date 2026-11-02/ },
	],
};

const output = (value: string, field: string): Proof => ({
	parameters: { output: value, limit: 2 },
	arrives: { per_page: '2' },
	shows: (_sandbox, result) => expect(result.output(nodeName)[0]?.json).toHaveProperty(field),
});

/** Every field of Query Messages, on a sandbox with 250 messages. */
export const messageQueryProofs: Proofs = {
	...pageProofs(250),
	...sharedFilters,
	'filters.category=authentication': [filter({ category: 'authentication' }, { category: 'authentication' })],
	'filters.category=marketing': [filter({ category: 'marketing' }, { category: 'marketing' })],
	'filters.category=utility': [
		filter({ category: 'utility' }, { category: 'utility' }),
		filter({ category: '={{ "" }}' }, {}),
		{ parameters: { filters: { category: '={{ "spam" }}' } }, refuses: /'spam' isn't a valid Category/ },
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
export const senderQueryProofs: Proofs = { ...pageProofs(64), ...sharedFilters };
