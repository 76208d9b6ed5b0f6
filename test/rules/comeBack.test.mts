/**
 * The time at which a service asks to be called again: in five headers, by the service's own clock. An absurd value
 * counts as not told.
 */
import { whenToComeBack } from '../../nodes/MessagingService/service/comeBack.ts';
import { tableOf } from './table.mts';

const now = Date.parse('2026-11-21T08:00:00Z');
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(now));

// 1795248000 is this moment as a Unix time.
test.each(
	tableOf(`
		seconds  {"retry-after":"7"}  7
		a fraction of one  {"retry-after":"1.5"}  1.5
		a Unix time  {"retry-after":"1795248009"}  9
		a Unix time in milliseconds  {"retry-after":"1795248009000"}  9
		a Unix time by a clock five minutes ahead  {"retry-after":"1795248309","date":"Sat, 21 Nov 2026 08:05:00 GMT"}  9
		a date by our clock  {"retry-after":"Sat, 21 Nov 2026 08:00:09 GMT"}  Sat, 21 Nov 2026 08:00:09 GMT
		a date by the same clock  {"retry-after":"Sat, 21 Nov 2026 08:00:09 GMT","date":"Sat, 21 Nov 2026 08:00:01 GMT"}  Sat, 21 Nov 2026 08:00:09 GMT
		a date by a clock five minutes ahead  {"retry-after":"Sat, 21 Nov 2026 08:05:09 GMT","date":"Sat, 21 Nov 2026 08:05:00 GMT"}  9
		a date by a clock five minutes behind  {"retry-after":"Sat, 21 Nov 2026 07:55:09 GMT","date":"Sat, 21 Nov 2026 07:55:00 GMT"}  9
		RateLimit-Reset  {"ratelimit-reset":"30"}  30
		RateLimit of the older draft  {"ratelimit":"limit=10, remaining=0, reset=30"}  30
		RateLimit of the newer one  {"ratelimit":"\\"default\\";r=0;t=30"}  30
		X-RateLimit-Reset in seconds  {"x-ratelimit-reset":"30"}  30
		X-RateLimit-Reset as a Unix time  {"x-ratelimit-reset":"1795248030"}  30
		X-Rate-Limit-Reset  {"x-rate-limit-reset":"1795248030"}  30
		Retry-After before others  {"x-ratelimit-reset":"30","retry-after":"7"}  7
		others where Retry-After tells nothing  {"x-ratelimit-reset":"30","retry-after":"soon"}  30
		a day  {"retry-after":"86400"}  86400
		more than a day  {"retry-after":"86401"}  -
		a Unix time long past  {"retry-after":"1000000000"}  -
		a date of another year  {"retry-after":"Tue, 21 Nov 2028 08:00:09 GMT"}  -
		nothing  {}  -
		zero  {"retry-after":"0"}  -
		a negative number  {"retry-after":"-5"}  -
		a word  {"retry-after":"soon"}  -
		how many are left  {"ratelimit":"limit=10, remaining=5"}  -
		a megabyte  {"retry-after":"MEGABYTE"}  -
	`),
)('%s', (_, headers, expected) => {
	const given = JSON.parse(headers!.replace('MEGABYTE', 't=1'.repeat(300_000))) as Record<
		string,
		string
	>;
	expect(whenToComeBack(given) ?? '-').toBe(expected);
});
