/** `npm run docs`: renews the tables of fields in docs/reference.md; with --check it only looks. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = join(import.meta.dirname, '../..');
const page = join(project, 'docs/reference.md');
const outfile = join(project, 'node_modules/.cache/messaging-service/fields.cjs');

// Bundled first: the node's sources import each other without an extension, which Node itself doesn't follow.
await build({
	entryPoints: [join(import.meta.dirname, 'fields.mts')],
	outfile,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	external: ['n8n-workflow'],
});
const { fieldTables } = createRequire(import.meta.url)(outfile) as typeof import('./fields.mts');

const before = await readFile(page, 'utf8');
let after = before;
let isMarked = true;
for (const [name, text] of Object.entries(fieldTables())) {
	// Only what is between these marks is made by the code.
	const marks = new RegExp(`(?<=<!-- npm run docs: ${name} -->\n).*?(?=\n<!-- end -->)`, 's');
	isMarked &&= marks.test(before);
	after = after.replace(marks, () => `\n${text}\n`);
}
if (!isMarked || (process.argv.includes('--check') && after !== before)) {
	console.error("docs/reference.md lacks a mark, or isn't what npm run docs makes of it.");
	process.exitCode = 1;
} else {
	await writeFile(page, after);
	console.log('docs/reference.md is up to date.');
}
