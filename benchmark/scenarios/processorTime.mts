import type { Scenario } from '../scenario.mts';

const task = { kind: 'sends', numbers: 1000 } as const;
const shared = { task, warmUp: task, fresh: true, rounds: 4 };

export default {
	question: 'What does a send cost the processor?',
	how: '1,000 sends, no latency, each run in a process of its own after as many sends.',
	works: [
		{ ...shared, subjects: ['node', 'httpRequest'], peers: ['httpRequestTens'] },
		{ ...shared, rounds: 2, what: 'under a profile', profile: true, subjects: ['node'] },
	],
	columns: ['processorEach', 'packageEach'],
	targets: (of) => [
		['a send, beside HTTP Request', of('processor', 'node', 'httpRequest'), '≤', 1, '×'],
		['a send, of this package alone', of('packageEach', 1), '≤', 0.08, 'ms'],
	],
} satisfies Scenario;
