/**
 * Which words of a failing answer a person gets to read. The service's error bodies are not
 * specified, so the usual ones are read.
 */
import fc from 'fast-check';
import { outcomeOfAnswer, outcomeOfError } from '../../nodes/MessagingService/http/outcome.ts';
import { runsOf } from '../randomRuns.mts';

const said = (body: unknown, statusCode = 422): string | undefined =>
	(outcomeOfAnswer('send', { statusCode, body }) as { said?: string }).said;

test.each<[string, unknown, string | undefined]>([
	[
		'responsemessage',
		{ responsecode: 422, responsemessage: 'Sender 81 sleeps', data: null },
		'Sender 81 sleeps',
	],
	['message', { message: 'Sender 81 sleeps.' }, 'Sender 81 sleeps.'],
	['error as text', { error: 'No credit left' }, 'No credit left'],
	[
		'error as an object',
		{ error: { message: 'No credit left', code: 4021, type: 'billing' } },
		'No credit left',
	],
	[
		'error as an object of an object',
		{ error: { error: { message: 'No credit left' } } },
		'No credit left',
	],
	['error as an object of fields', { error: { recipients: ['too many'] } }, 'recipients: too many'],
	[
		'OAuth',
		{ error: 'invalid_grant', error_description: 'The key was withdrawn' },
		'The key was withdrawn',
	],
	[
		'problem+json',
		{
			type: 'https://example.com/probs/credit',
			title: 'Out of credit',
			status: 403,
			detail: 'Balance is 3, the cost 5',
			instance: '/account/7',
		},
		'Out of credit. Balance is 3, the cost 5',
	],
	[
		'problem+json with parameters',
		{ title: 'Not valid', 'invalid-params': [{ name: 'campaign', reason: 'is too long' }] },
		'Not valid. campaign: is too long',
	],
	['a description', { description: 'No credit left' }, 'No credit left'],
	['a code by its other name', { error_code: 'NO_CREDIT' }, 'NO_CREDIT'],
	...['invalid_params', 'violations'].map((list): [string, object, string] => [
		list,
		{ title: 'Not valid', [list]: [{ name: 'campaign', reason: 'is too long' }] },
		'Not valid. campaign: is too long',
	]),
	...['sender_id', 'priority', 'campaign', 'schedule', 'recipients', 'contact_list_id'].map(
		(field): [string, object, string] => [
			`errors with ${field} among the fields, beside a message`,
			{ errors: { [field]: ['is odd'], message: 'is too long' } },
			`${field}: is odd. message: is too long`,
		],
	),
	[
		'under data',
		{ responsecode: 422, responsemessage: '', data: { error: 'Sender 81 sleeps' } },
		'Sender 81 sleeps',
	],
	[
		'errors under data',
		{
			responsemessage: 'Validation failed',
			data: { errors: { recipients: ['+2547 is not valid'] } },
		},
		'Validation failed. recipients: +2547 is not valid',
	],
	[
		'problem+json under data',
		{ data: { title: 'Out of credit', detail: 'Top up' } },
		'Out of credit. Top up',
	],

	[
		'errors as an object of lists',
		{
			message: 'Validation failed',
			errors: {
				recipients: ['+2547 is not valid', '+2548 is not valid'],
				sender_id: ['is required'],
			},
		},
		'Validation failed. recipients: +2547 is not valid. recipients: +2548 is not valid. sender_id: is required',
	],
	[
		'errors as an object of texts',
		{ errors: { recipients: 'are missing', message: 'is too long' } },
		'recipients: are missing. message: is too long',
	],
	[
		'errors as an object of lists, one called message',
		{ errors: { message: ['is too long'] } },
		'message: is too long',
	],
	[
		'errors as an object of objects',
		{
			errors: {
				recipients: {
					message: 'are missing',
					kind: 'required',
					path: 'recipients',
					name: 'ValidatorError',
				},
			},
		},
		'recipients: are missing',
	],
	[
		'errors as an object of objects by place',
		{ errors: { recipients: { 1: ['+2547 is not valid'] } } },
		'recipients.1: +2547 is not valid',
	],
	['errors as one error with a list', { errors: { detail: ['No credit left'] } }, 'No credit left'],
	['errors as one error', { errors: { message: 'No credit left', code: 7 } }, 'No credit left'],
	[
		'errors as a list of texts',
		{ errors: ['No credit left', 'Sender 81 sleeps'] },
		'No credit left. Sender 81 sleeps',
	],
	[
		'errors as a list with a hole, as PHP writes it',
		{ errors: { 0: 'No credit left', 2: 'Sender 81 sleeps' } },
		'No credit left. Sender 81 sleeps',
	],
	['errors as a text', { errors: 'No credit left' }, 'No credit left'],
	[
		'the sentence first',
		{
			errors: [{ field: 'recipients', message: '+2547 is not valid' }],
			detail: 'Mend one number',
			message: 'Validation failed!',
		},
		'Validation failed! Mend one number. recipients: +2547 is not valid',
	],
	[
		'a list of texts for message',
		{ statusCode: 400, message: ['campaign is empty', 'priority is odd'], error: 'Bad Request' },
		'campaign is empty. priority is odd. Bad Request',
	],
	[
		'details that may be anything',
		{ message: 'No credit left', details: { request: 'r 81 of today' } },
		'No credit left',
	],
	[
		'details as a text',
		{ error: 'Not valid', details: 'Sender 81 sleeps' },
		'Not valid. Sender 81 sleeps',
	],
	[
		'details of an error',
		{
			error: {
				message: 'Not valid',
				details: [{ path: ['recipients', 0], message: 'is a landline' }],
			},
		},
		'Not valid. recipients.0: is a landline',
	],
	[
		'a body that is a list',
		[{ param: 'campaign', msg: 'is too long' }, 'No credit left'],
		'No credit left. campaign: is too long',
	],
	...(['field', 'param', 'path', 'property', 'name'] as const).map(
		(name): [string, unknown, string] => [
			`a field as ${name}`,
			{ errors: [{ [name]: 'campaign', message: 'is too long' }] },
			'campaign: is too long',
		],
	),
	[
		'a field as source.pointer',
		{
			errors: [
				{
					status: '422',
					source: { pointer: '/data/attributes/recipients/3' },
					title: 'Invalid Attribute',
					detail: '+2547 is not valid',
				},
			],
		},
		'Invalid Attribute. recipients.3: +2547 is not valid',
	],
	[
		'a field as source.parameter',
		{ errors: [{ source: { parameter: 'per_page' }, title: 'is too large' }] },
		'per_page: is too large',
	],
	[
		'a field as a pointer of a fragment',
		{ errors: [{ source: { pointer: '#/recipients/1' }, detail: 'is a landline' }] },
		'recipients.1: is a landline',
	],
	[
		'a field beside the one sentence',
		{ error: 'is too long', field: 'campaign' },
		'campaign: is too long',
	],
	[
		'a field beside the one sentence under data',
		{ data: { message: 'is too long', param: 'campaign' } },
		'campaign: is too long',
	],
	[
		'a field as loc',
		{ detail: [{ loc: ['body', 'recipients', 2], msg: 'field required', type: 'missing' }] },
		'recipients.2: field required',
	],
	[
		'a field of the one error',
		{ error: { field: 'campaign', message: 'is too long', name: 'RangeError', path: '/api/sms' } },
		'campaign: is too long',
	],
	[
		'a path that is no field',
		{
			status: 404,
			error: 'Not Found',
			message: 'No such sender',
			path: '/api/sms/messages',
			name: 'x',
		},
		'No such sender. Not Found',
	],
	[
		'a field without a text',
		{ errors: [{ field: 'campaign' }, { field: 'recipients', message: null }] },
		undefined,
	],
	[
		'a field called property',
		{ errors: { property: ['is required'], campaign: ['is odd'] } },
		'property: is required. campaign: is odd',
	],
	[
		'a list of objects of lists',
		{ errors: [{ recipients: ['are missing'] }, { template: ['is odd'] }] },
		'recipients: are missing. template: is odd',
	],
	[
		'a name that is a class',
		{
			errors: [
				{ name: 'RangeError', message: 'is too long' },
				{ name: 'BalanceException', message: 'No credit left' },
			],
		},
		'is too long. No credit left',
	],
	[
		'a path before a name',
		{ errors: [{ name: 'Required', path: 'recipients', message: 'are missing' }] },
		'recipients: are missing',
	],
	[
		"a path that can't be read",
		{ errors: [{ path: ['recipients', { a: 1 }], message: 'is a landline' }] },
		'is a landline',
	],
	[
		'a field that is no text',
		{ errors: [{ field: { a: 1 }, path: 7, name: ' ', message: 'is too long' }] },
		'is too long',
	],

	[
		'each text once',
		{ message: 'No credit left', error: 'no credit left.', errors: ['No  credit left', 'Top up'] },
		'No credit left. Top up',
	],
	[
		'each text once, at its first place',
		{ message: 'Top up', error: 'No credit left', title: 'Top up.' },
		'Top up. No credit left',
	],
	[
		'each text once, with its field',
		{ message: '+2547 is not valid', errors: { recipients: ['+2547 is not valid'] } },
		'recipients: +2547 is not valid',
	],
	[
		'one text of two fields',
		{ errors: { campaign: ['is required'], priority: ['is required'] } },
		'campaign: is required. priority: is required',
	],
	[
		'a text with its own end',
		{ message: 'What now?', error: { title: 'Look here:', detail: 'Top up' } },
		'What now? Look here: Top up',
	],

	['a code alone', { error: 'invalid_sender' }, 'invalid_sender'],
	['a code by its name', { success: false, code: 'E-SENDER' }, 'E-SENDER'],
	[
		'a code beside a sentence',
		{ error: 'invalid_sender', code: 'ESEND', message: 'Sender 81 sleeps' },
		'Sender 81 sleeps',
	],
	[
		'a code beside a sentence further in',
		{ error: 'unprocessable', errors: [{ message: 'Sender 81 sleeps', code: 'asleep' }] },
		'Sender 81 sleeps',
	],
	[
		"a code beside a field's error",
		{ error: 'unprocessable', errors: { campaign: ['required'] } },
		'campaign: required',
	],
	[
		'a code with its field',
		{
			message: 'Not valid at all',
			errors: [
				{ field: 'recipients', code: 'invalid_number' },
				{ field: 'campaign', error: 'toolong', code: 'TOO_LONG', message: 'is too long' },
			],
		},
		'Not valid at all. recipients: invalid_number. campaign: is too long',
	],
	['one word that is no code', { message: 'Expired' }, 'Expired'],
	[
		'booleans',
		{
			error: true,
			message: false,
			errors: [true, 'false', 'null'],
			title: 'true',
			detail: 'undefined',
		},
		undefined,
	],
	[
		'numbers',
		{ error: 4021, message: 17, errors: [3, { code: 9 }], title: '40-21', code: '77' },
		undefined,
	],
	['a text as data', { responsecode: 422, data: 'No credit left' }, 'No credit left'],
	[
		'a list as data',
		{
			responsecode: 422,
			responsemessage: 'Refused today',
			data: [{ field: 'recipients', message: 'is too short' }, 'and more'],
		},
		'Refused today. and more. recipients: is too short',
	],
	['nothing', { responsecode: 422, data: {} }, undefined],
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
])('%s', (_name, body, expected) => {
	expect(said(body)).toBe(expected);
});

describe('one line without markup', () => {
	test.each<[string, string | undefined]>([
		[
			'No\u00a0credit\r\n\tleft\u2028\u2029now\u0000\u001b[0m\u200b\u202e!',
			'No credit left now [0m !',
		],
		['  No credit\u3000\ufeff ', 'No credit'],
		['half \ud83d of a pair', 'half of a pair'],
		['x < 5 and y > 3, or <3, a <= b', 'x < 5 and y > 3, or <3, a <= b'],
		['Not <b>valid</b>, see <a href="https://example.com?a=1>2">here</a>', 'Not valid , see here'],
		['No credit <img src=x onerror=alert(1)', 'No credit'],
		['No credit <IMG\nSRC=x ONERROR="alert(1) > 2', 'No credit'],
		['No<br/>credit</p', 'No credit'],
		['No <!-- secret > \n--> credit <!-- left', 'No credit'],
		[
			'No <script type=x>var a = "</b>";</script > credit <STYLE>p{}</style><script>left',
			'No credit',
		],
		['No <scripted>credit', 'No credit'],
		['No <!element x><?php echo 1 ?>credit', 'No credit'],
		['<<b>script>No credit<<i></i>/script>', '< script>No credit< /script>'],
		['<\u200bimg src=x>No credit', '< img src=x>No credit'],
		["Don't <b title='a>b'>do</b> it", "Don't do it"],
		['<html><body>502 Bad Gateway</body></html>', undefined],
		['<p></p>', undefined],
	])('%j', (text, expected) => {
		const places: unknown[] = [
			{ responsemessage: text },
			{ errors: [text] },
			{ data: { error: { detail: text } } },
			text,
		];
		expect(places.map((body) => said(body))).toEqual(places.map(() => expected));
	});

	test('in a field too', () => {
		expect(
			said({
				errors: {
					'<img src=x onerror=alert(1)>recip\nients': ['are missing'],
					'<b': 'No credit left',
				},
			}),
		).toBe('No credit left. recip ients: are missing');
	});

	test('in what an unlisted error says', () => {
		expect(outcomeOfError(new Error('It\n<img src=x onerror=alert(1)> broke'))).toEqual({
			type: 'unlisted',
			said: 'It broke',
		});
		expect(outcomeOfError(new Error('<b>'))).toEqual({ type: 'unlisted' });
	});
});

describe('a body that is no JSON object', () => {
	test.each<[unknown, string | undefined]>([
		['No credit left', 'No credit left'],
		[' Slow\ndown ', 'Slow down'],
		['<h1>Out of <i>credit</i></h1>', 'Out of credit'],
		['<?xml version="1.0"?><error><text>Out of credit</text></error>', 'Out of credit'],
		['\n<!-- x --><!DOCTYPE html><title>502</title>', undefined],
		['<HTML lang=en>\n<h1>502 Bad Gateway</h1>', undefined],
		['proxy says: <body class=a>502 Bad Gateway', undefined],
		[
			'{"message":"No credit left","errors":{"campaign":["is too long"]}}',
			'No credit left. campaign: is too long',
		],
		['\ufeff [ "No credit left" ] ', 'No credit left'],
		['"No credit left"', 'No credit left'],
		['{"message":"No cre', '{"message":"No cre'],
		['[gateway] No credit left', '[gateway] No credit left'],
		['{}', undefined],
		['4021', undefined],
		['true', undefined],
		['null', undefined],
		['', undefined],
		[' \n', undefined],
		['-- 17 --', undefined],
		[null, undefined],
		[undefined, undefined],
		[4021, undefined],
		[true, undefined],
		[[], undefined],
		[() => 'No', undefined],
	])('%j', (body, expected) => {
		expect(said(body)).toBe(expected);
	});
});

test.each([400, 401, 403, 404, 408, 409, 422, 429, 451, 500, 502, 599])(
	'status %i, as HTTP status and as responsecode',
	(code) => {
		const body = { responsecode: code, error: { detail: 'Sender 81 sleeps' } };
		expect([said(body, code), said(body, 200), said('Sender 81 sleeps', code)]).toEqual([
			'Sender 81 sleeps',
			'Sender 81 sleeps',
			'Sender 81 sleeps',
		]);
	},
);

test('a receipt that refuses says why, in the envelope or in data', () => {
	expect(
		said(
			{
				responsecode: 201,
				responsemessage: 'Done',
				data: { success: false, error: 'Sender 81 sleeps' },
			},
			200,
		),
	).toBe('Done. Sender 81 sleeps');
	expect(
		said(
			{
				responsecode: 201,
				data: { success: 'no', errors: { recipients: ['+2547 is not valid'] } },
			},
			200,
		),
	).toBe('recipients: +2547 is not valid');
	expect(
		said({ responsecode: 201, responsemessage: 'Sender 81 sleeps', data: { success: 0 } }, 200),
	).toBe('Sender 81 sleeps');
});

describe('a body of any size and shape', () => {
	/** A value below so many lists or objects. */
	const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
		depth === 0 ? 'No credit left' : wrap(nested(depth - 1, wrap));

	test('is read five deep', () => {
		for (const wrap of [
			(inner: unknown) => [inner],
			(error: unknown) => ({ error }),
			(field: unknown) => ({ field7: field }),
		]) {
			expect(said({ errors: nested(5, wrap) })).toContain('No credit left');
			expect(said({ errors: nested(6, wrap) })).toBeUndefined();
			expect(said({ errors: nested(5000, wrap) })).toBeUndefined();
		}
	});

	test('is looked at up to some hundred members and ten thousand characters', () => {
		let reads = 0;
		const list = new Proxy(
			Array.from({ length: 100_000 }, () => 'No credit left'),
			{
				get: (target, key) => {
					reads++;
					return Reflect.get(target, key) as unknown;
				},
			},
		);
		expect(said({ errors: list })).toBe('No credit left');
		expect(reads).toBeGreaterThan(50);
		expect(reads).toBeLessThan(2000);
		expect(
			said({
				errors: Object.fromEntries(
					Array.from({ length: 100_000 }, (_, index) => [`f${index}`, ['x']]),
				),
			})!.length,
		).toBeLessThan(10_000);
		for (const body of [
			`Long ${'x'.repeat(5_000_000)}`,
			{ message: `Long ${'<a'.repeat(2_000_000)}` },
			{ errors: [`Long ${'="'.repeat(2_000_000)}`, 'more'] },
		]) {
			expect(said(body)).toMatch(/^Long/);
			expect(said(body)!.length).toBeLessThan(10_100);
		}
		expect(
			said({ errors: Array.from({ length: 300 }, (_, index) => `${index} ${'x y'.repeat(3000)}`) })!
				.length,
		).toBeLessThan(30_000);
	});

	test('is not looked at any more after that', () => {
		let reads = 0;
		const counted = <T extends object>(target: T): T =>
			new Proxy(target, {
				get: (of, name) => {
					reads++;
					return Reflect.get(of, name) as unknown;
				},
			});
		const many = Object.fromEntries(
			Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 'is odd']),
		);
		expect(said({ errors: counted(many) })).toContain('f99: is odd');
		expect(reads).toBeLessThan(1000);
		reads = 0;
		expect(
			said({
				errors: [{ path: counted(Array.from({ length: 20_000 }, () => 'p')), message: 'is odd' }],
			}),
		).toMatch(/^p\.p[p.]*: is odd$/);
		expect(reads).toBeLessThan(100);
		expect(said(`${'<b>'.repeat(4000)}left out`)).toBeUndefined();
		expect(said({ message: `Long ${'x'.repeat(10_000)}`, error: 'is left out' })).not.toContain(
			'left out',
		);
		expect(
			said({
				errors: [
					{ field: 'f'.repeat(500), message: 'No' },
					{ field: 'x', message: 'is odd' },
				],
				error: { errors: { ['k'.repeat(500)]: ['is odd'] } },
			}),
		).toBe(`${'k'.repeat(80)}: is odd. ${'f'.repeat(80)}: No. x: is odd`);
	});

	test('a member that is read by code that fails is passed over', () => {
		const body = {
			get responsemessage(): string {
				throw new Error('no');
			},
			get data(): unknown {
				throw new Error('no');
			},
			error: 'No credit left',
		};
		expect(said(body)).toBe('No credit left');
		expect(
			said({
				errors: [
					{
						get message(): string {
							throw new Error('no');
						},
						title: 'No credit left',
					},
				],
			}),
		).toBe('No credit left');
		expect(
			said({
				errors: Object.defineProperty(['Top', 'No credit left'], 0, {
					get() {
						throw new Error('no');
					},
				}),
			}),
		).toBe('No credit left');
	});

	test('what is not its own says nothing', () => {
		expect(
			said(Object.create({ message: 'inherited', data: { error: 'inherited' } })),
		).toBeUndefined();
		expect(
			said(
				JSON.parse(
					'{"__proto__":{"message":"inherited"},"errors":{"__proto__":["is odd"],"constructor":["is too"]}}',
				),
			),
		).toBe('__proto__: is odd. constructor: is too');
		expect(said(Object.assign(Object.create(null) as object, { message: 'No credit left' }))).toBe(
			'No credit left',
		);
	});

	test('a body that holds itself ends', () => {
		const body: Record<string, unknown> = { message: 'No credit left' };
		body.error = body.data = body;
		body.errors = [body, body];
		expect(said(body)).toBe('No credit left');
	});

	const texts = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 12 }),
		fc
			.array(
				fc.constantFrom(
					'<',
					'>',
					'<b',
					'</',
					'<!--',
					'-->',
					'<script',
					'</script>',
					'="',
					"='",
					'"',
					' ',
					'No',
					'\n',
					'\u200b',
					'/',
					'!',
				),
				{ maxLength: 12 },
			)
			.map((parts) => parts.join('')),
	);
	const keys = fc.oneof(
		texts,
		fc.constantFrom(
			'message',
			'error',
			'errors',
			'data',
			'title',
			'detail',
			'field',
			'path',
			'name',
			'source',
			'pointer',
			'code',
			'responsemessage',
			'__proto__',
		),
	);
	const { body: bodies } = fc.letrec((tie) => ({
		body: fc.oneof(
			{ depthSize: 'small' },
			texts,
			fc.integer(),
			fc.boolean(),
			fc.constant(null),
			fc.array(tie('body'), { maxLength: 4 }),
			fc
				.array(fc.tuple(keys, tie('body')), { maxLength: 5 })
				.map((entries) => Object.fromEntries(entries) as unknown),
		),
	}));

	test('whatever it is, there is one clean line with a letter in it, or none', () => {
		fc.assert(
			fc.property(bodies, fc.constantFrom(200, 400, 429, 503), (body, status) => {
				const text = said(body, status);
				if (text === undefined) return;
				expect(text).toBe(text.trim());
				expect(text).toMatch(/\p{L}/u);
				expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]| {2}|<[a-z/!?]/iu);
			}),
			runsOf(2_000),
		);
	});
});
