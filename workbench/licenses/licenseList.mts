/** The licenses of what is bundled: they ask that their text goes along with the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may be bundled: nothing that would bind those who use the package. */
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

/** Every bundled package with its license, by the files that esbuild's metafiles name, whose paths start at `root`. */
export function licenseList(metafiles: Array<{ inputs: object }>, root: string): string {
	const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
	// The innermost folder, where they nest.
	const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
	const texts = [...new Set(folders)].sort().map((folder) => licenseOf(join(root, folder)));
	const rule = `\n\n${'-'.repeat(80)}\n\n`;
	return `${['This package contains code of:', ...texts].join(rule)}\n`;
}
