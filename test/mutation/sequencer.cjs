/** Runs only the test files with tests that cover a mutant, the fastest first: a run of all files takes minutes. */
const { existsSync, mkdirSync, readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

mkdirSync('reports', { recursive: true });
/** The file with a line of JSON for each test: its file and its name. */
const testsFile = resolve('reports/tests.jsonl');

module.exports = class extends Sequencer {
	constructor({ globalConfig }) {
		super();
		const { testNamePattern } = globalConfig;
		if (!testNamePattern || !existsSync(testsFile)) return;
		const lines = readFileSync(testsFile, 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		const wanted = new RegExp(testNamePattern, 'i');
		this.files = new Set(lines.filter(([, name]) => wanted.test(name)).map(([path]) => path));
	}

	sort(tests) {
		const wanted = tests.filter(({ path }) => this.files?.has(path) ?? true);
		return super.sort(wanted).reverse();
	}
};

module.exports.testsFile = testsFile;
