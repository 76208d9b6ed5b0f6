// The rules for what is never shipped. n8n's own rules (eslint.config.mjs, which strict mode
// wants unchanged) read every .ts file; the workbench and the tests are .mts and read here.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ files: ['**/*.mts'], extends: [js.configs.recommended, tseslint.configs.recommended] },
	{
		files: ['gulpfile.js'],
		extends: [js.configs.recommended],
		languageOptions: { sourceType: 'commonjs', globals: { require: 'readonly', exports: 'writable', process: 'readonly', __dirname: 'readonly' } },
	},
);
