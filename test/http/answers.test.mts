/** What is read out of an answer, down to its edges: envelope, page, records, outcome. */
import { Collected } from '../../nodes/MessagingService/query/collected.ts';
import { readEnvelope } from '../../nodes/MessagingService/http/envelope.ts';
import { outcomeOfAnswer, outcomeOfError } from '../../nodes/MessagingService/http/outcome.ts';
import { readPage } from '../../nodes/MessagingService/query/page.ts';
import { decide, readRetryAfter } from '../../nodes/MessagingService/http/retryPolicy.ts';

describe('the envelope', () => {
	test.each<[unknown, object | undefined]>([
		[{ responsecode: 201, responsemessage: 'Accepted', data: 1 }, { code: 201, message: 'Accepted', data: 1 }],
		[{ responsecode: ' 201 ', responsemessage: ' Accepted ' }, { code: 201, message: 'Accepted', data: undefined }],
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

describe('a page', () => {
	const meta = (values: object) => readPage({ data: [], meta: values });

	test.each<[string, unknown, object | undefined]>([
		['a list', [{ id: 1 }], { records: [{ id: 1 }] }],
		['a list that holds a text', [{ id: 1 }, 'x'], undefined],
		['no data', {}, { records: [] }],
		['data of null', { data: null }, { records: [] }],
		['one record', { data: { id: 1 } }, { records: [{ id: 1 }] }],
		['a text', 'x', undefined],
		['data that is a text', { data: 'x' }, undefined],
		['data that is a number', { data: 7 }, undefined],
		['meta that is a list', { data: [], meta: [1] }, { records: [] }],
	])('%s', (_name, data, expected) => {
		expect(readPage(data)).toEqual(expected);
	});

	test('its meta, as numbers and as texts', () => {
		const expected = { records: [], number: 2, lastPage: 9, perPage: 10, total: 81 };
		expect(meta({ current_page: 2, last_page: 9, per_page: 10, total: 81 })).toEqual(expected);
		expect(meta({ current_page: '2', last_page: ' 9 ', per_page: '10', total: '81' })).toEqual(expected);
	});

	test.each([-1, 1.5, 2 ** 53, NaN, '', '  ', 'x', '-1', '1.5', null, true, [3], {}])('a count of %j is none', (value) => {
		expect(meta({ current_page: value, last_page: value, per_page: value, total: value })).toEqual({ records: [] });
	});

	test('a count of 0 is one, and no page number is made from a size of 0', () => {
		expect(meta({ current_page: 0, last_page: 0, per_page: 0, total: 0 })).toEqual({ records: [], number: 0, lastPage: 0, perPage: 0, total: 0 });
		expect(meta({ total: 5, per_page: 0 })).toEqual({ records: [], perPage: 0, total: 5 });
	});

	test('the last page follows from total and size where it is not told, and only from both', () => {
		expect(meta({ total: 21, per_page: 10 })!.lastPage).toBe(3);
		expect(meta({ total: 20, per_page: 10 })!.lastPage).toBe(2);
		expect(meta({ total: 0, per_page: 10 })!.lastPage).toBe(0);
		expect(meta({ total: 21 })!.lastPage).toBeUndefined();
		expect(meta({ per_page: 10 })!.lastPage).toBeUndefined();
		expect(meta({ total: 21, per_page: 10, last_page: 5 })!.lastPage).toBe(5);
	});
});

describe('the records of a query', () => {
	const page = (records: object[], total?: number) => ({ records: records as never[], ...(total === undefined ? {} : { total }) });

	test('each id once, null and missing ids as they come, never above the limit', () => {
		const collected = new Collected(6);
		expect(collected.add(page([{ id: 1 }, { id: 1 }, { id: null }, { id: null }, {}]))).toEqual([{ id: 1 }, { id: null }, { id: null }, {}]);
		expect(collected.missing).toBe(2);
		expect(collected.add(page([{ id: 1 }, { id: 0 }, { id: 2 }, { id: 3 }]))).toEqual([{ id: 0 }, { id: 2 }]);
		expect(collected.missing).toBe(0);
	});

	test.each([
		['the same ids', [{ id: 1 }, { id: 2 }], [{ id: 1, changed: true }, { id: 2 }], true],
		['ids that read the same side by side', [{ id: 1 }, { id: 12 }], [{ id: 11 }, { id: 2 }], false],
		['the same records without ids', [{ text: 'a' }], [{ text: 'a' }], true],
		['other records without ids', [{ text: 'a' }], [{ text: 'b' }], false],
		['one id among records without', [{ id: 1 }, { text: 'a' }], [{ id: 1 }, { text: 'b' }], false],
		['ids in another order', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], false],
	])('a page with %s', (_name, first, second, repeats) => {
		const collected = new Collected(Infinity);
		collected.add(page(first, 9));
		expect(collected.repeats(page(second, 9))).toBe(repeats);
	});

	test('no page is a repetition before there is one, nor when the total changed', () => {
		const collected = new Collected(Infinity);
		expect(collected.repeats(page([{ id: 1 }]))).toBe(false);
		collected.add(page([{ id: 1 }], 9));
		expect(collected.repeats(page([{ id: 1 }], 10))).toBe(false);
		expect(collected.repeats(page([{ id: 1 }], 9))).toBe(true);
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
		[{ messageId: '' }, 'answered'],
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
		['EADDRNOTAVAIL', 'unreachable'],
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
