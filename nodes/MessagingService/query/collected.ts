import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Page } from './page';

/** The records of a query so far: each `id` once, no more than the limit. */
export class Collected {
	private readonly limit: number;

	private count = 0;

	private readonly ids = new Set<unknown>();

	private readonly pages = new Map<string, number | undefined>();

	constructor(limit: number) {
		this.limit = limit;
	}

	get missing(): number {
		return this.limit - this.count;
	}

	/** Adds a page; returns those of its records that are new and within the limit. */
	add(page: Page): IDataObject[] {
		this.pages.set(signatureOf(page), page.total);
		const added: IDataObject[] = [];
		for (const record of page.records) {
			if (this.missing === 0) break;
			if (hasId(record)) {
				if (this.ids.has(record.id)) continue;
				this.ids.add(record.id);
			}
			this.count++;
			added.push(record);
		}
		return added;
	}

	/**
	 * Whether an earlier page had just these records. Not a repetition when the total changed in
	 * between: so many rows were added meanwhile that they pushed a whole page on.
	 */
	repeats(page: Page): boolean {
		const signature = signatureOf(page);
		return this.pages.has(signature) && this.pages.get(signature) === page.total;
	}
}

function hasId(record: IDataObject): boolean {
	return record.id !== undefined && record.id !== null;
}

/** Equal for pages with the same records; a digest where they have no ids, so that no page is kept twice. */
function signatureOf({ records }: Page): string {
	if (records.every(hasId)) return records.map(({ id }) => String(id)).join(' ');
	return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}
