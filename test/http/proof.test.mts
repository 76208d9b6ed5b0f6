/** What a send's answer proves: accepted, refused, or neither, which is unknown. */
import { outcomeOfAnswer, type Purpose } from '../../nodes/MessagingService/http/outcome.ts';

const outcome = (data: unknown, purpose: Purpose = 'send') =>
	outcomeOfAnswer(purpose, {
		statusCode: 200,
		body: { responsecode: 201, responsemessage: 'Its text', data },
	});
const typeOf = (data: unknown, purpose?: Purpose) => outcome(data, purpose).type;

const absent = Symbol('absent');
const ids: Record<string, unknown[]> = {
	named: ['m1', ' 7f ', '0', 'false', 7, -3, 0.5],
	empty: [
		absent,
		undefined,
		null,
		'',
		' \t',
		'\u200b\u00a0',
		0,
		false,
		true,
		[],
		['m1'],
		{},
		{ id: 1 },
	],
};
const falsy = [
	false,
	0,
	-0,
	'',
	'  ',
	'false',
	' FALSE\n',
	'No',
	'n',
	'0',
	' 0 ',
	'off',
	'OFF',
	'Fail',
	'failed',
	'Failure',
	'ERROR',
	'f',
	'Rejected',
	'unsuccessful',
	'DENIED ',
	'invalid',
];
const successes: Record<string, unknown[]> = {
	yes: [true],
	falsy,
	nothing: [null],
	absent: [absent, undefined],
	unclear: ['true', 'yes', 1, 2, -1, 'pending', 'nope!', 'no error', [], {}, [false]],
};
const expected: Record<string, Record<string, string>> = {
	yes: { named: 'answered', empty: 'answered' },
	falsy: { named: 'refused', empty: 'refused' },
	nothing: { named: 'unreadable', empty: 'unreadable' },
	absent: { named: 'answered', empty: 'unreadable' },
	unclear: { named: 'answered', empty: 'unreadable' },
};
const dataOf = (success: unknown, messageId: unknown) => ({
	...(success === absent ? {} : { success }),
	...(messageId === absent ? {} : { messageId }),
	cost: 1,
});

describe.each(Object.keys(expected))('success %s', (success) => {
	test.each(['named', 'empty'])('beside a messageId that is %s', (id) => {
		const found = successes[success]!.flatMap((one) =>
			ids[id]!.map((other) => [String(one), String(other), typeOf(dataOf(one, other))]),
		);
		expect(found.filter(([, , type]) => type !== expected[success]![id])).toEqual([]);
	});
});

test("a refusal carries the service's reason, an answer its data", () => {
	expect(outcome({ success: 'No', messageId: 'm9' })).toEqual({
		type: 'refused',
		status: 200,
		said: 'Its text',
	});
	expect(outcome({ success: 'yes', messageId: 'm9' })).toMatchObject({
		type: 'answered',
		data: { success: 'yes', messageId: 'm9' },
	});
	expect(outcome({ success: null, messageId: 'm9' })).toEqual({ type: 'unreadable', status: 200 });
});

test.each([null, undefined, 'accepted', 7, true, [], [{ messageId: 'm1' }], [false]])(
	'data of %j is no receipt and no refusal',
	(data) => {
		expect(typeOf(data)).toBe('unreadable');
	},
);

describe('a body without an envelope', () => {
	const bare = (body: object, purpose: Purpose = 'send') =>
		outcomeOfAnswer(purpose, { statusCode: 200, body });

	test.each<Purpose>(['send', 'read'])(
		'that says that the %s failed is a refusal with its reason',
		(purpose) => {
			for (const success of falsy) {
				for (const rest of [{}, { data: null }, { data: [] }, { data: {} }])
					expect(bare({ success, message: 'No credit', ...rest }, purpose)).toEqual({
						type: 'refused',
						status: 200,
						said: 'No credit',
					});
			}
		},
	);

	test('that says anything else proves nothing', () => {
		for (const success of [true, null, 1, 'yes', undefined])
			expect(bare({ success, messageId: 'm9' })).toEqual({ type: 'unreadable', status: 200 });
	});

	test.each<unknown>([[{ id: 1 }], { id: 1 }, '', 0, 'none'])(
		'proves nothing beside data that are not empty: %j',
		(data) => expect(bare({ success: false, data })).toEqual({ type: 'unreadable', status: 200 }),
	);

	test('is a refusal beside a code of null', () => {
		expect(bare({ success: false, responsecode: null })).toMatchObject({ type: 'refused' });
	});

	test('proves nothing either beside a code that says otherwise', () => {
		expect(bare({ success: false, responsecode: 201 })).toEqual({
			type: 'unreadable',
			status: 200,
		});
	});
});

describe('of a query', () => {
	test.each([false, 'false'])('success %j is a refusal, beside records too', (success) => {
		expect(
			[{ success }, { success, data: [{ id: 1 }] }].map((data) => typeOf(data, 'read')),
		).toEqual(['refused', 'refused']);
	});

	test('any falsy success is one where there are no records', () => {
		const found = falsy.flatMap((success) =>
			[{ success }, { success, data: null }, { success, meta: {} }].map((data) => [
				success,
				typeOf(data, 'read'),
			]),
		);
		expect(found.filter(([, type]) => type !== 'refused')).toEqual([]);
	});

	test('a number of successes beside records is none, nor is what a record says of itself', () => {
		const records = [
			{ success: 0, data: [] },
			{ success: 'n', data: {} },
			{ data: { success: false, id: 1 } },
			{ data: [{ success: 'failed' }] },
			[{ success: false }],
			{ success: null },
			{ success: 'true' },
			{},
		];
		expect(records.map((data) => typeOf(data, 'read'))).toEqual(records.map(() => 'answered'));
	});
});
