import { givenText } from './simple';
import { problems, type ValueOrProblem } from '../texts';

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

const FIELD = 'Message';

// A text of nothing but what shows nothing reaches the phone blank: marks without width, fillers, selectors of a
// character's look, and the blank of Braille.
const SHOWN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

/** Counts a message's segments. Refuses an empty one, or more than `maxSegments` (0: no cap). Never changes it. */
export function measureText(
	value: unknown,
	maxSegments = 0,
): ValueOrProblem<{ text: string; segments: number; encoding: Encoding }> {
	const text = givenText(value ?? '');
	if (text === undefined) return { problem: problems.textOfWrongType(FIELD, value) };
	if (!SHOWN.test(text)) return { problem: problems.emptyText(FIELD) };
	const encoding = encodingOf(text);
	const segments = countSegments(text, encoding);
	if (maxSegments > 0 && segments > maxSegments)
		return { problem: problems.tooManySegments(segments, maxSegments, encoding) };
	return { value: { text, segments, encoding } };
}

function encodingOf(text: string): Encoding {
	for (const character of text) if (!SEPTETS.has(character)) return 'UCS-2';
	return 'GSM-7';
}

/** The same with a link on a line of its own; the message cut at a word to keep within a `cap` (0: none). */
export function measureWithLink(value: unknown, link: string, cap: number) {
	const { value: measured, problem } = measureText(value);
	if (problem) return { problem };
	const { text: message } = measured;
	const fits = (text: string) => !measureText(text, cap).problem;
	const whole = `${message}\n${link}`;
	if (fits(whole)) return measureText(whole);
	// The one-character ellipsis would make UCS-2 of a GSM-7 text, which has room for half as much.
	const cut = (kept: string) => `${kept}${encodingOf(kept) === 'GSM-7' ? '...' : '…'}\n${link}`;
	const words = message.match(/\s*\S+/g) ?? [];
	// A text without blanks is cut within its first word.
	for (const parts of [words, Array.from(words[0] ?? '')]) {
		let kept = '';
		for (const part of parts) {
			if (!fits(cut(kept + part))) break;
			kept += part;
		}
		if (kept) return measureText(cut(kept));
	}
	return { problem: problems.linkTooLong(cap) };
}

/** Counts as phones do: an escape and its character, or the two halves of an emoji, never lie in two segments. */
function countSegments(text: string, encoding: Encoding): number {
	const { alone, joined } = CAPACITY[encoding];
	let units = 0;
	let segments = 1;
	let filled = 0;
	for (const character of text) {
		const size = encoding === 'GSM-7' ? SEPTETS.get(character)! : character.length;
		units += size;
		filled += size;
		if (filled > joined) {
			segments += 1;
			filled = size;
		}
	}
	return units <= alone ? 1 : segments;
}
