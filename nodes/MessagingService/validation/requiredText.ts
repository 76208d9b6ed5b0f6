import { givenText } from './givenText';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';

/**
 * Reads a short text that must be there, such as the campaign. Blanks around it
 * are dropped, or `Reminders ` from a spreadsheet would be another campaign than
 * `Reminders`. A number becomes its text.
 */
export function readRequiredText(value: unknown, field: string): ValueOrProblem<string> {
	if (value === null || value === undefined) return { problem: problems.emptyText(field) };
	const text = givenText(value)?.trim();
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	return text === '' ? { problem: problems.emptyText(field) } : { value: text };
}
