/** How often a property is tried, and on which random values. */
import { randomInt } from 'node:crypto';
import type fc from 'fast-check';

type Runs = Pick<fc.Parameters<unknown>, 'numRuns' | 'seed' | 'path' | 'endOnFailure'>;

/** `npm test` tries the same values each time, so that only a change of the code turns it red. */
const usualSeed = 20_261_122;

/**
 * The parameters of a property: how many runs, from which seed, and which one of them alone. Others by
 * FAST_CHECK_RUNS, FAST_CHECK_SEED (a number, or `random`) and FAST_CHECK_PATH. With FAST_CHECK_SHRINK=no it ends
 * at the first run that fails.
 *
 * @param usual how many runs unless told
 */
export function runsOf(usual: number): Runs {
	const {
		FAST_CHECK_RUNS: runs,
		FAST_CHECK_SEED: seed,
		FAST_CHECK_PATH: path,
		FAST_CHECK_SHRINK: shrink,
	} = process.env;
	const chosen = seed === 'random' ? randomInt(2 ** 31) : Number(seed ?? usualSeed);
	return {
		numRuns: Number(runs ?? usual),
		seed: chosen,
		...(path ? { path } : {}),
		endOnFailure: shrink === 'no',
	};
}
