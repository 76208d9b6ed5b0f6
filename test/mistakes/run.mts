/**
 * Makes each of the mistakes in a copy of the project, one at a time, and runs the test that was
 * made to notice it. Fails when one survives, and when a test fails without any mistake.
 *
 *   node test/mistakes/run.mts [part of a name or of a file …]     all mistakes unless some are named
 */
import { availableParallelism } from 'node:os';
import { endOf } from './jest.mts';
import { mistakes } from './index.mts';
import type { Mistake } from './mistake.mts';
import { copyOfProject, removeCopiesWhenStopped } from '../projectCopy.mts';
import { during } from './during.mts';

const atOnce = Math.min(4, availableParallelism());

/** What is wrong with the tests themselves: each has to be there, and to pass as long as nothing is wrong. */
async function withoutMistake(copy: string, chosen: Mistake[]): Promise<string[]> {
	const ended = await endOf(
		copy,
		chosen.map(({ noticedBy }) => noticedBy),
	);
	return chosen.flatMap(({ noticedBy: { file, test } }, index) => {
		const { passed, failed, unreadable } = ended[index]!;
		if (passed > 0 && failed === 0) return [];
		return [
			`${file}, “${test}”: ${failed > 0 ? 'it fails without any mistake' : (unreadable ?? 'there is no such test')}`,
		];
	});
}

/** Whether the mistake's test noticed it. */
async function isCaught(copy: string, mistake: Mistake): Promise<boolean> {
	const [ended] = await during(copy, mistake, () => endOf(copy, [mistake.noticedBy]));
	// A file that can't even be read has noticed nothing: such a mistake would never be made.
	if (ended!.unreadable) console.log(ended!.unreadable.slice(0, 1000));
	return ended!.failed > 0;
}

async function main(named: string[]): Promise<number> {
	const chosen = mistakes.filter(
		({ name, file }) =>
			named.length === 0 || named.some((part) => name.includes(part) || file.includes(part)),
	);
	if (chosen.length === 0)
		throw new Error(`No mistake's name or file contains ${named.join(' or ')}.`);
	removeCopiesWhenStopped();
	const copies = await Promise.all(Array.from({ length: atOnce }, copyOfProject));
	const wrong = await withoutMistake(copies[0]!, chosen);
	if (wrong.length > 0) throw new Error(`Before any mistake is made:\n${wrong.join('\n')}`);
	const left = chosen.values();
	const survived: string[] = [];
	await Promise.all(
		copies.map(async (copy) => {
			for (const mistake of left) {
				const caught = await isCaught(copy, mistake);
				if (!caught) survived.push(mistake.name);
				console.log(
					`${caught ? 'caught  ' : 'SURVIVED'}  ${mistake.name} (${mistake.file}; ${mistake.noticedBy.file})`,
				);
			}
		}),
	);
	console.log(`\n${chosen.length - survived.length} caught, ${survived.length} survived`);
	return survived.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
	console.error((error as Error).message);
	return 1;
});
