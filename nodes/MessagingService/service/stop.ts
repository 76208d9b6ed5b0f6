import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

/** An AbortSignal, as far as it is used here; n8n's type for it differs between versions. */
export interface AbortSignalLike {
	aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** Whether a person has stopped the execution. One listener on n8n's signal, however much of a run waits for it. */
export class Stop {
	private readonly waiting = new Set<() => void>();
	private readonly heard = (): void => {
		for (const stopped of this.waiting) stopped();
	};

	constructor(private readonly signal?: AbortSignalLike) {
		signal?.addEventListener('abort', this.heard);
	}

	get isStopped(): boolean {
		return this.signal?.aborted === true;
	}

	/** What the promise comes to, or, as soon as the execution is stopped, what `instead` gives. */
	async orStopped<T, S>(promise: Promise<T>, instead: () => S): Promise<T | S> {
		return await new Promise<T | S>((resolve, reject) => {
			const stopped = (): void => resolve(instead());
			this.waiting.add(stopped);
			promise.then(resolve, reject).finally(() => this.waiting.delete(stopped));
			if (this.isStopped) stopped();
		});
	}

	/** Stops listening; to be called when the run has ended. */
	end(): void {
		this.signal?.removeEventListener('abort', this.heard);
	}
}

/** The platform's, as far as it is used here. Its timer keeps no process alive. */
declare const AbortSignal: {
	timeout(milliseconds: number): AbortSignalLike & NonNullable<IHttpRequestOptions['abortSignal']>;
};

/** Aborts what takes longer than so many milliseconds: n8n's `timeout` is never over while an answer drips. */
export function abortAfter(milliseconds: number) {
	return AbortSignal.timeout(milliseconds);
}

/** Stops what takes longer than so many milliseconds. */
export function stopAfter(milliseconds: number): Stop {
	return new Stop(AbortSignal.timeout(milliseconds));
}

/** Waits this many milliseconds, or until the execution is stopped: the caller looks which it was. Never rejects. */
export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	const over = sleep(milliseconds);
	await (stop?.orStopped(over, () => undefined) ?? over);
}

/** The longest that a timer of Node.js takes; it would be over at once with more. */
export const longestTimeout = 2 ** 31 - 1;
