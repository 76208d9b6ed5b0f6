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
export function septetsOf(character: string): 1 | 2 | undefined {
	return septets.get(character);
}
