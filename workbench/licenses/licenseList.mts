/** Collects the licenses of the bundled packages, which require that their text accompanies the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licenses that may be bundled. None of them binds the users of this package. */
const permitted = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

function licenseOf(folder: string): string {
	const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
	const { name, version, license } = JSON.parse(manifest) as Record<string, string>;
	const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.md|\.txt)?$/i.test(entry));
	if (!permitted.includes(license) || !file)
		throw new Error(
			`${name} ${version} (${license}) can't be bundled: it needs one of ${permitted.join(', ')} and its text.`,
		);
	return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
}

/**
 * Lists every bundled package with its license, found by the files that esbuild's metafiles name.
 * @param root the folder that the paths in the metafiles start at
 * @throws for a license that isn't permitted, or one without its text
 */
export function licenseList(metafiles: Array<{ inputs: object }>, root: string): string {
	const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
	// Takes the innermost package where node_modules folders nest.
	const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
	const texts = [...new Set(folders)].sort().map((folder) => licenseOf(join(root, folder)));
	const rule = `\n\n${'-'.repeat(80)}\n\n`;
	return `${['This package contains code of:', ...texts].join(rule)}\n`;
}
