/** Which of jest's tests run n8n's engine, and which of them its polling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, sourcesUnder, type SourceFile } from '../boundaries/imports.mts';

const files = new Map(
	['test', 'workbench', 'benchmark', 'nodes', 'credentials']
		.flatMap(sourcesUnder)
		.map((file) => [file.path.replace(/\.m?ts$/, ''), file]),
);

/** Whether this is so of a file or of one that it imports, directly or not. */
function reaches(
	file: SourceFile,
	is: (file: SourceFile) => boolean,
	seen = new Set<SourceFile>(),
): boolean {
	if (seen.has(file)) return false;
	seen.add(file);
	return (
		is(file) ||
		file.imports.some((imported) => files.has(imported) && reaches(files.get(imported)!, is, seen))
	);
}

const testsThat = (is: (file: SourceFile) => boolean): string[] =>
	[...files.values()]
		.filter((file) => file.path.endsWith('.test.mts') && reaches(file, is))
		.map(({ path }) => path);

const loadsEngine = ({ imports }: SourceFile): boolean =>
	imports.some((imported) => imported === 'n8n-core' || imported.startsWith('n8n-core/'));

/** The tests that load n8n-core. */
export function engineTests(): string[] {
	return testsThat(loadsEngine);
}

/** The folders of those tests, in order. */
export function engineFolders(): string[] {
	return [...new Set(engineTests().map((path) => path.split('/').slice(0, 2).join('/')))].sort();
}

/** The tests that poll on n8n-core's register of triggers; test/workbench.mts, which all import, only offers it. */
export function pollingTests(): string[] {
	const polls = ({ path }: SourceFile) =>
		path !== 'test/workbench.mts' &&
		path.startsWith('test/') &&
		/\.polled\(|new PolledWorkflow\(/.test(readFileSync(join(project, path), 'utf8'));
	return testsThat(polls);
}
