/**
 * What every run of jest begins with. No test leaves this machine, so none is to go through the proxy that the
 * machine may have. The machine's time zone is one that nobody means, unless TZ says another: what goes by it in
 * place of the workflow's zone or UTC is then noticed. Done before jest starts its workers, which inherit both.
 */
module.exports = function machine() {
	for (const name of Object.keys(process.env)) {
		if (/^(?:npm_config_)?(?:https?_|all_)?proxy$/i.test(name)) delete process.env[name];
	}
	process.env.TZ ||= 'America/St_Johns';
};
