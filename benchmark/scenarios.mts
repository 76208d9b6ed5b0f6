/** Questions of the benchmark, and targets. The targets are for maintainers: the page for users shows none. */
import type { Scenario } from './scenario.mts';

const sends = (numbers: number, perItem = 1) => ({ kind: 'sends' as const, numbers, perItem });
const reads = { kind: 'reads' } as const;
const poll = { kind: 'poll' } as const;
const busy = [1000, 10_000, 100_000];
const sizes = [100, 1000, 10_000, 100_000];
const named = (what: string, size: number) => `${size.toLocaleString('en')} ${what}`;
const both = ['node', 'httpRequest'];
const thousand = { task: sends(1000), latency: 50 };
const foreignTexts = [
	['letters', 'a'],
	['combining marks', '\u0301\u0316'],
	['joined emoji', '👩‍👩‍'],
	['line breaks', '\r\n'],
	['markup', '&<>"'],
	['commas', ','],
	['brackets', '['],
] as const;
const listed = { pastMessages: 10_000, latency: 50, rounds: 5 };

export const scenarios: Record<string, Scenario> = {
	rateLimited: {
		question: 'Does everybody get it where the service refuses more than 20 requests at once?',
		how: '1,000 sends without any setting for that, 50 ms latency.',
		works: [{ ...thousand, maxInFlight: 20, subjects: both, mayFail: ['httpRequest'] }],
		columns: ['accepted', 'refused', 'items', 'time'],
		targets: [['1,000 sends, 20 at once at most', 'accepted', [0], '≥', 1000]],
	},
	sends: {
		question: 'How long do 1,000 sends take?',
		how: '50 ms latency.',
		works: [{ ...thousand, rounds: 2, subjects: both }],
		columns: ['time', 'processor'],
	},
	returnAll: {
		question: 'How long does Return All take?',
		how: '10,000 messages, 100 a page, 50 ms latency.',
		works: [{ ...listed, task: reads, warmUp: reads, subjects: both }],
		columns: ['time', 'processor', 'requests', 'items', 'peak'],
	},
	longLists: {
		question: 'What do one text with Skip Already Sent and one poll cost in a busy account?',
		how: 'All messages are of the last 23 hours, by Same Campaign and by a campaign, which the node filters by; no latency. The first run of a process reads the whole list.',
		works: busy.flatMap((size) =>
			(
				[
					['text', { ...sends(1), skips: true }, 'node'],
					['poll', poll, 'trigger'],
				] as const
			).flatMap(([what, task, subject]) =>
				[0, 9].map((earlier) => ({
					what: `${named('messages', size)}, ${earlier === 0 ? 'first' : 'tenth'} ${what}`,
					...{ task, earlier, subjects: [subject], pastMessages: size, pastHours: 23 },
				})),
			),
		),
		columns: ['requests', 'processor', 'time'],
		targets: [
			['one text among 100,000, the tenth', 'requests', [9], '≤', 4],
			['one poll among 100,000, the tenth beside the first', 'requests', [11, 10], '≤', 0.1],
		],
	},
	longestHold: {
		question: 'How long does n8n answer nobody else?',
		how: 'The longest time between two ticks of a timer of 5 ms, in which n8n answers no webhook; no latency.',
		works: [
			{ what: '10,000 items', task: sends(10_000), subjects: both },
			{ what: 'one item, 10,000 numbers', task: sends(10_000, 10_000), rounds: 3 },
			{ what: '10,000 items of 100 numbers', task: sends(1_000_000, 100) },
		],
		columns: ['held', 'time', 'accepted'],
		targets: [
			['longest hold, 10,000 items', 'held', [0], '≤', 50],
			['longest hold, one item, 10,000 numbers', 'held', [2], '≤', 50],
		],
	},
	outage: {
		question: 'What does an outage cost?',
		how: '300 sends to a service that answers 503 from the 21st on: how many of them nobody knows the outcome of, and how long the run takes to say so.',
		works: [
			{
				task: { kind: 'outage', numbers: 300 },
				downAfter: 20,
				subjects: both,
				mayFail: ['httpRequest'],
			},
		],
		columns: ['accepted', 'unknown', 'time'],
		targets: [['300 sends, down from the 21st on', 'unknown', [0], '≤', 10]],
	},
	foreignText: {
		question: "Does a megabyte of somebody else's text hold n8n?",
		how: 'In five fields of a message, one after the other, and as a message in the list that is read for it; the longest hold.',
		works: foreignTexts.map(([what, piece]) => ({
			what,
			task: { kind: 'text', piece },
			subjects: ['text'],
			warmUp: { kind: 'text', piece: 'a' },
		})),
		columns: ['held', 'time'],
		targets: foreignTexts.map(([what], place) => [what, 'held', [place], '≤', 100]),
	},
	processorTime: {
		question: 'What does a send cost the processor?',
		how: '1,000 sends, no latency, each run in a process of its own after as many sends.',
		works: [{ task: sends(1000), warmUp: sends(1000), fresh: true, rounds: 4, subjects: both }],
		columns: ['processorEach'],
		targets: [['a send, beside HTTP Request', 'processorEach', [0, 1], '≤', 1]],
	},
	growth: {
		question: 'How does cost grow with the list?',
		how: 'Sends and records of Return All, no latency, each row in a process of its own, with 360 MB for V8.',
		works: [
			...sizes.map((size) => ({ what: named('sends', size), task: sends(size) })),
			...sizes.map((size) => ({ what: named('records', size), task: reads, pastMessages: size })),
		].map((work) => ({ ...work, fresh: true, heap: 360 })),
		columns: ['timeEach', 'processorEach', 'peak'],
		targets: [
			['100,000 sends, memory beside 1,000', 'peak', [3, 1], '≤', 2],
			['100,000 sends, time of each beside 1,000', 'timeEach', [3, 1], '≤', 1.05],
		],
	},
	loading: {
		question: "What does the package add to n8n's start?",
		how: 'Nodes and credential in a new process that has n8n-workflow already.',
		works: [{ task: { kind: 'load' }, fresh: true, rounds: 4, subjects: ['loading'] }],
		columns: ['time', 'processor'],
		targets: [['loading', 'time', [0], '≤', 12]],
	},
};
