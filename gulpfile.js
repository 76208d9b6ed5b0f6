const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { rm, writeFile } = require('node:fs/promises');

const node = 'nodes/MessagingService/MessagingService.node';
const credential = 'credentials/MessagingServiceApi.credentials';

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/**
 * The phone library keeps its metadata as one large object; JSON.parse reads a text of it in half
 * the time that the JavaScript parser needs.
 */
const metadataAsText = {
	name: 'metadata-as-text',
	setup({ onLoad }) {
		onLoad({ filter: /metadata\.\w+\.json(\.js)?$/ }, async ({ path }) => {
			const metadata = JSON.stringify(require(path.replace(/\.js$/, '')));
			return { contents: `export default JSON.parse(${JSON.stringify(metadata)});` };
		});
	},
};

/**
 * One file for the node and one for the credential, readable, each with all it needs but
 * n8n-workflow: n8n Cloud refuses packages with runtime dependencies.
 */
function bundle(entry) {
	return build({
		entryPoints: [`${entry}.ts`],
		outfile: `dist/${entry}.js`,
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		// The libraries' ES modules: of their CommonJS builds nothing can be left out.
		mainFields: ['module', 'main'],
		alias: { 'libphonenumber-js/min': 'libphonenumber-js/min/es6' },
		plugins: [metadataAsText],
		metafile: true,
		sourcemap: true,
		sourcesContent: false,
		legalComments: 'none',
		logLevel: 'warning',
	});
}

/** Bundles both, and puts the licences of the libraries in them beside them, as those ask. */
async function bundles() {
	const { licenceList } = await import('./workbench/licences/licenceList.mts');
	const results = await Promise.all([bundle(node), bundle(credential)]);
	const list = licenceList(results.map(({ metafile }) => metafile), __dirname);
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', list);
}

function assets() {
	// gulp reads files as text unless told otherwise, which damages every binary one.
	return src(['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}', `${node}.json`], { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.build = series(clean, parallel(bundles, assets));
exports.default = exports.build;
