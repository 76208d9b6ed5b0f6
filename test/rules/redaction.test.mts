/**
 * Secrets appear in no text or output, in whatever case. A text loses every run of ten characters of a secret, data
 * only whole secrets. A short secret is removed from texts only, so that it never damages a message ID.
 */
import { Redaction } from '../../nodes/MessagingService/service/redaction.ts';
import { tableOf } from './table.mts';

const secret = 'Vw3-mKt8.Qz1_Ps6Xy';
const other = 'eyJhbGciOi.JIUzI1NiJ9.c0ffee~4+/=';

/** Returns a secret in the forms in which services quote it. */
const quotesOf = (whole: string) => [
	whole,
	whole.toUpperCase(),
	whole.toLowerCase(),
	whole.slice(0, 12),
	whole.slice(-11),
	whole.slice(3, 14),
	`"${whole}"x`,
];

/** Returns the pieces of ten characters of these secrets that are left in a text. */
const piecesIn = (text: string, secrets: string[]) =>
	secrets.flatMap((whole) =>
		Array.from({ length: Math.max(0, whole.length - 9) }, (_, start) =>
			whole.toLowerCase().slice(start, start + 10),
		).filter((piece) => text.toLowerCase().includes(piece)),
	);

describe('a text', () => {
	const redaction = new Redaction([secret, other]);

	test.each(quotesOf(secret))('loses %j wherever it stands', (quote) => {
		for (const head of ['', 'n', 'nn', 'nnn', 'nnnn', 'nnnnn'])
			for (const tail of ['', 'o', 'oo', 'ooo', 'oooo', 'ooooo'])
				expect(redaction.text(`${head}${quote}${tail}`)).toMatch(
					new RegExp(`^${head}"?\\*{5}"?x?${tail}$`),
				);
	});

	test('loses every run of ten characters, and keeps one of nine', () => {
		for (let start = 0; start + 10 <= secret.length; start++) {
			const nine = `a ${secret.slice(start, start + 9)} b`;
			expect(redaction.text(nine)).toBe(nine);
			expect(redaction.text(`a ${secret.slice(start, start + 10)} b`)).toBe('a ***** b');
		}
	});

	test.each(
		tableOf(`
			those that share characters  abcdefghij-klm ghij-klmnopqrst  abcdefghij-klmnopqrst!  *****!
			the one meant of two alike  prefix-prefix-one prefix-prefix-two  so prefix-prefix-two.  so *****.
			one that shares a block with another  AAAAABBBBBCC BBBBBxyzuvwst  ..AAABBBBBCC.  ..*****.
			after letters that lower case makes longer  ${secret}  İİİ ${secret.toUpperCase()} İ  İİİ ***** İ
			several  ${secret} ${other}  ${secret}, ${other.toUpperCase()}; ${secret}  *****, *****; *****
			one with odd letters  µßİ-ſecret-çΣσς  so µßİ-ſecret-çΣσς it is  so ***** it is
			nothing that only sounds alike  abßdeßfgßhi  absdesfgshi  absdesfgshi
			nothing where nothing is in it  ${secret}  No such sender: 40404  No such sender: 40404
		`),
	)('loses %s', (_, secrets, text, expected) =>
		expect(new Redaction(secrets!.split(' ')).text(text!)).toBe(expected),
	);

	test('that repeats a secret shows none of it', () => {
		const repeating = ['abababababababab'];
		const clean = new Redaction(repeating).text(`x ${'ab'.repeat(40)} y`);
		expect(piecesIn(clean, repeating)).toEqual([]);
		expect(redaction.text(`${secret}${other}`)).toMatch(/^\*+$/);
	});
});

describe('a short secret', () => {
	test.each([
		['Ab1$', 'so ab1$, (AB1$) and xab1$', 'so *****, (*****) and xab1$'],
		['1042', '1042: "1042" 10427 x1042 id-1042.', '*****: "*****" 10427 x1042 id-*****.'],
		['été9', 'ÉTÉ9 été99 été9é', '***** été99 été9é'],
		['nine.char', 'NINE.CHAR ninexchar nine.cha', '***** ninexchar nine.cha'],
		['a.b*(c)[d', 'A.B*(C)[D', '*****'],
	])('%j is taken out where it stands as a word, in any case', (short, text, expected) =>
		expect(new Redaction([short]).text(text)).toBe(expected),
	);

	test('of less than four characters is none: without it every text would be garbled', () => {
		const text = 'Thank you   null undefined';
		for (const nothing of ['you', '']) expect(new Redaction([nothing]).text(text)).toBe(text);
	});

	test('that begins with another one leaves nothing of it', () =>
		expect(new Redaction(['abcd', 'abcdef']).text('abcdef, abcd')).toBe('*****, *****'));
});

test('a problem loses it in all its texts, those to look for at the service too', () => {
	const problem = { index: 7, what: `It was ${secret}.`, next: 'See reminders.' };
	const clean = { index: 7, what: 'It was *****.', next: 'See *****.' };
	const check = { to: secret, about: 'campaign Reminders' };
	const redaction = new Redaction([secret], ['Reminders']);
	expect(redaction.problem(problem)).toEqual(clean);
	expect(redaction.problem({ ...problem, check })).toEqual({
		...clean,
		check: { to: '*****', about: 'campaign *****' },
	});
});

test('a word is taken out whole and in any case, no part of it, and never out of data', () => {
	const redaction = new Redaction([], ['Reminders-2026', 'Reminders-2026-b']);
	expect(redaction.text('REMINDERS-2026, reminders-202')).toBe('*****, reminders-202');
	expect(redaction.text('Reminders-2026-b; aReminders-2026c')).toBe('*****; a*****c');
	expect(redaction.data({ campaign: 'Reminders-2026' })).toEqual({
		campaign: 'Reminders-2026',
	});
});

describe('data', () => {
	const redaction = new Redaction([secret, '1234567890123']);
	const clean = (data: unknown) => redaction.data(data);

	test.each<[unknown, unknown]>([
		[`is ${secret}`, 'is *****'],
		[secret.slice(2, 13), secret.slice(2, 13)],
		[secret.toUpperCase(), '*****'],
		[null, null],
		[undefined, undefined],
		[true, true],
		[12, 12],
		[1234567890123, '*****'],
		[123456789, 123456789],
		[0.5, 0.5],
		[
			[912345678901238, 7],
			['9*****8', 7],
		],
		[
			{ a: { b: secret }, off: false },
			{ a: { b: '*****' }, off: false },
		],
	])('%j become %j', (given, expected) => expect(clean(given)).toEqual(expected));

	test('lose it in values and in names, in place, and keep their order', () => {
		const inner = { [`x${secret}`]: 1, then: secret };
		const data = {
			first: [secret, 'fine', [inner]],
			[secret]: null,
			[secret.toLowerCase()]: true,
			[secret.toUpperCase()]: 3,
			last: 0,
		};
		expect(clean(data)).toBe(data);
		expect(JSON.stringify(data)).toBe(
			'{"first":["*****","fine",[{"x*****":1,"then":"*****"}]],"*****":null,"***** 2":true,"***** 3":3,"last":0}',
		);
		(data as Record<string, unknown>)['*****'] = 4;
		delete (data as Record<string, unknown>)['***** 2'];
		expect(JSON.stringify(data)).toContain('"*****":4,"***** 3":3');
	});

	test('keep a member called __proto__ beside such a name', () => {
		const data = clean(JSON.parse(`{"__proto__":{"a":1},"${secret}":2}`));
		expect(JSON.stringify(data)).toBe('{"__proto__":{"a":1},"*****":2}');
	});

	test.each(['1042', 'message', '104271042'])(
		'keep the short secret %s: an ID may be it',
		(short) => {
			const data = { message: 'A MESSAGE', messageId: '10427', number: 1042, [short]: short };
			expect(new Redaction([short, secret]).data({ ...data })).toEqual(data);
		},
	);

	test('nested deeper than calls can go lose it too', () => {
		const data = JSON.parse(`${'[{"a":'.repeat(20_000)}"${secret}"${'}]'.repeat(20_000)}`);
		let place = clean(data) as never;
		while (typeof place === 'object')
			place = (Array.isArray(place) ? place[0] : (place as { a: never }).a) as never;
		expect(place).toBe('*****');
	});
});
