import type { Scenario } from '../scenario.mts';

const sizes = [100, 1000, 10_000, 100_000];
const shared = { fresh: true, rounds: 1, heap: 360, subjects: ['node' as const] };

export default {
	question: 'How does cost grow with the list?',
	how: 'Sends and records of Return All, no latency, each row in a process of its own, with 360 MB for V8.',
	works: [
		...sizes.map((numbers) => ({
			...shared,
			what: `${numbers.toLocaleString('en')} sends`,
			task: { kind: 'sends' as const, numbers },
		})),
		...sizes.map((pastMessages) => ({
			...shared,
			what: `${pastMessages.toLocaleString('en')} records`,
			task: { kind: 'reads' as const },
			pastMessages,
		})),
	],
	columns: ['timeEach', 'processorEach', 'memoryEach', 'peak'],
	targets: (of) => [
		['100,000 sends, memory beside 1,000', of('peak', 3, 1), '≤', 2, '×'],
		['100,000 sends, time of each beside 1,000', of('timeEach', 3, 1), '≤', 1.05, '×'],
	],
} satisfies Scenario;
