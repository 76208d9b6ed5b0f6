/** The longest plausible wait, in milliseconds. A longer one is a mistake: a wrong clock, or another kind of number. */
const absurd = 24 * 60 * 60 * 1000;

/** The smallest number that is read as a Unix time in seconds. From 1,000 times that on, it is read in milliseconds. */
const firstUnixTime = 1_000_000_000;

/**
 * Returns the milliseconds to wait by a header's value: a number of seconds, a Unix time or a date. Undefined if the
 * value names no future time, or one more than 24 hours away.
 *
 * @param now the time by the clock that the header was written by, in milliseconds since 1970
 */
export function readWait(text: string, now: number): number | undefined {
	const plain = text.trim();
	let wait = NaN;
	if (/^\d+(\.\d+)?$/.test(plain)) {
		const number = Number(plain);
		const isUnixTime = number >= firstUnixTime;
		const isInSeconds = number < 1000 * firstUnixTime;
		wait = Math.ceil(number * (isInSeconds ? 1000 : 1)) - (isUnixTime ? now : 0);
	}
	// Only dates with the name of a month: Date.parse also reads '-5' and '2' as dates, and 'May 5' as one of 2001.
	else if (/[A-Za-z]{3}/.test(plain)) wait = Date.parse(plain) - now;
	return wait > 0 && wait <= absurd ? wait : undefined;
}

/**
 * Returns when to retry, from an answer's headers, as Retry-After would say it: in seconds or as a date (RFC 9110,
 * 10.2.3). Services also use the headers of the RateLimit drafts, and the older X-RateLimit-Reset. Points in time are
 * by the clock of the answer's own `Date`. Undefined if no header names a plausible future time.
 */
export function whenToComeBack(headers: Record<string, unknown> = {}): string | undefined {
	const textOf = (name: string) => String(headers[name] ?? '').slice(0, 200);
	const clock = Date.parse(textOf('date'));
	const now = Number.isNaN(clock) ? Date.now() : clock;
	// `limit=9, remaining=0, reset=30`, or `"default";r=0;t=30`.
	const [, inRateLimit = ''] = /(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(textOf('ratelimit')) ?? [];
	const told = [
		textOf('retry-after'),
		textOf('ratelimit-reset'),
		inRateLimit,
		textOf('x-ratelimit-reset'),
		textOf('x-rate-limit-reset'),
	];
	const text = told.find((each) => readWait(each, now) !== undefined);
	if (text === undefined) return undefined;
	// A date stays a date if the service's clock agrees with this machine's: people read it more easily.
	const isAsItStands = Number.isNaN(Number(text))
		? Math.abs(now - Date.now()) < 2000
		: Number(text) < firstUnixTime;
	return isAsItStands ? text.trim() : String(readWait(text, now)! / 1000);
}
