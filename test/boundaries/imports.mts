/** The project's source files and what each of them imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

export const project = resolve(import.meta.dirname, '../..');

export interface SourceFile {
	/** From the project's root, e.g. `nodes/MessagingService/operations/index.ts`. */
	path: string;
	lines: number;
	/** Packages by name, own files by their path from the root, without extension. */
	imports: string[];
}

/** Every TypeScript file under this folder, in order. */
export function sourcesUnder(folder: string): SourceFile[] {
	return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => /\.m?ts$/.test(path) && !path.includes('node_modules'))
		.map((path) => readSource(join(folder, path)))
		.sort((one, other) => one.path.localeCompare(other.path));
}

function readSource(path: string): SourceFile {
	const text = readFileSync(join(project, path), 'utf8');
	const imports = ts
		.preProcessFile(text)
		.importedFiles.map(({ fileName }) =>
			fileName.startsWith('.') ? fromRoot(path, fileName) : fileName,
		);
	return { path, lines: text.split('\n').length - 1, imports };
}

function fromRoot(from: string, specifier: string): string {
	return join(dirname(from), specifier).replace(/\.m?[jt]s$/, '');
}
