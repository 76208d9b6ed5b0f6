/** Writes the running tests to the file that TESTS_RUNNING names: a test in an endless loop can't report itself. */
const { writeFileSync } = require('node:fs');

module.exports = class RunningTests {
	running = new Map();

	onTestCaseStart(file, { fullName }) {
		this.running.set(`${file.path}: ${fullName}`, Date.now());
		this.tell();
	}

	onTestCaseResult(file, { fullName }) {
		this.running.delete(`${file.path}: ${fullName}`);
		this.tell();
	}

	tell() {
		const { TESTS_RUNNING: file } = process.env;
		if (file) writeFileSync(file, JSON.stringify([...this.running]));
	}
};
