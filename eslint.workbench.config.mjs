// The rules for what is never shipped. n8n's own rules (eslint.config.mjs, which strict mode
// wants unchanged) read every .ts file; the workbench and the tests are .mts and read here.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What Prettier leaves long: comments. It can't break texts and patterns, and neither should we. */
const maxLen = {
	code: 120,
	tabWidth: 2,
	ignoreStrings: true,
	ignoreTemplateLiterals: true,
	ignoreRegExpLiterals: true,
	ignoreUrls: true,
};

/** Each folder of the node may import what stands before it, and nothing that stands after it. */
const rooms =
	'values fields operations service recipients messages sentBefore send report run question trigger dropDowns'.split(
		' ',
	);

const oneWay = rooms.map((room, place) => ({
	files: [`nodes/MessagingService/${room}/**/*.ts`],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{
						group: [...rooms.slice(place + 1).map((later) => `../${later}/*`), '../*.node'],
						message: `Imports go one way: ${rooms.slice(0, place + 1).join(', ')}.`,
					},
				],
			},
		],
	},
}));

export default tseslint.config(
	{
		files: ['**/*.mts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'max-len': ['error', maxLen],
			// Node.js runs these files and strips their types; it can't strip what stands for code.
			'@typescript-eslint/parameter-properties': 'error',
			'no-restricted-syntax': ['error', 'TSEnumDeclaration', 'TSModuleDeclaration[id.name]'],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		// Comments there switch n8n's rules off, which have to be known here, too.
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin, 'import-x': importX, regexp },
		settings: {
			'import-x/extensions': ['.ts'],
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
			'import-x/resolver-next': [createTypeScriptImportResolver()],
		},
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: {
			'max-len': ['error', maxLen],
			'max-lines-per-function': ['error', { max: 50, skipComments: true }],
			'import-x/no-cycle': 'error',
			// A pattern that tries again where it has failed holds n8n for seconds on a long text.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	...oneWay,
	{
		files: ['nodes/MessagingService/turns.ts', 'nodes/MessagingService/texts/*.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: ['./*/*', '../*/*'] }] },
	},
	{
		files: ['nodes/MessagingService/item.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: ['./*/*', '!./values/*'] }] },
	},
	{
		files: ['gulpfile.js'],
		extends: [js.configs.recommended],
		languageOptions: {
			sourceType: 'commonjs',
			globals: {
				require: 'readonly',
				exports: 'writable',
				process: 'readonly',
				__dirname: 'readonly',
			},
		},
		rules: { 'max-len': ['error', maxLen] },
	},
);
