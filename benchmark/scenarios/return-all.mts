import { inFlight } from '../subjects/task.mts';
import {
	interleaved,
	medianOf,
	mediansOf,
	profiledRuns,
	present,
	withService,
	type Bench,
} from './bench.mts';
import {
	count,
	milliseconds,
	profileNotes,
	readingNote,
	seconds,
	tableOf,
	times,
	type Finding,
} from './finding.mts';

/** All of 10,000 messages, 100 a page, 50 ms for each page. */
export async function returnAll(bench: Bench): Promise<Finding> {
	const setting = {
		task: { kind: 'returnAll' },
		warmUp: { kind: 'returnAll' },
		latency: 50,
	} as const;
	const { runs, profiles } = await withService(10_000, async (service) => ({
		runs: await interleaved(bench, service, {
			...setting,
			subjects: ['messagingService', 'bareClient', 'httpRequest', 'plainDeclarative'],
			rounds: bench.rounds,
		}),
		profiles: await profiledRuns(bench, service, {
			...setting,
			subjects: ['messagingService'],
		}),
	}));
	const { time, processor, requests, connections } = mediansOf(runs);
	const [own, bare, other] = [time('messagingService'), time('bareClient'), time('httpRequest')];
	const hasOther = present(bench, ['httpRequest']).length > 0;
	return {
		scenario: 'Return All, 10,000 messages, 100 a page, 50 ms latency',
		target: `≤ 1.10 × the bare client reading ${inFlight} pages at once`,
		result: `${times(own / bare)} the bare client; ${hasOther ? `${times(other / own)} as fast as the HTTP Request node` : 'HTTP Request node not measured'}`,
		reached: own / bare <= 1.1,
		runs: bench.rounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'of the bare client': (name) => times(time(name) / bare),
			'processor time': (name) => milliseconds(processor(name)),
			requests: (name) => count(requests(name)),
			records: (name) => count(medianOf(runs, name, (run) => run.records)),
			items: (name) => count(medianOf(runs, name, (run) => run.items)),
		}),
		chart: {
			title: 'Time of Return All, 10,000 messages, 100 a page, 50 ms latency',
			bars: [...runs.keys()].map((subject) => ({
				subject,
				value: time(subject),
				says: seconds(time(subject)),
			})),
		},
		inShort: `**Return All** reads 10,000 messages at 50 ms latency in ${times(own / bare)} the time of the bare client${hasOther ? `, ${times(other / own)} as fast as the HTTP Request node, which reads one page after the other` : ''}.`,
		notes: [
			`This node spends ${milliseconds(processor('messagingService') - processor('bareClient'))} of processor time more than the bare client: n8n's HTTP client makes a connection for each page (${count(connections('messagingService'))}, the bare client ${count(connections('bareClient'))}), and the records become items.`,
			readingNote(processor('messagingService'), requests('messagingService'), setting.latency),
			...profileNotes(profiles),
			'The HTTP Request node reads one page after the other and gives one item for each page. For one item for each message a Split Out node has to follow, which is not counted here.',
		],
	};
}
