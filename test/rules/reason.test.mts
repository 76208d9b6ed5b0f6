/**
 * The reason that a user reads from a failing answer: the service's own words, on one line and without markup. Error
 * bodies are not specified, so the common formats are read.
 */
import fc from 'fast-check';
import { outcomeOfAnswer } from '../../nodes/MessagingService/service/outcome.ts';
import { runsOf } from '../harness/random.mts';
import { tableOf } from './table.mts';

const said = (body: unknown, statusCode = 422): string | undefined =>
	(outcomeOfAnswer('send', { statusCode, body }) as { said?: string }).said;

const none = 'No credit';

test.each(
	tableOf(`
	the envelope  {"responsecode":422,"responsemessage":"No credit","data":null}  No credit
	problem+json  {"type":"http://x","title":"Out of it","status":403,"detail":"Top up","instance":"/7"}  Out of it. Top up
	errors as objects by field  {"errors":{"a":{"message":"is odd","path":"a","name":"AnyError"}}}  a: is odd
	details that may be anything  {"message":"No credit","details":{"request":"r 81 of today"}}  No credit
	a list  [{"param":"campaign","msg":"too long"},"No credit"]  No credit. Campaign: too long
	a field beside the one sentence  {"error":"too long","field":"campaign"}  Campaign: too long
	a place that nobody can read  {"errors":[{"path":["recipients",{"a":1}],"message":"is odd"}]}  is odd
	an address that is no field  {"status":404,"message":"No credit","path":"/api/sms/messages","name":"x"}  No credit
	a class that is no field  {"errors":[{"name":"RangeError","message":"Top up"}]}  Top up
		another one  {"errors":[{"name":"MyException","message":"Top up"}]}  Top up
	a field without a text  {"errors":[{"field":"campaign"},{"field":"to","message":null}]}  nothing
	a field that is no text  {"errors":[{"field":{"a":1},"path":7,"name":" ","message":"is odd"}]}  is odd
	with its field  {"message":"is odd","errors":{"recipients":["is odd"]}}  Recipients: is odd
	a code alone  {"error":"invalid_sender"}  invalid_sender
	one word that is no code  {"message":"Expired"}  Expired
	words for nothing  {"error":true,"errors":[true,"false","null"],"title":"true","detail":"undefined"}  nothing
	numbers  {"error":4021,"message":17,"errors":[3,{"code":9}],"title":"40-21","code":"77"}  nothing
	a list as data  {"responsemessage":"Not today","data":[{"field":"a","message":"is odd"},"Oh no!"]}  Not today. Oh no! a: is odd
	what is no error  {"data":{"text":"Hello","recipients":["+254700000001"]},"id":"abc","status":"failed"}  nothing
	brackets  "[gateway] No credit"  [gateway] No credit
	a part of one  "proxy says: <body class=a>502 Bad Gateway"  nothing
	`),
)('%s: %s', (_, body, expected) => expect(said(JSON.parse(body!)) ?? 'nothing').toBe(expected));

test.each('message msg error error_description title detail description reason'.split(' '))(
	'a sentence as %s',
	(name) => {
		expect(said({ [name]: none })).toBe(none);
		expect(said({ error: { [name]: none } })).toBe(none);
		expect(said({ data: { [name]: [none] } })).toBe(none);
	},
);

test.each(['errors', 'details'])('further errors as %s, each with its field', (name) => {
	for (const field of 'field param path property'.split(' ')) {
		const body = { title: 'Not valid', [name]: [{ [field]: 'to', reason: 'is odd' }] };
		expect([said(body), said({ data: body })]).toEqual(Array(2).fill('Not valid. to: is odd'));
	}
});

test('errors by field, one of message', () =>
	expect(said({ errors: { to: ['is odd', 'is long'], message: ['too long'], title: 'No' } })).toBe(
		'No. to: is odd. to: is long. Message: too long',
	));

test.each<[unknown, string | undefined]>([
	[{ message: none, error: 'no credit.', errors: ['No  credit', 'Top up'] }, 'No credit. Top up'],
	[{ message: ' \t', error: '', errors: [[], {}, [[]], null], title: '\u200b' }, undefined],
	[{ message: 'Oh no?', error: { title: 'Go on:', detail: 'at 7 pm' } }, 'Oh no? Go on: at 7 pm'],
	[' Slow\ndown ', 'Slow down'],
	['{"message":"No cre', '{"message":"No cre'],
	['\n<!-- x --><!DOCTYPE html><title>502</title>', undefined],
	['<?xml version="1.0"?><error><text>Out of credit</text></error>', 'Out of credit'],
	...['{}', '4021', 'true', '', ' \n', '-- 17 --', null, undefined, 4021, []].map(
		(body): [unknown, undefined] => [body, undefined],
	),
])('%j says %p', (body, expected) => expect(said(body)).toBe(expected));

test.each<[string, string | undefined]>([
	['No\u00a0credit\r\n\tleft\u2028\u2029now\u0000\u001b[0m\u200b!', 'No credit left now [0m !'],
	['half \ud83d of a pair', 'half of a pair'],
	['x < 5 and y > 3, or <3, a <= b', 'x < 5 and y > 3, or <3, a <= b'],
	['Not <b>valid</b>, see <a href="https://example.com?a=1>2">here</a>', 'Not valid , see here'],
	['No credit <img src=x onerror=alert(1)', 'No credit'],
	['No credit <IMG\nSRC=x ONERROR="alert(1) > 2', 'No credit'],
	['No <!-- secret > \n--> credit <!-- left', 'No credit'],
	['No <script type=x>a = "</b>";</script > credit <STYLE>p{}</style><script>left', 'No credit'],
	['No <scripted>credit', 'No credit'],
	['<<b>script>No credit<<i></i>/script>', '< script>No credit< /script>'],
	["Don't <b title='a>b'>do</b> it", "Don't do it"],
	['<html><body>502 Bad Gateway</body></html>', undefined],
	['<p></p>', undefined],
])('one line without markup: %j', (text, expected) => {
	for (const body of [{ errors: [text] }, text]) expect(said(body)).toBe(expected);
});

describe('a body of any size and shape', () => {
	test('is looked at up to ten thousand characters, and so many members', () => {
		let reads = 0;
		const counted = new Proxy(Array<string>(20_000).fill(none), {
			get: (list, name) => {
				reads++;
				return Reflect.get(list, name) as unknown;
			},
		});
		expect([said({ errors: counted }), reads < 1000]).toEqual([none, true]);
		const fields = Array.from({ length: 400 }, (_, index) => [`f${index}`, 'is odd']);
		expect(said({ errors: Object.fromEntries(fields) as object })).toMatch(
			/^f0: is odd.{1000,10000} f\d+: is odd$/,
		);
		for (const text of [`Long ${'x'.repeat(5_000_000)}`, `Long ${'<a'.repeat(2_000_000)}`])
			expect(said({ message: text })).toMatch(/^Long.{0,10000}$/);
		const errors = [{ field: 'f'.repeat(500), message: 'No' }];
		expect(said({ errors })).toBe(`${'f'.repeat(80)}: No`);
	});

	test('what is not its own says nothing', () => {
		expect(said(Object.create({ message: 'inherited' }))).toBeUndefined();
		const odd = '{"errors":{"__proto__":["is odd"],"constructor":["is too"]}}';
		expect(said(JSON.parse(odd))).toBe('__proto__: is odd. constructor: is too');
	});

	const marks = '<|>|<b|</|<!--|-->|<script|</script>|="|=\'|"| |No|\n|\u200b|/|!'.split('|');
	const names = 'message|error|errors|data|title|detail|field|path|code|__proto__'.split('|');
	const marked = fc.array(fc.constantFrom(...marks), { maxLength: 12 });
	const texts = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 12 }),
		marked.map((parts) => parts.join('')),
	);
	const bodies = fc.object({
		key: fc.oneof(texts, fc.constantFrom(...names)),
		values: [texts, texts, fc.constantFrom(7, true, null)],
		maxDepth: 4,
	});

	test('whatever it is, there is one clean line with a letter in it, or none', () => {
		fc.assert(
			fc.property(fc.oneof(bodies, texts), (body) => {
				const text = said(body);
				if (text === undefined) return;
				expect(text).toBe(text.trim());
				expect(text).toMatch(/\p{L}/u);
				expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]| {2}|<[a-z/!?]/iu);
			}),
			runsOf(1_000),
		);
	});
});
