import { yielding } from '../eventLoop';
import type { Parameters } from '../fields/parameters';
import { readDryRun } from '../operations/sendMessage';
import type { Outcomes } from '../recipients/outcomes';

/**
 * Whether all rows of a run are dry, those too that can't be read. Then nothing can be sent to their recipients,
 * whatever fails. Yields to the event loop.
 */
export async function areAllDry(outcomes: Outcomes, parameters: Parameters): Promise<boolean> {
	for await (const { index, order } of yielding(outcomes.rows.values()))
		if (order ? !order.isDryRun : !(await isDry(parameters, index))) return false;
	// A query has no rows before it is made.
	return outcomes.rows.size > 0;
}

/** Whether a row that can't be read is certainly dry. */
async function isDry(parameters: Parameters, index: number): Promise<boolean> {
	try {
		return (await readDryRun(parameters.of(index))).isDryRun;
	} catch {
		// Its expression fails.
		return false;
	}
}
