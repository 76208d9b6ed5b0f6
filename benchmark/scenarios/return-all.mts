import { interleaved, medianOf, present, withService, type Bench } from './bench.mts';
import { count, milliseconds, seconds, times, titles, type Finding } from './finding.mts';

/** All of 10,000 messages, 100 a page, 50 ms for each page. */
export async function returnAll(bench: Bench): Promise<Finding> {
	const runs = await withService(10_000, (service) =>
		interleaved(bench, service, {
			subjects: ['messagingService', 'bareClient', 'httpRequest', 'plainDeclarative'],
			task: { kind: 'returnAll' },
			warmUp: { kind: 'returnAll' },
			latency: 50,
			rounds: bench.rounds,
		}),
	);
	const time = (name: Parameters<typeof medianOf>[1]) =>
		medianOf(runs, name, (run) => run.milliseconds);
	const [own, bare, other] = [time('messagingService'), time('bareClient'), time('httpRequest')];
	const hasOther = present(bench, ['httpRequest']).length > 0;
	const processor = (name: Parameters<typeof medianOf>[1]) =>
		medianOf(runs, name, (run) => run.processorMilliseconds);
	return {
		scenario: 'Return All, 10,000 messages, 100 a page, 50 ms latency',
		target:
			'≤ 1.15 × the bare client reading 10 pages at once; ≥ 6 × as fast as the HTTP Request node',
		result: `${times(own / bare)} the bare client; ${hasOther ? `${times(other / own)} as fast as the HTTP Request node` : 'HTTP Request node not measured'}`,
		reached: own / bare <= 1.15 && hasOther && other / own >= 6,
		table: {
			head: ['', 'time', 'of the bare client', 'processor time', 'requests', 'records', 'items'],
			rows: [...runs].map(([name, [run]]) => [
				titles[name],
				milliseconds(time(name)),
				times(time(name) / bare),
				milliseconds(processor(name)),
				count(run!.seen.requests),
				count(run!.records),
				count(run!.items),
			]),
		},
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
			`This node spends ${milliseconds(processor('messagingService') - processor('bareClient'))} of processor time more than the bare client: n8n's HTTP client makes a connection for each page, and the records become items. While it works on pages that came together, fewer than ten requests are under way.`,
			'The HTTP Request node reads one page after the other and gives one item for each page. For one item for each message a Split Out node has to follow, which is not counted here.',
		],
	};
}
