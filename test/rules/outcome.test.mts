/**
 * Outcomes that an answer, or its absence, proves: a message was accepted, it was refused, or nobody knows. A code in
 * the body counts like an HTTP status.
 */
import {
	outcomeOfAnswer,
	outcomeOfError,
	type Purpose,
} from '../../nodes/MessagingService/service/outcome.ts';
import { tableOf } from './table.mts';

const of = (purpose: Purpose, statusCode: number, body: unknown, headers?: object) =>
	outcomeOfAnswer(purpose, { statusCode, body, headers: headers as Record<string, unknown> });

// Columns: the case, the purpose of the request, the status and the body of the answer, and the outcome.
test.each(
	tableOf(`
		a receipt  send  200  {"responsecode":201,"data":{"messageId":"m1"}}  answered
		with its code as text  send  200  {"responsecode":" 201 ","data":{"messageId":"m1"}}  answered
		without an id  send  200  {"responsecode":201,"data":{"success":true}}  answered
		with a number for an id  send  200  {"data":{"messageId":7}}  answered
		without a code  send  200  {"data":{"messageId":"m1"}}  answered
		with half a code  send  200  {"responsecode":500.5,"data":{"messageId":"m1"}}  answered
		with a code in a list  send  200  {"responsecode":[500],"data":{"messageId":"m1"}}  answered
		1 beside an id  send  200  {"data":{"success":1,"messageId":"m1"}}  answered
		a word beside an id  send  200  {"data":{"success":"blocked","messageId":"m1"}}  unreadable 200
		a word above a yes  send  200  {"success":"blocked","data":{"success":true}}  unreadable 200
		null above a yes  send  200  {"success":null,"data":{"success":true}}  unreadable 200
		a yes above a no  send  200  {"success":true,"data":{"success":false,"messageId":"m1"}}  refused 200
		an id that shows nothing  send  200  {"data":{"messageId":"\\u200b\\u3164"}}  unreadable 200
		with success by another word  send  200  {"data":{"success":"true"}}  unreadable 200
		success as text beside an id  send  200  {"data":{"success":"ok","messageId":7}}  answered
		an id where success says nothing  send  200  {"data":{"success":null,"messageId":7}}  unreadable 200
		0 for an id  send  200  {"data":{"messageId":0}}  unreadable 200
		blanks for an id  send  200  {"data":{"messageId":" "}}  unreadable 200
		no id  send  200  {"data":{"messageId":null}}  unreadable 200
		nothing in data  send  200  {"responsecode":201,"data":{}}  unreadable 200
		a list for data  send  200  {"responsecode":201,"data":[{"success":true,"messageId":"m1"}]}  unreadable 200
		no data  send  202  {"responsecode":201}  unreadable 202
		a web page  send  200  "<html>"  unreadable 200
		nothing  send  204  ""  unreadable 204
		a redirect in the body  send  200  {"responsecode":302,"data":{"messageId":"m1"}}  unreadable 200
		success false  send  200  {"responsemessage":"No credit","data":{"success":false}}  refused 200 No credit
		success false beside an id  send  200  {"data":{"success":false,"messageId":"m1"}}  refused 200
		success Failed  send  200  {"data":{"success":" FAILED"}}  refused 200
		success false without an envelope  send  200  {"success":false,"message":"No"}  refused 200 No
		with empty data  send  200  {"success":false,"data":{}}  refused 200
		success false above a receipt  send  200  {"success":false,"data":{"messageId":"m1"}}  unreadable 200
		success false beside a code  send  200  {"success":false,"responsecode":201}  unreadable 200
		401  send  401  {"responsemessage":"Expired"}  unauthorized Expired
		401 in the body  send  200  {"responsecode":401}  unauthorized
		401 with success in the body  send  401  {"responsecode":201,"data":{"messageId":"m1"}}  unauthorized
		429  send  429  "Slow down"  rateLimited Slow down
		429 in the body  read  200  {"responsecode":"429"}  rateLimited
		500 with success in the body  send  500  {"responsecode":201,"data":{"messageId":"m1"}}  serverError 500
		408  send  408  ""  serverError 408
		503 in the body  send  200  {"responsecode":503,"responsemessage":" Busy "}  serverError 503 Busy
		422  send  422  {"responsemessage":"No sender"}  refused 422 No sender
		499  send  499  {"responsecode":201,"data":{"messageId":"m1"}}  refused 499
		a redirect  send  302  ""  redirected 302
		a redirect with an envelope  send  399  {"responsecode":201,"data":{"messageId":"m1"}}  redirected 399
		300  send  300  {"responsecode":201,"data":{"messageId":"m1"}}  redirected 300
		299  send  299  {"responsecode":201,"data":{"messageId":"m1"}}  answered
		199  send  199  {"responsecode":201,"data":{"messageId":"m1"}}  unreadable 199
		a query  read  200  {"responsecode":200,"data":{"data":[]}}  answered
		a query with a bare list  read  200  {"responsecode":200,"data":[]}  answered
		a query with success 0 beside records  read  200  {"data":{"success":0,"data":[]}}  answered
		a query with success 0 alone  read  200  {"data":{"success":0}}  refused 200
		with success false beside records  read  200  {"data":{"success":false,"data":[]}}  refused 200
		with success 0 and records null  read  200  {"data":{"success":0,"data":null}}  refused 200
		with success false as text  read  200  {"data":{"success":"false","data":[]}}  refused 200
		a query without data  read  200  {"responsecode":200,"data":null}  unreadable 200
		a query with a text  read  200  {"responsecode":200,"data":"x"}  unreadable 200
		a token  token  200  {"access_token":"t"}  answered
		a token that fails in its envelope  token  200  {"responsecode":403,"data":{}}  refused 403
		a token that is a text  token  200  "t"  unreadable 200
	`),
)('%s: %s', (_, purpose, statusCode, body, expected) => {
	const outcome = of(purpose as Purpose, Number(statusCode), JSON.parse(body!));
	const { type, status, said } = outcome as { type: string; status?: number; said?: string };
	expect([type, status, said].filter((each) => each !== undefined).join(' ')).toBe(expected);
	if (type === 'answered') expect(outcome).toMatchObject({ body: JSON.parse(body!) });
});

test('an answer comes with its data', () => {
	const data = { success: true, messageId: 'm1' };
	const body = { responsecode: 201, responsemessage: 'Accepted', data };
	expect(of('send', 200, body)).toEqual({ type: 'answered', body, data });
});

test('the Date header of a list tells the clock of the service', () => {
	const date = 'Sat, 21 Nov 2026 08:00:09 GMT';
	expect(of('read', 200, { data: [] }, { date })).toMatchObject({ date });
	expect(of('read', 200, { data: [] })).not.toHaveProperty('date');
});

const coded = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });

// Columns: an outcome, and the error codes of Node.js that mean it.
const kinds = tableOf(`
	unreachable  ECONNREFUSED ENOTFOUND EAI_AGAIN
	timedOut  ECONNABORTED ETIMEDOUT ESOCKETTIMEDOUT
	untrusted  CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
	untrusted  HOSTNAME_MISMATCH UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID
	notTls  EPROTO
	notMade  ERR_INVALID_URL ERR_INVALID_PROTOCOL ERR_INVALID_CHAR ERR_INVALID_HTTP_TOKEN
	notMade  ERR_UNESCAPED_CHARACTERS ERR_HTTP_INVALID_HEADER_VALUE ERR_SOCKET_BAD_PORT
	lost  ECONNRESET EPIPE ERR_BAD_RESPONSE NOT_CERT_RELATED ERR_INVALID_ARG_TYPE ERR_SSL_BAD_RECORD_TYPE
	lost  EHOSTUNREACH ENETUNREACH EHOSTDOWN EADDRNOTAVAIL
	canceled  ERR_CANCELED
	unlisted  x-ECONNREFUSED ECONNREFUSED:x E 500
`);

test.each(kinds)('%s: %s, as n8n wraps them too', (type, codes) => {
	for (const code of codes!.split(' '))
		for (const error of [
			coded(code),
			{ httpCode: code },
			{ cause: { cause: coded(code) } },
			coded('none', { httpCode: 'none', cause: coded(code) }),
		])
			expect([code, outcomeOfError(error).type]).toEqual([code, type]);
});

const connect = { syscall: 'connect' };
const read = { syscall: 'read' };

test.each<[string, object, string]>([
	['of connect', connect, 'unreachable'],
	['of a connection in use', read, 'lost'],
	['of connect, as its cause tells', { cause: { cause: connect } }, 'unreachable'],
	['the first that tells decides', { ...read, cause: connect }, 'lost'],
	['of each address that was tried', { errors: [connect, { cause: connect }] }, 'unreachable'],
	['of one address only', { errors: [connect, read] }, 'lost'],
	['of no address', { errors: [] }, 'lost'],
	['of something that is no error', { errors: [connect, null] }, 'lost'],
])('a missing route %s is %s', (_, more, type) =>
	expect(outcomeOfError(coded('EHOSTUNREACH', more)).type).toBe(type),
);

test.each([
	...['ETIMEDOUT', 'EMFILE', 'EACCES', 'EADDRINUSE', 'ENETUNREACH'].map((code) => [
		code,
		'connect',
	]),
	...['EAI_FAIL', 'EMFILE', 'ENODATA'].map((code) => [code, 'getaddrinfo']),
])('%s of %s: no connection came about, so nothing left', (code, syscall) => {
	const one = coded(code, { syscall });
	const several = coded(code, { errors: [one, coded('ECONNREFUSED', { syscall: 'connect' })] });
	for (const error of [one, several, { cause: several }])
		expect(outcomeOfError(error).type).toBe('unreachable');
	expect(outcomeOfError(coded(code, { errors: [one, coded(code, read)] })).type).not.toBe(
		'unreachable',
	);
});

test.each<[unknown, string | undefined]>([
	[new Error('odd'), 'odd'],
	[new Error('It\n<img src=x onerror=alert(1)> broke'), 'It broke'],
	[new Error('<b>'), undefined],
	['odd', undefined],
	[null, undefined],
])('%p without a code is unlisted', (error, said) =>
	expect(outcomeOfError(error)).toEqual({ type: 'unlisted', ...(said ? { said } : {}) }),
);

test('a code is looked for five causes deep, also where they go round in a circle', () => {
	const nested = (depth: number): object =>
		depth === 0 ? { code: 'ECONNREFUSED' } : { cause: nested(depth - 1) };
	const circle: { cause?: unknown } = {};
	circle.cause = circle;
	expect([nested(4), nested(5), circle].map((error) => outcomeOfError(error).type)).toEqual([
		'unreachable',
		'unlisted',
		'unlisted',
	]);
});
