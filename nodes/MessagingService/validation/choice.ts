import type { ValueOrProblem } from './problem';
import { problems } from './problems';

/** Reads one of the `allowed` values; an expression can put anything where the editor shows a list. */
export function readChoice<Choice extends string>(
	value: unknown,
	field: string,
	allowed: readonly Choice[],
): ValueOrProblem<Choice> {
	const text = typeof value === 'string' ? value.trim() : value;
	const choice = allowed.find((candidate) => candidate === text);
	return choice === undefined
		? { problem: problems.notAChoice(field, value, allowed) }
		: { value: choice };
}
