import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from './outcomes';
import { partsOf, type Part } from './parts';
import type { SendOutcome } from './told';

/** A run that has failed: what became of its items in all its tries. */
export interface RunSoFar extends Record<SendOutcome, Part[]> {
	/** The parts of `notSent` that say why; the others stayed behind because of them. */
	refused: Part[];
	/** How many items the run has. */
	total: number;
	/** Whether it sends messages, or makes queries. */
	isSend: boolean;
	/** Whether it has several items, or one whose recipients have several outcomes. */
	isSplit: boolean;
	/** Whether items were refused before the first request of this try. */
	madeNoRequest: boolean;
	skipping: Outcomes['skipping'];
}

/** Works in turns. @param rowOf the columns of an item */
export async function runSoFarOf(
	outcomes: Outcomes,
	run: Pick<RunSoFar, 'total' | 'isSend' | 'madeNoRequest'>,
	rowOf: (index: number) => IDataObject,
): Promise<RunSoFar> {
	const parts = await partsOf(outcomes, run.total, rowOf);
	const { unknown, notSent } = parts;
	const isSplit = [...unknown, ...notSent].some(({ others }) => others.length > 0);
	return {
		...run,
		...parts,
		refused: notSent.filter(({ failures }) => failures.length > 0),
		isSplit: run.total > 1 || isSplit,
		skipping: outcomes.skipping,
	};
}
