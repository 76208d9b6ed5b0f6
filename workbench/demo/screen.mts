/** How the commands look. Color only where the terminal has it. */
import { styleText } from 'node:util';
import Table from 'cli-table3';

// Without a stream, styleText would leave the decision about color to its caller.
const styled = (style: Parameters<typeof styleText>[0], text: string): void =>
	console.log(styleText(style, text, { stream: process.stdout }));

export const heading = (text: string): void => styled('bold', `\n${text}`);

export const remark = (text: string): void => styled('dim', `  ${text}`);

/** A table with a header row. A text goes on in the next line of its cell, where widths are given. */
export function table(head: string[], rows: unknown[][], colWidths: number[] = []): void {
	const style = { head: [], border: [], compact: true };
	const shown = new Table({ head, style, colWidths, wordWrap: true });
	shown.push(...rows.map((row) => row.map(String)));
	console.log(shown.toString().replace(/^/gm, '  '));
}
