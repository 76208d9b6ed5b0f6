import { isNotSet } from './isNotSet';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';

/**
 * Reads the code of the country that completes numbers; undefined where it is not set. Whether
 * there is such a country is for the numbers' reader.
 */
export function readDefaultCountry(value: unknown): ValueOrProblem<string | undefined> {
	if (isNotSet(value)) return { value: undefined };
	return typeof value === 'string'
		? { value: value.trim() }
		: { problem: problems.unknownDefaultCountry(value) };
}
