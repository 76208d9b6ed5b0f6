import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values/json';
import { idOf } from '../values/messageRecord';

/** One page of a query, as far as its answer told. */
export interface Page {
	records: IDataObject[];
	/** What `meta` claims (specification section 2.3); undefined where it claims nothing usable. */
	number?: number;
	lastPage?: number;
	perPage?: number;
	total?: number;
}

/** A page whose rows may be anything. */
interface RawPage extends Omit<Page, 'records'> {
	rows: unknown[];
}

/**
 * Reads the `data` of a paginated answer. Its `data` may be a list, a single record (as in the
 * specification's sample, section 4.3), null, empty or missing.
 *
 * @returns undefined when it is something else, such as a text, or when one of its rows is: left out,
 * that row would be lost without a word
 */
export function readPage(data: unknown): Page | undefined {
	const page = rawPage(data);
	return page && withRecords(page, page.rows.every(isRecord));
}

/**
 * As `readPage`, but without the rows that are no records: for a list to choose from, where some are
 * better than none.
 *
 * @returns undefined when there are rows and none of them is a record
 */
export function readablePage(data: unknown): Page | undefined {
	const page = rawPage(data);
	return page && withRecords(page, page.rows.length === 0 || page.rows.some(isRecord));
}

function withRecords({ rows, ...counts }: RawPage, isReadable: boolean): Page | undefined {
	return isReadable ? { ...counts, records: rows.filter(isRecord) } : undefined;
}

function rawPage(data: unknown): RawPage | undefined {
	if (Array.isArray(data) || isListWithHoles(data)) return { rows: Object.values(data) };
	if (!isRecord(data)) return undefined;
	const rows = rowsOf(data.data);
	if (!rows) return undefined;
	const meta = isRecord(data.meta) ? data.meta : {};
	return {
		rows,
		number: wholeNumber(meta.current_page),
		perPage: wholeNumber(meta.per_page),
		total: wholeNumber(meta.total),
		lastPage: wholeNumber(meta.last_page),
	};
}

function rowsOf(value: unknown): unknown[] | undefined {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value) || isListWithHoles(value)) return Object.values(value);
	if (!isRecord(value)) return undefined;
	return Object.keys(value).length > 0 ? [value] : [];
}

/**
 * Whether this is a list as PHP writes it once a row has left it: `{ "0": {…}, "2": {…} }`. The
 * statuses (specification section 4.5) have numbers as keys as well, but no records under them.
 */
function isListWithHoles(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value)) return false;
	return (
		Object.keys(value).every((key) => /^\d+$/.test(key)) && Object.values(value).some(isRecord)
	);
}

function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
		? number
		: undefined;
}

/**
 * How many rows the service puts on a page, told by one of them. One with fewer than were asked for is the
 * last one, where the total says so; otherwise it shows the service's own size, whatever `per_page` claims.
 */
function pageSize({ records, perPage, total }: Page, number: number, asked: number): number {
	const claimed = perPage || asked;
	const isLast = total === (number - 1) * claimed + records.length;
	return records.length === 0 || isLast ? claimed : records.length;
}

/**
 * Where the pages of one pass end, by what those that were read told. `last_page` alone is not believed:
 * as long as the total says that there are more rows than came, there is another page.
 */
export class PageCount {
	readonly size: number;

	private claimed?: number;

	private total?: number;

	private rows = 0;

	private latest: number;

	private end?: number;

	private readonly before: number;

	/** @param number that of the first page that is read */
	constructor(opener: Page, number: number, asked: number) {
		this.size = pageSize(opener, number, asked);
		this.before = (number - 1) * this.size;
		this.latest = number;
		this.note(opener, number);
		if (opener.records.length === 0) this.end = number;
	}

	/** A page, in the order of the pages. One without rows may tell another total, or none. */
	note({ records, lastPage, total }: Page, number: number): void {
		this.latest = number;
		this.rows += records.length;
		if (lastPage !== undefined) this.claimed = lastPage;
		if (total !== undefined && (records.length > 0 || this.total === undefined)) this.total = total;
	}

	/** Whether this page comes after the last one that the service claims. */
	isPastLast(number: number): boolean {
		return this.claimed !== undefined && number > this.claimed;
	}

	/** This page is not there, nor any after it. */
	endBefore(number: number): void {
		this.end = number - 1;
	}

	/** The last page; undefined where nothing tells. */
	get last(): number | undefined {
		if (this.end !== undefined) return this.end;
		if (this.total === undefined) return this.claimed;
		return Math.max(this.claimed ?? 0, this.latest + Math.ceil(this.missing / this.size));
	}

	/** How many rows the service counts beyond those that came. */
	get missing(): number {
		return Math.max(0, (this.total ?? 0) - this.before - this.rows);
	}
}

/** What one pass over a query's pages has seen, noted in the order of the pages. */
class Pass {
	private readonly pages = new Map<string, number | undefined>();

	/** The total of the first page: so many rows there were when the pass began. */
	private total?: number;

	private latestTotal = 0;

	private latestLastPage = 0;

	private fell = false;

	private different = 0;

	private cameAgain = false;

	note(page: Page): void {
		const { total, lastPage } = page;
		if (this.pages.size === 0) this.total = total;
		this.pages.set(signatureOf(page), total);
		if (total !== undefined) {
			if (total < this.latestTotal) this.fell = true;
			this.latestTotal = total;
		} else if (lastPage !== undefined) {
			if (lastPage < this.latestLastPage) this.fell = true;
			this.latestLastPage = lastPage;
		}
	}

	/** @param again whether this pass has seen the record before */
	noteRecord(again: boolean): void {
		if (again) this.cameAgain = true;
		else this.different++;
	}

	/**
	 * Whether an earlier page had just these records. Not a repetition when the total changed in
	 * between: so many rows were added meanwhile that they pushed a whole page on.
	 */
	repeats(page: Page): boolean {
		const signature = signatureOf(page);
		return this.pages.has(signature) && this.pages.get(signature) === page.total;
	}

	/**
	 * Whether rows may have moved past the pages. They do so where one page ends and the next begins:
	 *
	 * - up, when rows before them leave after this page was read and before the next one is;
	 * - on, when rows come before them after the next page was read and before this one is, which
	 *   happens with pages read side by side.
	 *
	 * Either way a later page has a lower total than an earlier one. Only where about as many rows come
	 * as leave the totals may hide it. Then rows that moved on come twice in place of those passed over,
	 * so that there are fewer different ones than the first page told; unless the pass before saw the
	 * very same pages: that list does not move, it has these rows twice.
	 *
	 * What nobody can see: as many rows leave as come further down. These pages are those of a list
	 * that never moved.
	 *
	 * @param skipped how many rows stand before the first page of the pass
	 */
	mayHaveMissed(skipped: number, previous: Pass | undefined): boolean {
		if (this.fell) return true;
		const isShort = this.total !== undefined && this.different < this.total - skipped;
		return this.cameAgain && isShort && !this.hasSamePagesAs(previous);
	}

	private hasSamePagesAs(other: Pass | undefined): boolean {
		return (
			other !== undefined &&
			[...this.pages.keys()].join('\n') === [...other.pages.keys()].join('\n')
		);
	}
}

/** Equal for pages with the same records; a digest where they have no ids, so that no page is kept twice. */
function signatureOf({ records }: Page): string {
	const ids = records.map(idOf);
	if (!ids.includes(undefined)) return ids.join(' ');
	return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}

/** A page that was asked for and not taken yet. */
interface Asked<Answer> {
	answer: Promise<Answer>;
	isAnswered: boolean;
}

/**
 * Asks for pages side by side and gives the answers in the order of the pages. An answer that has to
 * wait for those before it makes room for another request all the same.
 */
export class PageQueue<Answer> {
	private readonly asked: Array<Asked<Answer>> = [];

	private unanswered = 0;

	private hasEnded = false;

	private readonly ask: () => Promise<Answer>;

	private readonly mayAsk: (asked: number, unanswered: number) => boolean;

	/**
	 * @param ask asks for the next page
	 * @param mayAsk whether one more may be asked for, given how many are and have not been taken, and
	 * how many of them are not answered either
	 */
	constructor(ask: () => Promise<Answer>, mayAsk: (asked: number, unanswered: number) => boolean) {
		this.ask = ask;
		this.mayAsk = mayAsk;
	}

	/** Asks for as many as may be. Tells whether an answer is to come. */
	fill(): boolean {
		while (!this.hasEnded && this.mayAsk(this.asked.length, this.unanswered)) {
			const page = { answer: this.ask(), isAnswered: false };
			this.asked.push(page);
			this.unanswered++;
			const note = (): void => this.noteAnswer(page);
			page.answer.then(note, note);
		}
		return this.asked.length > 0;
	}

	/** Takes the answer that comes next; to be called only where one is to come. */
	async next(): Promise<Answer> {
		const answer = await (this.asked[0] as Asked<Answer>).answer;
		this.asked.shift();
		return answer;
	}

	/** Asks for nothing more. */
	end(): void {
		this.hasEnded = true;
	}

	private noteAnswer(page: Asked<Answer>): void {
		page.isAnswered = true;
		this.unanswered--;
		// One that is about to be taken may say that no more pages are wanted.
		if (!this.asked[0]?.isAnswered) this.fill();
	}
}

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
