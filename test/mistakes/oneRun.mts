import type { Mistake } from './mistake.mts';

/** Mistakes in a run: what is checked before anything is sent, what comes out, and what another try sends. */
export const runMistakes: Mistake[] = [
	{
		name: 'an item that an earlier try sent is sent again by Retry On Fail',
		file: 'nodes/MessagingService/run/check.ts',
		from: 'const sent = run.ledger.get(index);',
		to: 'const sent = run.ledger.get(run.total - index);',
		noticedBy: {
			file: 'test/run/again.test.mts',
			test: 'sends only what was not accepted and not unknown before',
		},
	},
	{
		name: 'a dry run sends',
		file: 'nodes/MessagingService/send/withoutRequest.ts',
		from: 'return !isDryRun;',
		to: 'return true;',
		noticedBy: {
			file: 'test/run/dryRun.test.mts',
			test: 'shows each request as it would leave, and makes none, not even for a token',
		},
	},
	{
		name: "an item whose numbers are all excluded is sent to nobody's list",
		file: 'nodes/MessagingService/send/withoutRequest.ts',
		from: 'if (body.recipients?.length === 0) {',
		to: 'if (body.recipients?.length === -1) {',
		noticedBy: {
			file: 'test/run/excludedNumbers.test.mts',
			test: 'makes no request where everybody is on the list',
		},
	},
	{
		name: 'an excluded number written another way gets the message',
		file: 'nodes/MessagingService/operations/excludedNumbers.ts',
		from: 'numbers: new Set(numbers), problems: found',
		to: 'numbers: new Set(numbers.length > 0 ? String(value).split(/[,\\n]/) : []), problems: found',
		noticedBy: {
			file: 'test/run/excludedNumbers.test.mts',
			test: 'leaves out the numbers of the list, and says so on each item',
		},
	},
	{
		name: 'a list of excluded numbers with a wrong entry is taken without it',
		file: 'nodes/MessagingService/operations/excludedNumbers.ts',
		from: '\treasons.problems.push(...read.problems);\n',
		to: '',
		noticedBy: { file: 'test/run/excludedNumbers.test.mts', test: 'a word sends nothing' },
	},
	{
		name: 'Max Total Segments counts each message once, not once a number',
		file: 'nodes/MessagingService/run/caps.ts',
		from: 'beside.segments * (body.recipients?.length ?? 0)',
		to: 'beside.segments',
		noticedBy: {
			file: 'test/run/refusals.test.mts',
			test: 'counts the segments of each message once for each of its numbers, and takes the lowest cap',
		},
	},
	{
		name: 'Max Recipients counts a number in two rows twice',
		file: 'nodes/MessagingService/run/caps.ts',
		from: 'return numbers.size;',
		to: 'return orders.reduce((sum, { body }) => sum + (body.recipients?.length ?? 0), 0);',
		noticedBy: {
			file: 'test/run/refusals.test.mts',
			test: 'counts each number of the run once, takes the lowest cap, and 0 is none',
		},
	},
	{
		name: 'a retry may send as many numbers again as the cap allows',
		file: 'nodes/MessagingService/run/check.ts',
		from: 'failuresByCap([...ledger.orders, ...orders])',
		to: 'failuresByCap(orders)',
		noticedBy: {
			file: 'test/run/refusals.test.mts',
			test: 'a cap on recipients counts what an earlier try has sent',
		},
	},
	{
		name: 'every output is paired with the first item',
		file: 'nodes/MessagingService/run/outputs.ts',
		from: 'outputs.push({ json, pairedItem: { item: index } });',
		to: 'outputs.push({ json, pairedItem: { item: 0 } });',
		noticedBy: {
			file: 'test/run/allItems.test.mts',
			test: 'every row is an item of its own, and all come out of the one output',
		},
	},
	{
		name: 'an unknown send comes out as not sent',
		file: 'nodes/MessagingService/run/outputs.ts',
		from: "isUnknown(item) ? 'unknown' : 'notSent'",
		to: "isUnknown(item) ? 'notSent' : 'unknown'",
		noticedBy: {
			file: 'test/run/failures.test.mts',
			test: 'each item says what became of it, and only what went wrong goes to the error output',
		},
	},
	{
		name: "without continue-on-fail a refused row doesn't keep the others from being sent",
		file: 'nodes/MessagingService/run/run.ts',
		from: 'if (refused.length > 0 && !run.continuesOnFail)',
		to: 'if (refused.length > 1 && !run.continuesOnFail)',
		noticedBy: {
			file: 'test/run/allOrNothing.test.mts',
			test: 'without continue-on-fail one refused item: nothing is sent, and the failure names it',
		},
	},
	{
		name: 'Batching sends all batches at once',
		file: 'nodes/MessagingService/run/run.ts',
		from: 'if (underWay.length > 0) await pause(batching.interval, stop);\n\t\t',
		to: '',
		noticedBy: {
			file: 'test/run/send.test.mts',
			test: 'of several batches: as many pauses of the interval as lie between them, and every item once',
		},
	},
	{
		name: 'a run of 10,000 items holds n8n up',
		file: 'nodes/MessagingService/run/check.ts',
		from: '\t\tif (slices.isOver) await slices.next();\n\t\tconst sent',
		to: '\t\tconst sent',
		noticedBy: {
			file: 'test/run/slices.test.mts',
			test: 'reading 1,000 items is done in slices of 20 looks at the clock',
		},
	},
	{
		name: 'the hint on unclear sends says nothing about waiting two minutes',
		file: 'nodes/MessagingService/run/hints.ts',
		from: '? `Run the workflow again in two minutes or later: Skip Already Sent',
		to: '? `Run the workflow again: Skip Already Sent',
		noticedBy: { file: 'test/run/hintTexts.test.mts', test: 'unclear with Skip Already Sent on' },
	},
	{
		name: 'a tool that throws on an unknown send has the model call it once more',
		file: 'nodes/MessagingService/run/run.ts',
		from: '(run.givesOutUnknown && failed.every(isUnknown))',
		to: '(run.givesOutUnknown && failed.length === 0)',
		noticedBy: {
			file: 'test/run/toolCalls.test.mts',
			test: 'after serverError the model reads that nobody knows, and nothing is sent again',
		},
	},
	{
		name: 'two calls of an agent share one ledger',
		file: 'nodes/MessagingService/run/oneItem.ts',
		from: 'return functions.getInputData(0, NodeConnectionTypes.AiTool).json;',
		to: 'return functions.getExecuteData();',
		noticedBy: {
			file: 'test/run/oneItem.test.mts',
			test: 'sends nothing again at another try with the same arguments object; equal arguments are another call',
		},
	},
	{
		name: 'a failed row on the error output has lost its columns',
		file: 'nodes/MessagingService/run/outputs.ts',
		from: '...(isExpression ? rowOf(item.index) : {}),',
		to: '...(isExpression ? rowOf(0) : {}),',
		noticedBy: {
			file: 'test/run/allItems.test.mts',
			test: 'a failed row comes out in its place under continue-on-fail, with its own columns where its expression failed',
		},
	},
];
