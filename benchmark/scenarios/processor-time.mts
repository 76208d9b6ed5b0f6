import type { SubjectName } from '../subjects/pool.mts';
import {
	inProcesses,
	interleaved,
	medianOf,
	profiledRuns,
	present,
	sets,
	withService,
	type Bench,
} from './bench.mts';
import { shareList, tableOf, times, titles, type Finding } from './finding.mts';

const items = 1000;

/** Processor time for each send when the service answers at once, and where it goes. */
export async function processorTime(bench: Bench): Promise<Finding> {
	const task = { kind: 'sends', items } as const;
	const { runs, profiles } = await withService(0, async (service) => ({
		runs: await inProcesses(() =>
			interleaved(bench, service, {
				subjects: [
					'messagingService',
					'httpRequestCredential',
					'httpRequest',
					'plainDeclarative',
					'bareClient',
				],
				task,
				warmUp: task,
				rounds: bench.rounds,
			}),
		),
		profiles: await profiledRuns(bench, service, {
			subjects: ['messagingService', 'httpRequestCredential', 'httpRequest'],
			task,
			warmUp: task,
		}),
	}));
	const each = (name: SubjectName) =>
		medianOf(runs, name, (run) => run.processorMilliseconds) / items;
	const [own, withCredential, without] = [
		each('messagingService'),
		each('httpRequestCredential'),
		each('httpRequest'),
	];
	const hasOther = present(bench, ['httpRequest']).length > 0;
	const beside = (name: SubjectName, other: number) => (hasOther ? times(each(name) / other) : '–');
	return {
		scenario: 'processor time for each send, no latency',
		target: '≤ 1.0 × the HTTP Request node with a credential, ≤ 1.1 × without one',
		result: hasOther
			? `${times(own / withCredential)} the HTTP Request node with a credential, ${times(own / without)} without one`
			: 'HTTP Request node not measured',
		reached: hasOther && own <= withCredential && own <= 1.1 * without,
		runs: sets * bench.rounds,
		table: tableOf(runs, {
			'for each send': (name) => `${each(name).toFixed(2)} ms`,
			'of the HTTP Request node with a credential': (name) => beside(name, withCredential),
			'of it without one': (name) => beside(name, without),
		}),
		...(hasOther
			? {
					inShort: `**A send** with no latency costs ${times(own / withCredential)} the processor time of the HTTP Request node with a credential, and ${times(own / without)} that of the one without.`,
				}
			: {}),
		notes: [
			'With a credential the HTTP Request node has the token in a Header Auth credential, which it reads anew for every item: here from memory, in a complete n8n from the database. Without one the token is typed into a header of the node, where everybody can read it who may see the workflow.',
			...[...profiles].map(
				([name, [run]]) =>
					`Where the time of a send goes, by a profile of ${titles[name]}: ${shareList(run!.shares, run!.processorMilliseconds / items)}.`,
			),
		],
	};
}
