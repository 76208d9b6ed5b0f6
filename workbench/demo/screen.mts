/** Terminal output and input of the commands. Uses color only where the terminal supports it. */
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { styleText } from 'node:util';
import Table from 'cli-table3';

// Without a stream, styleText would leave the decision about color to its caller.
const styled = (style: Parameters<typeof styleText>[0], text: string): void =>
	console.log(styleText(style, text, { stream: process.stdout }));

export const heading = (text: string): void => styled('bold', `\n${text}`);

export const remark = (text: string): void => styled('dim', `  ${text}`);

/** Prints a table with a header row. With `colWidths`, long text wraps within its cell. */
export function table(head: string[], rows: unknown[][], colWidths: number[] = []): void {
	const style = { head: [], border: [], compact: true };
	const shown = new Table({ head, style, colWidths, wordWrap: true });
	shown.push(...rows.map((row) => row.map(String)));
	console.log(shown.toString().replace(/^/gm, '  '));
}

/** Asks for a line of input. A secret isn't shown while it is typed. @throws for a secret without a terminal */
export async function ask(what: string, { isSecret = false } = {}): Promise<string> {
	const { stdin: input, stderr } = process;
	if (isSecret && !input.isTTY) throw new Error(`There is no terminal to type ${what} on: set it.`);
	stderr.write(`${what}: `);
	const output = isSecret ? new PassThrough() : stderr;
	const reader = createInterface({ input, output, terminal: input.isTTY });
	const line = await reader.question('').finally(() => reader.close());
	if (isSecret) stderr.write('\n');
	return line.trim();
}
