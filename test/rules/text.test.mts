/**
 * How many segments a text takes, and in which encoding: it is what people pay for. What a person wrote arrives
 * unchanged.
 */
import { measureText } from '../../nodes/MessagingService/validation/text.ts';

// The basic alphabet of GSM 03.38, row by row as the standard prints it; the escape at 0x1B is no character.
const basic = [
	'@£$¥èéùìòÇ\nØø\rÅå',
	'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
	' !"#¤%&\'()*+,-./',
	'0123456789:;<=>?',
	'¡ABCDEFGHIJKLMNO',
	'PQRSTUVWXYZÄÖÑÜ§',
	'¿abcdefghijklmno',
	'pqrstuvwxyzäöñüà',
].join('');
// Its extension table, each character two septets.
const extension = ['\f', '^', '{', '}', '\\', '[', '~', ']', '|', '€'];

function measured(text: unknown, maxSegments?: number): string {
	const { value, problem } = measureText(text, maxSegments);
	return value ? `${value.encoding} ${value.segments}` : problem.what;
}

const a = (count: number) => 'a'.repeat(count);

test.each([
	['1 letter', 'a', 'GSM-7 1'],
	['160 letters', a(160), 'GSM-7 1'],
	['161 letters', a(161), 'GSM-7 2'],
	['306 letters', a(306), 'GSM-7 2'],
	['307 letters', a(307), 'GSM-7 3'],
	['459 letters', a(459), 'GSM-7 3'],
	['460 letters', a(460), 'GSM-7 4'],
	['160 letters beyond English', 'Æøåß'.repeat(40), 'GSM-7 1'],
	['80 euro signs', '€'.repeat(80), 'GSM-7 1'],
	['81 euro signs', '€'.repeat(81), 'GSM-7 2'],
	['152 euro signs, with a septet left in each segment', '€'.repeat(152), 'GSM-7 2'],
	['153 euro signs: 306 septets, but none is split', '€'.repeat(153), 'GSM-7 3'],
	['159 letters and a bracket', `${a(159)}[`, 'GSM-7 2'],
	['a bracket across the end of the first segment', `${a(152)}[${a(152)}`, 'GSM-7 3'],
	['a bracket that just fits the first segment', `${a(151)}[${a(153)}`, 'GSM-7 2'],
	['35 emoji', '😀'.repeat(35), 'UCS-2 1'],
	['36 emoji', '😀'.repeat(36), 'UCS-2 2'],
	['66 emoji, with a place left in each segment', '😀'.repeat(66), 'UCS-2 2'],
	['67 emoji: 134 places, but none is split', '😀'.repeat(67), 'UCS-2 3'],
	['70 Cyrillic letters', 'я'.repeat(70), 'UCS-2 1'],
	['71 Cyrillic letters', 'я'.repeat(71), 'UCS-2 2'],
	['134 Cyrillic letters', 'я'.repeat(134), 'UCS-2 2'],
	['135 Cyrillic letters', 'я'.repeat(135), 'UCS-2 3'],
	['70 letters, one of them outside GSM-7', `${a(69)}ê`, 'UCS-2 1'],
	['71 letters, one of them outside GSM-7', `${a(70)}ê`, 'UCS-2 2'],
	['an emoji across the end of a segment', `${'я'.repeat(66)}😀${'я'.repeat(66)}`, 'UCS-2 3'],
	['a small c with cedilla, which GSM-7 has only as a capital', 'ç', 'UCS-2 1'],
	['a curly quote', 'it’s', 'UCS-2 1'],
	['half an emoji', '\ud83d', 'UCS-2 1'],
	['the escape of GSM-7 itself', 'a\u001b', 'UCS-2 1'],
	['a million letters', a(1_000_000), 'GSM-7 6536'],
])('%s', (_, text, expected) => expect(measured(text)).toBe(expected));

test('the basic alphabet is 127 characters of one septet, the extension ten of two', () => {
	expect([...basic]).toHaveLength(127);
	for (const [characters, most] of [
		[[...basic], 159],
		[extension, 79],
	] as const)
		for (const character of characters)
			expect([
				character,
				measured(`a${character.repeat(most)}`),
				measured(`a${character.repeat(most + 1)}`),
			]).toEqual([character, 'GSM-7 1', 'GSM-7 2']);
});

test('no other character below U+0800 counts as GSM-7', () => {
	const known = new Set([...basic, ...extension]);
	const counted = Array.from({ length: 0x800 }, (_, code) => String.fromCharCode(code)).filter(
		(character) => !known.has(character) && measured(`a${character}`).startsWith('GSM-7'),
	);
	expect(counted).toEqual([]);
});

test.each(['  Hello,\r\n\tyou 😀\u0000 \ud83d\u00a0', 'é', 'e\u0301', ' a '])(
	'%j arrives unchanged',
	(text) => expect(measureText(text).value?.text).toBe(text),
);

test.each([
	[12345, '12345'],
	[0, '0'],
	[-1.5, '-1.5'],
	[1e21, '1e+21'],
])('the number %p becomes its text', (value, text) =>
	expect(measureText(value).value).toEqual({ text, segments: 1, encoding: 'GSM-7' }),
);

test.each([
	['', 'Message is empty'],
	['  \n\t', 'Message is empty'],
	['\u00a0\u200b\ufeff', 'Message is empty'],
	['\u200f\u2060\u200b\u200b', 'Message is empty'],
	[null, 'Message is empty'],
	[undefined, 'Message is empty'],
	[{ text: 'Hello' }, 'Message is an object'],
	[['Hello'], 'Message is a list'],
	[true, "Message is 'true'"],
	[Number.NaN, "Message is 'NaN'"],
	[Number.POSITIVE_INFINITY, "Message is 'Infinity'"],
])('%j is refused', (value, fact) => expect(measured(value)).toContain(fact));

test.each([
	[306, 2, 'GSM-7 2'],
	[307, 2, 'Message needs 3 segments in GSM-7, and Max Segments allows 2.'],
	[161, 1, 'Message needs 2 segments in GSM-7, and Max Segments allows 1.'],
	[10_000, 0, 'GSM-7 66'],
	[10_000, undefined, 'GSM-7 66'],
])('%i letters with Max Segments %p', (count, maxSegments, expected) =>
	expect(measured(a(count), maxSegments)).toBe(expected),
);

test('an emoji that makes a text long is named as a way to go on', () => {
	expect(measureText(`${a(70)}😀`, 1).problem?.next).toContain('replace emoji');
	expect(measureText(a(161), 1).problem?.next).not.toContain('emoji');
});
