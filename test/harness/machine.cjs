/**
 * Jest's global setup: removes proxies and sets the machine's time zone. Jest starts its workers later, so they inherit
 * both. No test leaves this machine, so none may go through its proxy. The time zone, unless TZ sets one, is a zone
 * that no test means: code that uses it in place of the workflow's zone or UTC is then noticed.
 */
module.exports = function machine() {
	for (const name of Object.keys(process.env)) {
		if (/^(?:npm_config_)?(?:https?_|all_)?proxy$/i.test(name)) delete process.env[name];
	}
	process.env.TZ ||= 'America/St_Johns';
};
