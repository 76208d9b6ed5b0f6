/** One subject in a process of its own: does the tasks that its parent sends it, and tells what they cost. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Measure, Outcome, Place, Subject, Task } from './task.mts';

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

async function measure(subject: Subject, task: Task, place: Place): Promise<Measure> {
	globalThis.gc?.();
	const megabytesBefore = process.memoryUsage.rss() / 2 ** 20;
	const processorBefore = process.cpuUsage();
	const start = performance.now();
	let outcome: Outcome;
	try {
		outcome = await subject(task, place);
	} catch (error) {
		outcome = { items: 0, paired: 0, failure: error instanceof Error ? error.message : String(error) };
	}
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(processorBefore);
	// Linux gives kilobytes, and so does Node on every system.
	return { ...outcome, milliseconds, processorMilliseconds: (user + system) / 1000, peakMegabytes: process.resourceUsage().maxRSS / 1024, megabytesBefore };
}

async function main(): Promise<void> {
	const subject = await subjects[process.argv[2] as SubjectName]();
	process.on('message', (message: { task: Task; place: Place }) => {
		void measure(subject, message.task, message.place).then((measured) => process.send!(measured));
	});
	process.send!('ready');
}

if (process.send) await main();
