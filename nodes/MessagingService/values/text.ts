import { givenText } from './json';
import { problems, type ValueOrProblem } from '../texts';

// The alphabets of GSM 03.38 (3GPP TS 23.038, 6.2.1 and 6.2.1.1), in the order of their codes.
const BASIC =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

const septets = new Map<string, 1 | 2>([
	...Array.from(BASIC, (character) => [character, 1] as const),
	...Array.from(EXTENSION, (character) => [character, 2] as const),
]);

/**
 * How many septets a character takes in GSM-7: 1 in the basic alphabet, 2 in the
 * extension table (an escape goes before it), undefined where GSM-7 has no such
 * character.
 */
function septetsOf(character: string): 1 | 2 | undefined {
	return septets.get(character);
}

type Encoding = 'GSM-7' | 'UCS-2';

interface MeasuredText {
	text: string;
	segments: number;
	encoding: Encoding;
}

// Units a message may have alone, and per segment once it is split: the header
// that joins segments takes 7 septets or 3 UCS-2 characters (3GPP TS 23.040, 9.2.3.24.1).
const CAPACITY = {
	'GSM-7': { alone: 160, joined: 153 },
	'UCS-2': { alone: 70, joined: 67 },
};

const FIELD = 'Message';

// trim() leaves these in place, and a text of nothing else reaches the phone blank.
const WITHOUT_WIDTH = /[\u200b-\u200f\u2060\ufeff]/g;

function encodingOf(text: string): Encoding {
	for (const character of text) {
		if (septetsOf(character) === undefined) return 'UCS-2';
	}
	return 'GSM-7';
}

function unitsOf(character: string, encoding: Encoding): number {
	return encoding === 'GSM-7' ? (septetsOf(character) ?? 1) : character.length;
}

/** Counts as phones do: an escape and its character, or the two halves of an emoji, never lie in two segments. */
function countSegments(text: string, encoding: Encoding): number {
	const { alone, joined } = CAPACITY[encoding];
	let units = 0;
	let segments = 1;
	let filled = 0;
	for (const character of text) {
		const size = unitsOf(character, encoding);
		units += size;
		if (filled + size > joined) {
			segments += 1;
			filled = 0;
		}
		filled += size;
	}
	return units <= alone ? 1 : segments;
}

/**
 * Counts the segments that a message takes and refuses one that is empty or, with
 * `maxSegments` above 0, needs more than that. The text itself is never changed.
 * A number becomes its text, since expressions often give one.
 */
export function measureText(text: unknown, maxSegments = 0): ValueOrProblem<MeasuredText> {
	if (text === null || text === undefined) return { problem: problems.emptyText(FIELD) };
	const message = givenText(text);
	if (message === undefined) return { problem: problems.textOfWrongType(FIELD, text) };
	if (message.replace(WITHOUT_WIDTH, '').trim() === '')
		return { problem: problems.emptyText(FIELD) };
	const encoding = encodingOf(message);
	const segments = countSegments(message, encoding);
	if (maxSegments > 0 && segments > maxSegments) {
		return { problem: problems.tooManySegments(segments, maxSegments, encoding) };
	}
	return { value: { text: message, segments, encoding } };
}
