/**
 * The jest environment of a test file in Stryker's copy of the project. It also tells the built package which mutant is
 * active. A first run records each file's tests. With a mutant, no test runs after one that has killed it.
 */
const { appendFileSync } = require('node:fs');
const Environment = require('../harness/environment.cjs');
const { testsFile } = require('./sequencer.cjs');

/** The last mutant that a test has killed. */
let noticed;

module.exports = class extends Environment {
	constructor(config, context) {
		super(config, context);
		this.file = context.testPath;
	}

	async setup() {
		globalThis.__stryker__ = this.global.__stryker__ ?? globalThis.__stryker__ ?? {};
		globalThis.__stryker__.activeMutant = this.mutant;
		await super.setup();
	}

	handleTestEvent({ name, test }) {
		if (name === 'test_done' && this.mutant === undefined)
			appendFileSync(testsFile, `${JSON.stringify([this.file, nameOf(test)])}\n`);
		if (name === 'test_done' && test.errors.length > 0) noticed = this.mutant;
		if (name === 'test_start' && this.mutant && noticed === this.mutant) test.mode = 'skip';
	}

	get mutant() {
		return process.env.__STRYKER_ACTIVE_MUTANT__;
	}
};

function nameOf({ name, parent }) {
	return parent ? `${nameOf(parent)} ${name}`.trim() : '';
}
