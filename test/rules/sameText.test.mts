/**
 * The key of a text, which decides whether a number already has a message. It is equal for texts that people read as
 * one, however a service, a database or a word processor writes them, and for no others.
 */
import fc from 'fast-check';
import {
	campaignKey,
	contentKey,
	readListedMessage,
} from '../../nodes/MessagingService/values/messageRecord.ts';
import { runsOf } from '../harness/random.mts';

const everyMark = Array.from({ length: 0x110000 }, (_, code) => code)
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code))
	.filter((each) => /\p{M}/u.test(each) && !/\p{Default_Ignorable_Code_Point}/u.test(each));

const keyOf = (message: string) => contentKey({ message, campaign: 'a', priority: 'utility' });
const keyOfCampaign = (campaign: string) => campaignKey({ campaign });

const mark = fc.constantFrom(...everyMark);
const usualMark = fc.constantFrom('\u0301', '\u0316', '\u0323', '\u031b', '\u0345', '\u3099');
const letter = fc.constantFrom(
	'e',
	'é',
	'ǖ',
	'o',
	'ơ',
	'か',
	'\u1112',
	'\u1161',
	'\u11ab',
	'한',
	'²',
	'2',
);
const character = fc
	.tuple(letter, fc.array(fc.oneof(mark, usualMark), { maxLength: 29 }))
	.map(([first, marks]) => first + marks.join(''));
const text = fc.array(character, { maxLength: 5 }).map((all) => all.join(''));

/**
 * Generates a text that may count as the same: in one of Unicode's normalization forms, or with two neighbors swapped.
 */
const otherOf = (one: string) =>
	fc.oneof(
		fc.constantFrom('NFC', 'NFD', 'NFKC').map((form) => one.normalize(form)),
		fc.nat(Math.max(0, one.length - 2)).map((at) => {
			const all = [...one];
			[all[at], all[at + 1]] = [all[at + 1] ?? '', all[at] ?? ''];
			return all.join('');
		}),
	);
const pair = text.chain((one) => fc.tuple(fc.constant(one), fc.oneof(otherOf(one), text)));

test.each([
	['texts', keyOf],
	['campaigns', keyOfCampaign],
])('%s have one key exactly where Unicode counts them as the same', (_what, key) => {
	let same = 0;
	const property = fc.property(pair, ([one, other]) => {
		const areSame = one.normalize('NFC') === other.normalize('NFC');
		if (areSame && one !== other) same++;
		expect(key(one) === key(other)).toBe(areSame);
	});
	fc.assert(property, runsOf(2000));
	expect(same).toBeGreaterThan(100);
});

describe('a text that reads the same', () => {
	const escapes: Array<Record<string, string>> = [
		{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' },
		{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' },
		{ '&': '&#38;', '<': '&#60;', '>': '&#62;', '"': '&QUOT;', "'": '&apos;' },
		{ '&': '&#x26;', '<': '&#x3C;', '>': '&#x3e;', '"': '&#x22;', "'": '&#x27;' },
	];
	const swaps: Array<[RegExp, string]> = [
		[/'/g, '\u2019'],
		[/'/g, '`'],
		[/"/g, '\u201c'],
		[/-/g, '\u2013'],
		[/\.\.\./g, '\u2026'],
		[/ffi/g, '\ufb03'],
		[/fl/g, '\ufb02'],
		[/ /g, '\u00a0'],
		[/ /g, '\r\n'],
		[/ /g, '\u2006 \t'],
		[/A/g, '\uff21'],
		[/7/g, '\uff17'],
	];
	const nothings = ['\u200b', '\u00ad', '\ufeff', '\ufe0f', '\u2060', '\u200e', '\0', '\u180b'];
	const swap = fc.constantFrom(...swaps).map(
		([from, to]) =>
			(given: string) =>
				given.replace(from, to),
	);
	const escape = fc
		.constantFrom(...escapes)
		.map((signs) => (given: string) => given.replace(/[&<>"']/g, (sign) => signs[sign]!));
	const frame = fc.constantFrom(
		(given: string) => ` ${given}\n`,
		(given: string) => given.normalize('NFD'),
	);
	const marked = fc
		.array(fc.tuple(fc.constantFrom(...nothings), fc.nat(200)), { maxLength: 3 })
		.map(
			(marks) => (given: string) =>
				marks.reduce((text, [mark, at]) => text.slice(0, at) + mark + text.slice(at), given),
		);
	const word = fc.constantFrom(
		...`Don't|Mum|&|Dad's|"party"|<3|-|so...|office|flat|Amina|A7|Zoë|привет|8:30|😀|e\u0301`.split(
			'|',
		),
	);
	const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));

	test('has one key, whatever has rewritten it, and however often', () => {
		let rewritten = 0;
		const few = <Value,>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 });
		// Escaped after the swaps, since a text is escaped when it is shown.
		const rewrites = fc.tuple(few(swap), few(escape), few(frame)).map((all) => all.flat());
		const property = fc.property(words, marked, rewrites, (sent, mark, all) => {
			const shown = all.reduce((given, next) => next(given), mark(sent));
			if (shown !== sent) rewritten++;
			expect(keyOf(shown)).toBe(keyOf(sent));
		});
		fc.assert(property, runsOf(2000));
		expect(rewritten).toBeGreaterThan(500);
	});

	test('and with another letter, digit, case or punctuation mark it is another one', () => {
		const others: Array<(given: string) => string> = [
			(given) => `${given}!`,
			(given) => `x${given}`,
			(given) => given.replace(/[aeiou]/, 'y'),
			(given) => given.replace(/\d/, '9'),
			(given) => given.replace(/\p{Lu}/u, (letter) => letter.toLowerCase()),
			(given) => given.replace(/\p{Ll}/u, (letter) => letter.toUpperCase()),
			(given) => given.replace(/ \S+$/, ''),
			(given) => given.replace('&', 'and'),
			(given) => given.replace('<', '>'),
		];
		const property = fc.property(words, fc.constantFrom(...others), (sent, change) => {
			const other = change(sent);
			expect(keyOf(other) === keyOf(sent)).toBe(other === sent);
		});
		fc.assert(property, runsOf(2000));
	});

	test.each([
		['Rock &amp; Roll', 'Rock &amp;amp; Roll'],
		['a &lt;b&gt;', 'a &amp;lt;b&amp;gt;'],
		["it's", 'it&amp;#039;s'],
	])('%j, and the same once more escaped', (once, twice) => {
		expect(keyOf(twice)).toBe(keyOf(once));
	});

	test.each(['AT&T;', '&copy;', '&#65;', '&amp', 'a&nbsp;b'])('%j has no such entity', (given) => {
		expect(keyOf(given)).not.toBe(keyOf(given.replace(/&[#\w]*;?/, '')));
		expect(keyOf(given)).not.toBe(keyOf('A'));
	});
});

// In quadratic time, in which JavaScript composes marks, this would exceed jest's time limit of a test.
test.each(['\u0301\u0316', '\u0316\u0301', '\u0334\u0345\u05b0\u0651', '&amp;', '&#0', ' \u2019'])(
	'a text of a megabyte of %j is told from another one, in time',
	(piece) => {
		const long = piece.repeat(1_000_000 / piece.length);
		expect(keyOf(`${long}x`)).not.toBe(keyOf(long));
	},
);

describe('a record of the list', () => {
	const listed = (more: object) =>
		readListedMessage({ message: 'Hello', campaign: 'a', category: 'utility', ...more }, []);

	test.each([
		['message', 39_015],
		['campaign', 255],
	])(
		'may have the longest %s that this node sends, and one that is longer is none of its own',
		(field, most) => {
			expect(listed({ [field]: 'x'.repeat(most) }).contentKey).toBeDefined();
			const { contentKey, campaignKey } = listed({ [field]: 'x'.repeat(most + 1) });
			expect([contentKey, campaignKey === undefined]).toEqual([undefined, field === 'campaign']);
		},
	);
});
