/** One subject in a process of its own: does the tasks that its parent sends it, and tells what they cost. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../workbench/sandbox/selfSigned.mts';
import { watched, type Hold } from './longest-hold.mts';
import { profiled, sharesOf } from './profile.mts';
import type { Measure, Order, TaskResult, Subject } from './task.mts';

export const subjectNames = [
	'messagingService',
	'combining',
	'skipping',
	'trigger',
	'httpRequest',
	'httpRequestBatching',
	'httpRequestCredential',
	'plainDeclarative',
	'bareClient',
	'loading',
] as const;
export type SubjectName = (typeof subjectNames)[number];

// Loaded on demand: the memory and the loading of one subject must not contain the others'.
const subjects: Record<SubjectName, () => Promise<Subject>> = {
	messagingService: async () => (await import('./messaging-service.mts')).messagingService,
	combining: async () => (await import('./messaging-service.mts')).combining,
	skipping: async () => (await import('./messaging-service.mts')).skipping,
	trigger: async () => (await import('./messaging-service.mts')).trigger,
	httpRequest: async () => (await import('./http-request.mts')).httpRequest,
	httpRequestBatching: async () => (await import('./http-request.mts')).httpRequestBatching,
	httpRequestCredential: async () => (await import('./http-request.mts')).httpRequestCredential,
	plainDeclarative: async () => (await import('./plain-declarative.mts')).plainDeclarative,
	bareClient: async () => (await import('./bare-client.mts')).bareClient,
	loading: async () => {
		const require = createRequire(import.meta.url);
		require('n8n-workflow');
		return async () => {
			const dist = join(import.meta.dirname, '../../dist');
			require(join(dist, 'nodes/MessagingService/MessagingService.node.js'));
			require(join(dist, 'credentials/MessagingServiceApi.credentials.js'));
			return { items: 0, records: 0, paired: 0 };
		};
	},
};

async function outcomeOf(work: Promise<TaskResult>): Promise<TaskResult> {
	try {
		return await work;
	} catch (error) {
		return {
			items: 0,
			records: 0,
			paired: 0,
			failure: error instanceof Error ? error.message : String(error),
		};
	}
}

async function cost(work: () => Promise<TaskResult>): Promise<Omit<Measure, 'shares' | 'earlier'>> {
	const processorBefore = process.cpuUsage();
	const start = performance.now();
	const outcome = await outcomeOf(work());
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(processorBefore);
	// Kilobytes, on every system that Node runs on.
	const peakMegabytes = process.resourceUsage().maxRSS / 1024;
	return { ...outcome, milliseconds, processorMilliseconds: (user + system) / 1000, peakMegabytes };
}

async function measure(
	subject: Subject,
	{ task, place, profile, watch }: Order,
): Promise<Omit<Measure, 'earlier'>> {
	// Each task starts with what the earlier ones left behind swept out.
	globalThis.gc?.();
	let hold: Hold | undefined;
	const run = async () => {
		if (!watch) return await subject(task, place);
		const seen = await watched(() => outcomeOf(subject(task, place)));
		hold = seen.hold;
		return seen.result;
	};
	const { result, profile: taken } = profile
		? await profiled(() => cost(run), profile.file)
		: { result: await cost(run) };
	return {
		...result,
		longestHold: hold && {
			milliseconds: (hold.to - hold.from) / 1000,
			processorMilliseconds: hold.processor / 1000,
		},
		shares: taken && sharesOf(taken, hold),
	};
}

async function main(): Promise<void> {
	// Nothing else is reached over TLS, and to load all other authorities would count as the subject's memory.
	setDefaultCACertificates([selfSigned.cert]);
	const subject = await subjects[process.argv[2] as SubjectName]();
	let done = 0;
	process.on('message', (order: Order) => {
		void measure(subject, order).then((measured) =>
			process.send!({ ...measured, earlier: done++ } satisfies Measure),
		);
	});
	process.send!('ready');
}

if (process.send) await main();
