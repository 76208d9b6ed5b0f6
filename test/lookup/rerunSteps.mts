/** Random runs of a list with Skip Already Sent: what is sent, how, and what interrupts it. */
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { faults, type FaultKind } from '../../workbench/sandbox/faults.mts';
import { place, seldom } from './rows.mts';

const second = 1_000;

const kinds = (Object.keys(faults) as FaultKind[]).filter(
	(kind) => !('only' in faults[kind]) && !kind.startsWith('hang') && kind !== 'noise',
);
/** A run, or two at the same moment, and all that happens to it. */
export const step = fc.record({
	lists: fc.oneof(
		{ weight: 3, arbitrary: fc.tuple(fc.array(place, { minLength: 1, maxLength: 20 })) },
		{
			weight: 3,
			arbitrary: fc.tuple(
				fc.array(place, { minLength: 1, maxLength: 12 }),
				fc.array(place, { minLength: 1, maxLength: 12 }),
			),
		},
	),
	/** Milliseconds since the step before. */
	gap: fc.constantFrom(0, 0, 800, 5 * second, 50 * second, 125 * second),
	/** Another process, such as another worker of n8n, knows only what the service lists. */
	process: fc.constantFrom('one' as const, 'one' as const, 'other' as const),
	faults: fc.array(
		fc.record({
			kind: fc.oneof(
				{
					weight: 3,
					arbitrary: fc.constantFrom<FaultKind>(
						'dropBefore',
						'dropAfter',
						'serverError',
						'errorAfterAccept',
					),
				},
				{ weight: 1, arbitrary: fc.constantFrom(...kinds) },
			),
			after: fc.nat(12),
			times: fc.integer({ min: 1, max: 6 }),
			retryAfter: fc.constantFrom('0', '7', '110'),
		}),
		{ maxLength: 4 },
	),
	/** The list of messages can't be read, or only after some faults. */
	broken: seldom(
		fc.constantFrom<FaultKind>(
			'serverError',
			'badRequest',
			'html',
			'notJson',
			'dropBefore',
			'unauthorized',
		),
		6,
	),
	trouble: seldom(
		fc.record({
			kind: fc.constantFrom<FaultKind>(
				'serverError',
				'rateLimited',
				'html',
				'noMeta',
				'rowsMove',
				'repeatPage',
			),
			after: fc.nat(4),
			times: fc.integer({ min: 1, max: 5 }),
		}),
		4,
	),
	failing: seldom(fc.nat(11), 6),
	stopAfter: seldom(
		fc.record({
			requests: fc.nat(15),
			moment: fc.constantFrom('leaves' as const, 'ended' as const),
		}),
		3,
	),
	mode: fc.constantFrom<Partial<INode>>(
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
		{ onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{},
	),
	combine: seldom(fc.integer({ min: 1, max: 8 }), 2),
	batching: fc.constantFrom(
		undefined,
		undefined,
		{ batchSize: 3, batchInterval: 900 },
		{ batchSize: 2, batchInterval: 70_000 },
		{ batchSize: 4, batchInterval: 200_000 },
	),
	concurrent: fc.constantFrom(1, 1, 2, 5, 20),
	lookUpUnknown: fc.boolean(),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
