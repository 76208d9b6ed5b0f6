// The rules for what is never shipped. n8n's own rules (eslint.config.mjs, which strict mode
// wants unchanged) read every .ts file; the workbench and the tests are .mts and read here.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
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

export default tseslint.config(
	{
		files: ['**/*.mts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: { 'max-len': ['error', maxLen] },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		// Comments there switch n8n's rules off, which have to be known here, too.
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: { 'max-len': ['error', maxLen] },
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
