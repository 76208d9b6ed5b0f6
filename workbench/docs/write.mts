/** `npm run docs`: renews the tables of docs/troubleshooting.md from the code; with --check it only looks. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = join(import.meta.dirname, '../..');
const page = join(project, 'docs/troubleshooting.md');
const bundle = join(project, 'node_modules/.cache/messaging-service/docs.cjs');

// Bundled first: the node's sources import each other without an extension, which Node itself doesn't follow.
await build({
	entryPoints: [join(import.meta.dirname, 'tables.mts')],
	outfile: bundle,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	external: ['n8n-workflow'],
});
const { allTables } = createRequire(import.meta.url)(bundle) as typeof import('./tables.mts');
const tables = await allTables();
const before = await readFile(page, 'utf8');
// Only what is between these marks is made by the code.
const marks =
	/(?<=<!-- failures: written by npm run docs -->\n\n).*(?=\n\n<!-- end of failures -->)/s;
const after = before.replace(marks, () => tables);
if (!marks.test(before) || (process.argv.includes('--check') && after !== before)) {
	console.error("docs/troubleshooting.md lacks its marks, or isn't what npm run docs makes of it.");
	process.exitCode = 1;
} else {
	await writeFile(page, after);
	console.log('docs/troubleshooting.md is up to date.');
}
