import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome } from './outcome';

type Signal = NonNullable<IHttpRequestOptions['abortSignal']> & { reason?: unknown };

/** The platform's, as far as it is used here. Its timers keep no process alive. */
declare const AbortSignal: { timeout(milliseconds: number): Signal; any(signals: Signal[]): Signal };

/** The longest that a timer of Node.js takes; it would be over at once with more. */
export const longestTimeout = 2 ** 31 - 1;

/**
 * The time that one request has, all of its answer included. n8n's `timeout` bounds how long nothing
 * at all comes, so an answer that drips would never be over it.
 */
export class TimeLimit {
	private readonly milliseconds: number | undefined;

	/** Held for as long as the request lasts: a signal made of it doesn't keep it from being collected. */
	private clock?: Signal;

	private both?: Signal;

	/** @param milliseconds undefined for none */
	constructor(milliseconds: number | undefined) {
		this.milliseconds = milliseconds;
	}

	/**
	 * The request leaves, and its time begins.
	 *
	 * @param other what else may end it: n8n's signal for a stopped execution
	 * @returns the signal that ends it
	 */
	begin(other?: Signal): Signal | undefined {
		if (!this.milliseconds) return other;
		this.clock = AbortSignal.timeout(this.milliseconds);
		this.both = AbortSignal.any(other ? [other, this.clock] : [this.clock]);
		return this.both;
	}

	/** What came of the request: axios tells a time that is over and a stopped execution by the same code. */
	outcomeOf(outcome: Outcome): Outcome {
		const isOver = this.clock?.aborted === true && this.both?.reason === this.clock.reason;
		return outcome.type === 'canceled' && isOver ? { type: 'timedOut', code: 'ETIMEDOUT' } : outcome;
	}
}
