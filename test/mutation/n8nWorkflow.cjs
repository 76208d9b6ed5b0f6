/**
 * Stands in for n8n-workflow while mutants are tested: loading all of that package takes far longer
 * than the tests. The error class is n8n's own, loaded only where a test comes to it.
 */
const { join } = require('node:path');

const errorClass = join(__dirname, '../../node_modules/n8n-workflow/dist/cjs/errors/node-api.error.js');

module.exports = {
	// By this export the node knows an n8n that goes on after a failed expression.
	getExecutableNodeNames: () => [],
	sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
	get NodeApiError() {
		return require(errorClass).NodeApiError;
	},
};
