/**
 * Why a value was refused, in words for people who don't write code.
 * `what` says what happened and shows the value, `next` says how to go on;
 * both are whole sentences that end with a full stop.
 */
export interface Problem {
	id: string;
	what: string;
	next: string;
}

/** What a reader of one value gives back: the value, or why it was refused. Readers never throw for bad input. */
export type ValueOrProblem<T> =
	| { value: T; problem?: undefined }
	| { value?: undefined; problem: Problem };
