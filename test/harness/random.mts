/** Parameters of property tests: the number of runs, and the random values. */
import { randomInt } from 'node:crypto';
import type fc from 'fast-check';

type Runs = Pick<fc.Parameters<unknown>, 'numRuns' | 'seed' | 'path' | 'endOnFailure'>;

/** The default seed. `npm test` tries the same values each time, so that only a change of the code turns it red. */
const usualSeed = 20_261_122;

/**
 * Returns the parameters of a property: the number of runs, the seed, and optionally the path of a single run. The
 * environment can set them: FAST_CHECK_RUNS, FAST_CHECK_SEED (a number, or `random`) and FAST_CHECK_PATH. With
 * FAST_CHECK_SHRINK=no, the property ends at the first run that fails.
 *
 * @param usual the default number of runs
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
