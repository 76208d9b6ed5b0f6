/** Random schedules of what happens at the service, to n8n, and to the trigger's polls. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../workbench/sandbox/faults.mts';
import type { MessageFromElsewhere } from '../../workbench/sandbox/sandbox.mts';
import { seldom } from '../lookup/rows.mts';
import { began, maxPerPage, pace, readings } from '../lookup/environment.mts';
import { senderId } from '../workbench.mts';
import type { Writing } from './shownRecords.mts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Few numbers, so that messages meet. The last one fails where only time decides. */
const numbers = ['+254710000001', '+254710000002', '+254710000003', '+254710000404'];

/** The status words of a service: any text, any case, and none. */
const status = fc.constantFrom(
	'Pending',
	'pending',
	'Sent',
	'sent',
	' SENT',
	'Delivered',
	'DELIVERED',
	'Failed',
	'failed',
	'Zugestellt ✓',
	'__proto__',
	'x'.repeat(230),
	'',
	null,
	undefined,
);

const message = fc.record({
	to: fc.oneof(
		{ weight: 6, arbitrary: fc.array(fc.constantFrom(...numbers), { minLength: 1, maxLength: 3 }) },
		{ weight: 1, arbitrary: fc.constant('group' as const) },
	),
	campaign: fc.constantFrom('spring', 'Spring'),
	category: fc.constantFrom('utility' as const, 'utility' as const, 'marketing' as const),
	senderId: fc.constantFrom(102, 102, 103),
	message: fc.constantFrom('Your results are in', 'See you soon'),
});

/** What happens at the service. */
const change = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('status' as const),
			of: fc.nat(20),
			recipient: fc.nat(3),
			status,
			everywhere: fc.constantFrom(false, false, false, true),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('message' as const),
			message,
			status,
			by: fc.constantFrom('elsewhere' as const, 'elsewhere' as const, 'client' as const),
		}),
	},
);
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** What the service's answers suffer from. Four errors in a row use up the retries. */
const fault = fc.record({
	kind: fc.oneof(
		{
			weight: 3,
			arbitrary: fc.constantFrom<FaultKind>(
				'serverError',
				'serverError',
				'unauthorized',
				'html',
				'notJson',
			),
		},
		{
			weight: 2,
			arbitrary: fc.constantFrom<FaultKind>(
				'emptyBody',
				'wrongShape',
				'badRequest',
				'repeatPage',
				'hugeLastPage',
				'noMeta',
				'rowsMove',
				'dropBefore',
				'dropMidAnswer',
				'rateLimited',
				'unauthorizedInBody',
				'serverErrorInBody',
			),
		},
	),
	after: fc.nat(4),
	times: fc.constantFrom(1, 1, 2, 4, 8),
	retryAfter: fc.constantFrom('7', '400'),
});

/** What happens while a poll is under way. */
const meanwhile = fc.oneof(
	{ weight: 4, arbitrary: change },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom(
				'poll' as const,
				'poll' as const,
				'kill' as const,
				'off' as const,
				'offAndOn' as const,
				'test' as const,
			),
		}),
	},
);
export type Meanwhile = typeof meanwhile extends fc.Arbitrary<infer Value> ? Value : never;

export const step = fc.record({
	/** What becomes of n8n before it: 'off' and 'kill' are followed by an activation. */
	first: fc.oneof(
		{ weight: 5, arbitrary: fc.constant(undefined) },
		{ weight: 2, arbitrary: fc.constantFrom('off' as const, 'off' as const, 'kill' as const) },
	),
	/** Which of the settings are taken at the next activation. */
	settings: fc.option(fc.nat(2), { nil: undefined, freq: 3 }),
	gap: fc.constantFrom(
		minute,
		minute,
		2 * minute,
		10 * minute,
		31 * minute,
		61 * minute,
		2 * hour,
		26 * hour,
	),
	changes: fc.array(change, { maxLength: 4 }),
	faults: fc.oneof(
		{ weight: 3, arbitrary: fc.constant([]) },
		{ weight: 1, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
	),
	losesWrites: fc.constantFrom(false, false, false, true),
	meanwhile: fc.oneof(
		{ weight: 1, arbitrary: fc.constant([]) },
		{
			weight: 1,
			arbitrary: fc.array(fc.record({ after: fc.nat(5), what: meanwhile }), {
				minLength: 1,
				maxLength: 3,
			}),
		},
	),
	/** Messages that the list lacks this time. */
	hidden: fc.oneof(
		{ weight: 4, arbitrary: fc.constant<number[]>([]) },
		{ weight: 1, arbitrary: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }) },
	),
	tokensExpire: seldom(fc.constant(true), 8),
	/** From here on. */
	groupRecipients: seldom(
		fc.constantFrom('records' as const, 'numbers' as const, 'group' as const),
		4,
	),
	dateHeader: seldom(fc.constantFrom('on' as const, 'off' as const), 3),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Filters as they are typed; those of one group are the same ones. */
export interface Filter {
	typed: INodeParameters;
	group: string;
	/** What the service applies. */
	asked: Partial<Pick<MessageFromElsewhere, 'category' | 'senderId' | 'message'>>;
	campaign?: string;
	numbers?: string[];
}

const two = ['254710000001', '254710000404'];
export const filters: Filter[] = [
	{ typed: {}, group: 'none', asked: {} },
	{ typed: { category: 'utility' }, group: 'category', asked: { category: 'utility' } },
	{ typed: { campaign: 'spring' }, group: 'campaign', asked: {}, campaign: 'spring' },
	{ typed: { campaign: ' spring ' }, group: 'campaign', asked: {}, campaign: 'spring' },
	{
		typed: { campaign: '={{ "spr" + "ing" }}' },
		group: 'expression',
		asked: {},
		campaign: 'spring',
	},
	{ typed: { senderId: senderId(102) }, group: 'sender', asked: { senderId: 102 } },
	{ typed: { query: 'RESULTS' }, group: 'text', asked: { message: 'Your results are in' } },
	{
		typed: { phoneNumber: '+254710000001, +254710000404' },
		group: 'numbers',
		asked: {},
		numbers: two,
	},
	{
		typed: { phoneNumber: '+254 710 000404;+254710000001' },
		group: 'numbers',
		asked: {},
		numbers: two,
	},
	{
		typed: { phoneNumber: '+254710000001', category: 'utility' },
		group: 'both',
		asked: { category: 'utility' },
		numbers: two.slice(0, 1),
	},
];

const settings = fc.record({
	event: fc.constantFrom(
		'statusChanged' as const,
		'statusChanged' as const,
		'messageCreated' as const,
	),
	filter: fc.oneof(
		{ weight: 1, arbitrary: fc.constant(0) },
		{ weight: 1, arbitrary: fc.nat(filters.length - 1) },
	),
	statuses: fc.oneof(
		{ weight: 2, arbitrary: fc.constant('') },
		{
			weight: 1,
			arbitrary: fc.constantFrom(
				'failed',
				'SENT, Delivered',
				'pending;zugestellt ✓',
				'__PROTO__\nFailed',
			),
		},
	),
	watchHours: fc.constantFrom(1, 2, 2, 5, 30),
	concurrency: fc.constantFrom(1, 1, 2, 5),
	account: fc.constantFrom(
		'own' as const,
		'own' as const,
		'otherAddress' as const,
		'otherClient' as const,
	),
});
export type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

/** Half of them go on with the same event, filters and account; the others differ in one of these. */
const someSettings = fc
	.tuple(
		settings,
		fc.array(
			fc.record({
				other: settings,
				differs: fc.constantFrom(
					'not' as const,
					'not' as const,
					'not' as const,
					'event' as const,
					'filter' as const,
					'address' as const,
					'client' as const,
				),
			}),
			{ minLength: 1, maxLength: 2 },
		),
	)
	.map(([first, others]) => [
		first,
		...others.map(({ other, differs }) => {
			const alike = filters
				.map(({ group }, index) => ({ group, index }))
				.filter(({ group }) => group === filters[first.filter]!.group);
			const same = {
				...other,
				event: first.event,
				account: first.account,
				filter: alike[other.filter % alike.length]!.index,
			};
			if (differs === 'filter') return { ...same, filter: other.filter };
			if (differs === 'event')
				return {
					...same,
					event:
						first.event === 'messageCreated'
							? ('statusChanged' as const)
							: ('messageCreated' as const),
				};
			const account = differs === 'address' ? ('otherAddress' as const) : ('otherClient' as const);
			return differs === 'not'
				? same
				: { ...same, account: first.account === account ? ('own' as const) : account };
		}),
	]);

export const schedule = fc.record({
	began,
	pace,
	maxPerPage,
	readings: readings.map((given) => ({ ...given, messageIdType: 'recordId' as const })),
	cursors: fc.constantFrom(
		'static data' as const,
		'static data' as const,
		'durable' as const,
		'durable later' as const,
	),
	clock: fc.oneof(
		fc.record({
			dateHeader: fc.constant('on' as const),
			clockOffset: fc.constantFrom(0, 0, 700, -30 * second, hour, -hour, 30 * hour, -72 * hour),
		}),
		fc.record({
			dateHeader: fc.constant('off' as const),
			clockOffset: fc.constantFrom(0, 700, minute, -minute),
		}),
	),
	/** Of messages that a client sends. */
	listingDelay: fc.constantFrom(0, 90 * second, 20 * minute, 70 * minute),
	writing: fc.record<Writing>({
		ids: fc.constantFrom('number', 'number', 'text', 'none'),
		numbers: fc.constantFrom('whole', 'whole', 'masked'),
		createdAt: fc.constantFrom('asIs', 'asIs', 'asIs', 'spaced', 'unix', 'unreadable'),
		turns: fc.boolean(),
	}),
	settings: someSettings,
	before: fc.array(
		fc.record({
			message,
			status,
			age: fc.constantFrom(
				minute,
				20 * minute,
				59 * minute,
				61 * minute,
				115 * minute,
				3 * hour,
				299 * minute,
				330 * minute,
				29 * hour,
				31 * hour,
				60 * hour,
			),
		}),
		{ maxLength: 8 },
	),
	steps: fc.array(step, { minLength: 2, maxLength: 9 }),
});
export type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;
