import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';

import type { Order } from '../operations/operation';
import type { FailedItem, Failure, Receipt } from './failure';
import { pause } from './pause';
import { itemCount, isBorrowed, ledgerOf, type Ledger, type Remembered } from './run';
import { routingEngine } from './routingEngine';
import { Session } from './session';

/** One item as it arrived at the hook. */
export interface Arrival {
	index: number;
	order?: Order;
	limit: number;
	/** Why it was refused before anything was sent. */
	refused: Failure[];
	remembered?: Remembered;
	functions: IExecutePaginationFunctions;
}

/** Items whose requests n8n lets loose at once: all of a run, or a batch where Batching has an interval. */
export interface Batch {
	number: number;
	arrivals: Arrival[];
	/** Resolves when every item of the batch has arrived that will. */
	gathered: Promise<void>;
	/** What is decided for the whole batch; made once, by the first item that asks. */
	verdict?: Promise<Verdict>;
}

/** For a batch that may go, what becomes of each item, by index. */
export type Verdict = { goes: false } | { goes: true; results: Map<number, Promise<Result>> };

/** What an item came to: its output records, or why it failed. */
export type Result = { items: Array<Record<string, unknown>> } | { failures: Failure[] };

/** What a try is started with. */
interface TrySetup {
	node: INode;
	/** How many items n8n runs the node for. */
	total: number;
	ledger: Ledger;
	continuesOnFail: boolean;
	batchSize: number;
	/** Whether n8n waits between batches. */
	spaced: boolean;
}

/** One try of one run: a run has several under Retry On Fail. */
export class Try {
	readonly setup: TrySetup;

	readonly batches: Batch[] = [];

	readonly receipts: Receipt[] = [];

	/** In the order of the items once the try is completed, and so are the receipts. */
	readonly failed: FailedItem[] = [];

	private open?: Promise<Session>;

	private last = -1;

	private done = 0;

	private isGathered = false;

	private finished!: () => void;

	/** Resolves when the last item is done. Never, when n8n called the run off before all arrived. */
	readonly completed = new Promise<void>((resolve) => {
		this.finished = resolve;
	});

	constructor(setup: TrySetup) {
		this.setup = setup;
	}

	/** Whether an item with this index can still belong to this try: n8n lets them arrive in order. */
	takes(index: number): boolean {
		return index > this.last && (this.last < 0 || this.setup.spaced || !this.isGathered);
	}

	/** Adds an item to the batch that is gathering. */
	add(arrival: Arrival): Batch {
		this.last = arrival.index;
		const number = this.setup.spaced ? Math.floor(arrival.index / this.setup.batchSize) : 0;
		let batch = this.batches.at(-1);
		if (batch?.number !== number) {
			// n8n starts all items of a batch before it lets anything else run, so a timer that is
			// set by the first of them fires after the last has arrived, or n8n has called it off.
			const gathered = pause(0).then(() => {
				this.isGathered = true;
			});
			this.batches.push((batch = { number, arrivals: [], gathered }));
		}
		batch.arrivals.push(arrival);
		return batch;
	}

	/**
	 * Whether items are missing that should have come with this batch or before, because an
	 * expression of theirs failed. 'forgotten': n8n has thrown, and nobody waits for those that came.
	 * 'perhaps': it may have, in a version that gives up at the first one.
	 */
	calledOff(batch: Batch): 'no' | 'perhaps' | 'forgotten' {
		const { total, batchSize, spaced, continuesOnFail } = this.setup;
		const expected = spaced ? Math.min(total, (batch.number + 1) * batchSize) : total;
		const arrived = this.batches
			.filter(({ number }) => number <= batch.number)
			.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
		if (arrived >= expected) return 'no';
		if (!continuesOnFail) return 'forgotten';
		// One that came after a missing one proves that n8n goes on.
		const gap = arrived < this.last + 1;
		return gap || routingEngine.goesOnAfterFailedExpression ? 'no' : 'perhaps';
	}

	/** The credential, read once. */
	session(functions: IExecutePaginationFunctions): Promise<Session> {
		return (this.open ??= Session.open(functions));
	}

	/** Notes that an item is done. */
	finish(): void {
		if (++this.done < this.setup.total) return;
		this.failed.sort((one, other) => one.index - other.index);
		this.receipts.sort((one, other) => one.index - other.index);
		this.finished();
	}
}

const tries = new WeakMap<object, Try>();

/** The try that this item belongs to: the one that is gathering, or a new one. */
export function tryOf(functions: IExecutePaginationFunctions): Try {
	const executeData = functions.getExecuteData();
	const node = functions.getNode();
	const current = tries.get(executeData);
	if (current && !isBorrowed(executeData, node) && current.takes(functions.getItemIndex())) {
		return current;
	}
	const total = itemCount(executeData, node);
	const { size, spaced } = batching(functions);
	const next = new Try({
		node,
		total,
		ledger: ledgerOf(executeData, node),
		continuesOnFail: functions.continueOnFail(),
		batchSize: size,
		spaced: spaced && size < total,
	});
	tries.set(executeData, next);
	return next;
}

/** n8n's Batching setting as its routing engine reads it: without an interval it spaces nothing. */
function batching(functions: IExecutePaginationFunctions): { size: number; spaced: boolean } {
	const { batching } = functions.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	};
	const size = Number(batching?.batch?.batchSize ?? 0);
	return { size: size > 0 ? size : 1, spaced: Number(batching?.batch?.batchInterval ?? 0) > 0 };
}
