/** `node --require` this file: the process has its clock moved, and the services it plays say so in their answers. */
const { ServerResponse } = require('node:http');
const { moveDate, offset } = require('./movedDate.cjs');

if (offset !== 0) {
	moveDate(globalThis, offset);
	// Node.js writes the header Date by the true clock.
	const { writeHead } = ServerResponse.prototype;
	ServerResponse.prototype.writeHead = function (...given) {
		if (this.sendDate && !this.hasHeader('date')) this.setHeader('Date', new Date().toUTCString());
		return writeHead.apply(this, given);
	};
}
