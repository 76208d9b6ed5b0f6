import { Row } from './row';
import type { RowReport } from './rowReport';
import { type QueryResult, type SendItem, type SendOrder, skipsSent } from '../item';
import type { Session } from '../service/session';
import type { Problem } from '../texts';
import { yielding } from '../eventLoop';
import { getOrInsert } from '../values/collections';

/**
 * The rows of a run, with the fates of their recipients over all tries. By place and not by content: an expression such
 * as {{ $now }} gives another text on each try. Takes secrets out of what it reports.
 */
export class Outcomes {
	private readonly byIndex = new Map<number, Row>();
	private readonly redacted = new WeakMap<Problem, Problem>();
	private session!: Session;

	get rows(): ReadonlyMap<number, Row> {
		return this.byIndex;
	}

	/** Begins a try: what was plainly refused may go again. Yields to the event loop. */
	async beginTry(session: Session): Promise<void> {
		this.session = session;
		for await (const row of yielding(this.byIndex.values()))
			if (!row.beginTry()) this.byIndex.delete(row.index);
	}

	/** Takes an item's order into its row. */
	read(item: SendItem): Row {
		const { order } = item;
		// A dry run shows its text, which may quote a secret; it is never sent.
		const shown = order.isDryRun ? [order.skipped, order.body] : order.skipped;
		this.session.account.redaction.data(shown);
		return this.rowAt(item.index).read(item);
	}

	/** Lets nothing more be sent to the row. */
	refuse(index: number, failures: Problem[]): void {
		this.rowAt(index).refuse(failures);
	}

	/** Sets the result of a query. */
	find(index: number, found: QueryResult): void {
		this.rowAt(index).found = found;
	}

	/** The orders of the rows that could be read, as they were read or went. */
	get orders(): SendOrder[] {
		return [...this.byIndex.values()].flatMap(({ order }) => order ?? []);
	}

	/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
	get skipping(): 'on' | 'possible' | 'impossible' {
		// Nobody was asked for where all are excluded.
		const orders = this.orders.filter(({ body }) => body.recipients?.length !== 0);
		const hasMoved = [...this.byIndex.values()].some((row) => row.hasMoved);
		if (hasMoved || orders.some(({ body }) => body.recipients === null)) return 'impossible';
		const isOn = orders.length > 0 && orders.every(skipsSent);
		return isOn ? 'on' : 'possible';
	}

	/** The results of the queries, in the order of their rows. */
	get found(): QueryResult[] {
		const inOrder = [...this.byIndex.values()].sort((one, other) => one.index - other.index);
		return inOrder.flatMap(({ found }) => found ?? []);
	}

	/** Reports a row. Computed on demand: the reports of 100,000 rows would take much memory. */
	report(index: number): RowReport {
		const report = this.rowAt(index).report();
		for (const outcome of ['unknown', 'notSent'] as const)
			report.failures[outcome] = report.failures[outcome].map((failure) =>
				getOrInsert(this.redacted, failure, () => this.session.redacted(failure)),
			);
		for (const skipped of report.skipped) skipped.reason = this.session.redact(skipped.reason);
		return report;
	}

	private rowAt(index: number): Row {
		return getOrInsert(this.byIndex, index, () => new Row(index));
	}
}

const outcomes = new WeakMap<object, Outcomes>();

/** Returns the outcomes of the run that this object stands for, the same at each of its tries. They last as long. */
export function outcomesOf(run: object): Outcomes {
	return getOrInsert(outcomes, run, () => new Outcomes());
}
