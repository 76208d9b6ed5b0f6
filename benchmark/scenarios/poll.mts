import type { Scenario } from '../scenario.mts';

export default {
	question: 'How long does a poll of the trigger take?',
	how: '10,000 messages of the last month, none of them changed, 50 ms latency. The bare clients read the same pages.',
	works: [
		{
			task: { kind: 'poll' },
			warmUp: { kind: 'poll' },
			pastMessages: 10_000,
			latency: 50,
			rounds: 5,
			subjects: ['trigger', 'limit', 'kept'],
		},
	],
	beside: 'limit',
	columns: ['time', 'processor', 'requests', 'connections'],
	targets: (of) => [
		['a poll of 10,000 messages, beside the limit', of('time', 'trigger', 'limit'), '≤', 1.1, '×'],
	],
} satisfies Scenario;
