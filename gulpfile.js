const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, relative } = require('node:path');

const node = 'nodes/MessagingService/MessagingService.node';
const trigger = 'nodes/MessagingService/MessagingServiceTrigger.node';
const credential = 'credentials/MessagingServiceApi.credentials';

/** Functions of the phone library that the node uses. A name that is missing here fails the build. */
const used = ['parsePhoneNumberFromString', 'validatePhoneNumberLength', 'getCountryCallingCode'];
const numberRules = 'nodes/MessagingService/phoneNumberRules.js';

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/**
 * Moves the phone library, with its rules for all countries' numbers, to a file that is read when the first number is
 * looked at: n8n loads every installed node at startup.
 */
const rulesAtFirstNumber = {
	name: 'rules-at-first-number',
	setup({ onResolve, onLoad }) {
		const own = { path: 'libphonenumber-js/max', namespace: 'first-number' };
		onResolve({ filter: /^libphonenumber-js\/max$/ }, () => own);
		onResolve({ filter: /^number-rules$/ }, () => ({
			path: `./${basename(numberRules)}`,
			external: true,
		}));
		const stubs = used.map(
			(name) =>
				`export const ${name} = (...given) => (rules ??= require('number-rules')).${name}(...given);`,
		);
		const contents = `let rules;\n${stubs.join('\n')}`;
		onLoad({ filter: /./, namespace: own.namespace }, () => ({ contents }));
	},
};

/** Embeds the rules as a text, which JSON.parse reads in half of the JavaScript parser's time. */
const rulesAsText = {
	name: 'rules-as-text',
	setup({ onLoad }) {
		onLoad({ filter: /metadata\.\w+\.json(\.js)?$/ }, ({ path }) => {
			const metadata = JSON.stringify(require(path.replace(/\.js$/, '')));
			return { contents: `export default JSON.parse(${JSON.stringify(metadata)});` };
		});
	},
};

/**
 * Bundles code and everything it needs, except n8n-workflow, into one file: n8n Cloud refuses packages with
 * dependencies.
 */
async function bundleOf(contents, outfile, plugin) {
	const { metafile } = await build({
		stdin: { contents, resolveDir: __dirname },
		outfile: `dist/${outfile}`,
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		// Prefers the libraries' ES modules: esbuild can't drop unused code from their CommonJS builds.
		mainFields: ['module', 'main'],
		plugins: [plugin],
		metafile: true,
		legalComments: 'none',
		logLevel: 'warning',
	});
	return metafile;
}

/** Bundles node, trigger and credential into one readable file, so that they share each account's token and limiter. */
async function bundle() {
	const entries = [node, trigger, credential].map((each) => `export * from './${each}';`);
	const library = `export { ${used.join(', ')} } from 'libphonenumber-js/max/es6';`;
	const files = await Promise.all([
		bundleOf(entries.join('\n'), `${node}.js`, rulesAtFirstNumber),
		bundleOf(library, numberRules, rulesAsText),
	]);
	for (const [file, name] of [
		[trigger, 'MessagingServiceTrigger'],
		[credential, 'MessagingServiceApi'],
	]) {
		await mkdir(dirname(`dist/${file}`), { recursive: true });
		const from = relative(dirname(file), `./${node}.js`).replace(/^(?!\.)/, './');
		await writeFile(`dist/${file}.js`, `exports.${name} = require('${from}').${name};\n`);
	}
	const { licenseList } = await import('./workbench/licenses/licenseList.mts');
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', licenseList(files, __dirname));
}

function assets() {
	const files = [
		'nodes/**/*.{svg,png,node.json}',
		'nodes/**/__schema__/**/*.json',
		'credentials/**/*.{svg,png}',
	];
	// gulp reads files as text unless told otherwise, which damages every binary one.
	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.build = series(clean, parallel(bundle, assets));
