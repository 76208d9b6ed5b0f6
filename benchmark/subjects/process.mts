/** One subject in a process of its own: does the tasks that its parent sends it, and tells what they cost. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { profiled } from './profile.mts';
import type { Measure, Order, Outcome, Subject } from './task.mts';

export const subjectNames = ['messagingService', 'httpRequest', 'withoutHook', 'bareClient', 'n8nAlone', 'loading'] as const;
export type SubjectName = (typeof subjectNames)[number];

// Loaded on demand: the memory and the loading of one subject must not contain the others'.
const subjects: Record<SubjectName, () => Promise<Subject>> = {
	messagingService: async () => (await import('./messaging-service.mts')).messagingService,
	httpRequest: async () => (await import('./http-request.mts')).httpRequest,
	withoutHook: async () => (await import('./without-hook.mts')).withoutHook,
	n8nAlone: async () => (await import('./without-hook.mts')).n8nAlone,
	bareClient: async () => (await import('./bare-client.mts')).bareClient,
	loading: async () => {
		const require = createRequire(import.meta.url);
		require('n8n-workflow');
		return async () => {
			const dist = join(import.meta.dirname, '../../dist');
			require(join(dist, 'nodes/MessagingService/MessagingService.node.js'));
			require(join(dist, 'credentials/MessagingServiceApi.credentials.js'));
			return { items: 2, paired: 0 };
		};
	},
};

async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
	try {
		return await work;
	} catch (error) {
		return { items: 0, paired: 0, failure: error instanceof Error ? error.message : String(error) };
	}
}

async function measure(subject: Subject, { task, place, profile }: Order): Promise<Measure> {
	// Each task starts with what the earlier ones left behind swept out.
	globalThis.gc?.();
	const processorBefore = process.cpuUsage();
	const start = performance.now();
	const work = () => outcomeOf(subject(task, place));
	const { outcome, shares } = profile ? await profiled(work) : { outcome: await work(), shares: undefined };
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(processorBefore);
	// Kilobytes, on every system that Node runs on.
	const peakMegabytes = process.resourceUsage().maxRSS / 1024;
	return { ...outcome, milliseconds, processorMilliseconds: (user + system) / 1000, peakMegabytes, shares };
}

async function main(): Promise<void> {
	const subject = await subjects[process.argv[2] as SubjectName]();
	process.on('message', (order: Order) => {
		void measure(subject, order).then((measured) => process.send!(measured));
	});
	process.send!('ready');
}

if (process.send) await main();
