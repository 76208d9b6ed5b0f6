/** The processor time that this package's code spends of a piece of work, by a profile of this process. */
import { Session, type Profiler } from 'node:inspector/promises';

const ownFile = /\/(MessagingService(Trigger|Api)?\.(node|credentials)|phoneNumberRules)\.js$/;
const othersFile =
	/\/node_modules\/|node:(_?http|net|stream|url|dns|_tls|tls|zlib|buffer|internal\/(streams|url|stream_base|timers|net|dns))/;

/** Milliseconds. A function of nobody's (V8's own, most of Node's) counts for whoever called it. */
function ownTime({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): number {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const own = new Set<number>();
	const visit = (id: number, isCallerOwn: boolean): void => {
		const { callFrame, children = [] } = byId.get(id)!;
		const isOwn = ownFile.test(callFrame.url) || (isCallerOwn && !othersFile.test(callFrame.url));
		if (isOwn && callFrame.functionName !== '(garbage collector)') own.add(id);
		for (const child of children) visit(child, isOwn);
	};
	visit(nodes[0]!.id, false);
	const deltas = timeDeltas.filter((_, index) => own.has(samples[index]!));
	return deltas.reduce((sum, delta) => sum + delta / 1000, 0);
}

/** Does the work under a profile. */
export async function profiled(work: () => Promise<unknown>): Promise<number> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.start');
	await work();
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	return ownTime(profile);
}
