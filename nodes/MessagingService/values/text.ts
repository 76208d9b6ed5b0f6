import { givenText } from './given';
import { partsByLink, plainFormOf } from './plainCharacters';
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

/** The most segments of a message: the header that joins them has one byte for their number (3GPP TS 23.040). */
const mostSegments = 255;

/** The most characters that any message can have; in UCS-2 it has room for fewer. */
export const longestMessage = mostSegments * CAPACITY['GSM-7'].joined;

/** The most characters of a campaign: as many as the columns of databases have for a name. */
export const longestCampaign = 255;

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
	if (text.length > longestMessage) return { problem: tooLong(text) };
	if (!showsText(text)) return { problem: problems.emptyText(field) };
	const problem = notFilledIn(text, field);
	return problem ? { problem } : { value: text };
}

function tooLong(text: string): Problem {
	const { 'GSM-7': plain, 'UCS-2': other } = CAPACITY;
	const [most, fewer] = [plain, other].map(({ joined }) => mostSegments * joined);
	return problems.messageTooLong(text.length, mostSegments, most!, fewer!);
}

/** Counts a message's segments. Refuses more than `maxSegments` (0: no cap), and more than any message can have. */
export function measureText(text: string, maxSegments = 0): Measured {
	const { segments, encoding } = segmentsOf(text);
	if (maxSegments > 0 && segments > maxSegments) {
		const cost = costOf(text, segments);
		return { problem: problems.tooManySegments(segments, maxSegments, encoding, cost) };
	}
	if (segments > mostSegments) return { problem: tooLong(text) };
	return { value: { text, segments, encoding } };
}

function segmentsOf(text: string): { segments: number; encoding: Encoding } {
	const encoding = encodingOf(text);
	const { units, segments } = fill(text, encoding);
	return { segments: units <= CAPACITY[encoding].alone ? 1 : segments, encoding };
}

/** The text with plain characters for those of typography, where it takes fewer segments then; else as it is. */
export function plainWhereShorter(text: string): string {
	return costOf(text, segmentsOf(text).segments)?.plain ?? text;
}

// More than these without a plain form are a script, which nobody can do without.
const MOST_LETTERS = 5;

/** Which characters of a text cost some of its segments; undefined where none do, or they are of another script. */
export function costOf(text: string, segments: number): Cost | undefined {
	const characters = new Map<string, number>();
	const letters = new Set<string>();
	let plain = '';
	for (const [each, isLink] of charactersOf(text)) {
		const form = SEPTETS.has(each) ? each : isLink ? undefined : plainFormOf(each);
		const before = characters.get(each) ?? 0;
		if (form !== each) characters.set(each, before + 1);
		if (form === undefined && letters.add(each).size > MOST_LETTERS) return undefined;
		plain += form ?? '?';
	}
	const { segments: fewer } = segmentsOf(plain);
	if (fewer >= segments) return undefined;
	return { characters, segments: fewer, plain: letters.size === 0 ? plain : undefined };
}

function* charactersOf(text: string): Generator<[character: string, isLink: boolean]> {
	for (const { part, isLink } of partsByLink(text)) for (const each of part) yield [each, isLink];
}

function encodingOf(text: string): Encoding {
	for (const character of text) if (!SEPTETS.has(character)) return 'UCS-2';
	return 'GSM-7';
}

/** Measures a message with a link on a line of its own, cut to keep within `maxSegments` (0: no cap). */
export function measureWithLink(text: string, link: string, maxSegments: number): Measured {
	const cap = Math.min(maxSegments || mostSegments, mostSegments);
	const message = text.trimEnd();
	for (const whole of [text, message]) {
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

/** The most units of a character that people use; any number of marks could be joined to one. */
const longestCharacter = 20;

/** The beginning of a text: so many characters at most, as people see them. No more of it is gone through. */
export function firstCharacters(text: string, most: number): string {
	// Node.js 20 takes a time for each character that grows with the text.
	const begin = text.slice(0, most * longestCharacter);
	let count = 0;
	for (const { index } of graphemes.segment(begin))
		if (++count > most) return begin.slice(0, index);
	return begin;
}

/** Where to cut a text to so many characters: at a blank of the last third, else between two that people see. */
function placeToCut(text: string, most: number): number {
	for (let place = most; place > (most * 2) / 3; place--)
		if (/\s/.test(text.charAt(place))) return place;
	return graphemes.segment(text).containing(most)?.index ?? most;
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
