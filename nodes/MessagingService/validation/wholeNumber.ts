import type { ValueOrProblem } from './problem';
import { problems } from './problems';

/**
 * Reads a whole number from a number or from a text of digits (blanks around it
 * are dropped). `bounds` are inclusive. Refused: decimals, other notations such
 * as 0x10 or 1e3, and anything that a number can't hold exactly.
 */
export function readWholeNumber(
	value: unknown,
	field: string,
	bounds: { min?: number; max?: number } = {},
): ValueOrProblem<number> {
	const { min, max } = bounds;
	const text = typeof value === 'string' ? value.trim() : value;
	const number =
		typeof text === 'number'
			? text
			: typeof text === 'string' && /^[+-]?\d{1,16}$/.test(text)
				? Number(text)
				: NaN;
	if (!Number.isSafeInteger(number))
		return { problem: problems.notWholeNumber(field, value, min, max) };
	if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
		return { problem: problems.numberOutOfBounds(field, number, min, max) };
	}
	// -0 would be written as 0 in JSON but isn't equal to it in every comparison.
	return { value: number === 0 ? 0 : number };
}

/** Like {@link readWholeNumber}, but an empty text, null and a missing value are "not set": undefined. */
export function readOptionalWholeNumber(
	value: unknown,
	field: string,
	bounds: { min?: number; max?: number } = {},
): ValueOrProblem<number | undefined> {
	const notSet =
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
	return notSet ? { value: undefined } : readWholeNumber(value, field, bounds);
}
