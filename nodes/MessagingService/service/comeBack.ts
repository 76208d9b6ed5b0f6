/** Milliseconds. A longer wait is a mistake: the service's clock, or a number of another kind. */
const absurd = 24 * 60 * 60 * 1000;

/** Numbers from here on are Unix times, in seconds; and from a thousand times as much on, in milliseconds. */
const firstUnixTime = 1_000_000_000;

/**
 * Milliseconds to wait, as a header tells it: a number of seconds, a Unix time, or a date. Undefined where it names no
 * time to come, or one that is absurd.
 *
 * @param now by the clock that a time is told by; milliseconds since 1970
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
	// Only a date with a name of a month: Date.parse also takes '-5' and '2' for dates, and 'May 5' for one of 2001.
	else if (/[A-Za-z]{3}/.test(plain)) wait = Date.parse(plain) - now;
	return wait > 0 && wait <= absurd ? wait : undefined;
}

/**
 * The header by which an answer says when to come back, in seconds, in the spelling of Retry-After (RFC 9110, 10.2.3).
 * Services also use those of the drafts for RateLimit, and the older X-RateLimit-Reset. A time is told by the clock
 * that the answer's own `Date` shows. Undefined where none of them tells.
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
	// A date stays one where the service's clock goes as ours: people read it more easily.
	const isAsItStands = Number.isNaN(Number(text))
		? Math.abs(now - Date.now()) < 2000
		: Number(text) < firstUnixTime;
	return isAsItStands ? text.trim() : String(readWait(text, now)! / 1000);
}
