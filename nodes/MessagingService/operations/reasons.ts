import type { ValueOrProblem, Problem } from '../validation/problem';

/** Collects every reason why an item is refused, so that people fix them all at once. */
export class Reasons {
	readonly problems: Problem[] = [];

	/** The value that was read; where there is a problem instead, it is noted and a placeholder given back. */
	read<T, S>(outcome: ValueOrProblem<T>, placeholder: S): T | S {
		if (!outcome.problem) return outcome.value as T;
		this.problems.push(outcome.problem);
		return placeholder;
	}
}
