/** How long a piece of work keeps this process's event loop from everybody else, at the longest. */

/** A span of time, in microseconds of the clock that V8's profiles have, too. */
export interface Span {
	from: number;
	to: number;
}

export interface Hold extends Span {
	/** Microseconds of it in which this thread calculated; in the others another program had the processor. */
	processor: number;
}

/** Milliseconds between the ticks of the timer that is held up. */
const interval = 5;

interface Reading {
	at: number;
	processor: number;
}

function readClocks(): Reading {
	const { user, system } = process.threadCpuUsage();
	return { at: Number(process.hrtime.bigint()) / 1000, processor: user + system };
}

/**
 * The longest time between two ticks of a timer that was to tick every 5 ms. The start and the end of
 * the work count as ticks: a run that never lets go of the loop has no others.
 */
export async function watched<Result>(
	work: () => Promise<Result>,
	read: () => Reading = readClocks,
): Promise<{ result: Result; hold: Hold }> {
	let last = read();
	let hold: Hold = { from: last.at, to: last.at, processor: 0 };
	const tick = () => {
		const now = read();
		if (now.at - last.at > hold.to - hold.from)
			hold = { from: last.at, to: now.at, processor: now.processor - last.processor };
		last = now;
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
