/**
 * n8n-core's register of active triggers, with a schedule that waits for nobody: what n8n would run
 * every minute is run when `tick` is called.
 */
import { n8nCore, n8nTriggerServices } from './n8n-modules.mts';
import type { WorkflowDatabase } from './workflow-database.mts';

type Core = typeof n8nCore;
type ActiveWorkflowTriggers = InstanceType<Core['ActiveWorkflowTriggers']>;
type Schedule = InstanceType<Core['ScheduledTaskManager']>;
type Executor = InstanceType<Core['PollTriggerExecutor']>;

/** The register of one process of n8n. */
export interface ActiveTriggers {
	register: ActiveWorkflowTriggers;
	/** The cron expressions that the active workflow polls at; none while it isn't active. */
	expressions: string[];
	/** What the schedule runs at each of these times. */
	tick(): Promise<void>;
}

/** n8n's schedule in memory, for one workflow with one trigger. */
function scheduleOver(expressions: string[]): Schedule {
	const clear = () => expressions.splice(0).length > 0;
	const any = () => expressions.length > 0;
	return {
		register: ({ expression }: { expression: string }) => expressions.push(expression) > 0,
		deregisterGroup: clear,
		deregisterTarget: clear,
		hasGroup: any,
		hasTarget: any,
		getTargetIds: () => [],
		getGroupIds: () => [],
	} as unknown as Schedule;
}

/**
 * n8n's durable scheduler: its job is a row of the database, and a job that is there already isn't
 * polled at activation.
 */
function jobsIn(database: WorkflowDatabase) {
	return {
		register: async () => {
			const inserted = !database.scheduled;
			database.scheduled = true;
			return { inserted };
		},
		remove: async () => void (database.scheduled = false),
	};
}

/** A register of active triggers; with durable cursors its schedule is in the database, otherwise in memory. */
export function activeTriggersOf(database: WorkflowDatabase, durable: boolean): ActiveTriggers {
	const { logger, errorReporter, triggersAndPollers, pollTriggerExecutor } = n8nTriggerServices();
	const expressions: string[] = [];
	let scheduled: (() => Promise<void>) | undefined;
	const executor = {
		create: (...given: Parameters<Executor['create']>) => {
			const execute = pollTriggerExecutor.create(...given);
			scheduled = async () => await execute();
			return execute;
		},
	} as unknown as Executor;
	const register = new n8nCore.ActiveWorkflowTriggers(
		logger,
		scheduleOver(expressions),
		triggersAndPollers,
		errorReporter,
		executor,
	);
	// n8n-core asks its container, which all workflows of this process share, for the durable scheduler.
	Object.assign(register, { getPollJobManager: () => (durable ? jobsIn(database) : undefined) });
	return { register, expressions, tick: async () => await scheduled?.() };
}
