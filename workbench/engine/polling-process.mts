/**
 * Simulates n8n's process and database for one polling workflow. n8n-core registers the trigger and decides which
 * poll's result still counts. The callbacks passed to it follow n8n's main package
 * (`trigger-execution-context.factory` in n8n 2.41.1), because the order of the steps decides the state after a crash,
 * a failed write or an overlapping poll.
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

/** Replaces n8n's logger and error reporter. */
const silent = { scoped: () => silent, debug() {}, warn() {}, error() {} } as never;

export interface Poll {
	/**
	 * Undefined while the poll runs. 'discarded': the workflow was deactivated or activated again, or its process
	 * killed, meanwhile. 'lost': its cursor could not be committed, so n8n started no execution either.
	 */
	outcome?: 'items' | 'nothing' | 'failed' | 'discarded' | 'lost';
	items?: INodeExecutionData[];
	error?: Error;
}

type Row = 'staticData' | 'cursor';

/**
 * The workflow's database rows, which outlive n8n's process. Rows are JSON text, as in n8n, so only JSON values get
 * from one process to the next.
 */
export class WorkflowDatabase {
	active = false;

	/** Whether the durable scheduler has a job for the workflow. */
	scheduled = false;

	/** Whether every write fails, or is lost in a crash. n8n can't tell the two apart: the rows stay unchanged. */
	losesWrites = false;

	/** Successful writes so far, oldest first. */
	readonly saves: Row[] = [];

	private readonly rows: Partial<Record<Row, string>> = {};

	get staticData(): IDataObject | undefined {
		return this.read('staticData');
	}

	/** Sets static data from outside (a backup, another installation), which doesn't count as a save. */
	set staticData(data: IDataObject | undefined) {
		this.rows.staticData = data && JSON.stringify(data);
	}

	/** Returns the cursor; undefined until durable cursors have created it. */
	get cursor(): IDataObject | undefined {
		return this.read('cursor');
	}

	/** Returns the cursor, creating it from the node's static data if there is none. */
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

/** A running poll. With durable cursors, also its own copy of the cursor, and the JSON last read or written. */
interface Running {
	poll: Poll;
	cursor?: IDataObject;
	written?: string;
}

/** The polled workflow: the state that n8n keeps of it, and its polls that started an execution or failed. */
interface Polled {
	database: WorkflowDatabase;
	isDurable: boolean;
	/** Time limit of a poll in milliseconds. Defaults to n8n-core's five minutes. */
	pollBudget?: number;
	executions: Poll[];
	failures: Poll[];
}

/** One n8n process, reduced to one workflow with one polling trigger. */
export class PollingProcess {
	/** False once killed: polls that still run then reach neither the database nor an execution. */
	alive = true;

	/** Cron expressions of the in-memory schedule; empty while the workflow isn't active. */
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
		// n8n-core would take the durable scheduler from its container, which all workflows of this process share.
		const jobs = polled.isDurable ? this.jobs() : undefined;
		Object.assign(this.register, { getPollJobManager: () => jobs });
	}

	/** Runs one poll to its end. Every callback during `work` is attributed to this poll. */
	async run(poll: Poll, work: () => Promise<void>): Promise<void> {
		await this.running.run({ poll }, work);
	}

	/**
	 * Runs one poll of n8n's durable scheduler. n8n's handler (`poll-trigger-task-handler`) takes the same steps as
	 * n8n-core's executor, except that it also records a failure after the workflow was deactivated.
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

	/** Writes static data that has changed. After a failed write it stays marked as changed. */
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
		// The node may still change its objects; those of an execution must not change.
		Object.assign(poll, { outcome: 'items', items: structuredClone(items) });
		this.polled.executions.push(poll);
	}

	private fail(error: Error): void {
		const { poll } = this.current;
		if (!this.alive) return;
		Object.assign(poll, { outcome: 'failed', error });
		this.polled.failures.push(poll);
	}

	/** Writes the cursor if the poll has changed it. Returns false if the write, and so the poll, was lost. */
	private commitCursor(): boolean {
		const { poll, cursor, written } = this.current;
		const text = JSON.stringify(cursor);
		if (!cursor || text === written) return true;
		this.current.written = text;
		const isSaved = this.polled.database.save('cursor', cursor);
		if (!isSaved) poll.outcome = 'lost';
		return isSaved;
	}

	/** Builds a stub of n8n's in-memory schedule. It never fires by itself: call `tick` instead. */
	private schedule() {
		const clear = () => this.expressions.splice(0).length > 0;
		return {
			register: ({ expression }: { expression: string }) => this.expressions.push(expression) > 0,
			deregisterGroup: clear,
			deregisterTarget: clear,
			hasGroup: () => this.expressions.length > 0,
		};
	}

	/** Builds a stub of n8n's durable scheduler. A job that already exists isn't polled at activation. */
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
