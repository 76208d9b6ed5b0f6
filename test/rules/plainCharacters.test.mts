/**
 * Characters that cost segments. They are named if a text needs more segments because of them, and replaced by plain
 * ones only if that saves a segment. Nothing else in a text is changed.
 */
import fc from 'fast-check';
import { plainFormOf } from '../../nodes/MessagingService/values/plainCharacters.ts';
import { measureText, plainWhereShorter } from '../../nodes/MessagingService/values/text.ts';
import { runsOf } from '../harness/random.mts';

const a = (count: number) => 'a'.repeat(count);
const refusal = (text: string, most = 1) => measureText(text, most).problem?.what;

// Columns: the typed text, and what a phone of GSM-7 shows. 100 more letters make two segments of it in UCS-2.
test.each([
	['Amina’s', "Amina's"],
	['‘a’ ‚b’ ‹c›', "'a' 'b' 'c'"],
	['“a” „b“ «c»', '"a" "b" "c"'],
	['8–12 — ‑ ‐ −1', '8-12 - - - -1'],
	['and so on…', 'and so on...'],
	['• milk ‣ ◦ ▪', '- milk - - -'],
	['a\u2028b\u2029', 'a\nb\n'],
	['9\u00a0am\u202f!', '9 am !'],
	['a\tb', 'a b'],
	['ＡＢＣ　１２３！', 'ABC 123!'],
	['ﬁne ﬂour, oﬃce ﬀ ﬄ ﬅ ﬆ', 'fine flour, office ff ffl st st'],
	['a\u2000b\u2001c\u2004d\u2005e\u2006f\u2008g\u205fh', 'a b c d e f g h'],
	[
		'See “https://example.com/a”, or ‘www.example.com’… ',
		`See "https://example.com/a", or 'www.example.com'... `,
	],
	['\ufeffa\u00adb\u200bc\u200e', 'abc'],
	['`a´', "'a'"],
])('%j becomes %j', (typed, plain) => {
	expect(plainWhereShorter(`${typed}${a(100)}`)).toBe(`${plain}${a(100)}`);
	// A text of one segment stays as it was typed.
	expect(plainWhereShorter(typed)).toBe(typed);
});

test.each([
	['an emoji beside it', `It’s ${a(100)} 😀`],
	['a letter that GSM-7 lacks', `It’s ${a(100)} ç`],
	['Cyrillic', `«Привет» – ${'я'.repeat(100)}`],
	['Arabic, with its own comma', `“مرحبا” ${'ا'.repeat(100)}،`],
	['Hindi, whose letters are joined by marks', `’${'क\u094dष\u200d'.repeat(40)}`],
	['a link with such a character', `It’s https://example.com/caf’e ${a(100)}`],
	['a link without its scheme', `It’s example.com/a–b ${a(100)}`],
	['a link that begins with www', `“www.example.com/a–b” ${a(100)}`],
	['an address', `It’s o’neil@example.com ${a(100)}`],
	['two segments either way', `’${'€'.repeat(90)}`],
	['nothing but plain characters', `It's ${a(300)}`],
	['a middle dot, which is a letter in Catalan', `l·l’ ${a(100)}`],
])('%s: it stays as it was typed', (_, text) => expect(plainWhereShorter(text)).toBe(text));

test('an ellipsis that would make it longer than it is stays', () => {
	// 66 and an ellipsis are one segment of UCS-2.
	expect(plainWhereShorter(`${a(66)}…`)).toBe(`${a(66)}…`);
	expect(plainWhereShorter(`${a(69)}……`)).toBe(`${a(69)}......`);
});

test('any text: what comes out takes fewer segments in GSM-7, or is what went in', () => {
	const pieces = [
		...'’“–…•\u00a0\tＡaé€[я😀',
		...Array.from({ length: 9 }, () => a(30)),
		'’'.repeat(30),
	];
	const text = fc
		.array(fc.constantFrom(...pieces), { maxLength: 12 })
		.map((parts) => parts.join(''));
	let changed = 0;
	const property = fc.property(text, (given) => {
		const out = plainWhereShorter(given);
		if (out === given) return;
		changed++;
		const [before, after] = [given, out].map((each) => measureText(each).value!);
		expect(before!.encoding).toBe('UCS-2');
		expect(after!.encoding).toBe('GSM-7');
		expect(after!.segments).toBeLessThan(before!.segments);
		// Replacing is idempotent.
		expect(plainWhereShorter(out)).toBe(out);
	});
	fc.assert(property, runsOf(2000));
	expect(changed).toBeGreaterThan(50);
});

test('no character of GSM-7 has another form, and each form is of GSM-7', () => {
	for (let code = 0; code < 0x10000; code++) {
		const character = String.fromCharCode(code);
		const form = plainFormOf(character);
		if (form === undefined) continue;
		expect([character, measureText(`x${character}`).value!.encoding]).toEqual([character, 'UCS-2']);
		expect([character, measureText(`x${form}`).value!.encoding]).toEqual([character, 'GSM-7']);
	}
});

test.each([
	[`It’s Amina’s – ${a(80)}`, '2 segments in UCS-2, instead of 1 because of ’ (twice) and –, and'],
	[`${a(100)}😀`, '2 segments in UCS-2, instead of 1 because of 😀, and'],
	[`……… ${a(80)}`, '2 segments in UCS-2, instead of 1 because of … (3 times), and'],
	[`9\u00a0am${a(80)}`, '2 segments in UCS-2, instead of 1 because of <U+00A0>, and'],
	[`’“”–…•\u00a0${a(80)}`, 'because of ’, “, ”, –, … and 2 more, and'],
	[`Ağrı, şiş ${a(80)}`, 'because of ğ, ı and ş (twice), and'],
	[a(161), 'Message needs 2 segments in GSM-7, and Max Segments allows 1.'],
	// Letters of another script aren't named: such a text needs them.
	[`${'я'.repeat(70)}абвгде`, 'Message needs 2 segments in UCS-2, and Max Segments allows 1.'],
	[`’${a(400)}`, '6 segments in UCS-2, instead of 3 because of ’, and'],
])('%j is refused with the reason: %s', (text, reason) => expect(refusal(text)).toContain(reason));

test.each([
	[`’${a(100)}`, 'Shorten Message, add Plain Characters in Options, or raise'],
	[`’${a(100)}😀`, 'Shorten Message, replace these characters, or raise'],
	[a(161), 'Shorten Message, or raise'],
	['я'.repeat(71), 'Shorten Message, replace these characters, or raise'],
])('%j: how to go on', (text, next) => expect(measureText(text, 1).problem!.next).toContain(next));

test('a megabyte of any script has no end of its own', () => {
	for (const text of ['я', '’', '😀', 'a’'].map((each) => each.repeat(500_000))) {
		expect(plainWhereShorter(text).length).toBeGreaterThan(0);
		expect(refusal(text)).toContain('segments');
	}
});
