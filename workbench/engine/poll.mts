/** Activates a workflow that starts with a polling trigger, and polls it on demand. */
import { randomUUID } from 'node:crypto';
import type {
	INodeCredentials,
	INodeParameters,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { runWorkflow, type RunResult } from './engine.mts';
import { n8nWorkflow } from './n8n-modules.mts';
import { nodeTypesOf } from './packages.mts';
import { PollingProcess, WorkflowDatabase, type Poll } from './polling-process.mts';
import { additionalDataOf, workflowOf, workflowOfOne, type Surroundings } from './surroundings.mts';

export { WorkflowDatabase, type Poll } from './polling-process.mts';

export interface PolledWorkflowOptions extends Surroundings {
	nodeType: string;
	nodeName?: string;
	parameters?: INodeParameters;
	nodeCredentials?: INodeCredentials;
	settings?: IWorkflowSettings;
	/** State saved by another workflow, to continue from. */
	database?: WorkflowDatabase;
	/** 'durable' is n8n's `N8N_POLLER_DURABLE_CURSORS_ENABLED`. Defaults to static data, as in n8n. */
	cursors?: 'static data' | 'durable';
	id?: string;
	/** Time limit of a poll in milliseconds. Defaults to n8n-core's five minutes. */
	pollBudget?: number;
}

/** A polled workflow, the state that n8n keeps of it, and the results of all its polls. */
export class PolledWorkflow {
	/** The node's parameters as last saved in the editor. Take effect at the next activation, or durable poll. */
	parameters: INodeParameters;

	readonly database: WorkflowDatabase;

	/** All polls in the order in which they began, without test events. */
	readonly polls: Poll[] = [];

	/** The polls whose items started an execution. */
	readonly executions: Poll[] = [];

	/** The polls that were recorded as failed executions. A failed activation isn't recorded as one. */
	readonly failures: Poll[] = [];

	readonly isDurable: boolean;
	readonly pollBudget?: number;
	private readonly id: string;
	private readonly options: PolledWorkflowOptions;
	private process: PollingProcess;

	constructor(options: PolledWorkflowOptions) {
		this.options = options;
		this.isDurable = options.cursors === 'durable';
		this.pollBudget = options.pollBudget;
		this.id = options.id ?? randomUUID();
		this.parameters = options.parameters ?? {};
		this.database = options.database ?? new WorkflowDatabase();
		this.process = new PollingProcess(this);
	}

	/** Cron expressions of n8n's in-memory schedule; empty while inactive, and with durable cursors. */
	get schedule(): readonly string[] {
		return this.process.expressions;
	}

	/**
	 * Activates the workflow: n8n polls once and saves the static data. If that fails, it tries again with a doubling
	 * delay, five times in n8n 2.40 and later.
	 * @throws if the last try fails; then nothing is saved or scheduled
	 */
	async activate(activation: WorkflowActivateMode = 'activate', tries = 1): Promise<void> {
		const { process } = this;
		const workflow = this.workflow();
		const register = async () =>
			await process.register.addAllTriggers(
				this.id,
				workflow,
				this.additionalData(),
				'trigger',
				activation,
				undefined as never,
				(_, node, data) => process.contextOf(workflow, node, data, activation),
			);
		for (let attempt = 0; ; attempt++) {
			const poll = this.newPoll();
			try {
				await process.run(poll, async () => await workflow.expression.withIsolate(register));
				poll.outcome ??= process.alive ? 'nothing' : 'discarded';
				break;
			} catch (error) {
				Object.assign(poll, { outcome: 'failed', error });
				if (attempt === tries - 1) throw error;
				await n8nWorkflow.sleep(1000 * 2 ** attempt);
			}
		}
		if (!process.alive) return;
		this.database.active = true;
		process.saveStaticData(workflow);
	}

	/** Runs one scheduled poll until it has ended and saved its state. Concurrent calls overlap. */
	async poll(): Promise<Poll> {
		const { process, isDurable } = this;
		if (!(isDurable ? this.database.scheduled : this.schedule.length > 0))
			throw new Error('Nothing is scheduled: activate the workflow first.');
		const poll = this.newPoll();
		await process.run(poll, async () => {
			// The durable scheduler creates a new workflow for each poll.
			if (isDurable) await process.pollDurably(this.workflow(), this.additionalData());
			else await process.tick();
		});
		poll.outcome ??= 'discarded';
		return poll;
	}

	/** Deactivates the workflow. n8n saves nothing here, so state that was only in memory is lost. */
	async deactivate(): Promise<void> {
		Object.assign(this.database, { active: false, scheduled: false });
		await this.process.register.remove(this.id);
	}

	/** Ends the process as a crash does: the database stays, memory is lost. Call `activate('init')` next. */
	kill(): void {
		this.process.alive = false;
		this.process = new PollingProcess(this);
	}

	/** Runs the node manually with the saved static data and saves nothing, as the editor's Fetch Test Event does. */
	async fetchTestEvent(): Promise<RunResult> {
		return await runWorkflow(this.definition(), this.options);
	}

	private newPoll(): Poll {
		const poll: Poll = {};
		this.polls.push(poll);
		return poll;
	}

	private definition(): IWorkflowBase {
		const { nodeType, nodeName = 'Trigger', nodeCredentials, settings = {} } = this.options;
		const alone = workflowOfOne({
			name: nodeName,
			type: nodeType,
			parameters: this.parameters,
			credentials: nodeCredentials,
		});
		const { staticData } = this.database;
		return { ...alone, id: this.id, name: 'Polled', active: true, settings, staticData };
	}

	private workflow(): Workflow {
		return workflowOf(this.definition(), nodeTypesOf(this.options.packages));
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		const { settings: workflowSettings } = this.options;
		return additionalDataOf(this.options, { workflowId: this.id, workflowSettings });
	}
}
