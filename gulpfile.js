const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { rm } = require('node:fs/promises');

const node = 'nodes/MessagingService/MessagingService.node';
const credential = 'credentials/MessagingServiceApi.credentials';

function clean() {
	return rm('dist', { recursive: true, force: true });
}

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
		sourcemap: true,
		sourcesContent: false,
		legalComments: 'none',
		logLevel: 'warning',
	});
}

const bundles = Object.assign(() => Promise.all([bundle(node), bundle(credential)]), { displayName: 'bundle' });

function assets() {
	// gulp reads files as text unless told otherwise, which damages every binary one.
	return src(['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}', `${node}.json`], { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.build = series(clean, parallel(bundles, assets));
exports.default = exports.build;
