/**
 * Which words of a failing answer a person gets to read: the service's own, on one line and without markup. Error
 * bodies are not specified, so the usual ones are read.
 */
import fc from 'fast-check';
import { outcomeOfAnswer } from '../../nodes/MessagingService/http/outcome.ts';
import { runsOf } from '../harness/random.mts';

const said = (body: unknown, statusCode = 422): string | undefined =>
	(outcomeOfAnswer('send', { statusCode, body }) as { said?: string }).said;

const none = 'No credit left';

test.each<[string, unknown, string | undefined]>([
	['the envelope', { responsecode: 422, responsemessage: none, data: null }, none],
	['message', { message: `${none}.` }, `${none}.`],
	['msg', { msg: none }, none],
	['error', { error: none }, none],
	['an error with a message', { error: { message: none, code: 4021, type: 'billing' } }, none],
	['an error in an error', { error: { error: { message: none } } }, none],
	['an error of fields', { error: { recipients: ['too many'] } }, 'recipients: too many'],
	[
		'OAuth',
		{ error: 'invalid_grant', error_description: 'Key was withdrawn' },
		'Key was withdrawn',
	],
	[
		'problem+json',
		{
			type: 'https://x.example',
			title: 'Out of it',
			status: 403,
			detail: 'Top up',
			instance: '/7',
		},
		'Out of it. Top up',
	],
	['a reason', { reason: none }, none],
	['a description', { description: none }, none],
	...['invalid-params', 'invalid_params', 'violations', 'details', 'errors'].map(
		(list): [string, object, string] => [
			list,
			{ title: 'Not valid', [list]: [{ field: 'campaign', reason: 'is too long' }] },
			'Not valid. campaign: is too long',
		],
	),
	...['sender_id', 'priority', 'campaign', 'schedule', 'recipients', 'contact_list_id'].map(
		(field): [string, object, string] => [
			`errors by ${field}, beside a field called message`,
			{ errors: { [field]: ['is odd'], message: 'is too long' } },
			`${field}: is odd. message: is too long`,
		],
	),
	['under data', { responsecode: 422, responsemessage: '', data: { error: none } }, none],
	[
		'errors under data',
		{ responsemessage: 'Not valid', data: { errors: { recipients: ['are odd'] } } },
		'Not valid. recipients: are odd',
	],
	[
		'errors by field',
		{ message: 'Not valid at all', errors: { a: ['one', 'two'], b: ['three'] } },
		'Not valid at all. a: one. a: two. b: three',
	],
	[
		'errors of a field called message',
		{ errors: { message: ['is too long'] } },
		'message: is too long',
	],
	[
		'errors by field and place',
		{ errors: { recipients: { 1: ['is odd'] } } },
		'recipients.1: is odd',
	],
	[
		'errors as objects by field',
		{ errors: { a: { message: 'is missing', path: 'a', name: 'ValidatorError' } } },
		'a: is missing',
	],
	['errors as one error', { errors: { message: none, code: 7 } }, none],
	['errors as a list', { errors: [none, 'Top up'] }, `${none}. Top up`],
	[
		'errors as a list with a hole, as PHP has it',
		{ errors: { 0: none, 2: 'Top up' } },
		`${none}. Top up`,
	],
	['errors as a text', { errors: none }, none],
	[
		'a list of objects by field',
		{ errors: [{ recipients: ['are missing'] }, { template: ['is odd'] }] },
		'recipients: are missing. template: is odd',
	],
	[
		'the sentence first',
		{ errors: [{ field: 'to', message: 'is odd' }], detail: 'Mend it all', message: 'Oh no!' },
		'Oh no! Mend it all. to: is odd',
	],
	[
		'a list for message',
		{ message: ['campaign is empty', 'it is odd'], error: 'Bad Request' },
		'campaign is empty. it is odd. Bad Request',
	],
	['details that may be anything', { message: none, details: { request: 'r 81 of today' } }, none],
	['details as a text', { error: 'Not valid', details: 'Top up' }, 'Not valid. Top up'],
	['a list', [{ param: 'campaign', msg: 'is too long' }, none], `${none}. campaign: is too long`],
	...['field', 'param', 'path', 'property', 'name', 'loc'].map(
		(name): [string, unknown, string] => [
			`a field as ${name}`,
			{ errors: [{ [name]: 'campaign', message: 'is too long' }] },
			'campaign: is too long',
		],
	),
	[
		'a field as a pointer',
		{
			errors: [
				{
					source: { pointer: '/data/attributes/recipients/3' },
					title: 'Odd one',
					detail: 'is odd',
				},
			],
		},
		'Odd one. recipients.3: is odd',
	],
	[
		'a pointer of a fragment',
		{ errors: [{ source: { pointer: '#/recipients/1' }, detail: 'is odd' }] },
		'recipients.1: is odd',
	],
	[
		'a parameter',
		{ errors: [{ source: { parameter: 'per_page' }, title: 'is too large' }] },
		'per_page: is too large',
	],
	[
		'a field beside the one sentence',
		{ error: 'is too long', field: 'campaign' },
		'campaign: is too long',
	],
	['under data', { data: { message: 'is too long', param: 'campaign' } }, 'campaign: is too long'],
	[
		'a place in the body',
		{ detail: [{ loc: ['body', 'recipients', 2], msg: 'is required' }] },
		'recipients.2: is required',
	],
	[
		'a place that nobody can read',
		{ errors: [{ path: ['recipients', { a: 1 }], message: 'is odd' }] },
		'is odd',
	],
	[
		'an address that is no field',
		{ status: 404, message: none, path: '/api/sms/messages', name: 'x' },
		none,
	],
	[
		'a class that is no field',
		{
			errors: [
				{ name: 'RangeError', message: 'is odd' },
				{ name: 'MyException', message: none },
			],
		},
		`is odd. ${none}`,
	],
	[
		'a field without a text',
		{ errors: [{ field: 'campaign' }, { field: 'to', message: null }] },
		undefined,
	],
	[
		'a field that is no text',
		{ errors: [{ field: { a: 1 }, path: 7, name: ' ', message: 'is odd' }] },
		'is odd',
	],
	[
		'each text once',
		{ message: none, error: 'no credit left.', errors: ['No  credit left', 'Top up'] },
		`${none}. Top up`,
	],
	['at its first place', { message: 'Top up', error: none, title: 'Top up.' }, `Top up. ${none}`],
	[
		'with its field',
		{ message: 'is odd', errors: { recipients: ['is odd'] } },
		'recipients: is odd',
	],
	['one text of two fields', { errors: { a: ['is odd'], b: ['is odd'] } }, 'a: is odd. b: is odd'],
	[
		'a text with its own end',
		{ message: 'What now?', error: { title: 'Look here:', detail: 'Top up' } },
		'What now? Look here: Top up',
	],
	['a code alone', { error: 'invalid_sender' }, 'invalid_sender'],
	['a code by its name', { success: false, code: 'E-SENDER' }, 'E-SENDER'],
	['by its other name', { error_code: 'NO_CREDIT' }, 'NO_CREDIT'],
	['a code beside a sentence', { error: 'invalid_sender', code: 'ESEND', message: none }, none],
	['further in', { error: 'unprocessable', errors: [{ message: none, code: 'asleep' }] }, none],
	[
		"beside a field's error",
		{ error: 'unprocessable', errors: { campaign: ['required'] } },
		'campaign: required',
	],
	[
		'a code with its field',
		{ errors: [{ field: 'to', code: 'invalid_number' }] },
		'to: invalid_number',
	],
	['one word that is no code', { message: 'Expired' }, 'Expired'],
	[
		'words for nothing',
		{ error: true, errors: [true, 'false', 'null'], title: 'true', detail: 'undefined' },
		undefined,
	],
	[
		'numbers',
		{ error: 4021, message: 17, errors: [3, { code: 9 }], title: '40-21', code: '77' },
		undefined,
	],
	['a text as data', { responsecode: 422, data: none }, none],
	[
		'a list as data',
		{ responsemessage: 'Not today', data: [{ field: 'to', message: 'is odd' }, 'and more'] },
		'Not today. and more. to: is odd',
	],
	[
		'empty texts',
		{ message: ' \t', error: '', errors: [[], {}, [[]], null], title: '\u200b' },
		undefined,
	],
	[
		'what is no error',
		{ data: { text: 'Hello', recipients: ['+254700000001'] }, id: 'abc', status: 'failed' },
		undefined,
	],
	['plain text', ' Slow\ndown ', 'Slow down'],
	[
		'JSON as text',
		'{"message":"No credit left","errors":{"to":["is odd"]}}',
		`${none}. to: is odd`,
	],
	['a list as text', '\ufeff [ "No credit left" ] ', none],
	['a text as JSON', '"No credit left"', none],
	['half of a JSON text', '{"message":"No cre', '{"message":"No cre'],
	['brackets', '[gateway] No credit left', '[gateway] No credit left'],
	['a web page', '\n<!-- x --><!DOCTYPE html><title>502</title>', undefined],
	['a part of one', 'proxy says: <body class=a>502 Bad Gateway', undefined],
	['XML', '<?xml version="1.0"?><error><text>Out of credit</text></error>', 'Out of credit'],
	...[
		['{}'],
		['4021'],
		['true'],
		[''],
		[' \n'],
		['-- 17 --'],
		[null],
		[undefined],
		[4021],
		[[]],
	].map(([body]): [string, unknown, undefined] => [
		`nothing in ${JSON.stringify(body)}`,
		body,
		undefined,
	]),
])('%s: %#', (_name, body, expected) => expect(said(body)).toBe(expected));

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
		const failing = {
			get: () => {
				throw new Error('no');
			},
		};
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
	const names = 'message|error|errors|data|title|detail|field|path|source|code|__proto__'.split(
		'|',
	);
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
