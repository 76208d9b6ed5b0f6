/** How the mutation tests run jest in their copy of the project: on the copy's build, and without what only costs time. */
const { resolve } = require('node:path');

const { reporters: _, ...usual } = require('../../jest.config.json');

module.exports = {
	...usual,
	rootDir: resolve('.'),
	// Stryker looks for it from where it was started.
	testEnvironment: resolve('test/mutation/environment.cjs'),
	testMatch: ['<rootDir>/test/{rules,behavior}/**/*.test.mts'],
	testPathIgnorePatterns: ['publishing'],
	testSequencer: '<rootDir>/test/mutation/sequencer.cjs',
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
