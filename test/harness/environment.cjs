/**
 * The jest environment of a test file. Node itself loads n8n, the built package and the sandbox outside of it, once per
 * jest process: the way n8n loads them, and in a fraction of the time.
 */
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		// Called by `index.mts`, so only tests that need n8n wait for it to load.
		this.global.loadHarness = () => {
			const harness = require('./harness.mts');
			harness.dateGoesByClock(this.global);
			return harness;
		};
	}
};
