/** How long a piece of work keeps this process's event loop from everybody else, at the longest. */

/** A span of time, in microseconds of the clock that V8's profiles have, too. */
export interface Span {
	from: number;
	to: number;
}

/** Milliseconds between the ticks of the timer that is held up. */
const interval = 5;

const clock = (): number => Number(process.hrtime.bigint()) / 1000;

/**
 * The longest time between two ticks of a timer that was to tick every 5 ms. The start and the end of
 * the work count as ticks: a run that never lets go of the loop has no others.
 * @param now microseconds
 */
export async function watched<Result>(work: () => Promise<Result>, now = clock): Promise<{ result: Result; hold: Span }> {
	let last = now();
	let hold: Span = { from: last, to: last };
	const tick = () => {
		const span = { from: last, to: now() };
		if (span.to - span.from > hold.to - hold.from) hold = span;
		last = span.to;
	};
	const timer = setInterval(tick, interval);
	try {
		const result = await work();
		tick();
		return { result, hold };
	} finally {
		clearInterval(timer);
	}
}
