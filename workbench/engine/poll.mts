/** Activates a workflow that starts with a polling trigger, and polls it when the test says so. */
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
	/** Goes on from what another workflow has saved there. */
	database?: WorkflowDatabase;
	/** 'durable' is n8n's `N8N_POLLER_DURABLE_CURSORS_ENABLED`; static data unless told, as n8n does. */
	cursors?: 'static data' | 'durable';
	id?: string;
	/** Milliseconds that a poll may take; n8n-core's five minutes unless told. */
	pollBudget?: number;
}

/** The workflow, what n8n keeps of it, and everything that its polls brought. */
export class PolledWorkflow {
	/** The node's parameters as last saved in the editor; the next activation takes them. */
	parameters: INodeParameters;

	readonly database: WorkflowDatabase;

	/** All polls in the order in which they began; test events aren't among them. */
	readonly polls: Poll[] = [];

	/** The polls whose items started an execution. */
	readonly executions: Poll[] = [];

	/** The polls that were recorded as failed executions. A refused activation isn't. */
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

	/** The times at which n8n would poll, as cron expressions; none while it wouldn't. */
	get schedule(): readonly string[] {
		return this.process.expressions;
	}

	/**
	 * Switches the workflow on: n8n polls once and saves the static data. Where that fails it tries again, five times
	 * from n8n 2.40 on, with a wait that doubles. Where the last try fails, nothing is saved or scheduled.
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

	/** One scheduled poll, to its end and the end of its saves. Begun before another has ended, the two overlap. */
	async poll(): Promise<Poll> {
		const { process, isDurable } = this;
		if (!(isDurable ? this.database.scheduled : this.schedule.length > 0))
			throw new Error('Nothing is scheduled: activate the workflow first.');
		const poll = this.newPoll();
		await process.run(poll, async () => {
			// The durable scheduler polls with a new workflow each time.
			if (isDurable) await process.pollDurably(this.workflow(), this.additionalData());
			else await process.tick();
		});
		poll.outcome ??= 'discarded';
		return poll;
	}

	/** n8n saves nothing at that: what was only in memory is gone. */
	async deactivate(): Promise<void> {
		Object.assign(this.database, { active: false, scheduled: false });
		await this.process.register.remove(this.id);
	}

	/** Ends the process as a crash does: the database stays, memory is gone. Follow it by `activate('init')`. */
	kill(): void {
		this.process.alive = false;
		this.process = new PollingProcess(this);
	}

	/** The editor's Fetch Test Event: runs the node by hand with the saved static data, and saves nothing. */
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
