import type { Mistake } from './mistake.mts';

const node = 'nodes/MessagingService';
const matrix = 'test/run/faultMatrix.test.mts';
const failuresSeen = 'test/docs/failuresSeen.test.mts';

/** Mistakes that checks once let through, because they looked at what the node said of itself, or at nothing. */
export const checkMistakes: Mistake[] = [
	{
		name: 'A failure that passes, while a token is fetched, fails the run',
		file: `${node}/http/retryPolicy.ts`,
		from: "return purpose !== 'send' && attempt <= 3 && passing.includes(outcome.status)",
		to: "return purpose === 'read' && attempt <= 3 && passing.includes(outcome.status)",
		noticedBy: { file: matrix, test: 'token exchange plain: serverError' },
	},
	{
		name: 'Keys that the service refused are told as a service that fails',
		file: 'credentials/token/problems.ts',
		from: "case 'unauthorized':\n\t\t\treturn tokenProblems.wrongKeys();",
		to: "case 'unauthorized':\n\t\t\treturn tokenProblems.failing();",
		noticedBy: { file: matrix, test: 'token exchange plain: unauthorized' },
	},
	{
		name: 'A row that may have been sent comes out as not sent',
		file: `${node}/run/outputs.ts`,
		from: "{ sendOutcome: isUnknown(item) ? 'unknown' : 'notSent' }",
		to: "{ sendOutcome: isExpression && isUnknown(item) ? 'unknown' : 'notSent' }",
		noticedBy: { file: matrix, test: 'send continue on fail: dropAfter' },
	},
	{
		name: 'What was plainly refused is never sent by the next try',
		file: `${node}/send/sendAll.ts`,
		from: '\tledger.refused(items);\n',
		to: '',
		noticedBy: { file: matrix, test: 'send Retry On Fail: badRequest' },
	},
	{
		name: 'The good items go although one of them all is refused',
		file: `${node}/run/run.ts`,
		from: 'if (refused.length > 0 && !run.continuesOnFail)',
		to: 'if (refused.length > 0 && items.length === 0 && !run.continuesOnFail)',
		noticedBy: {
			file: 'test/run/allOrNothing.test.mts',
			test: 'in a run of one try: nothing is sent',
		},
	},
	{
		name: 'A batch has one item, and the others of it are lost without a word',
		file: `${node}/run/run.ts`,
		from: 'if (batch) batch.push(item);\n\t\telse byNumber.set(number, [item]);',
		to: 'if (!batch) byNumber.set(number, [item]);',
		noticedBy: { file: 'test/run/batchesAndRetries.test.mts', test: 'no number is sent twice' },
	},
	{
		name: 'The records of a page come out from its end',
		file: `${node}/query/collected.ts`,
		from: 'added.push(record);',
		to: 'added.unshift(record);',
		noticedBy: { file: 'test/examples/reading.test.mts', test: 'reads every page of today once' },
	},
	{
		name: 'The daily report counts a message to many as one text',
		file: 'examples/daily-delivery-report.json',
		from: '"output": "recipients"',
		to: '"output": "simplified"',
		noticedBy: {
			file: 'test/examples/deliveryReport.test.mts',
			test: 'counts the whole of yesterday',
		},
	},
	{
		name: 'People are not told how long the service asks to wait',
		file: `${node}/errors/failureOf.ts`,
		from: "if (outcome.type === 'rateLimited' && outcome.retryAfter) return 'rateLimitedWithWait';",
		to: "if (outcome.type === 'rateLimited') return 'rateLimited';",
		noticedBy: { file: failuresSeen, test: 'rateLimitedWithWait' },
	},
	{
		name: 'What the service did not find is told as a wrong address',
		file: `${node}/errors/failureOf.ts`,
		from: "return outcome.said ? 'notFoundNamed' : 'notFound';",
		to: "return 'notFound';",
		noticedBy: { file: failuresSeen, test: 'notFoundNamed' },
	},
	{
		name: 'After a failed poll nobody says that no change is lost',
		file: `${node}/trigger/poll.ts`,
		from: 'if (failure) throw fail([failure], goesOn);',
		to: 'if (failure) throw fail([failure]);',
		noticedBy: { file: failuresSeen, test: 'after a poll: serverError' },
	},
	{
		name: 'All nodes of a workflow share what a worker notes of its sends',
		file: `${node}/lookup/workerClaims.ts`,
		from: "checkProcessedAndRecord([...new Set(entries)], 'node', options)",
		to: "checkProcessedAndRecord([...new Set(entries)], 'workflow', options)",
		noticedBy: {
			file: 'test/lookup/workers.test.mts',
			test: 'no number and no text stands in the entries',
		},
	},
	{
		name: 'Query Senders asks for messages',
		file: `${node}/operations/querySenders.ts`,
		from: "url: '/sms/senders',",
		to: "url: '/sms/messages',",
		noticedBy: {
			file: 'test/run/doors.test.mts',
			test: "hands n8n's routing engine a hook around every request",
		},
	},
];
