import type { Scenario } from '../scenario.mts';

export default {
	question: 'How long do 1,000 sends take?',
	how: '50 ms latency.',
	works: [
		{
			task: { kind: 'sends', numbers: 1000 },
			latency: 50,
			rounds: 2,
			subjects: ['node', 'limit'],
			peers: ['kept'],
		},
	],
	beside: 'limit',
	columns: ['time', 'processor', 'connections', 'atOnce'],
	targets: (of) => [
		['1,000 sends, 50 ms latency, beside the limit', of('time', 'node', 'limit'), '≤', 1.03, '×'],
	],
} satisfies Scenario;
