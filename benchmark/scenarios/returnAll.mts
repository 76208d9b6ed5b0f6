import type { Scenario } from '../scenario.mts';

export default {
	question: 'How long does Return All take?',
	how: '100 messages a page; 10,000 at 50 ms latency, 1,000,000 without.',
	works: [
		{
			what: '10,000',
			task: { kind: 'reads' },
			warmUp: { kind: 'reads' },
			pastMessages: 10_000,
			latency: 50,
			rounds: 5,
			subjects: ['node', 'limit'],
			peers: ['kept', 'httpRequest'],
		},
		{
			what: '1,000,000',
			task: { kind: 'reads' },
			pastMessages: 1_000_000,
			rounds: 1,
			subjects: ['node'],
		},
	],
	beside: 'limit',
	columns: ['time', 'processor', 'requests', 'items', 'peak'],
	targets: (of) => [
		['Return All, 10,000 messages, beside the limit', of('time', 'node', 'limit'), '≤', 1.08, '×'],
	],
} satisfies Scenario;
