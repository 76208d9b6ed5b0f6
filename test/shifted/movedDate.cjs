/** Moves a clock: what every `Date` says the time is. Timers and `performance.now()` stay. */

/** How far, in milliseconds; whoever starts a run says so. */
exports.offset = Number(process.env.TEST_CLOCK_OFFSET ?? 0);

/**
 * Replaces the `Date` of these globals by one that is off by so many milliseconds. A date that is
 * given is left as it is.
 */
exports.moveDate = (globals, milliseconds) => {
	const original = globals.Date;
	const trueNow = original.now;
	const now = () => trueNow() + milliseconds;
	const moved = new Proxy(original, {
		construct: (date, given, called) =>
			Reflect.construct(date, given.length === 0 ? [now()] : given, called),
		apply: (date) => new date(now()).toString(),
	});
	// Not asked of Date.now: a test that replaces that by its own leaves `new Date()` alone.
	original.now = now;
	original.prototype.constructor = moved;
	globals.Date = moved;
};
