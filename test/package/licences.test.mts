import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { licenceList, packageFolders } from '../../workbench/licences/licenceList.mts';

const dist = resolve(import.meta.dirname, '../../dist');
const bundles = [
	'nodes/MessagingService/MessagingService.node.js',
	'nodes/MessagingService/numberRules.js',
	'credentials/MessagingServiceApi.credentials.js',
];

/**
 * The sources of the built bundles, by the comments with which esbuild marks them: another witness
 * than the one that the list is made from.
 */
function bundledPackages(): string[] {
	const sources = bundles.flatMap((bundle) =>
		[...readFileSync(join(dist, bundle), 'utf8').matchAll(/^\/\/ (.*node_modules\/.*)$/gm)].map(
			([, source]) => source!,
		),
	);
	return packageFolders(sources).map((folder) => folder.split('node_modules/')[1] as string);
}

it('the published list names every bundled package, its licence and the text of it', () => {
	const list = readFileSync(join(dist, 'THIRD_PARTY_LICENSES.txt'), 'utf8');
	expect(bundledPackages()).toContain('libphonenumber-js');
	for (const name of bundledPackages())
		expect(list).toMatch(
			new RegExp(
				`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC|BSD-\\d-Clause|Apache-2\\.0|0BSD)\\)$`,
				'm',
			),
		);
	expect(list).toContain('Permission is hereby granted');
});

describe('a list', () => {
	let root: string;
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'messaging-service-licences-'));
	});
	afterEach(() => rmSync(root, { recursive: true }));

	function put(
		name: string,
		license: string,
		files: Record<string, string>,
	): { inputs: Record<string, unknown> } {
		const folder = join(root, 'node_modules', name);
		mkdirSync(folder, { recursive: true });
		writeFileSync(
			join(folder, 'package.json'),
			JSON.stringify({ name, version: '1.2.3', license }),
		);
		for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
		return {
			inputs: {
				[`node_modules/${name}/src/index.js`]: {},
				[`node_modules/${name}/src/other.js`]: {},
				'nodes/own.ts': {},
			},
		};
	}

	it('has each package once, with its text', () => {
		const metafiles = [
			put('@scope/one', 'MIT', { LICENSE: 'Do as you like.\n' }),
			put('two', 'ISC', { 'license.md': 'Do so too.' }),
		];
		const list = licenceList([...metafiles, ...metafiles], root);
		expect(list.match(/^(@scope\/one 1\.2\.3 \(MIT\)|two 1\.2\.3 \(ISC\))$/gm)).toEqual([
			'@scope/one 1.2.3 (MIT)',
			'two 1.2.3 (ISC)',
		]);
		expect(list).toContain('Do as you like.');
		expect(list).toContain('Do so too.');
	});

	it.each(['GPL-3.0-only', 'SEE LICENSE IN LICENSE.md', 'UNLICENSED'])(
		'refuses code under %s',
		(license) => {
			const metafile = put('three', license, { LICENSE: 'text' });
			expect(() => licenceList([metafile], root)).toThrow(`three 1.2.3 is under '${license}'`);
		},
	);

	it('refuses code whose licence has no text', () => {
		const metafile = put('four', 'MIT', { 'README.md': 'MIT' });
		expect(() => licenceList([metafile], root)).toThrow('no licence text');
	});
});
