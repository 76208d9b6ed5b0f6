/** An AbortSignal, as far as it is used here; n8n's type for it differs between versions. */
export interface AbortSignalLike {
	aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** Whether a person has stopped the execution. One listener on n8n's signal, however much of a run waits for it. */
export class Stop {
	private readonly signal: AbortSignalLike | undefined;

	private readonly waiting = new Set<() => void>();

	private readonly heard = (): void => {
		for (const stopped of [...this.waiting]) stopped();
	};

	/** @param signal n8n's; undefined where nothing can be stopped */
	constructor(signal?: AbortSignalLike) {
		this.signal = signal;
		signal?.addEventListener('abort', this.heard);
	}

	get isStopped(): boolean {
		return this.signal?.aborted === true;
	}

	/** Calls back once the execution is stopped. */
	onStop(stopped: () => void): void {
		this.waiting.add(stopped);
	}

	/**
	 * What the promise comes to, or, as soon as the execution is stopped, what `instead` gives. The
	 * promise is left alone then; if it rejects later, nobody hears of it.
	 */
	async orStopped<T, S>(promise: Promise<T>, instead: () => S): Promise<T | S> {
		return await new Promise<T | S>((resolve, reject) => {
			const stopped = (): void => resolve(instead());
			const done = (): void => void this.waiting.delete(stopped);
			this.waiting.add(stopped);
			promise.then(resolve, reject).finally(done);
			if (this.isStopped) stopped();
		});
	}

	/** Stops listening; to be called when the run has ended. */
	end(): void {
		this.signal?.removeEventListener('abort', this.heard);
		this.waiting.clear();
	}
}
