/**
 * What a poll sees of n8n, and where its result goes. n8n makes the context in its main package
 * (`trigger-execution-context.factory` in n8n 2.39.10); the order of the steps below follows it,
 * because it decides what a crash, a failed write or an overlapping poll leaves behind.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { n8nCore } from './n8n-modules.mts';
import type { WorkflowDatabase } from './workflow-database.mts';

/** One poll, and what became of it. */
export interface Poll {
	/** Counted from 1 over the workflow's life, in the order in which the polls began. */
	number: number;
	cause: 'activation' | 'schedule';
	/**
	 * Missing while it is under way. 'discarded': the workflow was switched off, activated anew or its process
	 * killed meanwhile. 'lost': its cursor could not be committed, so n8n started no execution either.
	 */
	outcome?: 'items' | 'nothing' | 'failed' | 'discarded' | 'lost';
	items?: INodeExecutionData[];
	error?: Error;
}

/** One process of n8n, as far as its polls are concerned. */
export interface PollingProcess {
	/** False once it was killed: whatever its polls still do reaches neither the database nor an execution. */
	alive: boolean;
	readonly database: WorkflowDatabase;
	readonly durableCursors: boolean;
	/** The poll that the running code belongs to. */
	readonly currentPoll: AsyncLocalStorage<Poll>;
	/** Writes of static data that haven't ended yet. */
	readonly saving: Set<Promise<void>>;
	/** Starts an execution with a poll's items. */
	execute(poll: Poll): void;
	/** Records a failed execution. */
	fail(poll: Poll): void;
}

interface StagedCursor {
	snapshot: IDataObject;
	seed: IDataObject;
}

/**
 * Saves the static data if anything in it changed, as n8n's `WorkflowStaticDataService` does. The mark of
 * change is taken back when the database has answered, so a change made meanwhile loses its mark; after a
 * write that failed it stays.
 */
export function saveStaticData(process: PollingProcess, workflow: Workflow): void {
	const { staticData } = workflow;
	if (!process.alive || staticData.__dataChanged !== true) return;
	if (!process.database.saveStaticData(staticData)) return;
	const write = process.database.answers.then(() => {
		staticData.__dataChanged = false;
		process.saving.delete(write);
	});
	process.saving.add(write);
}

/** n8n-core's context of a polling node, with what n8n hangs into it. */
export function pollContextOf(
	process: PollingProcess,
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): IPollFunctions {
	const { database } = process;
	// Each poll has its own cursor, also where several share the context.
	const scope = new AsyncLocalStorage<{ staged?: StagedCursor }>();

	const runInScope = async <T,>(poll: () => Promise<T>): Promise<T> => {
		// Both are clones: in Jest they are of another realm than what JSON.parse gives, and never strictly equal to it.
		const cursor = process.durableCursors
			? database.cursorOr(workflow.getStaticData('node', node))
			: database.cursor;
		return await scope.run(
			{ staged: cursor && { snapshot: structuredClone(cursor), seed: structuredClone(cursor) } },
			poll,
		);
	};

	const takeChangedCursor = (): IDataObject | undefined => {
		const staged = scope.getStore()?.staged;
		if (!staged || isDeepStrictEqual(staged.snapshot, staged.seed)) return undefined;
		staged.seed = structuredClone(staged.snapshot);
		return staged.seed;
	};

	const nodeStaticData = (): IDataObject => {
		const entered = scope.getStore();
		if (!entered)
			throw new Error('The node read its static data outside of a poll, which n8n refuses.');
		return entered.staged?.snapshot ?? workflow.getStaticData('node', node);
	};

	const emit = (data: INodeExecutionData[][]): void => {
		const poll = process.currentPoll.getStore()!;
		if (!process.alive) return;
		const cursor = takeChangedCursor();
		saveStaticData(process, workflow);
		// Cursor and execution are one transaction: both or none.
		if (cursor && !database.saveCursor(cursor)) {
			poll.outcome = 'lost';
			return;
		}
		// The node's own objects may change after this, an execution's don't.
		poll.items = structuredClone(data[0] ?? []);
		poll.outcome = 'items';
		process.execute(poll);
	};

	const emitError = (error: Error): void => {
		const poll = process.currentPoll.getStore()!;
		if (!process.alive) return;
		Object.assign(poll, { outcome: 'failed', error });
		process.fail(poll);
	};

	const commitCursor = async (): Promise<void> => {
		const poll = process.currentPoll.getStore()!;
		if (!process.alive) return;
		const cursor = takeChangedCursor();
		poll.outcome = cursor && !database.saveCursor(cursor) ? 'lost' : 'nothing';
	};

	return new n8nCore.PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		emit,
		emitError,
		commitCursor,
		runInScope,
		nodeStaticData,
	);
}
