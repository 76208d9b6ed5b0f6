import { isNotSet } from './isNotSet';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';

/**
 * Reads a switch. The text `true` and the number 1 are refused: to take them for off would ignore
 * what somebody meant, and to take them for on would guess.
 */
export function readBoolean(
	value: unknown,
	field: string,
	whenNotSet = false,
): ValueOrProblem<boolean> {
	if (isNotSet(value)) return { value: whenNotSet };
	return typeof value === 'boolean' ? { value } : { problem: problems.notABoolean(field, value) };
}
