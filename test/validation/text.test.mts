import { measureText } from '../../nodes/MessagingService/validation/text.ts';

// The extension table of GSM 03.38, each character two septets.
const EXTENSION = ['\f', '^', '{', '}', '\\', '[', '~', ']', '|', '€'];
// The basic alphabet of GSM 03.38, row by row as the standard prints it; the escape at 0x1B is no character.
const BASIC = [
	'@£$¥èéùìòÇ\nØø\rÅå',
	'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
	' !"#¤%&\'()*+,-./',
	'0123456789:;<=>?',
	'¡ABCDEFGHIJKLMNO',
	'PQRSTUVWXYZÄÖÑÜ§',
	'¿abcdefghijklmno',
	'pqrstuvwxyzäöñüà',
].join('');

function measured(text: unknown): string {
	const { value, problem } = measureText(text);
	return value ? `${value.encoding} ${value.segments}` : problem.id;
}

describe('segments', () => {
	test.each([
		['1 letter', 'a', 'GSM-7 1'],
		['160 letters', 'a'.repeat(160), 'GSM-7 1'],
		['161 letters', 'a'.repeat(161), 'GSM-7 2'],
		['306 letters', 'a'.repeat(306), 'GSM-7 2'],
		['307 letters', 'a'.repeat(307), 'GSM-7 3'],
		['459 letters', 'a'.repeat(459), 'GSM-7 3'],
		['460 letters', 'a'.repeat(460), 'GSM-7 4'],
		['160 letters beyond English', 'Æøåß'.repeat(40), 'GSM-7 1'],
		['160 line breaks and carriage returns', 'a\r\nb'.repeat(40), 'GSM-7 1'],
		['80 euro signs', '€'.repeat(80), 'GSM-7 1'],
		['81 euro signs', '€'.repeat(81), 'GSM-7 2'],
		['152 euro signs fill two segments with a septet left in each', '€'.repeat(152), 'GSM-7 2'],
		['153 euro signs: 306 septets, but none may be split', '€'.repeat(153), 'GSM-7 3'],
		['159 letters and a bracket', `${'a'.repeat(159)}[`, 'GSM-7 2'],
		[
			'a bracket across the end of the first segment moves to the second',
			`${'a'.repeat(152)}[${'a'.repeat(152)}`,
			'GSM-7 3',
		],
		[
			'a bracket that just fits the first segment',
			`${'a'.repeat(151)}[${'a'.repeat(153)}`,
			'GSM-7 2',
		],
		['1 emoji', '😀', 'UCS-2 1'],
		['35 emoji', '😀'.repeat(35), 'UCS-2 1'],
		['36 emoji', '😀'.repeat(36), 'UCS-2 2'],
		['66 emoji fill two segments with a place left in each', '😀'.repeat(66), 'UCS-2 2'],
		['67 emoji: 134 places, but none may be split', '😀'.repeat(67), 'UCS-2 3'],
		['70 Cyrillic letters', 'я'.repeat(70), 'UCS-2 1'],
		['71 Cyrillic letters', 'я'.repeat(71), 'UCS-2 2'],
		['134 Cyrillic letters', 'я'.repeat(134), 'UCS-2 2'],
		['135 Cyrillic letters', 'я'.repeat(135), 'UCS-2 3'],
		['70 letters, one of them outside GSM-7', `${'a'.repeat(69)}ê`, 'UCS-2 1'],
		['71 letters, one of them outside GSM-7', `${'a'.repeat(70)}ê`, 'UCS-2 2'],
		[
			'an emoji across the end of the first segment',
			`${'я'.repeat(66)}😀${'я'.repeat(66)}`,
			'UCS-2 3',
		],
		['a small c with cedilla, which GSM-7 has only as a capital', 'ç', 'UCS-2 1'],
		['a curly quote', 'it’s', 'UCS-2 1'],
		['a tab', 'a\tb', 'UCS-2 1'],
		['a backtick', '`', 'UCS-2 1'],
		['half an emoji', '\ud83d', 'UCS-2 1'],
		['the escape of GSM-7 itself', 'a\u001b', 'UCS-2 1'],
	])('%s', (_, text, expected) => {
		expect(measured(text)).toBe(expected);
	});

	test('the basic alphabet is 127 characters of one septet', () => {
		const characters = Array.from(BASIC);
		expect(characters).toHaveLength(127);
		for (const character of characters) {
			expect([character, measured(`a${character.repeat(159)}`)]).toEqual([character, 'GSM-7 1']);
			expect([character, measured(`a${character.repeat(160)}`)]).toEqual([character, 'GSM-7 2']);
		}
	});

	test.each(EXTENSION)('the extension character %j takes two septets', (character) => {
		expect(measured(`a${character.repeat(79)}`)).toBe('GSM-7 1');
		expect(measured(`a${character.repeat(80)}`)).toBe('GSM-7 2');
	});

	test('no other character below U+0800 counts as GSM-7', () => {
		const known = new Set([...Array.from(BASIC), ...EXTENSION]);
		const counted: string[] = [];
		for (let code = 0; code < 0x800; code += 1) {
			const character = String.fromCharCode(code);
			if (measured(`a${character}`).startsWith('GSM-7') && !known.has(character))
				counted.push(character);
		}
		expect(counted).toEqual([]);
	});

	test('a million characters are counted', () => {
		expect(measured('a'.repeat(1_000_000))).toBe('GSM-7 6536');
		expect(measured('😀'.repeat(500_000))).toBe('UCS-2 15152');
	});
});

describe('the text', () => {
	test.each(['  Hello,\r\n\tyou 😀\u0000 \ud83d\u00a0', 'é', 'e\u0301', ' a '])(
		'%j arrives unchanged',
		(text) => {
			expect(measureText(text).value?.text).toBe(text);
		},
	);

	test.each([
		[12345, '12345'],
		[0, '0'],
		[-1.5, '-1.5'],
	])('the number %p becomes its text', (value, text) => {
		expect(measureText(value).value).toEqual({ text, segments: 1, encoding: 'GSM-7' });
	});

	test.each([
		['', 'Message is empty.'],
		['  \n\t', 'Message is empty.'],
		['\u00a0\u200b\ufeff', 'Message is empty.'],
		[null, 'Message is empty.'],
		[undefined, 'Message is empty.'],
		[{ text: 'Hello' }, 'Message is an object, not a text.'],
		[['Hello'], 'Message is a list, not a text.'],
		[true, "Message is 'true', not a text."],
	])('%j is refused', (value, what) => {
		expect(measureText(value)).toEqual({ problem: expect.objectContaining({ what }) });
	});
});

describe('max segments', () => {
	test('a text that needs as many as are allowed passes', () => {
		expect(measureText('a'.repeat(306), 2).value?.segments).toBe(2);
	});

	test('one more is refused with the count', () => {
		expect(measureText('a'.repeat(307), 2).problem).toEqual({
			id: 'tooManySegments',
			what: 'Message needs 3 segments in GSM-7, and Max Segments allows 2.',
			next: 'Shorten Message, or raise Max Segments in Options.',
		});
	});

	test('an emoji that makes a text long is named as a way to go on', () => {
		const { problem } = measureText(`${'a'.repeat(70)}😀`, 1);
		expect(problem?.what).toBe('Message needs 2 segments in UCS-2, and Max Segments allows 1.');
		expect(problem?.next).toContain('replace emoji');
	});

	test.each([0, undefined])('%p is no limit', (maxSegments) => {
		expect(measureText('a'.repeat(10_000), maxSegments).value?.segments).toBe(66);
	});
});
