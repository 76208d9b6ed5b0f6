import { tellRow, type Fate, type Told } from './told';
import {
	type Found,
	orderTo,
	recipientsOf,
	skipsSent,
	type SendItem,
	type SendOrder,
	withOnly,
} from '../item';
import type { Session } from '../service/session';
import type { Problem } from '../texts';
import { inTurns } from '../turns';
import { keptIn } from '../values/collections';
import { personOf } from '../values/phoneNumber';

/** A recipient of a run: its row's place in the node's input, from 0, and the number as it goes out, '' for a group. */
export interface Place {
	row: number;
	recipient: string;
}

/** What is known of a row. */
export interface Row {
	/** As it was read last: all recipients of the row are its body's. Undefined where it can't be read. */
	order?: SendOrder;
	/** Why it can't be read, or what is left of it doesn't go. */
	failures: Problem[];
	/** What became of its recipients. One that repeats another row's has that one's place. */
	fates: Map<string, Fate | Place>;
	/** What a query found. */
	found?: Found;
}

/**
 * What became of each recipient of a run, over all its tries, by the row's place and the number. By place and not by
 * content: an expression such as {{ $now }} gives another text on each try. It is noted here alone, and here secrets
 * are taken out of what it tells.
 */
export class Outcomes {
	private readonly noted = new Map<number, Row>();
	private readonly clean = new WeakMap<Problem, Problem>();
	private session!: Session;
	/** Whether a row has another text by now than it went with, so that Skip Already Sent wouldn't know it. */
	private hasMoved = false;

	/** To be read only. */
	get rows(): ReadonlyMap<number, Readonly<Row>> {
		return this.noted;
	}

	/** A try begins: what was plainly refused may go again. Works in turns. */
	async begin(session: Session): Promise<void> {
		this.session = session;
		for (const [index, row] of this.noted) {
			for await (const recipient of inTurns(row.fates.keys())) {
				const { became = 'notSent' } = this.fateAt(index, recipient) ?? {};
				if (became === 'notSent') row.fates.delete(recipient);
			}
			row.failures = [];
			if (row.fates.size === 0) this.noted.delete(index);
		}
	}

	/** An item was read. @returns it, its numbers spelled as in an earlier try that has sent to them */
	read(item: SendItem): SendItem {
		const { index, order } = item;
		// A dry run shows its text, which may quote a secret; it is never sent.
		const shown = order.isDryRun ? [order.skipped, order.body] : order.skipped;
		this.session.account.redaction.data(shown);
		const row = this.rowAt(index);
		const { fates } = row;
		if (fates.size === 0) {
			row.order = order;
			return item;
		}
		const { message, campaign } = row.order!.body;
		const hasOtherText = message !== order.body.message && !order.isSameByCampaign;
		this.hasMoved ||= hasOtherText || campaign !== order.body.campaign;
		const spelled = new Map([...fates.keys()].map((each) => [personOf(each), each]));
		const asked = recipientsOf(order).map((each) => spelled.get(personOf(each)) ?? each);
		// A row that has gone whole keeps its text, for the columns that tell of it.
		if (!isGone(row) || asked.some((each) => !fates.has(each))) {
			const skipped = order.skipped.filter(({ recipient }) => !fates.has(recipient));
			row.order = { ...orderTo(order, [...new Set([...asked, ...fates.keys()])]), skipped };
		}
		return { ...item, order: orderTo(order, asked) };
	}

	/** The item with the recipients that nothing became of yet; undefined where there is none, or they don't go. */
	openPart(item: SendItem): SendItem | undefined {
		const { fates, failures } = this.rowAt(item.index);
		if (failures.length > 0) return undefined;
		return fates.size === 0 ? item : withOnly(item, (recipient) => !fates.has(recipient));
	}

	/** The row, or what is left of it, doesn't go. */
	refuse(index: number, failures: Problem[]): void {
		const row = this.rowAt(index);
		if (!isGone(row)) row.failures.push(...failures);
	}

	/** The same became of all recipients of these items. */
	note(items: SendItem[], fate: Fate): void {
		for (const { index: row, order } of items)
			for (const recipient of recipientsOf(order)) this.noteAt({ row, recipient }, fate);
	}

	/** A recipient has the message, or shares what becomes of another row's. */
	noteAt({ row, recipient }: Place, fate: Fate | Place): void {
		this.rowAt(row).fates.set(recipient, fate);
	}

	/** What a query found. */
	find(index: number, found: Found): void {
		this.rowAt(index).found = found;
	}

	/** What became of a recipient; undefined where nothing did. */
	fateAt(index: number, recipient: string): Fate | undefined {
		const { fates, failures } = this.rowAt(index);
		const fate = fates.get(recipient);
		if (!fate) return failures.length > 0 ? { became: 'notSent', failures } : undefined;
		if ('became' in fate) return fate;
		const other = this.fateAt(fate.row, fate.recipient);
		return other?.became === 'accepted' ? { ...other, became: 'alreadySent' } : other;
	}

	/** The recipients of a row that it has a request for, or is to have one for. */
	ownAt(index: number): string[] {
		const { order, failures, fates } = this.rowAt(index);
		if (!order || (fates.size === 0 && failures.length > 0)) return [];
		return recipientsOf(order).filter((recipient) => {
			const fate = fates.get(recipient);
			if (!fate) return failures.length === 0;
			return 'became' in fate && (fate.became === 'accepted' || fate.became === 'unknown');
		});
	}

	/** The orders of the rows that could be read, as they were read or went. */
	get orders(): SendOrder[] {
		return [...this.noted.values()].flatMap(({ order }) => order ?? []);
	}

	/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
	get skipping(): 'on' | 'possible' | 'impossible' {
		const { orders, hasMoved } = this;
		if (hasMoved || orders.some(({ body }) => body.recipients === null)) return 'impossible';
		const isOn = orders.length > 0 && orders.every(skipsSent);
		return isOn ? 'on' : 'possible';
	}

	/** What the queries found, in the order of their rows. */
	get found(): Found[] {
		const inOrder = [...this.noted].sort(([one], [other]) => one - other);
		return inOrder.flatMap(([, { found }]) => found ?? []);
	}

	/** What a row tells. Not kept: of 100,000 rows it would take much memory. */
	tell(index: number): Told {
		const { order, failures } = this.rowAt(index);
		const fateAt = (each: string): [string, Fate | undefined] => [each, this.fateAt(index, each)];
		const told = tellRow(order, order ? recipientsOf(order).map(fateAt) : [], failures);
		for (const each of ['unknown', 'notSent'] as const)
			told.failures[each] = told.failures[each].map((failure) => this.redacted(failure));
		for (const each of told.skipped) each.reason = this.session.redact(each.reason);
		return told;
	}

	private redacted(failure: Problem): Problem {
		return keptIn(this.clean, failure, () => this.session.redacted(failure));
	}

	private rowAt(index: number): Row {
		return keptIn(this.noted, index, () => ({ failures: [], fates: new Map() }));
	}
}

/** Whether something became of all its recipients. */
function isGone({ order, fates }: Row): boolean {
	if (!order || fates.size === 0) return false;
	return recipientsOf(order).every((each) => fates.has(each));
}

const outcomes = new WeakMap<object, Outcomes>();

/** The outcomes of the run that this object stands for, the same at each of its tries. They last as long as it. */
export function outcomesOf(run: object): Outcomes {
	return keptIn(outcomes, run, () => new Outcomes());
}
