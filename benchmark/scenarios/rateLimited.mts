import type { Scenario } from '../scenario.mts';

export default {
	question:
		'Does everybody get the message where the service refuses more than 20 requests at once?',
	how: '1,000 sends without any setting for that, 50 ms latency.',
	works: [
		{
			task: { kind: 'sends', numbers: 1000 },
			latency: 50,
			maxInFlight: 20,
			rounds: 1,
			subjects: ['node', 'limit', 'httpRequest', 'httpRequestTwenties', 'declarative'],
			mayFail: ['httpRequest', 'httpRequestTwenties', 'declarative'],
		},
	],
	columns: ['accepted', 'refused', 'items', 'time'],
	targets: (of) => [
		['1,000 sends, 20 at once at most: accepted', of('accepted', 'node'), '≥', 1000, ''],
	],
} satisfies Scenario;
