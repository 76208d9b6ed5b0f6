import { isNotSet } from './isNotSet';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';
import { readWholeNumber } from './wholeNumber';

/**
 * Reads an option that limits what may happen. Whoever put it into the form (`isInForm`) wants a
 * limit, so a value that comes out empty is refused: it never means that there is no limit.
 */
export function readCap(
	value: unknown,
	field: string,
	isInForm: boolean,
	min: number,
): ValueOrProblem<number | undefined> {
	if (!isInForm && isNotSet(value)) return { value: undefined };
	const { value: cap } = readWholeNumber(value, field, { min });
	return cap === undefined
		? { problem: problems.unreadableCap(field, value, min) }
		: { value: cap };
}
