/** `npm run docs`: renews what docs/ has from the code; with --check it only looks. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = join(import.meta.dirname, '../..');
const outdir = join(project, 'node_modules/.cache/messaging-service/docs');

// Bundled first: the node's sources import each other without an extension, which Node itself doesn't follow.
await build({
	entryPoints: ['failures.mts', 'fields.mts'].map((file) => join(import.meta.dirname, file)),
	outdir,
	outExtension: { '.js': '.cjs' },
	bundle: true,
	platform: 'node',
	format: 'cjs',
	external: ['n8n-workflow'],
});
const load = createRequire(import.meta.url);
const failures = load(join(outdir, 'failures.cjs')) as typeof import('./failures.mts');
const fields = load(join(outdir, 'fields.cjs')) as typeof import('./fields.mts');

/** What is made for each page, by the name that its marks have. */
const made: Record<string, Record<string, string>> = {
	'docs/troubleshooting.md': {
		failures: await failures.failureTables(),
		unknown: failures.unknownTable(),
	},
	'docs/reference.md': fields.fieldTables(),
};

for (const [page, parts] of Object.entries(made)) {
	const path = join(project, page);
	const before = await readFile(path, 'utf8');
	let after = before;
	let isMarked = true;
	for (const [name, text] of Object.entries(parts)) {
		// Only what is between these marks is made by the code.
		const marks = new RegExp(`(?<=<!-- npm run docs: ${name} -->\n).*?(?=\n<!-- end -->)`, 's');
		isMarked &&= marks.test(before);
		after = after.replace(marks, () => `\n${text}\n`);
	}
	if (!isMarked || (process.argv.includes('--check') && after !== before)) {
		console.error(`${page} lacks a mark, or isn't what npm run docs makes of it.`);
		process.exitCode = 1;
	} else {
		await writeFile(path, after);
		console.log(`${page} is up to date.`);
	}
}
