/** Which hints a run that did not fail gives, word for word. That n8n shows them is tested in `hints`. */
import type { NodeExecutionHint } from 'n8n-workflow';
import type { Failure, Result } from '../../nodes/MessagingService/item.ts';
import { hintsOf } from '../../nodes/MessagingService/run/hints.ts';

const failed = (fate: Failure['fate']): Result => ({
	failures: [{ id: 'x', what: 'x.', next: 'x.', fate }],
});
const sent = (skipped?: number): Result => ({
	outputs: [
		{
			...(skipped === undefined
				? {}
				: { skippedRecipients: Array.from({ length: skipped }, () => ({})) }),
		},
	],
});
const hints = async (results: Result[], waited = 0): Promise<NodeExecutionHint[]> =>
	await hintsOf(new Map(results.entries()), waited);
const warning = (message: string): NodeExecutionHint => ({
	message,
	type: 'warning',
	location: 'outputPane',
});
const info = (message: string): NodeExecutionHint => ({
	message,
	type: 'info',
	location: 'outputPane',
});

test.each<[string, Result[]]>([
	['nothing', []],
	['a message', [sent()]],
	['a message that skipped nobody', [sent(0)]],
	['a refused item, which says so itself', [failed('refused')]],
	['a query without results', [{ outputs: [] }]],
	['a record of that name', [{ outputs: [{ incomplete: true }] }]],
	['a record with a text of that name', [{ outputs: [{ skippedRecipients: 'none' }] }]],
])('none for %s', async (_name, results) => {
	expect(await hints(results)).toEqual([]);
});

test.each<[Result[], string]>([
	[
		[failed('unknown')],
		'1 message may or may not have been sent. Look for it with Query Messages before resending. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again in two minutes or later.',
	],
	[
		[failed('unknown'), failed('refused'), sent(), failed('unknown')],
		'2 messages may or may not have been sent. Look for them with Query Messages before resending. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again in two minutes or later.',
	],
	[[sent(1), sent()], "1 number got nothing. The output's skippedRecipients says which, and why."],
	[
		[{ outputs: [], incomplete: true }],
		'The list changed while it was read, so some results may be missing. Run the workflow again.',
	],
	[
		[
			{ outputs: [{}] },
			{ outputs: [{}], incomplete: true },
			failed('refused'),
			{ outputs: [], incomplete: true },
		],
		'The list changed while it was read, so some results may be missing. Run the workflow again.',
	],
	[
		[{ outputs: [{}], missing: 1 }],
		'1 result is missing: the service counts more than it gave. Run the workflow again. If it happens again, tell the service.',
	],
	[
		[{ outputs: [{}], missing: 150 }, { outputs: [] }, { outputs: [], missing: 1000 }],
		'1,150 results are missing: the service counts more than it gave. Run the workflow again. If it happens again, tell the service.',
	],
	[
		[sent(2), sent(1)],
		"3 numbers got nothing. The output's skippedRecipients says which, and why.",
	],
])('%#: a warning', async (results, message) => {
	expect(await hints(results)).toEqual([warning(message)]);
});

test.each([
	[1, '1 second'],
	[1_499, '1 second'],
	[1_500, '2 seconds'],
	[61_000, '61 seconds'],
])('%i ms that the service had it wait are %s', async (waited, said) => {
	expect(await hints([sent()], waited)).toEqual([
		info(`The service was receiving too many requests and had this run wait ${said}.`),
	]);
});

test('all at once, what may cost a second message first', async () => {
	expect(
		(await hints([failed('unknown'), sent(1)], 1_000)).map(({ message }) => message.slice(0, 9)),
	).toEqual(['1 message', '1 number ', 'The servi']);
});

test.each([
	[1, "looks for it, and sends only what isn't there."],
	[3, "looks for them, and sends only what isn't there."],
])('%i unclear with Skip Already Sent on: it need only be run again', async (count, looks) => {
	const results = new Map(Array.from({ length: count }, () => failed('unknown')).entries());
	expect(await hintsOf(results, 0, { skips: true })).toEqual([
		warning(
			`${count} message${count === 1 ? '' : 's'} may or may not have been sent. Run the workflow again in two minutes or later: Skip Already Sent ${looks}`,
		),
	]);
});

const already: Result = { outputs: [{}], alreadySent: true };

test.each<[Result[], string]>([
	[
		[already, sent(), failed('refused')],
		'1 item had the message already, so nothing was sent for it.',
	],
	[[already, already], '2 items had the message already, so nothing was sent for them.'],
])('%#: who had the message already', async (results, message) => {
	expect(await hints(results)).toEqual([info(message)]);
});

test("a campaign that is the workflow's name, only where Skip Already Sent goes by it", async () => {
	const named = { isNamedAfterWorkflow: true };
	const results = new Map([sent()].entries());
	expect(await hintsOf(results, 0, { skips: true, ...named })).toEqual([
		warning(
			"Campaign is the workflow's name. If you rename the workflow, Skip Already Sent sends these messages again. For your next list, type a name of its own into Campaign.",
		),
	]);
	expect(await hintsOf(results, 0, named)).toEqual([]);
	expect(await hintsOf(results, 0, { skips: true })).toEqual([]);
});

const dry = (to: string[] | null, segments: number, skipSentWithin?: number): Result => ({
	outputs: [{}],
	dryRun: {
		purpose: 'send',
		body: {
			sender_id: 61,
			priority: 'utility',
			campaign: 'ferry',
			message: 'x',
			schedule: null,
			contact_list_id: to ? null : 77,
			recipients: to,
		} as never,
		beside: { segments, encoding: 'GSM-7' },
		maxRecipients: 0,
		maxTotalSegments: 0,
		...(skipSentWithin === undefined ? {} : { skipSentWithin }),
	},
});

test.each<[string, Result[], string]>([
	[
		'one item',
		[dry(['+35840100'], 2), sent()],
		'1 item, and nothing was sent for it. Without it, it would text 1 number with 2 segments in all.',
	],
	[
		'a number that two items have',
		[dry(['+35840100', '+35840101'], 1), dry(['+35840101'], 3)],
		'2 items, and nothing was sent for them. Without it, they would text 2 numbers with 5 segments in all.',
	],
	[
		'a group twice',
		[dry(null, 1), dry(null, 1)],
		'2 items, and nothing was sent for them. Without it, they would text 1 contact group.',
	],
	[
		'a group and a number',
		[dry(null, 1), dry(['+35840100'], 1)],
		'2 items, and nothing was sent for them. Without it, they would text 1 number with 1 segment in all, and 1 contact group.',
	],
	[
		'Skip Already Sent on',
		[dry(['+35840100'], 1, 0)],
		'1 item, and nothing was sent for it. Without it, it would text 1 number with 1 segment in all. Skip Already Sent did not look who has the message already.',
	],
])('a dry run of %s', async (_what, results, message) => {
	expect(await hints(results)).toEqual([info(`Dry Run is on for ${message}`)]);
});
