import type { Fault } from './faults.mts';

/** A number that sets off a fault in every send that contains it, without the control route. */
export interface ReservedNumber {
	phoneNumber: string;
	fault: Omit<Fault, 'on' | 'recipient' | 'times' | 'after'>;
	/** Always, or only the first, third, fifth … send to this number: what a retry is for. */
	when: 'always' | 'every other send';
	/** What the sender sees. */
	says: string;
}

/** The reserved numbers: +254 700 000 xxx always fails, +254 700 001 xxx fails and then works. */
export const reservedNumbers: readonly ReservedNumber[] = [
	{
		phoneNumber: '+254700000400',
		fault: { kind: 'badRequest', status: 400 },
		when: 'always',
		says: 'HTTP 400',
	},
	{
		phoneNumber: '+254700000401',
		fault: { kind: 'unauthorized' },
		when: 'always',
		says: 'HTTP 401: the token is not accepted',
	},
	{
		phoneNumber: '+254700000408',
		fault: { kind: 'serverError', status: 408 },
		when: 'always',
		says: 'HTTP 408',
	},
	{
		phoneNumber: '+254700000422',
		fault: { kind: 'refusedInBody' },
		when: 'always',
		says: 'HTTP 200 with responsecode 422',
	},
	{
		phoneNumber: '+254700000429',
		fault: { kind: 'rateLimited', retryAfter: '1' },
		when: 'always',
		says: 'HTTP 429 with Retry-After: 1',
	},
	{
		phoneNumber: '+254700000500',
		fault: { kind: 'serverError', status: 500 },
		when: 'always',
		says: 'HTTP 500',
	},
	{
		phoneNumber: '+254700000502',
		fault: { kind: 'html', status: 502 },
		when: 'always',
		says: 'HTTP 502 with a web page',
	},
	{
		phoneNumber: '+254700000503',
		fault: { kind: 'serverError', status: 503 },
		when: 'always',
		says: 'HTTP 503',
	},
	{
		phoneNumber: '+254700000504',
		fault: { kind: 'serverError', status: 504 },
		when: 'always',
		says: 'HTTP 504',
	},
	{
		phoneNumber: '+254700000901',
		fault: { kind: 'hang' },
		when: 'always',
		says: 'no answer, the connection stays open',
	},
	{
		phoneNumber: '+254700000902',
		fault: { kind: 'dropBefore' },
		when: 'always',
		says: 'connection dropped before the message is taken',
	},
	{
		phoneNumber: '+254700000903',
		fault: { kind: 'dropAfter' },
		when: 'always',
		says: 'connection dropped after the message is taken',
	},
	{
		phoneNumber: '+254700000904',
		fault: { kind: 'errorAfterAccept' },
		when: 'always',
		says: 'HTTP 500 after the message is taken',
	},
	{
		phoneNumber: '+254700000905',
		fault: { kind: 'notJson' },
		when: 'always',
		says: 'HTTP 200 with text that is no JSON',
	},
	{
		phoneNumber: '+254700000906',
		fault: { kind: 'successFalse' },
		when: 'always',
		says: 'HTTP 200 with data.success false',
	},
	{
		phoneNumber: '+254700000907',
		fault: { kind: 'html' },
		when: 'always',
		says: 'HTTP 200 with a web page',
	},
	{
		phoneNumber: '+254700000908',
		fault: { kind: 'unauthorizedInBody' },
		when: 'always',
		says: 'HTTP 200 with responsecode 401',
	},
	{
		phoneNumber: '+254700000909',
		fault: { kind: 'rateLimitedInBody', retryAfter: '1' },
		when: 'always',
		says: 'HTTP 200 with responsecode 429, Retry-After: 1',
	},
	{
		phoneNumber: '+254700001401',
		fault: { kind: 'unauthorized' },
		when: 'every other send',
		says: 'HTTP 401',
	},
	{
		phoneNumber: '+254700001408',
		fault: { kind: 'unauthorizedInBody' },
		when: 'every other send',
		says: 'HTTP 200 with responsecode 401',
	},
	{
		phoneNumber: '+254700001429',
		fault: { kind: 'rateLimited', retryAfter: '1' },
		when: 'every other send',
		says: 'HTTP 429 with Retry-After: 1',
	},
	{
		phoneNumber: '+254700001503',
		fault: { kind: 'serverError', status: 503 },
		when: 'every other send',
		says: 'HTTP 503',
	},
	{
		phoneNumber: '+254700001902',
		fault: { kind: 'dropBefore' },
		when: 'every other send',
		says: 'connection dropped before the message is taken',
	},
];

const byNumber = new Map(reservedNumbers.map((reserved) => [reserved.phoneNumber, reserved]));

/** Counts the sends to the reserved numbers of one sandbox. */
export class ReservedNumbers {
	private readonly sends = new Map<string, number>();

	/** The fault that a send to these numbers sets off; the first reserved number decides. */
	take(recipients: readonly string[]): Fault | undefined {
		for (const phoneNumber of recipients) {
			const reserved = byNumber.get(phoneNumber);
			if (!reserved) continue;
			const count = (this.sends.get(phoneNumber) ?? 0) + 1;
			this.sends.set(phoneNumber, count);
			if (reserved.when === 'always' || count % 2 === 1) return { on: 'send', ...reserved.fault };
		}
		return undefined;
	}

	clear(): void {
		this.sends.clear();
	}
}
