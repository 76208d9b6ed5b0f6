import type { Scenario } from '../scenario.mts';

const shared = { task: { kind: 'sends', numbers: 1000 }, fresh: true, rounds: 7 } as const;

export default {
	question: 'What does a send cost the processor?',
	how: '1,000 sends, no latency, each run in a process of its own after as many sends.',
	works: [
		{
			...shared,
			subjects: ['node', 'httpRequest', 'httpRequestTens', 'limit'],
			peers: ['declarative'],
		},
		{ ...shared, what: 'under a profile', profile: true, subjects: ['node'] },
	],
	columns: ['processorEach', 'packageEach'],
	targets: (of) => [
		{
			work: 'processor time of a send, beside HTTP Request',
			is: of('processor', 'node', 'httpRequest'),
			most: 1,
		},
		{ work: '… of this package alone', is: of('packageEach', 1), unit: 'ms', most: 0.08 },
	],
} satisfies Scenario;
