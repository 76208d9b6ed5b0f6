/** What is taken out of a text, and of data, for the sake of these secrets. */
import { redactData } from '../../nodes/MessagingService/auth/redactData.ts';
import { Redaction } from '../../nodes/MessagingService/auth/redaction.ts';
import { piecesIn, quotesOf } from '../secrets/oracle.mts';

const secret = 'Vw3-mKt8.Qz1_Ps6Xy';
const other = 'eyJhbGciOi.JIUzI1NiJ9.c0ffee~4+/=';

describe('a text', () => {
	const redaction = new Redaction([secret, other]);

	test.each(quotesOf(secret))('loses %j wherever it stands', (quote) => {
		for (let before = 0; before < 12; before++) {
			for (let after = 0; after < 12; after++) {
				const [head, tail] = ['n'.repeat(before), 'o'.repeat(after)];
				const clean = redaction.text(`${head}${quote}${tail}`);
				expect(clean).toMatch(new RegExp(`^${head}"?\\*{5}"?x?${tail}$`));
			}
		}
	});

	test('loses every run of ten characters, and keeps one of nine', () => {
		for (let start = 0; start + 9 <= secret.length; start++) {
			const nine = secret.slice(start, start + 9);
			expect(redaction.text(`a ${nine} b`)).toBe(`a ${nine} b`);
			if (start + 10 <= secret.length)
				expect(redaction.text(`a ${secret.slice(start, start + 10)} b`)).toBe('a ***** b');
		}
	});

	test('loses several, also where they touch or share characters', () => {
		expect(redaction.text(`${secret}${other}`)).toMatch(/^\*+$/);
		expect(redaction.text(`${secret}, ${other.toUpperCase()}; ${secret}`)).toBe(
			'*****, *****; *****',
		);
		const sharing = new Redaction(['abcdefghij-klm', 'ghij-klmnopqrst']);
		expect(sharing.text('abcdefghij-klmnopqrst!')).toBe('*****!');
		expect(
			new Redaction(['prefix-prefix-one', 'prefix-prefix-two']).text('It is prefix-prefix-two.'),
		).toBe('It is *****.');
		const repeating = ['abababababababab'];
		expect(piecesIn(new Redaction(repeating).text(`x ${'ab'.repeat(40)} y`), repeating)).toEqual(
			[],
		);
	});

	test('that is a random mixture of pieces shows none of ten characters', () => {
		const pieces = [
			...quotesOf(secret),
			...quotesOf(other),
			secret.slice(0, 9),
			other.slice(4, 13),
			'n',
			' ',
			'Ĳ',
			'\u{1F600}',
			'-',
		];
		let seed = 20261121;
		const random = (below: number) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 1) % below;
		for (let round = 0; round < 3000; round++) {
			const text = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join(
				'',
			);
			expect([text, piecesIn(redaction.text(text), [secret, other])]).toEqual([text, []]);
		}
	});

	test('is compared character by character: a letter that lower case makes longer moves nothing', () => {
		expect(redaction.text(`İİİ ${secret.toUpperCase()} İ`)).toBe('İİİ ***** İ');
		const odd = new Redaction(['µßİ-ſecret-çΣσς']);
		expect(odd.text('so µßİ-ſecret-çΣσς it is')).toBe('so ***** it is');
		expect(odd.text('so ΜßİSECRET it is, ΜßİſSECRET-ÇΣΣΣ')).toBe(
			'so ΜßİSECRET it is, ΜßİſSECRET-ÇΣΣΣ'.replace(/SECRET-ÇΣΣΣ$/, '*****'),
		);
	});

	test('keeps what a letter alone would be in another case that has two', () => {
		expect(new Redaction(['abßdeßfgßhi']).text('absdesfgshi')).toBe('absdesfgshi');
	});

	test('loses a run whose one whole block of five another secret has as well', () => {
		const sharing = new Redaction(['AAAAABBBBBCC', 'BBBBBxyzuvwst']);
		expect(sharing.text('..AAABBBBBCC.')).toBe('..*****.');
	});

	test('is the very same where nothing is in it', () => {
		const text = 'No such sender: 40404';
		expect(redaction.text(text)).toBe(text);
		expect(redaction.text('')).toBe('');
	});
});

describe('a short secret', () => {
	test.each([
		['Ab1$', 'so ab1$, (AB1$) and xab1$', 'so *****, (*****) and xab1$'],
		[
			'1042',
			'1042: "1042" 10427 21042 x1042 id-1042.',
			'*****: "*****" 10427 21042 x1042 id-*****.',
		],
		['été9', 'ÉTÉ9 été99 été9é', '***** été99 été9é'],
		['nine.char', 'NINE.CHAR ninexchar nine.cha', '***** ninexchar nine.cha'],
		['a.b*(c)[d', 'A.B*(C)[D', '*****'],
	])('%j is taken out of a text where it stands as a word, in any case', (short, text, expected) =>
		expect(new Redaction([short]).text(text)).toBe(expected),
	);

	test.each([['you'], [''], ['   '], [undefined], [null]])(
		'%j is none: to take it out would garble every text',
		(none) => {
			expect(new Redaction([none]).text('Thank you   null undefined')).toBe(
				'Thank you   null undefined',
			);
		},
	);

	test('that begins with another one leaves nothing of it', () =>
		expect(new Redaction(['abcd', 'abcdef']).text('abcdef, abcd')).toBe('*****, *****'));

	test('blanks around it do not count', () =>
		expect(new Redaction([' Ab1$\n', `\t${secret} `]).text(`Ab1$ ${secret}`)).toBe('***** *****'));
});

test('a problem loses it in all its texts, those to look for at the service too', () => {
	const redaction = new Redaction([secret], ['Reminders']);
	const problem = { id: 'some', what: `It was ${secret}.`, next: 'See reminders.', other: 7 };
	expect(redaction.problem(problem)).toEqual({
		id: 'some',
		what: 'It was *****.',
		next: 'See *****.',
		other: 7,
	});
	expect(
		redaction.problem({ ...problem, check: { to: secret, about: 'campaign Reminders' } }).check,
	).toEqual({ to: '*****', about: 'campaign *****' });
});

test('a word is taken out whole and in any case, but no part of it, and not out of data', () => {
	const redaction = new Redaction([secret], ['Reminders-2026']);
	expect(redaction.text('REMINDERS-2026, reminders-202')).toBe('*****, reminders-202');
	expect(redactData({ campaign: 'Reminders-2026' }, redaction)).toEqual({
		campaign: 'Reminders-2026',
	});
});

describe('data', () => {
	const redaction = new Redaction([secret, '1234567890123']);
	const clean = (data: unknown) => redactData(data, redaction);

	test('lose it in values and in names, in place, and keep the order', () => {
		const inner = { [`x${secret}`]: 1, then: secret };
		const data = {
			first: [secret, 'fine', [inner]],
			[secret]: null,
			[secret.toLowerCase()]: true,
			last: 0,
		};
		expect(clean(data)).toBe(data);
		expect(JSON.stringify(data)).toBe(
			'{"first":["*****","fine",[{"x*****":1,"then":"*****"}]],"*****":null,"***** 2":true,"last":0}',
		);
		expect(data.first[2]).toEqual([inner]);
	});

	test.each<[unknown, unknown]>([
		[`is ${secret}`, 'is *****'],
		[secret.slice(2, 13), '*****'],
		[null, null],
		[undefined, undefined],
		[true, true],
		[12, 12],
		[1234567890123, '*****'],
		[123456789, 123456789],
		[0.5, 0.5],
	])('%j become %j', (given, expected) => expect(clean(given)).toEqual(expected));

	test('with numbers that quote it', () =>
		expect(clean({ id: 91234567890128, list: [1234567890, 7] })).toEqual({
			id: '9*****8',
			list: ['*****', 7],
		}));

	test('stay numbers that quote none, also those of the digits of a short secret', () =>
		expect(redactData({ id: 4711, total: 9_876_543_210 }, new Redaction(['4711', secret]))).toEqual(
			{
				id: 4711,
				total: 9_876_543_210,
			},
		));

	test('lose it beside values that are neither text nor number', () =>
		expect(clean({ inner: { text: secret }, off: false, none: null })).toEqual({
			inner: { text: '*****' },
			off: false,
			none: null,
		}));

	test('of three names that become one each has a number, and can be changed later', () => {
		const data = clean({
			[secret]: 1,
			[secret.toLowerCase()]: 2,
			[secret.toUpperCase()]: 3,
		}) as Record<string, unknown>;
		expect(Object.entries(data)).toEqual([
			['*****', 1],
			['***** 2', 2],
			['***** 3', 3],
		]);
		data['*****'] = 4;
		delete data['***** 2'];
		expect(data).toEqual({ '*****': 4, '***** 3': 3 });
	});

	test.each(['1042', 'message', '104271042'])(
		'keep what is, or has in it, the short secret %s: a message ID may be it',
		(short) => {
			const data = { message: 'A MESSAGE', messageId: '10427', number: 1042, [short]: short };
			expect(redactData({ ...data }, new Redaction([short]))).toEqual(data);
		},
	);

	test('called __proto__ stay what they are', () => {
		const data = JSON.parse(`{"__proto__":{"a":"${secret}"},"${secret}":1}`) as object;
		expect(JSON.stringify(clean(data))).toBe('{"__proto__":{"a":"*****"},"*****":1}');
		expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
	});

	test('nested 100,000 levels deep', () => {
		const data = JSON.parse(`${'[{"a":'.repeat(50_000)}"${secret}"${'}]'.repeat(50_000)}`);
		let place = clean(data) as never;
		while (typeof place === 'object')
			place = (Array.isArray(place) ? place[0] : (place as { a: never }).a) as never;
		expect(place).toBe('*****');
	});
});
