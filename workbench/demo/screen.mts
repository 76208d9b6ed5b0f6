/** How the demo looks: headings, progress lines, tables. Colour only where the terminal has it. */
import { styleText } from 'node:util';
import Table from 'cli-table3';

type Style = Parameters<typeof styleText>[0];

// Without a stream, styleText would leave the decision about colour to its caller.
const styled = (style: Style, text: string) => styleText(style, text, { stream: process.stdout });

/** A step's title. */
export function heading(text: string): void {
	console.log(`\n${styled('bold', text)}`);
}

/** One thing that has just been done. */
export function done(text: string): void {
	console.log(`  ${styled('green', '✓')} ${text}`);
}

/** Something that needs a person's eye, without being the demo's failure. */
export function attention(text: string): void {
	console.log(`  ${styled('yellow', '!')} ${text}`);
}

/** An explanation under what was just shown. */
export function remark(text: string): void {
	console.log(styled('dim', `  ${text}`));
}

/** The last line of a demo that did what it should. */
export function success(text: string): void {
	console.log(`\n${styled(['bold', 'green'], text)}`);
}

/** What went wrong, to the error output. */
export function failure(text: string): void {
	console.error(`\n${styleText('red', text, { stream: process.stderr })}`);
}

/** A text cut to a table's column, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
	return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

/** A table with a header row. Given widths, a long text goes on in the next line of its cell. */
export function table(
	head: string[],
	rows: Array<Array<string | number>>,
	widths?: number[],
): void {
	const shown = new Table({
		head: head.map((title) => styled('bold', title)),
		style: { head: [], border: [], compact: true },
		...(widths && { colWidths: widths, wordWrap: true }),
	});
	shown.push(...rows);
	console.log(shown.toString().replace(/^/gm, '  '));
}

/** "1 message", "3 messages". */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
