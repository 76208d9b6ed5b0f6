import type { Mistake } from './mistake.mts';

const bench = 'benchmark/scenarios/bench.mts';

const counts = (test: string): Mistake['noticedBy'] => ({
	file: 'test/benchmark/counts.test.mts',
	test,
});

/** Mistakes in the benchmark: figures of runs that did less than the others, or did it otherwise. */
export const benchmarkMistakes: Mistake[] = [
	{
		name: 'The benchmark counts a send that was refused as one that arrived',
		file: 'benchmark/scenarios/whole.mts',
		from: 'run.seen.reached, task.items',
		to: 'run.seen.requests, task.items',
		noticedBy: {
			file: 'test/benchmark/subjects.test.mts',
			test: 'and not when it had a send refused',
		},
	},
	{
		name: 'A subject whose sends are refused is measured where a scenario names nobody who may fail',
		file: bench,
		from: 'if (!setting.mayFail?.includes(name))',
		to: 'if (setting.mayFail && !setting.mayFail.includes(name))',
		noticedBy: counts('anywhere else a subject whose sends are refused ends the benchmark'),
	},
	{
		name: 'A subject whose warm-up was refused is measured cold',
		file: bench,
		from: "checked(\n\t\t\t\tname,\n\t\t\t\twarmUp,\n\t\t\t\tawait runOnce(service, subject, warmUp, {\n\t\t\t\t\t...setting,\n\t\t\t\t\tlatency: 0,\n\t\t\t\t\tprofile: undefined,\n\t\t\t\t\twatch: false,\n\t\t\t\t}),\n\t\t\t\t'warm-up',\n\t\t\t);",
		to: 'await runOnce(service, subject, warmUp, {\n\t\t\t\t...setting,\n\t\t\t\tlatency: 0,\n\t\t\t\tprofile: undefined,\n\t\t\t\twatch: false,\n\t\t\t});',
		noticedBy: counts('a warm-up whose sends are refused ends it'),
	},
	{
		name: 'A run that did less than its task without a word has a time in the table',
		file: bench,
		from: 'return { ...run, failure: lack };',
		to: 'return run;',
		noticedBy: counts('a run that does less than its task without a word has failed'),
	},
	{
		name: 'The quick time of a run whose sends were refused goes into the median',
		file: bench,
		from: 'return list.some(({ failure }) => failure !== undefined) ? [] : list;',
		to: 'return list.every(({ failure }) => failure !== undefined) ? [] : list;',
		noticedBy: {
			file: 'test/benchmark/report.test.mts',
			test: 'a subject has no figure where a single run of it did less than its task',
		},
	},
	{
		name: 'This node is measured warm, and the others cold',
		file: bench,
		from: 'if (warmUp)',
		to: "if (warmUp && name === 'messagingService')",
		noticedBy: counts('with one warm-up: so many tasks before each of two rounds'),
	},
	{
		name: 'A process that is started anew for each run is measured cold from the second on',
		file: bench,
		from: 'const { warmUp } = setting;',
		to: 'const warmUp = setting.fresh && runs.get(name)!.length > 0 ? undefined : setting.warmUp;',
		noticedBy: counts('with a warm-up for each process, where each run has its own'),
	},
	{
		name: 'The bare client makes a connection for each request, and this node looks as quick',
		file: 'benchmark/subjects/bare-client.mts',
		from: 'keepAlive: true',
		to: 'keepAlive: false',
		noticedBy: counts('60 sends by bareClient'),
	},
	{
		name: 'The bare client sends a shorter text than the nodes',
		file: 'benchmark/subjects/bare-client.mts',
		from: '{ ...sentFields, recipients: [phoneNumber(from + index)] }',
		to: "{ ...sentFields, message: 'Hello', recipients: [phoneNumber(from + index)] }",
		noticedBy: counts('is the same from bareClient as from all'),
	},
	{
		name: 'A subject that leaves fields out is compared with those that send them',
		file: 'benchmark/service/service.mts',
		from: 'return isDeepStrictEqual(\n\t\t{ ...(body as object), recipients: null },\n\t\t{ ...sentFields, recipients: null },\n\t);',
		to: 'return isDeepStrictEqual((body as { message?: string }).message, sentFields.message);',
		noticedBy: counts('is held against the task by the service: a field too few'),
	},
];
