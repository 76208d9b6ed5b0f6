import type { Scenario } from '../scenario.mts';

const work = { task: { kind: 'sends', numbers: 10_000 }, latency: 50 } as const;

export default {
	question: 'What does Combine Items save?',
	how: '10,000 items with one text, 50 ms latency.',
	works: [
		{ ...work, rounds: 3, subjects: ['combining'] },
		{ ...work, rounds: 1, subjects: ['node'] },
	],
	columns: ['time', 'processor', 'requests', 'items'],
	targets: (of) => [['10,000 combined, as fast as each alone', of('time', 1, 0), '≥', 35, '×']],
} satisfies Scenario;
