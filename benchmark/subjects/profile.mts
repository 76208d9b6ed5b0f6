/** Where the processor time of a piece of work goes, by a profile of this process. */
import { writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import type { Span } from './longest-hold.mts';

/** What a function belongs to, by the place of its file; the first that fits counts. */
const owners: Array<[owner: string, place: RegExp]> = [
	['this package', /^(?!.*node_modules).*\/dist\/(nodes|credentials)\//],
	[
		"n8n's expressions",
		/n8n-workflow\/.*(expression|data-proxy|sandbox|safe|extensions)|\/luxon\/|\/tournament\/|ast-types|recast|esprima/,
	],
	[
		'HTTP client',
		/\/axios\/|follow-redirects|agent-base|proxy|form-data|node:(_?http|net|stream|url|internal\/(streams|url|stream_base|timers|net|dns)|dns|_tls|tls|zlib|buffer)/,
	],
	['rest of n8n', /node_modules\//],
];

const collector = 'garbage collection';

function ownerOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string | undefined {
	if (functionName === '(idle)' || functionName === '(root)') return undefined;
	if (functionName === '(garbage collector)') return collector;
	return owners.find(([, place]) => place.test(url))?.[0];
}

/**
 * The time in each owner's functions as parts of one. A function of nobody's (V8's own, Node's, the
 * benchmark's) counts for whoever called it.
 * @param during the part of the profile to look at; all of it unless told
 */
export function sharesOf(
	{ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile,
	during: Span = { from: 0, to: Infinity },
): Record<string, number> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const ownerAt = new Map<number, string>();
	const idle = new Set<number>();
	const visit = (id: number, inherited: string): void => {
		const { callFrame, children = [] } = byId.get(id)!;
		if (callFrame.functionName === '(idle)') idle.add(id);
		const owner = ownerOf(callFrame) ?? inherited;
		ownerAt.set(id, owner);
		for (const child of children) visit(child, owner);
	};
	visit(nodes[0]!.id, 'Node.js itself');

	const spent = new Map<string, number>();
	let total = 0;
	let at = startTime;
	for (const [index, id] of samples.entries()) {
		const microseconds = timeDeltas[index]!;
		at += microseconds;
		if (idle.has(id) || at < during.from || at > during.to) continue;
		total += microseconds;
		spent.set(ownerAt.get(id)!, (spent.get(ownerAt.get(id)!) ?? 0) + microseconds);
	}
	return Object.fromEntries(
		[...spent]
			.sort(([, one], [, other]) => other - one)
			.map(([owner, time]) => [owner, time / total]),
	);
}

/**
 * Does the work under a profile.
 * @param file where the profile is kept, for Chrome's developer tools and their like
 */
export async function profiled<Result>(
	work: () => Promise<Result>,
	file?: string,
): Promise<{ result: Result; profile: Profiler.Profile }> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.start');
		const result = await work();
		const { profile } = await session.post('Profiler.stop');
		if (file) writeFileSync(file, JSON.stringify(profile));
		return { result, profile };
	} finally {
		session.disconnect();
	}
}
