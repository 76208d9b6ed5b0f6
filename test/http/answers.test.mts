/** What is read out of an answer, down to its edges: envelope, outcome, Retry-After. */
import { readEnvelope } from '../../nodes/MessagingService/http/envelope.ts';
import { outcomeOfAnswer, outcomeOfError } from '../../nodes/MessagingService/http/outcome.ts';
import { decide, readRetryAfter } from '../../nodes/MessagingService/http/retryPolicy.ts';

describe('the envelope', () => {
	test.each<[unknown, object | undefined]>([
		[{ responsecode: 201, responsemessage: 'Accepted', data: 1 }, { code: 201, data: 1 }],
		[{ responsecode: ' 201 ', responsemessage: ' Accepted ' }, { code: 201, data: undefined }],
		[{ responsecode: '', responsemessage: '' }, { data: undefined }],
		[{ responsecode: '   ', responsemessage: '   ' }, { data: undefined }],
		[{ responsecode: 'OK' }, { data: undefined }],
		[{ responsecode: 200.5 }, { data: undefined }],
		[{ responsecode: [200] }, { data: undefined }],
		[{ responsecode: null, responsemessage: 7 }, { data: undefined }],
		[{}, { data: undefined }],
		['<html>', undefined],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
		[[], undefined],
	])('%j', (body, expected) => {
		const envelope = readEnvelope(body);
		expect(envelope).toEqual(expected);
		// Equal also in which keys there are: a code of undefined is no code.
		expect(Object.keys(envelope ?? {})).toEqual(Object.keys(expected ?? {}));
	});
});

describe('an outcome at its edges', () => {
	const of = (statusCode: number, body: unknown = { data: { success: true } }, headers = {}) => outcomeOfAnswer('send', { statusCode, headers, body });

	test.each([
		[100, { type: 'unreadable', status: 100 }],
		[199, { type: 'unreadable', status: 199 }],
		[200, { type: 'answered' }],
		[299, { type: 'answered' }],
		[300, { type: 'redirected', status: 300 }],
		[399, { type: 'redirected', status: 399 }],
		[400, { type: 'refused', status: 400 }],
		[499, { type: 'refused', status: 499 }],
		[500, { type: 'serverError', status: 500 }],
	])('status %i', (status, expected) => {
		expect(of(status)).toMatchObject(expected);
		expect(of(status, { responsecode: 200, data: { success: true } })).toMatchObject(expected);
	});

	test.each([[300, 'unreadable'], [199, 'unreadable'], [299, 'answered'], [399, 'unreadable']])('code %i in a 200 body', (responsecode, type) => {
		expect(of(200, { responsecode, data: { success: true } })).toMatchObject({ type });
	});

	test.each([
		[{ messageId: 'm1' }, 'answered'],
		[{ messageId: '' }, 'unreadable'],
		[{ messageId: null }, 'unreadable'],
		[{ success: 'true' }, 'unreadable'],
		[{ success: 1 }, 'unreadable'],
		[null, 'unreadable'],
		[[{ messageId: 'm1' }], 'unreadable'],
	])('a receipt of %j', (data, type) => {
		expect(of(200, { responsecode: 200, data })).toMatchObject({ type });
	});

	test('Retry-After is taken from its own header', () => {
		expect(of(429, '', { 'x-first': 'a', 'Retry-After': 0, 'x-last': 'b' })).toEqual({ type: 'rateLimited', retryAfter: '0' });
		expect(of(429, '', { 'x-first': 'a' })).toEqual({ type: 'rateLimited' });
	});

	test.each([
		['x-ECONNREFUSED', 'unlisted'],
		['ECONNREFUSED: x', 'unlisted'],
		['E', 'unlisted'],
		['NOT_CERT_RELATED', 'lost'],
		['HOSTNAME_MISMATCH', 'untrusted'],
		['EADDRNOTAVAIL', 'lost'],
		['ESOCKETTIMEDOUT', 'timedOut'],
	])('an error with code %s is %s', (code, type) => {
		expect(outcomeOfError({ code })).toMatchObject({ type });
	});

	test('a code is looked for five causes deep, and no deeper', () => {
		const nested = (depth: number): object => (depth === 0 ? { code: 'ECONNREFUSED' } : { cause: nested(depth - 1) });
		expect(outcomeOfError(nested(4)).type).toBe('unreachable');
		expect(outcomeOfError(nested(5)).type).toBe('unlisted');
	});
});

describe('Retry-After at its edges', () => {
	const now = Date.parse('2026-11-21T08:00:00Z');

	test.each([
		['1.25', 1250],
		['1.0005', 1001],
		['7 seconds', undefined],
		['7s', undefined],
		['2026-11-21T08:00:09Z', undefined],
		['21 Nov 2026 08:00:09 GMT', 9000],
		['12 + 3 of Foo', undefined],
	])('%s is %s milliseconds', (value, expected) => {
		expect(readRetryAfter(value, now)).toBe(expected);
	});

	test('time and chance are those of the moment unless told', () => {
		const decision = decide('send', { type: 'unreachable', code: 'ENOTFOUND' }, 1);
		expect('wait' in decision && decision.wait >= 500 && decision.wait <= 1000).toBe(true);
		const soon = new Date(Date.now() + 60_000).toUTCString();
		expect(decide('send', { type: 'rateLimited', retryAfter: soon }, 1)).toMatchObject({ repeat: true, pauseAll: true });
		expect(decide('send', { type: 'rateLimited', retryAfter: new Date(Date.now() + 600_000).toUTCString() }, 1)).toEqual({ repeat: false });
	});
});
