import { Unreadable } from './unreadable';

const LONGEST_SHOWN = 40;

// Control characters, blanks other than the plain one, marks that have no width
// or turn the direction of what follows, and surrogates without a partner.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;

function visible(character: string): string {
	if (!INVISIBLE.test(character)) return character;
	const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	return `<U+${code}>`;
}

function kindOf(value: object | null | undefined): string {
	if (value === null || value === undefined) return 'an empty value';
	try {
		if (value instanceof Unreadable) return value.kind;
		return Array.isArray(value) ? 'a list' : 'an object';
	} catch {
		// A revoked proxy.
		return 'an object';
	}
}

/**
 * Shows a refused value inside a sentence: in quotes, at most 40 characters of
 * it, with characters that can't be seen written as their code. Lists and
 * objects are only named, since what they hold may be private.
 */
export function quotedValue(value: unknown): string {
	if (value === null || value === undefined || typeof value === 'object') return kindOf(value);
	if (typeof value === 'function' || typeof value === 'symbol') return 'an object';
	const text = String(value);
	if (text === '') return 'an empty text';
	// Cut first: turning a megabyte into an array of characters takes far longer.
	const characters = Array.from(text.slice(0, 2 * LONGEST_SHOWN));
	const shown = characters.slice(0, LONGEST_SHOWN).map(visible).join('');
	const cut = characters.length > LONGEST_SHOWN || text.length > 2 * LONGEST_SHOWN;
	return `'${shown}${cut ? '…' : ''}'`;
}

/** The same as the first words of a sentence. */
export function quotedFirst(value: unknown): string {
	const quoted = quotedValue(value);
	return quoted.charAt(0).toUpperCase() + quoted.slice(1);
}
