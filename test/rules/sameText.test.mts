/**
 * Whether a number has a message already is asked by a key of its text: equal for texts that Unicode counts as one,
 * since services and databases write them in one form or the other, and for no others.
 */
import fc from 'fast-check';
import {
	campaignKeyOf,
	contentKeyOf,
	readListedMessage,
} from '../../nodes/MessagingService/values/messageRecord.ts';
import { runsOf } from '../harness/random.mts';

const everyMark = Array.from({ length: 0x110000 }, (_, code) => code)
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code))
	.filter((each) => /\p{M}/u.test(each));

const keyOf = (message: string) => contentKeyOf({ message, campaign: 'a', priority: 'utility' });
const keyOfCampaign = (campaign: string) => campaignKeyOf({ campaign });

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

/** Another text that may be the same: in one of Unicode's forms, or with two neighbors the other way round. */
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

test('more marks in a row than any letter has take no longer than other characters', () => {
	// Counted in units of the engine's own work on a text of letters, by the processor time of this thread.
	const cost = (piece: string) => {
		const long = piece.repeat(200_000);
		const { user } = process.threadCpuUsage();
		keyOf(long);
		return (process.threadCpuUsage().user - user) / 1000;
	};
	const letters = Math.max(5, cost('ab'));
	for (const marks of ['\u0301\u0316', '\u0316\u0301', '\u0334\u0345\u05b0\u0651'])
		expect(Math.min(cost(marks), cost(marks))).toBeLessThan(40 * letters);
});

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
