/** Random schedules of events at the service, in n8n, and during the trigger's polls. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

const minute = 60_000;
const hour = 60 * minute;

const numbers = ['+254710100001', '+254710100002', '+254710100003'];
const statusWords = ['Pending', 'pending', 'Sent', ' SENT', 'Delivered', 'Failed', '__proto__'];

const message = fc.record({
	to: fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1 }),
	status: fc.constantFrom(...statusWords),
	campaign: fc.constantFrom('spring', 'Spring'),
	category: fc.constantFrom('utility' as const, 'marketing' as const),
});
export type Message = typeof message extends fc.Arbitrary<infer Value> ? Value : never;

/** A change at the service: a message arrives, or a recipient of one gets another status. */
const change = fc.oneof(
	{ weight: 1, arbitrary: fc.record({ message }) },
	{
		weight: 2,
		arbitrary: fc.record({
			of: fc.nat(15),
			recipient: fc.nat(2),
			status: fc.constantFrom(...statusWords),
		}),
	},
);
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Filters, each with a name for what it lets through. Filters with the same name are the same to users. */
export const filters: Array<{ given: INodeParameters; lets: string }> = [
	{ given: {}, lets: 'all' },
	{ given: { campaign: ' ' }, lets: 'all' },
	{ given: { campaign: 'spring' }, lets: 'spring' },
	{ given: { category: 'utility' }, lets: 'utility' },
	{ given: { phoneNumber: `${numbers[0]}, ${numbers[1]}` }, lets: 'two' },
	{ given: { phoneNumber: '00254 710 100002; +254710100001' }, lets: 'two' },
];

/** Whether a filter lets a recipient of a message through. */
export function passes(lets: string, { campaign, category }: Message, number: string): boolean {
	if (lets === 'two') return number !== numbers[2];
	return lets === 'all' || lets === campaign || lets === category;
}

const settings = fc.record({
	event: fc.constantFrom('statusChanged', 'statusChanged', 'messageCreated'),
	filter: fc.oneof(fc.nat(1), fc.nat(filters.length - 1)),
	statuses: fc.constantFrom('', '', 'failed', 'SENT, Delivered', 'pending;__PROTO__'),
	watchHours: fc.constantFrom(1, 2, 2, 5, 30),
	maxConcurrentRequests: fc.constantFrom(1, 2, 5),
});
export type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

const fault = fc.record({
	kind: fc.constantFrom(
		...(['badRequest', 'badRequest', 'html', 'serverError', 'unauthorized', 'dropBefore'] as const),
		...(['repeatPage', 'hugeLastPage', 'rateLimited', 'emptyBody'] as const),
	),
	after: fc.nat(3),
	times: fc.constantFrom(1, 2, 4, 8),
	retryAfter: fc.constant('7'),
});

/** An event while a poll is running, once this many requests have arrived. */
const meanwhile = fc.record({
	after: fc.constantFrom(0, 0, 0, 1, 3),
	what: fc.oneof(
		{ weight: 2, arbitrary: change },
		{ weight: 3, arbitrary: fc.constantFrom('poll', 'poll', 'poll', 'test', 'kill', 'offAndOn') },
	),
});
export type Meanwhile = (typeof meanwhile extends fc.Arbitrary<infer Value>
	? Value
	: never)['what'];

const step = fc.record({
	/** An interruption of n8n before the step. An activation follows, with the settings of this index. */
	first: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom('off' as const, 'kill' as const) },
	),
	settings: fc.nat(2),
	/** Time since the previous step, in tens of minutes. */
	gap: fc.constantFrom(1, 1, 1, 3, 6, 12, 156),
	changes: fc.array(change, { minLength: 1, maxLength: 5 }),
	faults: fc.oneof(
		{ weight: 3, arbitrary: fc.constant([]) },
		{ weight: 1, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
	),
	losesWrites: fc.constantFrom(false, false, false, true),
	meanwhile: fc.oneof(fc.constant([]), fc.array(meanwhile, { minLength: 1, maxLength: 3 })),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export const schedule = fc.record({
	minuteOfDay: fc.nat(24 * 60 - 1),
	cursors: fc.constantFrom('static data' as const, 'durable' as const),
	/** Error of the service's clock in milliseconds, and whether it states its time. */
	service: fc.oneof(
		fc.record({
			dateHeader: fc.constant('on' as const),
			clockOffset: fc.constantFrom(0, 0, 700, hour, 30 * hour, -72 * hour),
		}),
		fc.record({
			dateHeader: fc.constant('off' as const),
			clockOffset: fc.constantFrom(0, minute, -minute),
		}),
	),
	maxPerPage: fc.constantFrom(100, 3, 2, 1),
	listOrder: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
	settings: fc.array(settings, { minLength: 1, maxLength: 3 }),
	/** Messages from before the first step, with their age in tens of minutes. */
	before: fc.array(fc.record({ message, age: fc.constantFrom(0, 5, 6, 11, 12, 29, 170, 190) }), {
		minLength: 2,
		maxLength: 6,
	}),
	steps: fc.array(step, { minLength: 4, maxLength: 8 }),
});
export type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;
