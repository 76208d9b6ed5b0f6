/** The cause of a failed request as n8n's poll scheduler takes it: it stops polling only where somebody has to act. */
import { declaredOf } from '../../nodes/MessagingService/service/failure.ts';
import type { FailedOutcome } from '../../nodes/MessagingService/service/outcome.ts';
import { tableOf } from './table.mts';

jest.mock('n8n-workflow', () => ({}));

// Columns: the case, the outcome, and the cause.
test.each(
	tableOf(`
		keys that are refused  {"type":"unauthorized"}  credential-invalid
		an account that may not  {"type":"refused","status":403}  credential-invalid
		a filter that is refused  {"type":"refused","status":422}  configuration-invalid
		another scheme  {"type":"notTls"}  configuration-invalid
		an address that n8n blocks  {"type":"blocked"}  configuration-invalid
		an address that is none  {"type":"notMade"}  configuration-invalid
		nobody there  {"type":"unreachable"}  temporarily-unavailable
		a certificate  {"type":"untrusted"}  temporarily-unavailable
		500  {"type":"serverError","status":500}  temporarily-unavailable
		a broken connection  {"type":"lost"}  temporarily-unavailable
		a time-out  {"type":"timedOut"}  temporarily-unavailable
		an answer that nobody can read  {"type":"unreadable","status":200}  temporarily-unavailable
	`),
)('%s', (_, outcome, cause) => {
	expect(declaredOf(JSON.parse(outcome!) as FailedOutcome)).toEqual({ cause });
});

test.each([
	['7', 7_000],
	['no time', undefined],
])('a rate limit with Retry-After %s', (retryAfter, retryAfterMs) => {
	const cause = 'rate-limited';
	expect(declaredOf({ type: 'rateLimited', retryAfter })).toEqual({ cause, retryAfterMs });
});
