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
