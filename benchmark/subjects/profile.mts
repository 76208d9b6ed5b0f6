/** Whose code spends the processor time of a piece of work, by a profile of this process. */
import { Session, type Profiler } from 'node:inspector/promises';

export const thisPackage = 'this package';

/** What a function belongs to, by the place of its file; the first that fits counts. */
const owners: Array<[owner: string, place: RegExp]> = [
	[thisPackage, /\/(MessagingService(Trigger|Api)?\.(node|credentials)|phoneNumberRules)\.js$/],
	["n8n's expressions", /n8n-workflow\/.*(expression|data-proxy|sandbox|extensions)|\/luxon\//],
	[
		"n8n's HTTP client",
		/\/axios\/|follow-redirects|agent-base|proxy|form-data|node:(_?http|net|stream|url|dns|_tls|tls|zlib|buffer|internal\/(streams|url|stream_base|timers|net|dns))/,
	],
	['rest of n8n', /node_modules\//],
];

/** Milliseconds in each owner's functions. A function of nobody's (V8's own, Node's) counts for whoever called it. */
function spentIn({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const ownerAt = new Map<number, string>();
	const visit = (id: number, caller: string): void => {
		const { callFrame, children = [] } = byId.get(id)!;
		const { functionName, url } = callFrame;
		const isCollector = functionName === '(garbage collector)';
		const [owner] = owners.find(([, place]) => place.test(url)) ?? [caller];
		if (functionName !== '(idle)' && url !== 'node:inspector')
			ownerAt.set(id, isCollector ? 'garbage collection' : owner);
		for (const child of children) visit(child, owner);
	};
	visit(nodes[0]!.id, 'Node.js itself');
	const spent: Record<string, number> = {};
	for (const [index, id] of samples.entries()) {
		const owner = ownerAt.get(id);
		if (owner) spent[owner] = (spent[owner] ?? 0) + timeDeltas[index]! / 1000;
	}
	return spent;
}

/** Does the work under a profile. */
export async function profiled(work: () => Promise<unknown>): Promise<Record<string, number>> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.start');
	await work();
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	return spentIn(profile);
}
