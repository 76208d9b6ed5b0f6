import { notForPeople } from './filledIn';
import { givenText } from './given';
import { partsByLink, plainFormOf } from './plainCharacters';
import { problems, type Cost, type Problem, type ValueOrProblem } from '../texts';

// The alphabets of GSM 03.38 (3GPP TS 23.038, 6.2.1 and 6.2.1.1), in the order of their codes.
const BASIC =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// Each takes two septets, since an escape precedes it.
// Without its form feed, a control character: those are refused.
const EXTENSION = '^{}\\[~]|€';
const SEPTETS = new Map(
	[...BASIC, ...EXTENSION].map((each) => [each, BASIC.includes(each) ? 1 : 2]),
);

type Encoding = 'GSM-7' | 'UCS-2';

// Units of a message of one segment, and of each segment of a longer one: the header that joins segments takes 7
// septets or 3 UCS-2 characters (3GPP TS 23.040, 9.2.3.24.1).
const CAPACITY = {
	'GSM-7': { alone: 160, joined: 153 },
	'UCS-2': { alone: 70, joined: 67 },
};

/** A text with its segments and encoding, or why it can't be sent. */
export type Measured = ValueOrProblem<{ text: string; segments: number; encoding: Encoding }>;

/** The most segments of a message: the header that joins them has one byte for their number (3GPP TS 23.040). */
const mostSegments = 255;

/** The most characters of a message, in GSM-7. In UCS-2 it has room for fewer. */
export const longestMessage = mostSegments * CAPACITY['GSM-7'].joined;

/** The most characters of a campaign: the usual length of a name column in a database. */
export const longestCampaign = 255;

// A text of invisible characters only reaches the phone blank: zero-width marks, fillers, variation selectors, and the
// Braille blank.
const SHOWN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

export function showsText(text: string): boolean {
	return SHOWN.test(text);
}

/** Reads the text of a message, without changing it. */
export function readMessage(value: unknown, field: string): ValueOrProblem<string> {
	const text = givenText(value ?? '');
	if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
	if (text.length > longestMessage) return { problem: tooLong(text) };
	if (!showsText(text)) return { problem: problems.emptyText(field) };
	const problem = notForPeople(text, field);
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

/** Replaces typographic characters by plain ones if that saves a segment. Otherwise returns the text as it is. */
export function plainWhereShorter(text: string): string {
	return costOf(text, segmentsOf(text).segments)?.plain ?? text;
}

// With more different letters than this, a text is in another script, which has no plain form.
const MOST_LETTERS = 5;

/** Returns the characters that cost a text some of its segments. Undefined if none do, or it is in another script. */
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

/** Measures a text with a link on a line of its own. Truncates the text to fit `maxSegments` (0: no cap). */
export function measureWithLink(text: string, link: string, maxSegments: number): Measured {
	const cap = Math.min(maxSegments || mostSegments, mostSegments);
	const message = text.trimEnd();
	for (const whole of [text, message]) {
		const withLink = measureText(`${whole}\n${link}`, cap);
		if (!withLink.problem) return withLink;
	}
	// The one-character ellipsis would turn a GSM-7 text into UCS-2, which has room for half as much.
	const ends = { 'GSM-7': `...\n${link}`, 'UCS-2': `…\n${link}` };
	const lengthIn = (encoding: Encoding) => {
		const end = ends[encoding];
		// A character of two septets may leave one unused at the end of a segment.
		const reserved = 2 * fill(end, encoding).units - end.length;
		return fill(message, encoding, cap, reserved).length;
	};
	const most = Math.max(lengthIn('GSM-7'), lengthIn('UCS-2'));
	const kept = message.slice(0, placeToCut(message, most)).trimEnd();
	const cut = measureText(`${kept}${ends[encodingOf(kept)]}`, cap);
	return kept === '' || cut.problem ? { problem: problems.linkTooLong(cap) } : cut;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The most UTF-16 units of a character that people use. Any number of marks could be joined to one. */
const longestCharacter = 20;

/** Returns the first `most` characters (graphemes) of a text, without reading the rest of it. */
export function firstCharacters(text: string, most: number): string {
	// In Node.js 20, the time for each grapheme grows with the length of the text.
	const begin = text.slice(0, most * longestCharacter);
	let count = 0;
	for (const { index } of graphemes.segment(begin))
		if (++count > most) return begin.slice(0, index);
	return begin;
}

/** Returns where to cut a text to `most` UTF-16 units: at a blank in the last third, else between two graphemes. */
function placeToCut(text: string, most: number): number {
	for (let place = most; place > (most * 2) / 3; place--)
		if (/\s/.test(text.charAt(place))) return place;
	return graphemes.segment(text).containing(most)?.index ?? most;
}

/**
 * Fills segments as phones do, without splitting an escape from its character, or an emoji in two. Stops where the
 * encoding lacks a character, or where fewer than `reserved` units of `cap` segments would remain.
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
