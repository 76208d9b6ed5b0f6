// Lints the code that is never shipped: the workbench and the tests, which are .mts. Adds rules for the shipped .ts
// files, which n8n's own rules lint (eslint.config.mjs, which strict mode requires unchanged).
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Line length of comments, which Prettier doesn't wrap. It can't break texts and patterns, and neither should we. */
const maxLen = {
	code: 120,
	tabWidth: 2,
	ignoreStrings: true,
	ignoreTemplateLiterals: true,
	ignoreRegExpLiterals: true,
	ignoreUrls: true,
};

/** Folders of the node. Each may import from the folders before it, and from none after it. */
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
			// Node.js runs these files by stripping their types. It can't strip TypeScript syntax that stands for code.
			'@typescript-eslint/parameter-properties': 'error',
			'no-restricted-syntax': ['error', 'TSEnumDeclaration', 'TSModuleDeclaration[id.name]'],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		// Comments in these files disable n8n's rules, so those rules must be known here, too.
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
			// A pattern that backtracks, or starts over at every character, blocks n8n for seconds on a long text.
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
