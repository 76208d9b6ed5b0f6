import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../item';
import { Collected } from './collected';
import type { Page } from './page';
import { readPass, type Ask } from './readPass';

/** How often the pages are read at most, while rows move past them. */
const mostPasses = 3;

/** Which records of the pages are wanted. */
export interface Choice {
	/** Which records count and come out; all unless told. */
	keeps?: (record: IDataObject) => boolean;
	/** Whether the pages after this one need not be read. */
	isEnough?: (page: Page) => boolean;
}

/**
 * Reads the pages of a query and gives their records back in order.
 *
 * Records with an `id` come out once, however the rows move while pages are read. Where rows may
 * have moved past the pages, these are read once more, and what was missed comes last. No more pages
 * are asked for than `limit` needs, as far as that can be told.
 *
 * @returns the output of all records, `incomplete` where some may be missing because the list changed,
 * `missing` where the service counts more than it gave; or the failure of the first page that has one
 */
export async function readPages(
	{ first, perPage, limit = Infinity }: { first: number; perPage: number; limit?: number },
	concurrency: number,
	ask: Ask,
	output: (record: IDataObject) => IDataObject[],
	{ keeps, isEnough = () => false }: Choice = {},
): Promise<Result> {
	const collected = new Collected(limit, keeps);
	const outputs: IDataObject[] = [];
	const take = (records: IDataObject[]): void => {
		for (const record of records) {
			for (const item of output(record)) outputs.push(item);
		}
	};
	for (let pass = 1; ; pass++) {
		// Past pages that are read one after the other no rows move because others come: at a service
		// that is being sent to, the last pass ends well, if slowly.
		const read = await readPass(
			{ first, perPage },
			pass < mostPasses ? concurrency : 1,
			ask,
			collected,
			take,
			isEnough,
		);
		if ('failure' in read) return { failures: [read.failure] };
		const mayHaveMissed = collected.endPass((first - 1) * read.size);
		const missing = read.missing > 0 ? { missing: read.missing } : {};
		if (collected.isFull || !mayHaveMissed) return { outputs, ...missing };
		if (pass === mostPasses || !collected.canReadAgain)
			return { outputs, incomplete: true, ...missing };
	}
}
