/** What the benchmark asks, in the order of the page: whether the messages arrive counts more than how soon. */
import type { Scenario } from './scenario.mts';

const sends = (numbers: number, perItem = 1) => ({ kind: 'sends' as const, numbers, perItem });
const reads = { kind: 'reads' } as const;
const poll = { kind: 'poll' } as const;
const sizes = [100, 1000, 10_000, 100_000];
const inWords = (size: number) => size.toLocaleString('en');
const thousand = { task: sends(1000), latency: 50 };
const measured = { task: sends(1000), warmUp: sends(1000), fresh: true };
const listed = { pastMessages: 10_000, latency: 50, rounds: 5 };

export const scenarios: Record<string, Scenario> = {
	rateLimited: {
		question: 'Does everybody get it where the service refuses more than 20 requests at once?',
		how: '1,000 sends without any setting for that, 50 ms latency.',
		works: [
			{
				...thousand,
				maxInFlight: 20,
				subjects: ['node', 'limit', 'httpRequest'],
				mayFail: ['httpRequest'],
			},
		],
		columns: ['accepted', 'refused', 'items', 'time'],
		targets: [['1,000 sends, 20 at once at most', 'accepted', ['node'], '≥', 1000]],
	},
	sends: {
		question: 'How long do 1,000 sends take?',
		how: '50 ms latency.',
		works: [{ ...thousand, rounds: 2, subjects: ['node', 'limit', 'httpRequest'] }],
		columns: ['time', 'processor', 'connections'],
		targets: [
			['1,000 sends, 50 ms latency, beside the limit', 'time', ['node', 'limit'], '≤', 1.03],
		],
	},
	returnAll: {
		question: 'How long does Return All take?',
		how: '10,000 messages, 100 a page, 50 ms latency.',
		works: [{ ...listed, task: reads, warmUp: reads, subjects: ['node', 'limit', 'httpRequest'] }],
		columns: ['time', 'processor', 'requests', 'items', 'peak'],
		targets: [
			['Return All, 10,000 messages, beside the limit', 'time', ['node', 'limit'], '≤', 1.08],
		],
	},
	poll: {
		question: 'How long does a poll of the trigger take?',
		how: '10,000 messages of the last month, none of them changed, 50 ms latency. The bare client reads the same pages.',
		works: [{ ...listed, task: poll, warmUp: poll, subjects: ['trigger', 'limit'] }],
		columns: ['time', 'processor', 'requests'],
		targets: [
			['a poll of 10,000 messages, beside the limit', 'time', ['trigger', 'limit'], '≤', 1.1],
		],
	},
	longestHold: {
		question: 'How long does n8n answer nobody else?',
		how: 'The longest time between two ticks of a timer of 5 ms, in which n8n answers no webhook; no latency.',
		works: [
			{ what: '10,000 items', task: sends(10_000), subjects: ['node', 'combining', 'httpRequest'] },
			{
				what: 'one item, 10,000 numbers',
				task: sends(10_000, 10_000),
				rounds: 3,
				subjects: ['node'],
			},
			{
				what: '10,000 unknown outcomes',
				task: sends(10_000),
				losesReceipts: true,
				subjects: ['node'],
			},
			{ what: '10,000 items of 100 numbers', task: sends(1_000_000, 100), subjects: ['node'] },
		],
		columns: ['held', 'time', 'accepted'],
		targets: [
			['longest hold, 10,000 items', 'held', [0], '≤', 50],
			['longest hold, one item, 10,000 numbers', 'held', [1], '≤', 50],
			['longest hold, 10,000 unknown outcomes', 'held', [2], '≤', 50],
		],
	},
	processorTime: {
		question: 'What does a send cost the processor?',
		how: '1,000 sends, no latency, each run in a process of its own after as many sends.',
		works: [
			{ ...measured, rounds: 4, subjects: ['node', 'httpRequest'] },
			{ ...measured, what: 'under a profile', rounds: 2, profile: true, subjects: ['node'] },
		],
		columns: ['processorEach', 'packageEach'],
		targets: [
			['a send, beside HTTP Request', 'processor', ['node', 'httpRequest'], '≤', 1],
			['a send, of this package alone', 'packageEach', [1], '≤', 0.08],
		],
	},
	growth: {
		question: 'How does cost grow with the list?',
		how: 'Sends and records of Return All, no latency, each row in a process of its own, with 360 MB for V8.',
		works: [
			...sizes.map((size) => ({ what: `${inWords(size)} sends`, task: sends(size) })),
			...sizes.map((size) => ({
				what: `${inWords(size)} records`,
				task: reads,
				pastMessages: size,
			})),
		].map((work) => ({ ...work, fresh: true, heap: 360, subjects: ['node'] })),
		columns: ['timeEach', 'processorEach', 'memoryEach', 'peak'],
		targets: [
			['100,000 sends, memory beside 1,000', 'peak', [3, 1], '≤', 2],
			['100,000 sends, time of each beside 1,000', 'timeEach', [3, 1], '≤', 1.05],
		],
	},
	loading: {
		question: "What does the package add to n8n's start?",
		how: 'Nodes and credential in a new process that has n8n-workflow already.',
		works: [{ task: { kind: 'load' }, fresh: true, rounds: 4, subjects: ['loading'] }],
		columns: ['time', 'processor', 'packed'],
		targets: [
			['loading', 'time', [0], '≤', 12],
			['the package, packed', 'packed', [0], '≤', 115],
		],
	},
};
