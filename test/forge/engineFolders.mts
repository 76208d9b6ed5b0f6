/** Which of the project's test folders run n8n's engine. */
import { sourcesUnder, type SourceFile } from '../boundaries/imports.mts';

const isEngine = (imported: string): boolean => imported === 'n8n-core' || imported.startsWith('n8n-core/');

/** Whether this file, or one that it imports, loads n8n-core. */
function loadsEngine(file: SourceFile, files: Map<string, SourceFile>, seen = new Set<SourceFile>()): boolean {
	if (seen.has(file)) return false;
	seen.add(file);
	return file.imports.some((imported) => {
		const next = files.get(imported);
		return isEngine(imported) || (next !== undefined && loadsEngine(next, files, seen));
	});
}

/** The folders with a test of jest's that loads n8n-core, in order. */
export function engineFolders(): string[] {
	const files = new Map(['test', 'workbench', 'benchmark', 'nodes', 'credentials'].flatMap(sourcesUnder).map((file) => [file.path.replace(/\.m?ts$/, ''), file]));
	const tests = [...files.values()].filter(({ path }) => path.endsWith('.test.mts') && loadsEngine(files.get(path.replace(/\.mts$/, ''))!, files));
	return [...new Set(tests.map(({ path }) => path.split('/').slice(0, 2).join('/')))].sort();
}
