/**
 * The licences of what is bundled. MIT, ISC, BSD and Apache-2.0 all ask that their text goes along
 * with the code, and a bundle has no node_modules folder to keep it in.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may be bundled: nothing that would bind those who use the package. */
export const permitted = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

/** The part of esbuild's metafile that tells which files went in. */
export interface Metafile {
	inputs: Record<string, unknown>;
}

interface BundledPackage {
	name: string;
	version: string;
	license: string;
	text: string;
}

/** Folders under the root of the packages whose files are among these paths; the innermost, where they nest. */
export function packageFolders(paths: string[]): string[] {
	const folders = paths
		.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
		.filter((folder) => folder !== undefined);
	return [...new Set(folders)].sort();
}

function readPackage(root: string, folder: string): BundledPackage {
	const { name, version, license } = JSON.parse(
		readFileSync(join(root, folder, 'package.json'), 'utf8'),
	) as Record<string, string>;
	if (!permitted.includes(String(license))) {
		throw new Error(
			`${name} ${version} is under '${license}', which can't be bundled. Permitted: ${permitted.join(', ')}.`,
		);
	}
	const file = readdirSync(join(root, folder)).find((entry) =>
		/^licen[cs]e(\.md|\.txt)?$/i.test(entry),
	);
	if (!file)
		throw new Error(`${name} ${version} has no licence text that could go along with its code.`);
	return {
		name: String(name),
		version: String(version),
		license: String(license),
		text: readFileSync(join(root, folder, file), 'utf8').trim(),
	};
}

/**
 * Every bundled package with its licence.
 *
 * @param root the folder that the metafiles' paths start from
 * @throws where a package has no licence, no text of it, or one that isn't permitted
 */
export function licenceList(metafiles: Metafile[], root: string): string {
	const packages = packageFolders(metafiles.flatMap(({ inputs }) => Object.keys(inputs))).map(
		(folder) => readPackage(root, folder),
	);
	const parts = packages.map(
		({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`,
	);
	return `${['This package contains code of:', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
