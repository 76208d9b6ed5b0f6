/**
 * What n8n's process and database do for one polling workflow. n8n-core registers the trigger and decides whose
 * result still counts; what it is given here follows n8n's main package (`trigger-execution-context.factory` in
 * n8n 2.41.1), because the order of the steps decides what a crash, a failed write or an overlapping poll leaves.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Container, n8nCore } from './n8n-modules.mts';

const executor = Container.get(n8nCore.PollTriggerExecutor);
type Execute = ReturnType<typeof executor.create>;

/** In place of n8n's log and its reports of failures. */
const silent = { scoped: () => silent, debug() {}, warn() {}, error() {} } as never;

export interface Poll {
	/**
	 * Missing while it is under way. 'discarded': the workflow was switched off, activated anew or its process
	 * killed meanwhile. 'lost': its cursor could not be committed, so n8n started no execution either.
	 */
	outcome?: 'items' | 'nothing' | 'failed' | 'discarded' | 'lost';
	items?: INodeExecutionData[];
	error?: Error;
}

type Row = 'staticData' | 'cursor';

/**
 * What outlives n8n's process: the workflow's rows. They are JSON text, as n8n keeps them, so that nothing but
 * what JSON holds gets from one process to the next.
 */
export class WorkflowDatabase {
	active = false;

	/** Whether the durable scheduler has a job for the workflow. */
	scheduled = false;

	/** Lets every write fail, or get lost in a crash: for n8n both look the same, the rows stay as they are. */
	losesWrites = false;

	/** The rows that were written so far, in their order. */
	readonly saves: Row[] = [];

	private readonly rows: Partial<Record<Row, string>> = {};

	get staticData(): IDataObject | undefined {
		return this.read('staticData');
	}

	/** Puts static data in from outside (a backup, another installation's), which doesn't count as a save. */
	set staticData(data: IDataObject | undefined) {
		this.rows.staticData = data && JSON.stringify(data);
	}

	/** None until durable cursors made one. */
	get cursor(): IDataObject | undefined {
		return this.read('cursor');
	}

	/** The cursor, made of the node's static data where there is none. */
	cursorOr(nodeStaticData: IDataObject): IDataObject {
		this.rows.cursor ??= JSON.stringify(nodeStaticData);
		return this.cursor!;
	}

	save(row: Row, data: IDataObject): boolean {
		if (this.losesWrites) return false;
		this.rows[row] = JSON.stringify(data);
		this.saves.push(row);
		return true;
	}

	private read(row: Row): IDataObject | undefined {
		const text = this.rows[row];
		return text === undefined ? undefined : (JSON.parse(text) as IDataObject);
	}
}

/** A poll under way, with durable cursors its own copy of the cursor, and that as it was last read or written. */
interface Running {
	poll: Poll;
	cursor?: IDataObject;
	written?: string;
}

/** The workflow that is polled: what n8n keeps of it, and where the polls go that start executions or fail. */
interface Polled {
	database: WorkflowDatabase;
	isDurable: boolean;
	/** Milliseconds that a poll may take; n8n-core's five minutes unless told. */
	pollBudget?: number;
	executions: Poll[];
	failures: Poll[];
}

/** One process of n8n, as far as one workflow with one polling trigger is concerned. */
export class PollingProcess {
	/** Once it was killed, whatever its polls still do reaches neither the database nor an execution. */
	alive = true;

	/** The cron expressions that the workflow polls at by a schedule in memory; none while it isn't active. */
	readonly expressions: string[] = [];

	readonly register: InstanceType<typeof n8nCore.ActiveWorkflowTriggers>;

	tick: Execute = async () => {};

	private readonly running = new AsyncLocalStorage<Running>();
	private readonly polled: Polled;

	constructor(polled: Polled) {
		this.polled = polled;
		this.register = new n8nCore.ActiveWorkflowTriggers(
			silent,
			this.schedule() as never,
			undefined as never,
			silent,
			{ create: (...given) => (this.tick = executor.create(...given)) } as typeof executor,
		);
		// n8n-core asks its container, which all workflows of this process share, for the durable scheduler.
		const jobs = polled.isDurable ? this.jobs() : undefined;
		Object.assign(this.register, { getPollJobManager: () => jobs });
	}

	/** Runs one poll to its end: all that it calls belongs to this poll. */
	async run(poll: Poll, work: () => Promise<void>): Promise<void> {
		await this.running.run({ poll }, work);
	}

	/**
	 * A poll of n8n's durable scheduler. Its handler (`poll-trigger-task-handler` in n8n) takes the same steps as
	 * n8n-core's executor, except that it also files a failure after the workflow was switched off.
	 */
	async pollDurably(workflow: Workflow, data: IWorkflowExecuteAdditionalData): Promise<void> {
		const node = Object.values(workflow.nodes)[0]!;
		const context = this.contextOf(workflow, node, data, 'update');
		await executor.create(workflow, node, context, () => this.polled.database.active)();
	}

	contextOf(
		workflow: Workflow,
		node: INode,
		data: IWorkflowExecuteAdditionalData,
		activation: WorkflowActivateMode,
	): IPollFunctions {
		const { database, isDurable, pollBudget } = this.polled;
		const nodeData = () => workflow.getStaticData('node', node);
		return new n8nCore.PollContext(
			workflow,
			node,
			data,
			'trigger',
			activation,
			(items) => this.emit(workflow, items[0] ?? []),
			(error) => this.fail(error),
			async () => {
				const { poll } = this.current;
				if (this.alive && this.commitCursor()) poll.outcome ??= 'nothing';
			},
			async (poll) => {
				if (isDurable) {
					const cursor = database.cursorOr(nodeData());
					Object.assign(this.current, { cursor, written: JSON.stringify(cursor) });
				}
				return await poll();
			},
			() => this.current.cursor ?? nodeData(),
			pollBudget === undefined ? undefined : () => pollBudget,
		);
	}

	/** After a write that failed it stays marked as changed. */
	saveStaticData({ staticData }: Workflow): void {
		if (staticData.__dataChanged !== true) return;
		if (this.polled.database.save('staticData', staticData)) staticData.__dataChanged = false;
	}

	private get current(): Running {
		return this.running.getStore()!;
	}

	private emit(workflow: Workflow, items: INodeExecutionData[]): void {
		const { poll } = this.current;
		if (!this.alive) return;
		this.saveStaticData(workflow);
		// Cursor and execution are one transaction: both or none.
		if (!this.commitCursor()) return;
		// The node's own objects may change after this, an execution's don't.
		Object.assign(poll, { outcome: 'items', items: structuredClone(items) });
		this.polled.executions.push(poll);
	}

	private fail(error: Error): void {
		const { poll } = this.current;
		if (!this.alive) return;
		Object.assign(poll, { outcome: 'failed', error });
		this.polled.failures.push(poll);
	}

	/** Writes the cursor if the poll has changed it; false where that, and so the poll, was lost. */
	private commitCursor(): boolean {
		const { poll, cursor, written } = this.current;
		const text = JSON.stringify(cursor);
		if (!cursor || text === written) return true;
		this.current.written = text;
		const isSaved = this.polled.database.save('cursor', cursor);
		if (!isSaved) poll.outcome = 'lost';
		return isSaved;
	}

	/** n8n's schedule in memory, which waits for nobody: `tick` is called for it. */
	private schedule() {
		const clear = () => this.expressions.splice(0).length > 0;
		return {
			register: ({ expression }: { expression: string }) => this.expressions.push(expression) > 0,
			deregisterGroup: clear,
			deregisterTarget: clear,
			hasGroup: () => this.expressions.length > 0,
		};
	}

	/** n8n's durable scheduler: a job that is in the database already isn't polled at activation. */
	private jobs() {
		const { database } = this.polled;
		return {
			register: async () => {
				const inserted = !database.scheduled;
				database.scheduled = true;
				return { inserted };
			},
			remove: async () => void (database.scheduled = false),
		};
	}
}
