import { isNotSet } from './given';
import { problems, type ValueOrProblem } from '../texts';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
// Host and port, then the path. A host is a name or an IPv6 address in brackets.
const ADDRESS = /^(\[[0-9a-f:.]+\]|[^/:[\]]+)(?::(\d{1,5}))?(\/.*)?$/i;
const LABEL = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?`;
const HOST_NAME = new RegExp(String.raw`^(?=.{1,253}$)(?:${LABEL}\.)*${LABEL}\.?$`, 'u');
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/;

/** Whether a URL's host (an IPv6 address in brackets) is the machine itself. */
export function isLoopback(host: string): boolean {
	return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
}

/**
 * Reads the service's base URL. Trims it, drops surplus slashes from its path, puts `https://` before it if it has no
 * scheme, and appends `/api` unless it ends in that. Plain http needs `allowInsecureHttp`, except for loopback hosts.
 * Refusals show the scheme or the host at most: the whole address may hold a password.
 */
export function readBaseUrl(value: unknown, allowInsecureHttp: boolean): ValueOrProblem<string> {
	if (isNotSet(value)) return { problem: problems.noBaseUrl() };
	if (typeof value !== 'string') return { problem: problems.malformedBaseUrl() };
	const address = value.trim();
	const scheme = SCHEME.exec(address)?.[1]?.toLowerCase() ?? 'https';
	if (scheme !== 'https' && scheme !== 'http')
		return { problem: problems.baseUrlWithOtherScheme(scheme) };
	const rest = address.replace(SCHEME, '');
	if (rest.includes('@')) return { problem: problems.baseUrlWithLogin() };
	if (/[?#]/.test(rest)) return { problem: problems.baseUrlWithQuery() };
	// HTTP clients read a backslash as a slash and drop line breaks, so the request could go to another host.
	const isOdd = /[\s\p{Cc}\p{Cf}\\]/u.test(rest);

	const [, writtenHost = '', port, path = ''] = ADDRESS.exec(rest) ?? [];
	const host = writtenHost.toLowerCase();
	const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65535);
	if (isOdd || !isHost(host) || !isPort) return { problem: problems.malformedBaseUrl() };
	if (scheme === 'http' && !allowInsecureHttp && !isLoopback(host))
		return { problem: problems.insecureBaseUrl(host) };
	const segments = path.split('/').filter(Boolean);
	if (segments.at(-1) !== 'api') segments.push('api');
	const authority = port === undefined ? host : `${host}:${port}`;
	return { value: `${scheme}://${authority}/${segments.join('/')}` };
}

function isHost(host: string): boolean {
	const url = `https://${host}`;
	if (host.startsWith('[')) return URL.canParse(url);
	// HTTP clients take such a host for an IPv4 address. Unusual spellings of one (127.1, 0x7f.0.0.1) reach another
	// machine than they seem to.
	if (ENDS_IN_NUMBER.test(host)) return URL.canParse(url) && new URL(url).hostname === host;
	return HOST_NAME.test(host);
}
