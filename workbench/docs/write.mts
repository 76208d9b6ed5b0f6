/** `npm run docs`: renews the parts of the documentation that are made from the code; with --check it only looks. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = join(import.meta.dirname, '../..');
const page = join(project, 'docs/troubleshooting.md');
const bundle = join(project, 'node_modules/.cache/messaging-service/docs.cjs');

// Bundled first: the node's sources import each other without an extension, which Node itself doesn't follow.
await build({
	stdin: {
		contents: "export * from './failures.mts'; export * from './troubleshooting.mts';",
		resolveDir: import.meta.dirname,
	},
	outfile: bundle,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	external: ['n8n-workflow'],
	logLevel: 'warning',
});
const { allTables, failureGroups, withTables } = createRequire(import.meta.url)(
	bundle,
) as typeof import('./failures.mts') & typeof import('./troubleshooting.mts');
const before = await readFile(page, 'utf8');
const after = withTables(before, allTables(await failureGroups()));
if (process.argv.includes('--check') && after !== before) {
	console.error("docs/troubleshooting.md isn't what the code says: npm run docs renews it.");
	process.exitCode = 1;
} else {
	await writeFile(page, after);
	console.log('docs/troubleshooting.md is up to date.');
}
