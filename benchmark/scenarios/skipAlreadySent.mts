import type { Scenario } from '../scenario.mts';

export default {
	question: 'What does Skip Already Sent add?',
	how: '1,000 sends to people who lack the message, 10,000 of the same priority in the list, 50 ms latency.',
	works: [
		{
			task: { kind: 'sends', numbers: 1000 },
			// A third of the list has the priority.
			pastMessages: 30_000,
			latency: 50,
			fresh: true,
			rounds: 1,
			subjects: ['skipping', 'node'],
		},
	],
	columns: ['time', 'processor', 'requests'],
	targets: (of) => [
		['Skip Already Sent, beside without', of('time', 'skipping', 'node'), '≤', 1.3, '×'],
	],
} satisfies Scenario;
