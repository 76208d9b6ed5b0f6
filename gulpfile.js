const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname } = require('node:path');

const node = 'nodes/MessagingService/MessagingService.node';
const trigger = 'nodes/MessagingService/MessagingServiceTrigger.node';
const credential = 'credentials/MessagingServiceApi.credentials';
const numberRules = 'nodes/MessagingService/numberRules';

/** What the node uses of the phone library; a name that is missing here fails the build. */
const used = ['parsePhoneNumberFromString', 'validatePhoneNumberLength'];
const phoneLibrary = 'libphonenumber-js/min';

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
 * Each function of the phone library reads the file beside the node when it is first called: n8n
 * reads every installed node at its start, and the rules of all countries' numbers, more than half
 * of this one, are needed by the first message only.
 */
const rulesAtFirstNumber = {
	name: 'rules-at-first-number',
	setup({ onResolve, onLoad }) {
		const file = './numberRules.js';
		onResolve({ filter: /^libphonenumber-js\/min$/ }, ({ path }) => ({
			path,
			namespace: 'first-number',
		}));
		onResolve({ filter: /^\.\/numberRules\.js$/ }, () => ({ path: file, external: true }));
		onLoad({ filter: /.*/, namespace: 'first-number' }, () => ({
			contents: [
				'let rules;',
				...used.map(
					(name) =>
						`export const ${name} = (...given) => (rules ??= require('${file}')).${name}(...given);`,
				),
			].join('\n'),
			resolveDir: __dirname,
		}));
	},
};

/**
 * One file for the node and its trigger, one for the credential and one for the rules of numbers, readable,
 * each with all it needs but n8n-workflow: n8n Cloud refuses packages with runtime dependencies.
 */
function bundle(name, entry) {
	return build({
		outfile: `dist/${name}.js`,
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		// The libraries' ES modules: of their CommonJS builds nothing can be left out.
		mainFields: ['module', 'main'],
		plugins: [rulesAtFirstNumber, metadataAsText],
		metafile: true,
		// No source maps: the files are readable, and say above each part which of ours it is. A map weighs half as much.
		sourcemap: false,
		legalComments: 'none',
		logLevel: 'warning',
		...entry,
	});
}

/**
 * The trigger comes out of the node's file. In one of its own it would have the package's code once more, and
 * with that a limiter and a token of its own.
 */
async function triggerFile() {
	const from = './MessagingService.node.js';
	const file = `dist/${trigger}.js`;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(
		file,
		`exports.MessagingServiceTrigger = require('${from}').MessagingServiceTrigger;\n`,
	);
}

/** Bundles all three, and puts the licences of the libraries in them beside them, as those ask. */
async function bundles() {
	const { licenceList } = await import('./workbench/licences/licenceList.mts');
	const rules = {
		contents: `export { ${used.join(', ')} } from '${phoneLibrary}/es6';`,
		resolveDir: __dirname,
	};
	const nodes = {
		contents: [node, trigger].map((each) => `export * from './${each}';`).join('\n'),
		resolveDir: __dirname,
	};
	const results = await Promise.all([
		bundle(node, { stdin: nodes }),
		bundle(credential, { entryPoints: [`${credential}.ts`] }),
		bundle(numberRules, { stdin: rules }),
	]);
	const list = licenceList(
		results.map(({ metafile }) => metafile),
		__dirname,
	);
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', list);
}

function assets() {
	// gulp reads files as text unless told otherwise, which damages every binary one.
	return src(
		['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}', `${node}.json`, `${trigger}.json`],
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

exports.build = series(clean, parallel(bundles, triggerFile, assets));
exports.default = exports.build;
