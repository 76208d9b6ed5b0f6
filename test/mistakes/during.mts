import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mistake } from './mistake.mts';

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

/** The file with the mistake in it; an error where what it replaces doesn't stand there exactly once. */
export function withMistake(text: string, { name, file, from, to }: Mistake): string {
	if (timesIn(text, from) !== 1)
		throw new Error(
			`“${name}”: what it replaces stands ${timesIn(text, from)} times in ${file}, and has to stand there once.`,
		);
	// A function, since a text may contain $&.
	return text.replace(from, () => to);
}

/** Does something while the mistake is in this copy of the project, then takes it out again. */
export async function during<Result>(
	copy: string,
	mistake: Mistake,
	work: () => Promise<Result>,
): Promise<Result> {
	const path = join(copy, mistake.file);
	const right = await readFile(path, 'utf8');
	await writeFile(path, withMistake(right, mistake));
	try {
		return await work();
	} finally {
		await writeFile(path, right);
	}
}
