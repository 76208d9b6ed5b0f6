import {
	outcomeOfAnswer,
	outcomeOfError,
	type Purpose,
} from '../../nodes/MessagingService/http/outcome.ts';

const receipt = {
	responsecode: 201,
	responsemessage: 'Accepted',
	data: { success: true, messageId: 'm1' },
};
const answer = (statusCode: number, body: unknown, headers = {}) => ({ statusCode, headers, body });

describe('an answer', () => {
	test.each<[string, Purpose, number, unknown, object]>([
		['a receipt', 'send', 200, receipt, { type: 'answered', data: receipt.data }],
		[
			'a receipt with codes as text',
			'send',
			200,
			{ ...receipt, responsecode: '201' },
			{ type: 'answered' },
		],
		[
			'a receipt without an id',
			'send',
			200,
			{ responsecode: 201, data: { success: true } },
			{ type: 'answered' },
		],
		[
			'a receipt with a number for an id',
			'send',
			200,
			{ responsecode: 201, data: { messageId: 7 } },
			{ type: 'answered' },
		],
		[
			'a receipt without a code',
			'send',
			200,
			{ data: { success: true, messageId: 'm1' } },
			{ type: 'answered' },
		],
		[
			'success without a receipt',
			'send',
			200,
			{ responsecode: 201, data: {} },
			{ type: 'unreadable', status: 200 },
		],
		[
			'success with data of another shape',
			'send',
			200,
			{ responsecode: 201, data: [] },
			{ type: 'unreadable' },
		],
		[
			'success without data',
			'send',
			202,
			{ responsecode: 201 },
			{ type: 'unreadable', status: 202 },
		],
		['a web page', 'send', 200, '<html>', { type: 'unreadable', status: 200 }],
		['nothing', 'send', 204, '', { type: 'unreadable', status: 204 }],
		[
			'a code that means nothing',
			'send',
			200,
			{ ...receipt, responsecode: 102 },
			{ type: 'unreadable', status: 200 },
		],
		[
			'a code of redirection in a 200 body',
			'send',
			200,
			{ ...receipt, responsecode: 302 },
			{ type: 'unreadable' },
		],
		[
			'success false',
			'send',
			200,
			{ responsecode: 201, responsemessage: 'No credit', data: { success: false } },
			{ type: 'refused', said: 'No credit' },
		],
		[
			'success false as text',
			'send',
			200,
			{ responsecode: 201, data: { success: 'false' } },
			{ type: 'refused', status: 200 },
		],
		[
			'success false on a query',
			'read',
			200,
			{ responsecode: 200, data: { success: false, data: [] } },
			{ type: 'refused' },
		],
		['401', 'send', 401, { responsemessage: 'Expired' }, { type: 'unauthorized', said: 'Expired' }],
		['401 in a 200 body', 'send', 200, { responsecode: 401 }, { type: 'unauthorized' }],
		['401 with success in the body', 'send', 401, receipt, { type: 'unauthorized' }],
		['429', 'send', 429, 'Slow down', { type: 'rateLimited' }],
		['429 in a 200 body', 'read', 200, { responsecode: '429' }, { type: 'rateLimited' }],
		['500', 'send', 500, '<html>', { type: 'serverError', status: 500 }],
		['500 with success in the body', 'send', 500, receipt, { type: 'serverError', status: 500 }],
		['599', 'read', 599, '', { type: 'serverError', status: 599 }],
		['408', 'send', 408, '', { type: 'serverError', status: 408 }],
		[
			'503 in a 200 body',
			'send',
			200,
			{ responsecode: 503, responsemessage: ' Busy ' },
			{ type: 'serverError', status: 503, said: 'Busy' },
		],
		[
			'422',
			'send',
			422,
			{ responsemessage: 'No such sender' },
			{ type: 'refused', status: 422, said: 'No such sender' },
		],
		['400 in a 200 body', 'send', 200, { responsecode: 400 }, { type: 'refused', status: 400 }],
		['404', 'read', 404, '', { type: 'refused', status: 404 }],
		['a redirect', 'send', 302, '', { type: 'redirected', status: 302 }],
		['a redirect with an envelope', 'send', 307, receipt, { type: 'redirected', status: 307 }],
		[
			'a query with records',
			'read',
			200,
			{ responsecode: 200, data: { data: [] } },
			{ type: 'answered', data: { data: [] } },
		],
		[
			'a query with a bare array',
			'read',
			200,
			{ responsecode: 200, data: [] },
			{ type: 'answered', data: [] },
		],
		[
			'a query without data',
			'read',
			200,
			{ responsecode: 200, data: null },
			{ type: 'unreadable' },
		],
		[
			'a query with a text for data',
			'read',
			200,
			{ responsecode: 200, data: 'x' },
			{ type: 'unreadable' },
		],
		['a query that is an array', 'read', 200, [1], { type: 'unreadable' }],
		[
			'a token',
			'token',
			200,
			{ access_token: 't' },
			{ type: 'answered', body: { access_token: 't' } },
		],
		[
			'a token in an envelope that fails',
			'token',
			200,
			{ responsecode: 403, data: {} },
			{ type: 'refused', status: 403 },
		],
		['a token answer that is a text', 'token', 200, 't', { type: 'unreadable' }],
	])('%s', (_name, purpose, statusCode, body, expected) => {
		expect(outcomeOfAnswer(purpose, answer(statusCode, body))).toMatchObject(expected);
	});

	test('Retry-After is found however it is spelled', () => {
		expect(outcomeOfAnswer('send', answer(429, '', { 'Retry-After': 7 }))).toMatchObject({
			retryAfter: '7',
		});
		expect(outcomeOfAnswer('send', answer(429, '', { 'retry-after': null }))).toEqual({
			type: 'rateLimited',
		});
		expect(outcomeOfAnswer('send', { statusCode: 429, body: '' })).toEqual({ type: 'rateLimited' });
	});
});

describe('an error', () => {
	const coded = (code: string) => Object.assign(new Error('x'), { code });
	test.each([
		['ECONNREFUSED', 'unreachable'],
		['ENOTFOUND', 'unreachable'],
		['EAI_AGAIN', 'unreachable'],
		['EHOSTUNREACH', 'lost'],
		['ENETUNREACH', 'lost'],
		['EHOSTDOWN', 'lost'],
		['CERT_HAS_EXPIRED', 'untrusted'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted'],
		['ECONNABORTED', 'timedOut'],
		['ETIMEDOUT', 'timedOut'],
		['ECONNRESET', 'lost'],
		['EPIPE', 'lost'],
		['ERR_BAD_RESPONSE', 'lost'],
		['EPROTO', 'lost'],
		['ERR_CANCELED', 'canceled'],
	])('%s is %s, as n8n wraps it too', (code, type) => {
		for (const error of [
			coded(code),
			{ httpCode: code },
			{ cause: { cause: coded(code) } },
			Object.assign(new Error('x'), { httpCode: 'none', cause: coded(code) }),
		]) {
			expect(outcomeOfError(error)).toMatchObject({ type });
		}
	});

	test.each([
		[new Error('odd'), 'odd'],
		['odd', undefined],
		[null, undefined],
		[{ httpCode: '500' }, undefined],
	])('%p without a code is unlisted', (error, said) => {
		expect(outcomeOfError(error)).toEqual({ type: 'unlisted', ...(said ? { said } : {}) });
	});

	test('causes that go round in a circle end', () => {
		const error: { cause?: unknown } = {};
		error.cause = error;
		expect(outcomeOfError(error)).toEqual({ type: 'unlisted' });
	});
});

describe('how far each kind of outcome reaches', () => {
	const of = (statusCode: number, body: unknown = { data: { success: true } }, headers = {}) =>
		outcomeOfAnswer('send', { statusCode, headers, body });

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

	test.each([
		[300, 'unreadable'],
		[199, 'unreadable'],
		[299, 'answered'],
		[399, 'unreadable'],
	])('code %i in a 200 body', (responsecode, type) => {
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
		expect(of(429, '', { 'x-first': 'a', 'Retry-After': 0, 'x-last': 'b' })).toEqual({
			type: 'rateLimited',
			retryAfter: '0',
		});
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
		const nested = (depth: number): object =>
			depth === 0 ? { code: 'ECONNREFUSED' } : { cause: nested(depth - 1) };
		expect(outcomeOfError(nested(4)).type).toBe('unreachable');
		expect(outcomeOfError(nested(5)).type).toBe('unlisted');
	});
});
