/**
 * What every run of jest begins with: no test leaves this machine, so none is to go through the proxy
 * that the machine may have. Set before jest starts its workers, which inherit it.
 */
import { spareLoopback } from '../workbench/engine/loopback.mts';

export default function withoutProxy(): void {
	for (const name of Object.keys(process.env)) {
		if (/^(?:npm_config_)?(?:https?_|all_)?proxy$/i.test(name)) delete process.env[name];
	}
	// Node.js has noted the proxies for its own fetch already, where NODE_USE_ENV_PROXY says so.
	spareLoopback();
}
