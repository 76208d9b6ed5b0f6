import type { IDataObject } from 'n8n-workflow';

import type { Page } from './page';
import { idOf, Pass } from './pass';

/** The records of a query so far: each `id` once, those that are kept, no more than the limit. */
export class Collected {
	private readonly limit: number;

	private readonly keeps?: (record: IDataObject) => boolean;

	private count = 0;

	/** The pass that saw an id last. */
	private readonly ids = new Map<string, Pass>();

	/**
	 * With `keeps`, ids that came out: one that was seen and not kept may come to be kept, as when a
	 * group's numbers are filled in.
	 */
	private readonly out = new Set<string>();

	private pass = new Pass();

	private previous?: Pass;

	private lacksIds = false;

	/** @param keeps which records count; all unless told */
	constructor(limit: number, keeps?: (record: IDataObject) => boolean) {
		this.limit = limit;
		this.keeps = keeps;
	}

	get missing(): number {
		return this.limit - this.count;
	}

	get isFull(): boolean {
		return this.missing <= 0;
	}

	/** Whether the limit may take more than this many further rows: how many of them are kept nobody can tell before. */
	mayTakeMoreThan(rows: number): boolean {
		return this.keeps ? !this.isFull : this.missing > rows;
	}

	/** Whether it can be told how many rows reach the limit: not where some of them don't count. */
	get isForeseeable(): boolean {
		return !this.keeps || this.limit === Infinity;
	}

	/** Whether the pages can be read once more without a record coming out twice. */
	get canReadAgain(): boolean {
		return !this.lacksIds;
	}

	/** Adds a page; returns those of its records that are new, kept and within the limit. */
	add(page: Page): IDataObject[] {
		this.pass.note(page);
		const added: IDataObject[] = [];
		for (const record of page.records) {
			if (this.isFull) break;
			const id = idOf(record);
			const last = id === undefined ? undefined : this.ids.get(id);
			this.pass.noteRecord(last === this.pass);
			if (id === undefined) this.lacksIds = true;
			else this.ids.set(id, this.pass);
			if (id !== undefined && (this.keeps ? this.out.has(id) : last)) continue;
			if (this.keeps && !this.keeps(record)) continue;
			if (this.keeps && id !== undefined) this.out.add(id);
			this.count++;
			added.push(record);
		}
		return added;
	}

	/** Whether an earlier page of this pass had just these records. */
	repeats(page: Page): boolean {
		return this.pass.repeats(page);
	}

	/**
	 * Whether rows may have moved past the pages that were added since the last call, or since the
	 * beginning: one pass. What is added from here on is the next one.
	 *
	 * @param skipped how many rows stand before the first page of the pass
	 */
	endPass(skipped: number): boolean {
		const { pass, previous } = this;
		this.previous = pass;
		this.pass = new Pass();
		return pass.mayHaveMissed(skipped, previous);
	}
}
