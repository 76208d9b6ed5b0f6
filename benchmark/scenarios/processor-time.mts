import { interleaved, medianOf, present, withService, type Bench } from './bench.mts';
import { milliseconds, times, titles, type Finding } from './finding.mts';

const items = 1000;

/** Processor time for each send when the service answers at once, and where it goes. */
export async function processorTime(bench: Bench): Promise<Finding> {
	const task = { kind: 'sends', items } as const;
	const { runs, profiles } = await withService(0, async (service) => ({
		runs: await interleaved(bench, service, {
			subjects: ['messagingService', 'httpRequest', 'n8nAlone', 'withoutHook', 'bareClient'], task, warmUp: task, rounds: bench.rounds,
		}),
		profiles: await interleaved(bench, service, { subjects: ['messagingService', 'httpRequest'], task, warmUp: task, rounds: 1, profile: true }),
	}));
	const each = (name: Parameters<typeof medianOf>[1]) => medianOf(runs, name, (run) => run.processorMilliseconds) / items;
	const [own, other, alone] = [each('messagingService'), each('httpRequest'), each('n8nAlone')];
	const hasOther = present(bench, ['httpRequest']).length > 0;
	const shares = [...profiles].map(([name, [run]]) => {
		const parts = Object.entries(run!.shares ?? {}).map(([owner, share]) => `${owner} ${Math.round(share * 100)} %`);
		return `By a profile, the time of the ${titles[name]} goes to: ${parts.join(', ')}.`.replace('the this', 'this');
	});
	return {
		scenario: 'processor time for each send, no latency',
		target: '≤ the HTTP Request node',
		result: `${hasOther ? `${times(own / other)} the HTTP Request node` : 'HTTP Request node not measured'}; ${Math.round((alone / own) * 100)} % of it is n8n's own work on the item`,
		reached: hasOther && own <= other,
		table: {
			head: ['', 'for each send', 'of the HTTP Request node'],
			rows: [...runs.keys()].map((name) => [titles[name], `${each(name).toFixed(2)} ms`, hasOther ? times(each(name) / other) : '–']),
		},
		notes: [
			`n8n alone, with a hook that asks nobody, takes ${milliseconds(alone)} for each item of a declarative node: it evaluates every expression in a routed field four times, and the address, an expression in every declarative node with an address of the user's, twice more. The HTTP Request node evaluates its body once.`,
			...shares,
		],
	};
}
