/**
 * Which words of a failing answer a person gets to read: the service's own, on one line and without markup. Error
 * bodies are not specified, so the usual ones are read.
 */
import fc from 'fast-check';
import { outcomeOfAnswer } from '../../nodes/MessagingService/http/outcome.ts';
import { runsOf } from '../harness/random.mts';
import { tableOf } from './table.mts';

const said = (body: unknown, statusCode = 422): string | undefined =>
	(outcomeOfAnswer('send', { statusCode, body }) as { said?: string }).said;

const none = 'No credit';
const throws = (): never => {
	throw new Error('no');
};

test.each(
	tableOf(`
	the envelope  {"responsecode":422,"responsemessage":"No credit","data":null}  No credit
	message  {"message":"No credit."}  No credit.
	msg  {"msg":"No credit"}  No credit
	error  {"error":"No credit"}  No credit
	an error with a message  {"error":{"message":"No credit","code":4021,"type":"billing"}}  No credit
	an error in an error  {"error":{"error":{"message":"No credit"}}}  No credit
	an error of fields  {"error":{"recipients":["too many"]}}  recipients: too many
	OAuth  {"error":"invalid_grant","error_description":"Key was withdrawn"}  Key was withdrawn
	problem+json  {"type":"http://x","title":"Out of it","status":403,"detail":"Top up","instance":"/7"}  Out of it. Top up
	a reason  {"reason":"No credit"}  No credit
	a description  {"description":"No credit"}  No credit
	invalid-params  {"title":"Not valid","invalid-params":[{"field":"to","reason":"is odd"}]}  Not valid. to: is odd
	invalid_params  {"title":"Not valid","invalid_params":[{"field":"to","reason":"is odd"}]}  Not valid. to: is odd
	violations  {"title":"Not valid","violations":[{"field":"to","reason":"is odd"}]}  Not valid. to: is odd
	details  {"title":"Not valid","details":[{"field":"campaign","reason":"too long"}]}  Not valid. campaign: too long
	errors  {"title":"Not valid","errors":[{"field":"campaign","reason":"too long"}]}  Not valid. campaign: too long
	a field called message  {"errors":{"sender_id":["is odd"],"message":"too long"}}  sender_id: is odd. message: too long
	another one  {"errors":{"priority":["is odd"],"message":"too long"}}  priority: is odd. message: too long
	another one  {"errors":{"campaign":["is odd"],"message":"too long"}}  campaign: is odd. message: too long
	another one  {"errors":{"schedule":["is odd"],"message":"too long"}}  schedule: is odd. message: too long
	another one  {"errors":{"recipients":["is odd"],"message":"too long"}}  recipients: is odd. message: too long
	another one  {"errors":{"contact_list_id":["is odd"],"message":"odd"}}  contact_list_id: is odd. message: odd
	under data  {"responsecode":422,"responsemessage":"","data":{"error":"No credit"}}  No credit
	errors under data  {"responsemessage":"Not valid","data":{"errors":{"to":["is odd"]}}}  Not valid. to: is odd
	errors by field  {"message":"Not valid","errors":{"a":["one","two"],"b":["three"]}}  Not valid. a: one. a: two. b: three
	errors of a field called message  {"errors":{"message":["too long"]}}  message: too long
	errors by field and place  {"errors":{"recipients":{"1":["is odd"]}}}  recipients.1: is odd
	errors as objects by field  {"errors":{"a":{"message":"is odd","path":"a","name":"AnyError"}}}  a: is odd
	errors as one error  {"errors":{"message":"No credit","code":7}}  No credit
	errors as a list  {"errors":["No credit","Top up"]}  No credit. Top up
	errors as a list with a hole, as PHP has it  {"errors":{"0":"No credit","2":"Top up"}}  No credit. Top up
	errors as a text  {"errors":"No credit"}  No credit
	a list of objects by field  {"errors":[{"recipients":["are odd"]},{"a":["is odd"]}]}  recipients: are odd. a: is odd
	the sentence first  {"errors":[{"field":"a","message":"is odd"}],"detail":"Top up","message":"Oh no!"}  Oh no! Top up. a: is odd
	a list for message  {"message":["a is empty","b is odd"],"error":"Bad Request"}  a is empty. b is odd. Bad Request
	details that may be anything  {"message":"No credit","details":{"request":"r 81 of today"}}  No credit
	details as a text  {"error":"Not valid","details":"Top up"}  Not valid. Top up
	a list  [{"param":"campaign","msg":"too long"},"No credit"]  No credit. campaign: too long
	a field as field  {"errors":[{"field":"campaign","message":"too long"}]}  campaign: too long
	a field as param  {"errors":[{"param":"campaign","message":"too long"}]}  campaign: too long
	a field as path  {"errors":[{"path":"campaign","message":"too long"}]}  campaign: too long
	a field as property  {"errors":[{"property":"campaign","message":"too long"}]}  campaign: too long
	a field as name  {"errors":[{"name":"campaign","message":"too long"}]}  campaign: too long
	a field as loc  {"errors":[{"loc":"campaign","message":"too long"}]}  campaign: too long
	a field as a pointer  {"errors":[{"source":{"pointer":"/data/attributes/to/3"},"title":"Odd one","detail":"No"}]}  Odd one. to.3: No
	a pointer of a fragment  {"errors":[{"source":{"pointer":"#/recipients/1"},"detail":"is odd"}]}  recipients.1: is odd
	a parameter  {"errors":[{"source":{"parameter":"per_page"},"title":"is too large"}]}  per_page: is too large
	a field beside the one sentence  {"error":"too long","field":"campaign"}  campaign: too long
	under data  {"data":{"message":"too long","param":"campaign"}}  campaign: too long
	a place in the body  {"detail":[{"loc":["body","recipients",2],"msg":"is required"}]}  recipients.2: is required
	a place that nobody can read  {"errors":[{"path":["recipients",{"a":1}],"message":"is odd"}]}  is odd
	an address that is no field  {"status":404,"message":"No credit","path":"/api/sms/messages","name":"x"}  No credit
	a class that is no field  {"errors":[{"name":"RangeError","message":"Top up"}]}  Top up
		another one  {"errors":[{"name":"MyException","message":"Top up"}]}  Top up
	a field without a text  {"errors":[{"field":"campaign"},{"field":"to","message":null}]}  nothing
	a field that is no text  {"errors":[{"field":{"a":1},"path":7,"name":" ","message":"is odd"}]}  is odd
	at its first place  {"message":"Top up","error":"No credit","title":"Top up."}  Top up. No credit
	with its field  {"message":"is odd","errors":{"recipients":["is odd"]}}  recipients: is odd
	one text of two fields  {"errors":{"a":["is odd"],"b":["is odd"]}}  a: is odd. b: is odd
	a code alone  {"error":"invalid_sender"}  invalid_sender
	a code by its name  {"success":false,"code":"E-SENDER"}  E-SENDER
	by its other name  {"error_code":"NO_CREDIT"}  NO_CREDIT
	a code beside a sentence  {"error":"invalid_sender","code":"ESEND","message":"No credit"}  No credit
	further in  {"error":"unprocessable","errors":[{"message":"No credit","code":"asleep"}]}  No credit
	beside a field's error  {"error":"unprocessable","errors":{"campaign":["required"]}}  campaign: required
	a code with its field  {"errors":[{"field":"to","code":"invalid_number"}]}  to: invalid_number
	one word that is no code  {"message":"Expired"}  Expired
	words for nothing  {"error":true,"errors":[true,"false","null"],"title":"true","detail":"undefined"}  nothing
	numbers  {"error":4021,"message":17,"errors":[3,{"code":9}],"title":"40-21","code":"77"}  nothing
	a text as data  {"responsecode":422,"data":"No credit"}  No credit
	a list as data  {"responsemessage":"Not today","data":[{"field":"a","message":"is odd"},"Oh no!"]}  Not today. Oh no! a: is odd
	what is no error  {"data":{"text":"Hello","recipients":["+254700000001"]},"id":"abc","status":"failed"}  nothing
	brackets  "[gateway] No credit"  [gateway] No credit
	a part of one  "proxy says: <body class=a>502 Bad Gateway"  nothing
	`),
)('%s: %s', (_, body, expected) => expect(said(JSON.parse(body!)) ?? 'nothing').toBe(expected));

test.each<[unknown, string | undefined]>([
	[
		{ message: 'No credit', error: 'no credit.', errors: ['No  credit', 'Top up'] },
		'No credit. Top up',
	],
	[{ message: ' \t', error: '', errors: [[], {}, [[]], null], title: '\u200b' }, undefined],
	[
		{ message: 'What now?', error: { title: 'Look here:', detail: 'Top up' } },
		'What now? Look here: Top up',
	],
	[' Slow\ndown ', 'Slow down'],
	['{"message":"No credit","errors":{"to":["is odd"]}}', 'No credit. to: is odd'],
	['\ufeff [ "No credit" ] ', 'No credit'],
	['"No credit"', 'No credit'],
	['{"message":"No cre', '{"message":"No cre'],
	['\n<!-- x --><!DOCTYPE html><title>502</title>', undefined],
	['<?xml version="1.0"?><error><text>Out of credit</text></error>', 'Out of credit'],
	...['{}', '4021', 'true', '', ' \n', '-- 17 --', null, undefined, 4021, []].map(
		(body): [unknown, undefined] => [body, undefined],
	),
])('%j says %p', (body, expected) => expect(said(body)).toBe(expected));

test.each<[string, string | undefined]>([
	[
		'No\u00a0credit\r\n\tleft\u2028\u2029now\u0000\u001b[0m\u200b\u202e!',
		'No credit left now [0m !',
	],
	['half \ud83d of a pair', 'half of a pair'],
	['x < 5 and y > 3, or <3, a <= b', 'x < 5 and y > 3, or <3, a <= b'],
	['Not <b>valid</b>, see <a href="https://example.com?a=1>2">here</a>', 'Not valid , see here'],
	['No credit <img src=x onerror=alert(1)', 'No credit'],
	['No credit <IMG\nSRC=x ONERROR="alert(1) > 2', 'No credit'],
	['No <!-- secret > \n--> credit <!-- left', 'No credit'],
	[
		'No <script type=x>var a = "</b>";</script > credit <STYLE>p{}</style><script>left',
		'No credit',
	],
	['No <scripted>credit', 'No credit'],
	['<<b>script>No credit<<i></i>/script>', '< script>No credit< /script>'],
	["Don't <b title='a>b'>do</b> it", "Don't do it"],
	['<html><body>502 Bad Gateway</body></html>', undefined],
	['<p></p>', undefined],
])('one line without markup: %j', (text, expected) => {
	for (const body of [
		{ responsemessage: text },
		{ errors: [text] },
		{ data: { error: text } },
		text,
	])
		expect(said(body)).toBe(expected);
});

test.each([400, 401, 408, 422, 429, 451, 500, 502])('status %i, in the body too', (code) => {
	const body = { responsecode: code, error: { detail: none } };
	expect([said(body, code), said(body, 200), said(none, code)]).toEqual([none, none, none]);
});

describe('a body of any size and shape', () => {
	const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
		depth === 0 ? none : wrap(nested(depth - 1, wrap));

	test('is read five deep', () => {
		for (const wrap of [
			(inner: unknown) => [inner],
			(error: unknown) => ({ error }),
			(field: unknown) => ({ field7: field }),
		]) {
			expect(said({ errors: nested(5, wrap) })).toContain(none);
			for (const depth of [6, 5000]) expect(said({ errors: nested(depth, wrap) })).toBeUndefined();
		}
	});

	test('is looked at up to some hundred members and ten thousand characters', () => {
		let reads = 0;
		const counted = <T extends object>(target: T): T =>
			new Proxy(target, {
				get: (of, name) => {
					reads++;
					return Reflect.get(of, name) as unknown;
				},
			});
		const many = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 'is odd']);
		expect(said({ errors: counted(Object.fromEntries(many) as object) })).toContain('f99: is odd');
		expect(said({ errors: counted(many.map(() => none)) })).toBe(none);
		expect(said({ errors: [{ path: counted(many.map(() => 'p')), message: 'is odd' }] })).toMatch(
			/^p\.p/,
		);
		expect(reads).toBeLessThan(3000);
		for (const body of [
			`Long ${'x'.repeat(5_000_000)}`,
			{ message: `Long ${'<a'.repeat(2_000_000)}` },
		])
			expect([said(body)!.slice(0, 4), said(body)!.length < 10_100]).toEqual(['Long', true]);
		expect(said({ message: `Long ${'x'.repeat(10_000)}`, error: 'left out' })).not.toContain(
			'left out',
		);
		expect(said({ errors: [{ field: 'f'.repeat(500), message: 'No' }] })).toBe(
			`${'f'.repeat(80)}: No`,
		);
	});

	test('a member that fails is passed over, and what is not its own says nothing', () => {
		const failing = { get: throws };
		const body = Object.defineProperties(
			{ error: none },
			{ responsemessage: failing, data: failing },
		);
		expect(said(body)).toBe(none);
		expect(said(Object.create({ message: 'inherited' }))).toBeUndefined();
		expect(said(JSON.parse('{"errors":{"__proto__":["is odd"],"constructor":["is too"]}}'))).toBe(
			'__proto__: is odd. constructor: is too',
		);
	});

	test('a body that holds itself ends', () => {
		const body: Record<string, unknown> = { message: none };
		body.error = body.data = body;
		body.errors = [body, body];
		expect(said(body)).toBe(none);
	});

	const marks = '<|>|<b|</|<!--|-->|<script|</script>|="|=\'|"| |No|\n|\u200b|/|!'.split('|');
	const names = 'message|error|errors|data|title|detail|field|path|code|__proto__'.split('|');
	const texts = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 12 }),
		fc.array(fc.constantFrom(...marks), { maxLength: 12 }).map((parts) => parts.join('')),
	);
	const { body: bodies } = fc.letrec((tie) => ({
		body: fc.oneof(
			{ depthSize: 'small' },
			texts,
			fc.constantFrom<unknown>(7, true, null),
			fc.array(tie('body'), { maxLength: 4 }),
			fc
				.array(fc.tuple(fc.oneof(texts, fc.constantFrom(...names)), tie('body')), { maxLength: 5 })
				.map((entries) => Object.fromEntries(entries) as unknown),
		),
	}));

	test('whatever it is, there is one clean line with a letter in it, or none', () => {
		fc.assert(
			fc.property(bodies, fc.constantFrom(200, 400, 503), (body, status) => {
				const text = said(body, status);
				if (text === undefined) return;
				expect(text).toBe(text.trim());
				expect(text).toMatch(/\p{L}/u);
				expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]| {2}|<[a-z/!?]/iu);
			}),
			runsOf(1_000),
		);
	});
});
