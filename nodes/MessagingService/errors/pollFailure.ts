import type { Failure } from '../item';
import { nextOf, whatOf } from './itemText';
import { nothingLost, pollAdvice } from './sentences';

/**
 * The texts of a poll that failed: what happened, and how to go on.
 *
 * @param goesOn whether the trigger has a state from which the next poll goes on
 */
export function pollFailure(
	failures: Failure[],
	goesOn: boolean,
): { message: string; description: string } {
	const advised = failures.map((failure) => ({ ...failure, next: adviceOf(failure) }));
	const item = { index: 0, failures: advised };
	return {
		message: whatOf(item),
		description: `${nextOf(item)}${goesOn ? ` ${nothingLost}` : ''}`,
	};
}

function adviceOf({ id, next }: Failure): string {
	return Object.hasOwn(pollAdvice, id) ? (pollAdvice as Record<string, string>)[id]! : next;
}
