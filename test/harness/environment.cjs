/**
 * The place where jest runs a test file. n8n, the built package and the sandbox are loaded outside of it,
 * by Node itself and once in a process of jest: as they are loaded in n8n, and in a fraction of the time.
 */
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		// Read by `index.mts`. Tests that need no n8n don't wait for it.
		this.global.loadHarness = () => {
			const harness = require('./harness.mts');
			harness.dateGoesByClock(this.global);
			return harness;
		};
	}
};
