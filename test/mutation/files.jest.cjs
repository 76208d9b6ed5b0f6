/**
 * Jest's configuration for mutation tests in Stryker's copy of the project: uses the copy's build, and leaves out what
 * only costs time.
 */
const { resolve } = require('node:path');

const { reporters: _, ...usual } = require('../../jest.config.json');

module.exports = {
	...usual,
	rootDir: resolve('.'),
	// An absolute path, since Stryker looks for it from the folder where it was started.
	testEnvironment: resolve('test/mutation/environment.cjs'),
	testMatch: ['<rootDir>/test/{rules,behavior}/**/*.test.mts'],
	testPathIgnorePatterns: ['publishing'],
	testSequencer: '<rootDir>/test/mutation/sequencer.cjs',
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
