import type { Scenario } from '../scenario.mts';

const task = { kind: 'sends', numbers: 10_000 } as const;
const own = { watch: true, rounds: 1, subjects: ['node'] } as const;

export default {
	question: 'How long does n8n answer nobody else?',
	how: 'The longest time between two ticks of a timer of 5 ms, in which n8n answers no webhook; no latency.',
	works: [
		{ ...own, what: '10,000 items', task, peers: ['combining', 'httpRequest'] },
		{ ...own, what: 'one item, 10,000 numbers', task: { ...task, perItem: 10_000 }, rounds: 3 },
		{ ...own, what: '10,000 unknown outcomes', task, losesReceipts: true },
		{
			...own,
			what: '10,000 items of 100 numbers',
			task: { ...task, numbers: 1_000_000, perItem: 100 },
		},
	],
	columns: ['held', 'time', 'accepted'],
	targets: (of) => [
		['longest hold, 10,000 items', of('held', 0), '≤', 50, 'ms'],
		['longest hold, one item, 10,000 numbers', of('held', 1), '≤', 50, 'ms'],
		['longest hold, 10,000 unknown outcomes', of('held', 2), '≤', 50, 'ms'],
	],
} satisfies Scenario;
