import { getOrInsert } from '../values/collections';
import type { Row } from '../recipients/row';
import type { RowReport, SendOutcome } from '../recipients/rowReport';
import type { Doubt } from '../texts';

/** Rows of one outcome, and the different numbers in their column `recipients`. */
interface RowsOfOutcome {
	rows: number;
	numbers: Set<string>;
}

const none = (): RowsOfOutcome => ({ rows: 0, numbers: new Set() });

/** Counts the rows of a run as n8n's table shows them, and collects facts about them for the hints. */
export class Summary {
	readonly outcomes: Record<SendOutcome, RowsOfOutcome> = {
		...{ unknown: none(), accepted: none(), notSent: none() },
		...{ alreadySent: none(), dryRun: none(), excluded: none() },
	};
	/** How many numbers stand in the column `alreadySentRecipients`. */
	having = 0;
	/**
	 * Rows that repeat the messages of other rows, each with the first of these. It is news unless everybody had the
	 * message before this run.
	 */
	readonly repeats: Array<{ index: number; first: number; isNews: boolean }> = [];
	readonly skipped = new Set<string>();
	readonly doubts = new Map<string, Doubt>();
	/** Numbers outside the Default Country of their row. */
	readonly abroad = new Set<string>();
	/** What is odd about the texts of rows, by its words, with the rows and the code of an empty placeholder. */
	readonly oddities = new Map<string, { code?: string; rows: number[] }>();
	/** Rows whose text the service's list seems to have with other punctuation, each with the ID of the record. */
	readonly listedOtherwise: Array<{ index: number; id: string | null }> = [];

	add(report: RowReport, row: Row | undefined): void {
		const { order, recipients, sendOutcome, having, skipped } = report;
		const outcome = this.outcomes[sendOutcome];
		outcome.rows++;
		// A contact group has no number.
		for (const number of recipients[sendOutcome]) if (number) outcome.numbers.add(number);
		this.having += having.length;
		for (const { recipient } of skipped) this.skipped.add(recipient);
		for (const [number, doubt] of order?.doubts ?? []) this.doubts.set(number, doubt);
		for (const number of order?.abroad ?? []) this.abroad.add(number);
		const { recipients: all = [], index = 0, listedOtherwise: id } = row ?? {};
		for (const { what, code } of order?.oddities ?? [])
			getOrInsert(this.oddities, what, () => ({ code, rows: [] })).rows.push(index);
		if (id !== undefined) this.listedOtherwise.push({ index, id });
		const firsts = all.flatMap(({ first }) => first ?? []);
		const isNews = firsts.some(({ fate: of }) => of?.became !== 'alreadySent');
		if (firsts.length > 0 && firsts.length === all.length)
			this.repeats.push({ index, first: firsts[0]!.row.index, isNews });
	}
}
