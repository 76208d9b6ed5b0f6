/** The segments and the encoding of a text: people pay for segments. A text arrives exactly as it was written. */
import {
	measureText,
	measureWithLink,
	plainWhereShorter,
	readMessage,
} from '../../nodes/MessagingService/values/text.ts';

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
// Its extension table without the form feed, each character two septets.
const extension = ['^', '{', '}', '\\', '[', '~', ']', '|', '€'];

function read(given: unknown, maxSegments?: number) {
	const message = readMessage(given, 'Message');
	return message.problem ? message : measureText(message.value, maxSegments);
}

function measured(text: unknown, maxSegments?: number): string {
	const { value, problem } = read(text, maxSegments);
	return value ? `${value.encoding} ${value.segments}` : problem.what;
}

const a = (count: number) => 'a'.repeat(count);

test.each([
	['1 letter', 'a', 'GSM-7 1'],
	['160 letters', a(160), 'GSM-7 1'],
	['161 letters', a(161), 'GSM-7 2'],
	['152 euro signs, with a septet left in each segment', '€'.repeat(152), 'GSM-7 2'],
	['153 euro signs: 306 septets, but none is split', '€'.repeat(153), 'GSM-7 3'],
	['a bracket across the end of the first segment', `${a(152)}[${a(152)}`, 'GSM-7 3'],
	['67 emoji: 134 places, but none is split', '😀'.repeat(67), 'UCS-2 3'],
	['70 Cyrillic letters', 'я'.repeat(70), 'UCS-2 1'],
	['71 Cyrillic letters', 'я'.repeat(71), 'UCS-2 2'],
	['a small c with cedilla, which GSM-7 has only as a capital', 'ç', 'UCS-2 1'],
	['255 segments of GSM-7', a(39_015), 'GSM-7 255'],
	['255 segments of UCS-2', 'я'.repeat(17_085), 'UCS-2 255'],
])('%s', (_, text, expected) => expect(measured(text)).toBe(expected));

test('the basic alphabet is 127 characters of one septet, the extension nine of two', () => {
	expect([...basic]).toHaveLength(127);
	const edge = (character: string, most: number) =>
		[most, most + 1].map((count) => measured(`a${character.repeat(count)}`)).join();
	expect([...basic].filter((one) => edge(one, 159) !== 'GSM-7 1,GSM-7 2')).toEqual([]);
	expect(extension.filter((one) => edge(one, 79) !== 'GSM-7 1,GSM-7 2')).toEqual([]);
});

test('no other character below U+0800 counts as GSM-7', () => {
	const known = new Set([...basic, ...extension]);
	const counted = Array.from({ length: 0x800 }, (_, code) => String.fromCharCode(code)).filter(
		(character) => !known.has(character) && measured(`a${character}`).startsWith('GSM-7'),
	);
	expect(counted).toEqual([]);
});

test.each(['  Hello,\r\n\tyou 😀\u2028 \u202a\u00a0', 'é', 'e\u0301', ' a '])(
	'%j arrives unchanged',
	(text) => expect(read(text).value?.text).toBe(text),
);

test.each([
	[12345, '12345'],
	[-1.5, '-1.5'],
	[1e21, '1e+21'],
])('the number %p becomes its text', (value, text) =>
	expect(read(value).value).toEqual({ text, segments: 1, encoding: 'GSM-7' }),
);

test.each([
	['', 'Message is empty'],
	[null, 'Message is empty'],
	['\u00a0\u200b\ufeff', 'Message is empty'],
	['\u200f\u2060\u200b\u200b', 'Message is empty'],
	['\u3164\uffa0\u115f', 'Message is empty'],
	['\u2800 \u2800', 'Message is empty'],
	['\u00ad', 'Message is empty'],
	['\u180e', 'Message is empty'],
	['\ufe0f\u{e0100}', 'Message is empty'],
	[{ text: 'Hello' }, 'Message is an object'],
	[true, "Message is 'true'"],
	[Number.NaN, "Message is 'NaN'"],
])('%j is refused', (value, fact) => expect(measured(value)).toContain(fact));

describe('an expression as plain text, or an object where a value should be', () => {
	test.each([
		['Hi {{ $json.name }}!', "Message has '{{ $json.name }}' as plain text, so it would go out"],
		['{{$json.name}}, {{ $now }}', "Message has '{{$json.name}}' as plain text"],
		['}} {{ name }} {{ $now }}', "Message has '{{ $now }}' as plain text"],
		['{{\n\t$json.a\n}}', "Message has '{{<U+000A><U+0009>$json.a<U+000A>}}' as plain text"],
		[`{{ $json.${a(99)} }}`, `Message has '{{ $json.${a(31)}…' as plain text`],
		['[object Object]', "Message has '[object Object]' in place of a value."],
		['{{ [object Map]', "Message has '[object Map]' in place of a value, in '{{ [object Map]'."],
		[
			`Dear patient, [Array: [1,2]] ${a(99)}`,
			`Message has '[Array: [' in place of a value, in '… patient, [Array: [1,2]] aaaa…'.`,
		],
		['[Object: {"a":1}]', "Message has '[Object: {' in place of a value"],
		['[DateTime: 2026-11-29]', "Message has '[DateTime: ' in place of a value"],
	])('%j is refused', (text, fact) => {
		const { problem } = read(text);
		expect(problem!.what).toContain(fact);
		expect(problem!.next).toMatch(
			/^(?:If Message stands on Fixed, switch it to Expression|Drag a single value into Message)/,
		);
	});

	test.each([
		...['{{ name }}', '{{}}', '{{ name $ }}', '{ $json.name }', '{ { $now } }', '$json.name'],
		...['}} {{ $', 'Rent: {{ $5', '[object]', '[Object object]', 'object Object'],
	])('%j is a text like any other', (text) => expect(read(text).value?.text).toBe(text));

	test.each([
		['beginnings without an end', '{{ $', 'GSM-7 187'],
		['brackets', '{', 'GSM-7 250'],
		['beginnings with many blanks', `{{${' '.repeat(998)}`, 'GSM-7 125'],
		['ends and a beginning', '}}{{ $', 'as plain text'],
		['objects that are none', '[object ', 'GSM-7 140'],
	])('19,000 characters: %s', (_, piece, expected) => {
		expect(measured(piece.repeat(19_000 / piece.length))).toContain(expected);
	});
});

describe('a word or a character that no text for people has', () => {
	const words: Array<[words: string[], next: RegExp]> = [
		[['Invalid DateTime', 'Invalid Date'], /^Check the date in your data/],
		[
			[
				'#N/A',
				'#REF!',
				'#VALUE!',
				'#NAME?',
				'#DIV/0!',
				'#NUM!',
				'#NULL!',
				'#CALC!',
				'#SPILL!',
				'#ERROR!',
			],
			/^Correct this cell/,
		],
		[['\ufffd'], /^A letter was lost/],
		[['\ud83d', '\ude00'], /^This is half an emoji\. .* \{\{ \[\.\.\.\$json\.text\]/],
		[
			['\0', '\u0007', '\u000b', '\f', '\u001b', '\u007f', '\u0085', '\u0092'],
			/^This is a control char/,
		],
	];

	test.each(words.flatMap(([all, next]) => all.map((word) => [word, next] as const)))(
		'%j is refused',
		(word, next) => {
			for (const text of [
				`${word}!`,
				`Hello, ${word}`,
				`${word}, 😀`,
				`until ${word}. ${a(200)}`,
			]) {
				const { problem } = read(text);
				expect(problem!.what).toMatch(/^Message has '.*' in place of a value/);
				expect(problem!.next).toMatch(next);
			}
		},
	);

	test('where it stands is shown, a character that shows nothing by its code', () => {
		expect(read('bb 😀2345678#N/A12345678😀 a').problem!.what).toContain(
			"in '…b 😀2345678#N/A12345678😀 …'.",
		);
		expect(read(`Your code is 1234\u0000 as of today`).problem!.what).toBe(
			"Message has '<U+0000>' in place of a value, in '…de is 1234<U+0000> as of tod…'.",
		);
	});

	test.each([
		...['The date is invalid.', 'invalid date', 'Invalid Dates', 'XInvalid Date'],
		...['#NA', '#N/B', '#1 #VALUE', '#Ref!', '#name?', 'Flat #5!', 'C#, F#!'],
		...['[Array]', '[Date: 5 May]', '[Object: a vase]', 'object: {', '[Arrays: ['],
		...['😀', '👩‍👩‍👧', 'a\u200bb', '\u2028a', 'a\tb\r\nc', 'Null and void', 'undefined', 'Ã©'],
	])('%j is a text like any other', (text) => expect(read(text).value?.text).toBe(text));

	test.each(['Invalid ', 'Invalid Dat ', '#', '#N', '[', '[Array: x', '[object x', '[Object: '])(
		'18,000 characters of %j are read, and are a text',
		(piece) => {
			const text = piece.repeat(18_000 / piece.length);
			expect(read(text).value?.text).toBe(text);
		},
	);
});

describe('a text message has 255 segments at most, as no phone joins more', () => {
	test.each([
		['a letter more', a(39_016), 0],
		['a letter more, whatever Max Segments allows', a(39_016), 300],
		['a Cyrillic letter more', 'я'.repeat(17_086), undefined],
		['brackets, which take two', '['.repeat(19_508), 0],
		['a megabyte, of which nobody looks at more than its length', `{{ $json }}${a(1e6)}`, 1],
	])('%s', (_, text, maxSegments) => {
		const { problem } = read(text, maxSegments);
		expect(problem).toEqual({
			what: `Message has ${text.length.toLocaleString('en')} characters, and a text message has 255 segments at most.`,
			next: 'Shorten Message to 39,015 characters, or to 17,085 if any of them is an emoji or another special character.',
		});
	});

	test('Max Segments is told where it allows fewer', () =>
		expect(measured(a(39_015), 254)).toContain(
			'255 segments in GSM-7, and Max Segments allows 254',
		));

	test.each([0, 1000])('a link is kept within them, with Max Segments %i', (most) => {
		const { value } = measureWithLink(a(39_015), 'https://n8n.example/1', most);
		expect([value?.segments, value?.text.endsWith('a...\nhttps://n8n.example/1')]).toEqual([
			255,
			true,
		]);
	});

	test('curly quotes that plain ones stand for make room for the rest', () => {
		const text = `It’s ${a(39_000)}`;
		expect(read(text).problem).toBeDefined();
		expect(measureText(plainWhereShorter(text)).value?.segments).toBe(255);
	});
});

test.each([
	[306, 2, 'GSM-7 2'],
	[307, 2, 'Message needs 3 segments in GSM-7, and Max Segments allows 2.'],
	[161, 1, 'Message needs 2 segments in GSM-7, and Max Segments allows 1.'],
	[10_000, 0, 'GSM-7 66'],
	[10_000, undefined, 'GSM-7 66'],
])('%i letters with Max Segments %p', (count, maxSegments, expected) =>
	expect(measured(a(count), maxSegments)).toBe(expected),
);

const link = `https://${'l'.repeat(150)}`;
test.each([
	['whole, to the last septet', a(300), 3, `${a(300)}\n${link}`],
	['no cap', a(5000), 0, `${a(5000)}\n${link}`],
	['one septet too many: cut within the only word', a(301), 3, `${a(297)}...\n${link}`],
	['at a word', `${a(200)} ${a(200)}`, 3, `${a(200)}...\n${link}`],
	['between two words', `${a(296)} ${a(200)}`, 3, `${a(296)}...\n${link}`],
	[
		'at no blank of the first two thirds',
		`${a(190)} ${a(400)}`,
		3,
		`${a(190)} ${a(106)}...\n${link}`,
	],
	['blanks before a word stay', ` ${a(400)}`, 3, ` ${a(296)}...\n${link}`],
	['blanks at the end are no more text', `${a(300)}${' '.repeat(500)}`, 3, `${a(300)}\n${link}`],
	['nothing but blanks that fit', `${' '.repeat(500)}x`, 3, undefined],
	['brackets take two', '['.repeat(200), 3, `${'['.repeat(148)}...\n${link}`],
	['UCS-2', 'я'.repeat(200), 3, `${'я'.repeat(41)}…\n${link}`],
	['UCS-2 that is cut off', `${a(299)} я`, 3, `${a(297)}...\n${link}`],
	['no emoji is cut in half', '😀'.repeat(99), 3, `${'😀'.repeat(20)}…\n${link}`],
	['no room', a(200), 1, undefined],
])('a link after a text: %s', (_, text, most, expected) => {
	expect(measureWithLink(text, link, most).value?.text).toBe(expected);
});

// Families, flags, accents, Devanagari, Hangul, Thai.
test.each(['👨‍👩‍👧‍👦', '🇰🇪', 'e\u0301\u0323', 'क्षि', '\u1100\u1161\u11a8', 'กำ้', '👍🏽', '1️⃣'])(
	'%s stays whole where a text is cut',
	(character) => {
		const boundaries = new Set<number>();
		const text = character.repeat(60);
		for (let at = 0; at <= text.length; at += character.length) boundaries.add(at);
		for (let lead = 0; lead < 12; lead++) {
			const given = a(lead) + text;
			const cut = measureWithLink(given, 'https://n8n.example/w/1', 2).value!.text;
			const [, kept = ''] = /^(.*)…\nhttps:\/\/n8n\.example\/w\/1$/s.exec(cut)!;
			expect(given.startsWith(kept)).toBe(true);
			expect(kept.length).toBeGreaterThan(50);
			expect(boundaries.has(kept.length - lead)).toBe(true);
		}
	},
);
