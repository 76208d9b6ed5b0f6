/** The variables that name a proxy, and a process that has them for as long as a test runs. */

export const proxyNames = [
	'HTTP_PROXY',
	'http_proxy',
	'HTTPS_PROXY',
	'https_proxy',
	'ALL_PROXY',
	'all_proxy',
];

/** All of them with one address. */
export const through = (address: string): Record<string, string> =>
	Object.fromEntries(proxyNames.map((name) => [name, address]));

/** Port 9 is for a service that takes whatever comes and answers nothing; no machine has it on. */
export const deadProxy = through('http://127.0.0.1:9');

/** Gives this process these variables, as n8n's server would have them, until the test has ended. */
export function setVariables(variables: Record<string, string>): void {
	Object.assign(process.env, variables);
}

const names = [...proxyNames, 'npm_config_proxy', 'npm_config_https_proxy', 'NO_PROXY', 'no_proxy'];
const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));

/** Puts those variables back to what they were when this file was read. */
export function restoreVariables(): void {
	for (const name of names) {
		if (before[name] === undefined) delete process.env[name];
		else process.env[name] = before[name];
	}
}
