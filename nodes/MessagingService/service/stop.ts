import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

/** An AbortSignal, as far as it is used here; n8n's type for it differs between versions. */
export interface AbortSignalLike {
	aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Tracks whether a person has canceled the execution. Adds one listener to n8n's signal, however much of a run waits
 * for it.
 */
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

	/** Settles like `promise`, or resolves with `instead()` as soon as the execution is canceled. */
	async orStopped<T, S>(promise: Promise<T>, instead: () => S): Promise<T | S> {
		return await new Promise<T | S>((resolve, reject) => {
			const stopped = (): void => resolve(instead());
			this.waiting.add(stopped);
			promise.then(resolve, reject).finally(() => this.waiting.delete(stopped));
			if (this.isStopped) stopped();
		});
	}

	/** Stops listening. To be called when the run has ended. */
	end(): void {
		this.signal?.removeEventListener('abort', this.heard);
	}
}

/** The part of the platform's AbortSignal that is used here. Its timer doesn't keep the process alive. */
declare const AbortSignal: {
	timeout(milliseconds: number): AbortSignalLike & NonNullable<IHttpRequestOptions['abortSignal']>;
};

/**
 * Returns a signal that aborts after so many milliseconds: n8n's `timeout` never ends a request while its answer drips
 * in.
 */
export function abortAfter(milliseconds: number) {
	return AbortSignal.timeout(milliseconds);
}

/** Returns a `Stop` that stops after so many milliseconds. */
export function stopAfter(milliseconds: number): Stop {
	return new Stop(AbortSignal.timeout(milliseconds));
}

/** Waits this many milliseconds, or until the execution is canceled; the caller checks which it was. Never rejects. */
export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	const over = sleep(milliseconds);
	await (stop?.orStopped(over, () => undefined) ?? over);
}

/** The longest delay of a Node.js timer, in milliseconds. A timer with a longer one fires at once. */
export const longestTimeout = 2 ** 31 - 1;
