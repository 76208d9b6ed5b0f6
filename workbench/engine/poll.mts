/**
 * Activates a workflow that starts with a polling trigger, and polls it when the test says so.
 *
 * n8n-core registers the trigger, decides whose result still counts and makes the poll's context; this
 * folder gives it what n8n's main package would: a database, the saves, and where emitted items go.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type {
	INodeParameters,
	INodeTypes,
	IPollFunctions,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { activeTriggersOf, type ActiveTriggers } from './active-triggers.mts';
import { additionalDataOf } from './additional-data.mts';
import { runWorkflow, type RunResult } from './engine.mts';
import { pollDurably } from './durable-poll.mts';
import { n8nWorkflow } from './n8n-modules.mts';
import { nodeTypesOf } from './node-types.mts';
import { pollContextOf, saveStaticData, type Poll, type PollingProcess } from './poll-context.mts';
import { definitionOf, type PolledWorkflowOptions } from './polled-definition.mts';
import { WorkflowDatabase } from './workflow-database.mts';

export type { Poll } from './poll-context.mts';
export type { PolledWorkflowOptions } from './polled-definition.mts';
export { WorkflowDatabase } from './workflow-database.mts';

/** The workflow, what n8n keeps of it, and everything that its polls brought. */
export class PolledWorkflow {
	/** The node's parameters as last saved in the editor; the next activation takes them. */
	parameters: INodeParameters;

	readonly database: WorkflowDatabase;

	/** All polls in the order in which they began; test events aren't among them. */
	readonly polls: Poll[] = [];

	/** The polls whose items started an execution, in the order of the executions. */
	readonly executions: Poll[] = [];

	/** The polls that were recorded as failed executions. A refused activation isn't recorded. */
	readonly failures: Poll[] = [];

	private readonly id = randomUUID();
	private readonly options: PolledWorkflowOptions;
	private readonly nodeTypes: INodeTypes;
	private process: PollingProcess & { triggers: ActiveTriggers };

	constructor(options: PolledWorkflowOptions) {
		this.options = options;
		this.parameters = options.parameters ?? {};
		this.database = options.database ?? new WorkflowDatabase();
		this.nodeTypes = nodeTypesOf(options.packages);
		if (!this.nodeTypes.getByNameAndVersion(options.nodeType).poll)
			throw new Error(`The node type "${options.nodeType}" doesn't poll.`);
		this.process = this.newProcess();
	}

	/** The times at which n8n would poll, as cron expressions; none while it wouldn't. */
	get schedule(): readonly string[] {
		return this.process.triggers.expressions;
	}

	/**
	 * Switches the workflow on: n8n polls once and saves the static data.
	 * @throws n8n's refusal when that poll fails; then nothing is saved or scheduled.
	 */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const { process } = this;
		const workflow = this.workflow();
		const poll = this.newPoll('activation');
		try {
			await process.currentPoll.run(
				poll,
				async () =>
					await workflow.expression.withIsolate(
						async () =>
							await process.triggers.register.addAllTriggers(
								this.id,
								workflow,
								this.additionalData(),
								'trigger',
								activation,
								undefined as never,
								(...given) => this.contextIn(process, ...given),
							),
					),
			);
		} catch (error) {
			Object.assign(poll, { outcome: 'failed', error });
			throw error;
		}
		poll.outcome ??= process.alive ? 'nothing' : 'discarded';
		if (!process.alive) return;
		this.database.active = true;
		// n8n writes the number of triggers in between, so the save that began with emitted items has ended.
		await Promise.all(process.saving);
		saveStaticData(process, workflow);
		await Promise.all(process.saving);
	}

	/** One scheduled poll, to its end and the end of its saves. Begun before another has ended, the two overlap. */
	async poll(): Promise<Poll> {
		const { process } = this;
		const durable = process.durableCursors;
		if (!(durable ? this.database.scheduled : this.schedule.length > 0))
			throw new Error('Nothing is scheduled: activate the workflow first.');
		const poll = this.newPoll('schedule');
		await process.currentPoll.run(
			poll,
			async () => await (durable ? this.durablePoll(process) : process.triggers.tick()),
		);
		poll.outcome ??= 'discarded';
		await Promise.all(process.saving);
		return poll;
	}

	/** Switches the workflow off. n8n saves nothing at that: what was only in memory is gone. */
	async deactivate(): Promise<void> {
		Object.assign(this.database, { active: false, scheduled: false });
		await this.process.triggers.register.remove(this.id);
	}

	/**
	 * Ends the process without a word, as a crash does: the database stays, memory is gone. The node's code of
	 * a poll under way can't be stopped in here, but its result goes nowhere. Follow it by `activate('init')`.
	 */
	kill(): void {
		this.process.alive = false;
		this.process = this.newProcess();
	}

	/** The editor's Fetch Test Event: runs the node by hand with the saved static data, and saves nothing. */
	async fetchTestEvent(): Promise<RunResult> {
		const { packages, credentials } = this.options;
		return await runWorkflow(
			{ ...this.definition(), staticData: this.database.staticData } as IWorkflowBase,
			{ packages, credentials, mode: 'manual' },
		);
	}

	/** n8n's durable scheduler polls with a new workflow and context each time (`poll-trigger-task-handler` in n8n). */
	private async durablePoll(process: PollingProcess): Promise<void> {
		const workflow = this.workflow();
		const node = workflow.getNode(this.definition().nodes[0]!.name)!;
		const context = this.contextIn(
			process,
			workflow,
			node,
			this.additionalData(),
			'trigger',
			'update',
		);
		await pollDurably(workflow, node, context, () => this.database.active);
	}

	private contextIn(
		process: PollingProcess,
		...[workflow, node, data, mode, activation]: ContextArguments
	): IPollFunctions {
		return pollContextOf(process, workflow, node, data, mode, activation);
	}

	private newProcess(): PollingProcess & { triggers: ActiveTriggers } {
		const { database, executions, failures } = this;
		const durableCursors = this.options.cursors === 'durable';
		return {
			alive: true,
			database,
			durableCursors,
			currentPoll: new AsyncLocalStorage(),
			saving: new Set(),
			execute: (poll) => void executions.push(poll),
			fail: (poll) => void failures.push(poll),
			triggers: activeTriggersOf(database, durableCursors),
		};
	}

	private newPoll(cause: Poll['cause']): Poll {
		const poll: Poll = { number: this.polls.length + 1, cause };
		this.polls.push(poll);
		return poll;
	}

	private definition(): IWorkflowBase {
		return definitionOf(this.id, this.options, structuredClone(this.parameters));
	}

	private workflow(): Workflow {
		return new n8nWorkflow.Workflow({
			...this.definition(),
			settings: this.options.settings ?? {},
			staticData: this.database.staticData,
			nodeTypes: this.nodeTypes,
		});
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		const { packages, credentials, settings } = this.options;
		return { ...additionalDataOf({ packages, credentials, settings }), workflowId: this.id };
	}
}

type ContextArguments =
	Parameters<typeof pollContextOf> extends [unknown, ...infer Rest] ? Rest : never;
