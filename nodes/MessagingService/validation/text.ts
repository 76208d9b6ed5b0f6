import { givenText } from './givenText';
import { septetsOf } from './gsm7';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';

export type Encoding = 'GSM-7' | 'UCS-2';

export interface MeasuredText {
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
