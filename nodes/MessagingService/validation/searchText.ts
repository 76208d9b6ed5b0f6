import { givenText } from './givenText';
import { isNotSet } from './isNotSet';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';

// It stands in the address of the request, of which servers take some thousand bytes, and a letter can take nine.
const LONGEST = 1000;

/** Reads a text to search for, as it stands: blanks at its ends may be meant. Undefined where it is not set. */
export function readSearchText(value: unknown, field: string): ValueOrProblem<string | undefined> {
	if (isNotSet(value)) return { value: undefined };
	const text = givenText(value);
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	return text.length > LONGEST
		? { problem: problems.searchTextTooLong(field, text.length, LONGEST) }
		: { value: text };
}
