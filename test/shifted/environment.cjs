/** jest's environment for Node.js, whose globals, `Date` among them, are not those of the process: moved as well. */
const { TestEnvironment } = require('jest-environment-node');
const { moveDate, offset } = require('./movedDate.cjs');

module.exports = class extends TestEnvironment {
	constructor(...given) {
		super(...given);
		if (offset !== 0) moveDate(this.global, offset);
	}
};
