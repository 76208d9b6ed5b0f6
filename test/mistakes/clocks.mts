import type { Mistake } from './mistake.mts';

const timeZone = 'nodes/MessagingService/validation/timeZone.ts';
const limiter = 'nodes/MessagingService/http/limiter.ts';
const scheduleTest = 'test/validation/schedule.test.mts';
const limiterTest = 'test/http/limiter.test.mts';

/** Mistakes in what goes by a clock, a calendar or a time zone. */
export const clockMistakes: Mistake[] = [
	{
		name: 'where the clock is set back an hour, the next of many requests waits an hour to leave',
		file: 'nodes/MessagingService/http/pace.ts',
		from: 'Math.min(this.nextBegins - now, longestGap * this.concurrency)',
		to: 'this.nextBegins - now',
		noticedBy: {
			file: 'test/http/pace.test.mts',
			test: 'a clock that is set back holds nobody up for longer than the others may take to begin',
		},
	},
	{
		name: 'only the first of many requests keep a distance, so that a busy moment brings them together for good',
		file: 'nodes/MessagingService/http/pace.ts',
		from: 'this.nextBegins = now + Math.max(0, wait) + this.gap;',
		to: 'this.nextBegins ||= now + Math.max(0, wait) + this.gap;',
		noticedBy: {
			file: 'test/http/pace.test.mts',
			test: 'whoever begins later than its turn does not wait, and those after it keep their distance from it',
		},
	},
	{
		name: 'a schedule within the next hours is refused as past where clocks are ahead of UTC',
		file: 'nodes/MessagingService/validation/schedule.ts',
		from: 'if (now - instant > ALLOWED_LATENESS)',
		to: 'if (now + workflowZone.offsetAt(now) - instant > ALLOWED_LATENESS)',
		noticedBy: {
			file: scheduleTest,
			test: 'a minute ago still passes, a millisecond more does not',
		},
	},
	{
		name: 'one schedule in many is a millisecond early: 32.553 seconds times 1000 is less than 32553',
		file: 'nodes/MessagingService/validation/instant.ts',
		from: "Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))",
		to: 'Math.floor(Number(`${seconds}.${fraction}`) * 1000)',
		noticedBy: {
			file: 'test/validation/instant.test.mts',
			test: 'each millisecond of a minute is read as it is written, and what is finer is cut off',
		},
	},
	{
		name: 'in summer a schedule goes out an hour late',
		file: 'nodes/MessagingService/validation/instant.ts',
		from: 'instantOf(midnight + time, zone)',
		to: 'instantOf(midnight + time, { offsetAt: () => zone.offsetAt(Date.UTC(2001, 0)) })',
		noticedBy: { file: scheduleTest, test: 'daylight-saving changes' },
	},
	{
		name: 'a schedule is a quarter of an hour off in Kathmandu',
		file: timeZone,
		from: 'return wallClock - Math.floor(instant / SECOND) * SECOND;',
		to: 'return Math.round((wallClock - instant) / (DAY / 48)) * (DAY / 48);',
		noticedBy: { file: scheduleTest, test: 'the workflow’s zone' },
	},
	{
		name: 'a date range ends a day early in Kathmandu',
		file: timeZone,
		from: "return new Date(instant + zone.offsetAt(instant)).toISOString().slice(0, 'yyyy-mm-dd'.length);",
		to: "return new Date(instant - zone.offsetAt(instant)).toISOString().slice(0, 'yyyy-mm-dd'.length);",
		noticedBy: {
			file: 'test/validation/dateRange.test.mts',
			test: 'a range has the days that are chosen, whole',
		},
	},
	{
		name: 'Watch Hours are minutes: the trigger loses sight of a message after an hour and a bit',
		file: 'nodes/MessagingService/operations/watchMessages.ts',
		from: 'const hour = 3_600_000;',
		to: 'const hour = 60_000;',
		noticedBy: { file: 'test/trigger/form.test.mts', test: '"watchHours":1}' },
	},
	{
		name: 'a second 429 that asks for less lets requests go too early',
		file: limiter,
		from: 'if (until <= this.pausedUntil) return;',
		to: 'if (milliseconds <= 0) return;',
		noticedBy: {
			file: limiterTest,
			test: 'nobody is let in until it is over, and a shorter pause does not cut it short',
		},
	},
	{
		name: 'people are told of more waiting than there was',
		file: limiter,
		from: 'this.pausedInAll += until - Math.max(now, this.pausedUntil);',
		to: 'this.pausedInAll += milliseconds;',
		noticedBy: {
			file: limiterTest,
			test: 'a longer pause makes it last longer, and counts for what it adds',
		},
	},
	{
		name: 'a stopped run waits until its pause is over',
		file: 'nodes/MessagingService/http/pause.ts',
		from: 'await (stop ? stop.orStopped(over, () => undefined) : over);',
		to: 'await over;',
		noticedBy: { file: 'test/http/pause.test.mts', test: 'ends when the execution is stopped' },
	},
	{
		name: 'the second batch goes out with the first',
		file: 'nodes/MessagingService/run/run.ts',
		from: 'if (underWay.length > 0) await pause(batching.interval, stop);',
		to: 'if (underWay.length > 1) await pause(batching.interval, stop);',
		noticedBy: {
			file: 'test/interface/nodeSettings.test.mts',
			test: 'spaces the batches by the interval',
		},
	},
	{
		name: 'a message that this n8n sent nine minutes ago, not listed yet, is sent again',
		file: 'nodes/MessagingService/lookup/recentSends.ts',
		from: 'const remembered = 600_000;',
		to: 'const remembered = 60_000;',
		noticedBy: {
			file: 'test/lookup/recentSends.test.mts',
			test: 'an accepted one is known for ten minutes',
		},
	},
	{
		name: "a look for earlier messages misses those of the day before, where the service's days begin elsewhere",
		file: 'nodes/MessagingService/lookup/serviceClock.ts',
		from: 'start_date: dayOf(since - 14 * hour)',
		to: 'start_date: dayOf(since)',
		noticedBy: {
			file: 'test/lookup/confirm.test.mts',
			test: 'days: every zone in which the service may begin them',
		},
	},
	{
		name: "the sandbox's tokens last milliseconds instead of seconds",
		file: 'workbench/sandbox/tokens.mts',
		from: 'now - known.issuedAt < seconds * 1000',
		to: 'now - known.issuedAt < seconds',
		noticedBy: {
			file: 'test/contract/token.test.mts',
			test: 'a token expires with its age, and another one issued later lives on',
		},
	},
];
