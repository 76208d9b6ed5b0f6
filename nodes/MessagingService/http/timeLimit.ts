import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome } from './outcome';
import type { AbortSignalLike } from './stop';

type Signal = NonNullable<IHttpRequestOptions['abortSignal']>;

/** The platform's, as far as they are used here. The timer of a signal keeps no process alive. */
declare const AbortSignal: { timeout(milliseconds: number): AbortSignalLike };
declare const AbortController: new () => { signal: Signal; abort(): void };

/** The longest that a timer of Node.js takes; it would be over at once with more. */
export const longestTimeout = 2 ** 31 - 1;

/**
 * The time that one request has, all of its answer included. n8n's `timeout` bounds how long nothing
 * at all comes, so an answer that drips would never be over it.
 */
export class TimeLimit {
	private readonly milliseconds: number | undefined;

	private isOver = false;

	private stopListening = (): void => undefined;

	/** @param milliseconds undefined for none */
	constructor(milliseconds: number | undefined) {
		this.milliseconds = milliseconds;
	}

	/**
	 * The request leaves, and its time begins. Not AbortSignal.any: what that makes is kept until the
	 * time is over, also of a request that is long done.
	 *
	 * @param other what else may end it: n8n's signal for a stopped execution
	 * @returns the signal that ends it
	 */
	begin(other?: Signal): Signal | undefined {
		this.end();
		if (!this.milliseconds) return other;
		const request = new AbortController();
		const clock = AbortSignal.timeout(this.milliseconds);
		const over = (): void => {
			this.isOver = !request.signal.aborted;
			request.abort();
		};
		const stopped = (): void => request.abort();
		clock.addEventListener('abort', over);
		other?.addEventListener?.('abort', stopped);
		this.stopListening = () => {
			clock.removeEventListener('abort', over);
			other?.removeEventListener?.('abort', stopped);
		};
		if (other?.aborted) stopped();
		return request.signal;
	}

	/** The request is done. */
	end(): void {
		this.stopListening();
	}

	/** What came of the request: axios tells a time that is over and a stopped execution by the same code. */
	outcomeOf(outcome: Outcome): Outcome {
		return outcome.type === 'canceled' && this.isOver
			? { type: 'timedOut', code: 'ETIMEDOUT' }
			: outcome;
	}
}
