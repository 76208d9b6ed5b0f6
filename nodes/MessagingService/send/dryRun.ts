import { yielding } from '../eventLoop';
import type { Parameters } from '../fields/parameters';
import { options } from '../fields/send';
import type { Outcomes } from '../recipients/outcomes';

/**
 * Whether Dry Run is on for all rows of a run, for those too that can't be read. Then nothing can be sent, whatever
 * fails. Yields to the event loop.
 */
export async function areAllDry(outcomes: Outcomes, parameters: Parameters): Promise<boolean> {
	for await (const { index, order } of yielding(outcomes.rows.values()))
		if (order ? !order.isDryRun : !readsDryRun(parameters, index)) return false;
	return true;
}

/** Whether Dry Run can be read for a row, and is on. */
function readsDryRun(parameters: Parameters, index: number): boolean {
	try {
		return parameters.of(index).read(options.dryRun);
	} catch {
		// Its expression fails.
		return false;
	}
}
