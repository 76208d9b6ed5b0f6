import { orderTo, recipientsOf, withOnly } from './recipients';
import { tellRow, type Fate, type Told } from './told';
import type { Found, SendItem, SendOrder } from '../item';
import type { Session } from '../service/session';
import { isTurnOver, nextTurn } from '../service/stop';
import type { Problem } from '../texts';
import { personOf } from '../values/phoneNumber';

/** A recipient of a run. */
export interface Place {
	/** The row's place in the node's input, from 0. */
	row: number;
	/** The number as the row has it; '' for its contact group. */
	recipient: string;
}

interface Row {
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
 * content: an expression such as {{ $now }} gives another text on each try. It is noted here alone, and on its way
 * out it passes here: secrets are taken out of its texts.
 */
export class Outcomes {
	private readonly rows = new Map<number, Row>();
	private session!: Session;

	/** A try begins: what was plainly refused may go again. Works in turns. */
	async begin(session: Session): Promise<void> {
		this.session = session;
		for (const [index, row] of this.rows) {
			for (const [recipient] of row.fates) {
				if (isTurnOver()) await nextTurn();
				if ((this.fateAt(index, recipient)?.became ?? 'refused') === 'refused')
					row.fates.delete(recipient);
			}
			row.failures = [];
			if (row.fates.size === 0) this.rows.delete(index);
		}
	}

	/** An item was read. @returns it, its numbers spelled as in an earlier try that has sent to them */
	read(item: SendItem): SendItem {
		const { index, order } = item;
		this.session.account.redaction.data(order.skipped);
		const row = this.rowAt(index);
		const { fates } = row;
		if (fates.size === 0) {
			row.order = order;
			return item;
		}
		const spelled = new Map([...fates.keys()].map((each) => [personOf(each), each]));
		const asked = recipientsOf(order).map((each) => spelled.get(personOf(each)) ?? each);
		const all = new Set([...fates.keys(), ...asked]);
		// A row that has gone whole keeps its text, for the columns that tell of it.
		if ([...recipientsOf(row.order!), ...all].some((each) => !fates.has(each))) {
			const skipped = order.skipped.filter(({ recipient }) => !fates.has(recipient));
			row.order = { ...orderTo(order, [...all]), skipped };
		}
		return { ...item, order: orderTo(order, asked) };
	}

	/** The item with the recipients that nothing became of yet; undefined where there is none, or they don't go. */
	left(item: SendItem): SendItem | undefined {
		const { fates, failures } = this.rowAt(item.index);
		if (failures.length > 0) return undefined;
		return fates.size === 0 ? item : withOnly(item, (recipient) => !fates.has(recipient));
	}

	/** The row, or what is left of it, doesn't go. */
	refuse(index: number, failures: Problem[]): void {
		const { order, fates, failures: told } = this.rowAt(index);
		const isGone = fates.size > 0 && recipientsOf(order!).every((each) => fates.has(each));
		if (!isGone) told.push(...failures.map((each) => this.session.redacted(each)));
	}

	/** The same became of all recipients of these items. */
	note(items: SendItem[], fate: Fate): void {
		const told = this.redacted(fate);
		for (const { index, order } of items) {
			const { fates } = this.rowAt(index);
			for (const recipient of recipientsOf(order)) fates.set(recipient, told);
		}
	}

	noteAt({ row, recipient }: Place, fate: Fate): void {
		this.rowAt(row).fates.set(recipient, this.redacted(fate));
	}

	/** A recipient shares what becomes of another row's. */
	repeat({ row, recipient }: Place, other: Place): void {
		this.rowAt(row).fates.set(recipient, other);
	}

	/** What a query found. */
	find(index: number, found: Found): void {
		this.rowAt(index).found = found;
	}

	foundAt(index: number): Found | undefined {
		return this.rows.get(index)?.found;
	}

	/** What became of a recipient; undefined where nothing did. */
	fateAt(index: number, recipient: string): Fate | undefined {
		const { fates, failures } = this.rowAt(index);
		const fate = fates.get(recipient);
		if (!fate) return failures.length > 0 ? { became: 'refused', failures } : undefined;
		if ('became' in fate) return fate;
		const other = this.fateAt(fate.row, fate.recipient);
		return other?.became === 'accepted' ? { ...other, became: 'alreadySent' } : other;
	}

	/** The orders of the rows that could be read, as they were read or went. */
	get orders(): SendOrder[] {
		return [...this.rows.values()].flatMap(({ order }) => order ?? []);
	}

	/** The rows with the recipients that have, or are to have, a request of their own. */
	*reached(): Generator<{ index: number; order: SendOrder; recipients: string[] }> {
		for (const [index, { order, failures, fates }] of this.rows) {
			if (!order) continue;
			const recipients = recipientsOf(order).filter((recipient) => {
				const fate = fates.get(recipient);
				if (!fate) return failures.length === 0;
				return 'became' in fate && fate.became !== 'alreadySent' && fate.became !== 'refused';
			});
			yield { index, order, recipients };
		}
	}

	/** Whether something became of a recipient, of its own or with another row's. */
	isNoted(index: number, recipient: string): boolean {
		return this.rowAt(index).fates.has(recipient);
	}

	/** Whether the row, or what is left of it, doesn't go. */
	isRefused(index: number): boolean {
		return this.rowAt(index).failures.length > 0;
	}

	/** The rows of which something became in an earlier try, as they were read or went; before this try notes any. */
	earlier(): Array<{ index: number; order: SendOrder }> {
		return [...this.rows].flatMap(([index, { order, fates }]) =>
			order && fates.size > 0 ? [{ index, order }] : [],
		);
	}

	/** Whether other rows send all that is this row's. */
	isRepeat(index: number): boolean {
		const { order, fates } = this.rowAt(index);
		if (!order || fates.size === 0) return false;
		return recipientsOf(order).every((each) => 'row' in (fates.get(each) ?? {}));
	}

	/** Whether a row, or what is left of one, doesn't go. */
	get hasRefused(): boolean {
		return [...this.rows.values()].some(({ failures }) => failures.length > 0);
	}

	/** What each row tells. Works in turns. */
	async tellAll(total: number): Promise<Told[]> {
		const rows: Told[] = [];
		for (let index = 0; index < total; index++) {
			if (isTurnOver()) await nextTurn();
			rows.push(this.tell(index));
		}
		return rows;
	}

	private tell(index: number): Told {
		const { order, failures } = this.rowAt(index);
		const recipients = order ? recipientsOf(order) : [];
		const fates = recipients.map((each): [string, Fate | undefined] => [
			each,
			this.fateAt(index, each),
		]);
		const told = tellRow(order, fates, failures);
		// The text may quote a secret.
		if (told.preview) told.preview = this.session.account.redaction.data(told.preview);
		return told;
	}

	private rowAt(index: number): Row {
		const row = this.rows.get(index) ?? { failures: [], fates: new Map() };
		this.rows.set(index, row);
		return row;
	}

	private redacted(fate: Fate): Fate {
		if ('failures' in fate)
			return { ...fate, failures: fate.failures.map((each) => this.session.redacted(each)) };
		if ('failure' in fate) return { ...fate, failure: () => this.session.redacted(fate.failure()) };
		return fate;
	}
}

const outcomes = new WeakMap<object, Outcomes>();

/** The outcomes of the run that this object stands for, the same at each of its tries. They last as long as it. */
export function outcomesOf(run: object): Outcomes {
	const ofRun = outcomes.get(run) ?? new Outcomes();
	outcomes.set(run, ofRun);
	return ofRun;
}
