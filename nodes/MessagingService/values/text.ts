import { givenText } from './given';
import { plainFormOf } from './plainCharacters';
import { problems, type Cost, type Problem, type ValueOrProblem } from '../texts';

// The alphabets of GSM 03.38 (3GPP TS 23.038, 6.2.1 and 6.2.1.1), in the order of their codes.
const BASIC =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// Each of these takes two septets: an escape goes before it.
const EXTENSION = '\f^{}\\[~]|€';
const SEPTETS = new Map(
	[...BASIC, ...EXTENSION].map((each) => [each, BASIC.includes(each) ? 1 : 2]),
);

type Encoding = 'GSM-7' | 'UCS-2';

// What a message holds alone, and each segment once it is split: the header that joins segments
// takes 7 septets or 3 UCS-2 characters (3GPP TS 23.040, 9.2.3.24.1).
const CAPACITY = {
	'GSM-7': { alone: 160, joined: 153 },
	'UCS-2': { alone: 70, joined: 67 },
};

/** A text with what it takes to send it, or why it can't go. */
export type Measured = ValueOrProblem<{ text: string; segments: number; encoding: Encoding }>;

// A text of nothing but what shows nothing reaches the phone blank: marks without width, fillers, selectors of a
// character's look, and the blank of Braille.
const SHOWN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

export function showsText(text: string): boolean {
	return SHOWN.test(text);
}

/** Why a text can't be what people are meant to get: it has an expression or an object where a value should be. */
export function notFilledIn(text: string, field: string): Problem | undefined {
	const start = text.search(/\{\{\s*\$/);
	// A pattern for the whole would look for the end anew from each beginning.
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	if (end >= 0) return problems.expressionAsText(field, text.slice(start, end + 2));
	return text.includes('[object Object]') ? problems.objectAsText(field) : undefined;
}

/** Reads the text of a message, which goes out as it stands. */
export function readMessage(value: unknown, field: string): ValueOrProblem<string> {
	const text = givenText(value ?? '');
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	if (!showsText(text)) return { problem: problems.emptyText(field) };
	const problem = notFilledIn(text, field);
	return problem ? { problem } : { value: text };
}

/** Counts a message's segments. Refuses more than `maxSegments` (0: no cap). */
export function measureText(text: string, maxSegments = 0): Measured {
	const encoding = encodingOf(text);
	const filling = fill(text, encoding);
	const segments = filling.units <= CAPACITY[encoding].alone ? 1 : filling.segments;
	if (maxSegments === 0 || segments <= maxSegments) return { value: { text, segments, encoding } };
	const cost = costOf(text, segments);
	return { problem: problems.tooManySegments(segments, maxSegments, encoding, cost) };
}

/** The text with plain characters for those of typography, where it takes fewer segments then; else as it is. */
export function plainWhereShorter(text: string): string {
	return costOf(text, measureText(text).value!.segments)?.plain ?? text;
}

// More than these without a plain form are a script, which nobody can do without.
const MOST_LETTERS = 5;

/** Which characters of a text cost some of its segments; undefined where none do, or they are of another script. */
export function costOf(text: string, segments: number): Cost | undefined {
	const characters = new Map<string, number>();
	let letters = 0;
	let plain = '';
	for (const each of text) {
		const form = SEPTETS.has(each) ? each : plainFormOf(each);
		const before = characters.get(each) ?? 0;
		if (form !== each) characters.set(each, before + 1);
		if (form === undefined && before === 0 && ++letters > MOST_LETTERS) return undefined;
		plain += form ?? '?';
	}
	const fewer = measureText(plain).value!.segments;
	if (fewer >= segments) return undefined;
	return { characters, segments: fewer, plain: letters === 0 ? plain : undefined };
}

function encodingOf(text: string): Encoding {
	for (const character of text) if (!SEPTETS.has(character)) return 'UCS-2';
	return 'GSM-7';
}

/** Measures a message with a link on a line of its own, cutting the message to keep within a `cap` (0: none). */
export function measureWithLink(text: string, link: string, cap: number): Measured {
	const message = text.trimEnd();
	for (const whole of [text, message]) {
		// The text may be a book.
		if (cap > 0 && whole.length > cap * CAPACITY['GSM-7'].alone) continue;
		const withLink = measureText(`${whole}\n${link}`, cap);
		if (!withLink.problem) return withLink;
	}
	// The one-character ellipsis would make UCS-2 of a GSM-7 text, which has room for half as much.
	const ends = { 'GSM-7': `...\n${link}`, 'UCS-2': `…\n${link}` };
	const lengthIn = (encoding: Encoding) => {
		const end = ends[encoding];
		// Beside a character of two septets, one may stay unused.
		const reserved = 2 * fill(end, encoding).units - end.length;
		return fill(message, encoding, cap, reserved).length;
	};
	const most = Math.max(lengthIn('GSM-7'), lengthIn('UCS-2'));
	const kept = message.slice(0, placeToCut(message, most)).trimEnd();
	const cut = measureText(`${kept}${ends[encodingOf(kept)]}`, cap);
	return kept === '' || cut.problem ? { problem: problems.linkTooLong(cap) } : cut;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Whether a text has no more than so many characters, as people see them. */
export function hasAtMost(text: string, most: number): boolean {
	// None that people use has more than 20 units, and a character may have any number of marks. Node.js 20 takes
	// a time for each that grows with the text.
	if (text.length > most * 20) return false;
	let count = 0;
	for (const { segment } of graphemes.segment(text)) if (segment && ++count > most) return false;
	return true;
}

/** Where to cut a text to so many characters: at a blank of the last third, else between two that people see. */
function placeToCut(text: string, most: number): number {
	for (let place = most; place > (most * 2) / 3; place--)
		if (/\s/.test(text.charAt(place))) return place;
	// Without what can't be of the same one, such as the rest of a book.
	return graphemes.segment(text.slice(0, most + 1000)).containing(most)?.index ?? most;
}

/**
 * Fills segments as phones do: an escape and its character, or the two halves of an emoji, never lie in two of them.
 * Ends where the encoding lacks a character, or where less than `reserved` units of `cap` segments would be left.
 */
function fill(text: string, encoding: Encoding, cap = Infinity, reserved = 0) {
	const { alone, joined } = CAPACITY[encoding];
	const size = cap === 1 ? alone : joined;
	const filling = { segments: 1, units: 0, length: 0 };
	let free = size;
	for (const character of text) {
		const units = encoding === 'UCS-2' ? character.length : (SEPTETS.get(character) ?? Infinity);
		if (units > free) {
			filling.segments++;
			free = size;
		}
		free -= units;
		if ((cap - filling.segments) * size + free < reserved) break;
		filling.units += units;
		filling.length += character.length;
	}
	return filling;
}
