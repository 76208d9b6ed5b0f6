/**
 * What every run of jest begins with: no test leaves this machine, so none is to go through the proxy
 * that the machine may have. Done before jest starts its workers, which inherit the variables.
 * CommonJS, since jest hands this one file to Node.js as it is, to the oldest that runs jest too.
 */
module.exports = function withoutProxy() {
	for (const name of Object.keys(process.env)) {
		if (/^(?:npm_config_)?(?:https?_|all_)?proxy$/i.test(name)) delete process.env[name];
	}
};
