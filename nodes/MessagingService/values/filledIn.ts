import { problems, type Problem } from '../texts';

/** Control characters, except line breaks and tabs. */
const control = String.raw`[^\P{Cc}\t\n\r]`;
const controls = new RegExp(control, 'gu');

/**
 * Removes control characters, which come with pasted text, and which no text for people may have. Turns the line breaks
 * of browsers and word processors into plain ones.
 */
export function withoutControls(text: string): string {
	// Browsers send each line break as two characters, and word processors write one within a paragraph as \v.
	return text.replace(/\r\n?|[\v\f\u0085]/g, '\n').replace(controls, '');
}

/** Words that programs write in place of a value, and characters that no text for people has. */
const machineWords = new RegExp(
	[
		String.raw`\[object [^\]\n]{1,40}\]|\[(?:Array: \[|Object: \{|DateTime: )`,
		String.raw`\bInvalid Date(?:Time)?\b`,
		// Errors of a spreadsheet's cells.
		String.raw`#(?:N/A|(?:REF|VALUE|NUM|NULL|CALC|SPILL|ERROR|DIV/0)!|NAME\?)`,
		// The replacement character, and halves of emoji.
		String.raw`[\ufffd\p{Cs}]`,
		control,
	].join('|'),
	'u',
);

/** Returns a problem if a text has an expression or a machine's words where a value should be. */
export function notForPeople(text: string, field: string): Problem | undefined {
	const start = text.search(/\{\{\s*\$/);
	// One pattern for the whole expression would search for its end anew from each beginning.
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	if (end >= 0) return problems.expressionAsText(field, text.slice(start, end + 2));
	const found = machineWords.exec(text);
	return found ? problems.machineWord(field, found[0], excerptAt(text, found)) : undefined;
}

/** Returns a found part of a text with a few characters around it. */
function excerptAt(text: string, { index, 0: found }: RegExpExecArray): string {
	// Array.from splits no emoji in two.
	const before = Array.from(text.slice(0, index));
	const behind = Array.from(text.slice(index + found.length));
	const cut = (all: string[], kept: string[]) => (kept.length < all.length ? '…' : '');
	const [last, first] = [before.slice(-10), behind.slice(0, 10)];
	return `${cut(before, last)}${last.join('')}${found}${first.join('')}${cut(behind, first)}`;
}

// As words of their own. Case counts: "Null and void" is text.
const emptyWords = /(?<![\p{L}\p{N}_])(?:undefined|null|NaN)(?![\p{L}\p{N}_])/gu;

// UTF-8 that was read as Windows-1252: é, ’ and emoji look so. Quotes and guillemets may follow a capital letter.
const wrongLetters = /[ÃÂ][\u0080-\u009f¡-ª¬-º¼-¿€ƒ†‡ˆ‰Š‹ŒŽ™šœžŸ]|â€.|ðŸ../u;

/** Returns the words of a text that may stand in place of a value, and whether it has letters of a wrong encoding. */
export function doubtfulIn(text: string): { words: string[]; hasWrongLetters: boolean } {
	return { words: [...new Set(text.match(emptyWords))], hasWrongLetters: wrongLetters.test(text) };
}
