/**
 * A stub of n8n-workflow for the time that mutants are tested: loading all of that package takes far
 * longer than the tests. What is not this short is n8n's own, loaded only where a test comes to it.
 */
const { join } = require('node:path');

const own = (file) => require(join(__dirname, '../../node_modules/n8n-workflow/dist/cjs', file));

module.exports = {
	NodeConnectionTypes: { AiTool: 'ai_tool' },
	sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
	get NodeApiError() {
		return own('errors/node-api.error.js').NodeApiError;
	},
	get NodeHelpers() {
		return own('node-helpers.js');
	},
	get NodeOperationError() {
		return own('errors/node-operation.error.js').NodeOperationError;
	},
};
