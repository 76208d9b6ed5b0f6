import type { Scenario } from '../scenario.mts';

const task = { kind: 'sends', numbers: 10_000 } as const;
const own = { watch: true, rounds: 3, subjects: ['node'] } as const;

export default {
	question: 'How long does n8n answer nobody else?',
	how: 'The longest time between two ticks of a timer of 5 ms, in which n8n answers no webhook; no latency.',
	works: [
		{
			...own,
			what: '10,000 items',
			task,
			peers: ['combining', 'httpRequest', 'declarative'],
			mayFail: ['httpRequest', 'declarative'],
		},
		{ ...own, what: 'one item, 10,000 numbers', task: { ...task, inOneItem: true } },
		{ ...own, what: '10,000 unknown outcomes', task, losesReceipts: true },
	],
	columns: ['held', 'time', 'accepted'],
	targets: (of) => [
		{ work: 'longest hold, 10,000 items', is: of('held', 0), unit: 'ms', most: 50 },
		{ work: 'longest hold, one item, 10,000 numbers', is: of('held', 1), unit: 'ms', most: 50 },
		{ work: 'longest hold, 10,000 unknown outcomes', is: of('held', 2), unit: 'ms', most: 50 },
	],
} satisfies Scenario;
