/** Whose code spends the processor time of a piece of work, by a profile of this process. */
import { Session, type Profiler } from 'node:inspector/promises';

export const thisPackage = 'this package';

/** What a function belongs to, by the place of its file; the first that fits counts. */
const owners: Array<[owner: string, place: RegExp]> = [
	[thisPackage, /^(?!.*node_modules).*\/MessagingService(Api)?\.(node|credentials)\.js$/],
	[
		"n8n's expressions",
		/n8n-workflow\/.*(expression|data-proxy|sandbox|safe|extensions)|\/luxon\/|\/tournament\/|ast-types|recast|esprima/,
	],
	[
		"n8n's HTTP client",
		/\/axios\/|follow-redirects|agent-base|proxy|form-data|node:(_?http|net|stream|url|internal\/(streams|url|stream_base|timers|net|dns)|dns|_tls|tls|zlib|buffer)/,
	],
	['rest of n8n', /node_modules\//],
];

function ownerOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string | undefined {
	if (functionName === '(garbage collector)') return 'garbage collection';
	return owners.find(([, place]) => place.test(url))?.[0];
}

/** Milliseconds in each owner's functions. A function of nobody's (V8's own, Node's) counts for whoever called it. */
function spentIn(profile: Profiler.Profile, from: number, to: number): Record<string, number> {
	const { nodes, samples = [], timeDeltas = [], startTime } = profile;
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const ownerAt = new Map<number, string>();
	const visit = (id: number, inherited: string): void => {
		const { callFrame, children = [] } = byId.get(id)!;
		const owner = ownerOf(callFrame) ?? inherited;
		if (callFrame.functionName !== '(idle)') ownerAt.set(id, owner);
		for (const child of children) visit(child, owner);
	};
	visit(nodes[0]!.id, 'Node.js itself');

	const spent: Record<string, number> = {};
	let at = startTime;
	for (const [index, id] of samples.entries()) {
		at += timeDeltas[index]!;
		const owner = ownerAt.get(id);
		if (!owner || at < from || at > to) continue;
		spent[owner] = (spent[owner] ?? 0) + timeDeltas[index]! / 1000;
	}
	return spent;
}

/** Does the work under a profile, and tells who spent how much in a part of it; in all of it unless told. */
export async function profiled<Result>(work: () => Promise<Result>) {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.start');
	// What starting the profile took is nobody's. Microseconds, by the profile's own clock.
	const began = Number(process.hrtime.bigint()) / 1000;
	const result = await work();
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	return {
		result,
		spentIn: ({ from, to } = { from: began, to: Infinity }) => spentIn(profile, from, to),
	};
}
