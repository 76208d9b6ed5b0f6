import { Row } from './row';
import type { RowReport, TestReport } from './rowReport';
import { yielding } from '../eventLoop';
import { type QueryResult, type SendItem, type SendOrder, skipsSent } from '../item';
import type { Session } from '../service/session';
import { type Problem, runSentences } from '../texts';
import { getOrInsert } from '../values/collections';

/**
 * The rows of a run, with the outcomes of their recipients over all tries. Rows are told apart by index, not by
 * content: an expression such as {{ $now }} gives another text on each try. Redacts secrets in its reports.
 */
export class Outcomes {
	private readonly byIndex = new Map<number, Row>();
	/** A row's message as a test, with the Test Number as its only recipient. It is sent once over all tries. */
	test?: Row;
	private readonly redacted = new WeakMap<Problem, Problem>();
	private session!: Session;

	get rows(): ReadonlyMap<number, Row> {
		return this.byIndex;
	}

	/** Begins a try: recipients that were plainly refused may be sent to again. Yields to the event loop. */
	async beginTry(session: Session): Promise<void> {
		this.session = session;
		this.test?.beginTry();
		for await (const row of yielding(this.byIndex.values()))
			if (!row.beginTry()) this.byIndex.delete(row.index);
	}

	/** Puts an item's order into its row. Returns the row. */
	read(item: SendItem): Row {
		const { order } = item;
		// The text of a dry run is shown, and may quote a secret. It is never sent.
		const shown = order.isDryRun ? [order.skipped, order.body] : order.skipped;
		this.session.account.redaction.data(shown);
		return this.rowAt(item.index).read(item);
	}

	/** Refuses a row: nothing more is sent to its recipients. */
	refuse(index: number, failures: Problem[]): void {
		this.rowAt(index).refuse(failures);
	}

	/** Sets the result of a query. */
	find(index: number, found: QueryResult): void {
		this.rowAt(index).found = found;
	}

	/** Orders of all rows that could be read, as they were sent or as they were read last. */
	get orders(): SendOrder[] {
		return [...this.byIndex.values()].flatMap(({ order }) => order ?? []);
	}

	/**
	 * Whether running the same items again would text only the rest: 'on' if Skip Already Sent is on, 'possible' if it
	 * can be switched on, 'impossible' if it wouldn't help.
	 */
	get skipping(): 'on' | 'possible' | 'impossible' {
		// Leaves out orders whose recipients are all excluded: they send nothing.
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
			report.failures[outcome] = this.withoutSecrets(report.failures[outcome]);
		for (const skipped of report.skipped) skipped.reason = this.session.redact(skipped.reason);
		return this.test?.index === index ? { ...report, test: this.reportTest() } : report;
	}

	/** Reports the test; undefined if there is none. */
	reportTest(): TestReport | undefined {
		const [recipient] = this.test?.recipients ?? [];
		if (!recipient?.fate) return undefined;
		const { became, receipt, failures = [] } = recipient.fate;
		const { row, number } = recipient;
		const told = this.withoutSecrets(failures).map((failure) => {
			return { ...failure, what: runSentences.ofTest(number, failure.what) };
		});
		return { index: row.index, recipient: number, sendOutcome: became, receipt, failures: told };
	}

	private withoutSecrets(failures: Problem[]): Problem[] {
		return failures.map((failure) =>
			getOrInsert(this.redacted, failure, () => this.session.redacted(failure)),
		);
	}

	private rowAt(index: number): Row {
		return getOrInsert(this.byIndex, index, () => new Row(index));
	}
}

const outcomes = new WeakMap<object, Outcomes>();

/**
 * Returns the outcomes of a run, the same at each of its tries. They live as long as `run`, an object that n8n keeps
 * for all tries of a run.
 */
export function outcomesOf(run: object): Outcomes {
	return getOrInsert(outcomes, run, () => new Outcomes());
}
