import { problems, type ValueOrProblem } from '../texts';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
// Host and port, then the path. A host is a name or an IPv6 address in brackets.
const ADDRESS = /^(\[[0-9a-f:.]{2,45}\]|[^/:[\]]+)(?::(\d{1,5}))?(\/.*)?$/i;
const HOST_NAME =
	/^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)*[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.?$/u;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isHost(host: string): boolean {
	if (host.startsWith('[')) return true;
	// A host that ends in a number is an IPv4 address to every web client, and
	// unusual spellings of one (127.1, 0x7f.0.0.1) reach other machines than they seem to.
	if (/(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(host)) return IPV4.test(host);
	return HOST_NAME.test(host);
}

/**
 * Reads the service's address: blanks around it and slashes at its end are
 * dropped, `https://` is put before it where it has no scheme, and `/api` behind
 * it unless its path ends so. Plain http is for loopback hosts, others need
 * `allowInsecureHttp`. Refusals never show the address, which may hold a password.
 */
export function readBaseUrl(value: unknown, allowInsecureHttp: boolean): ValueOrProblem<string> {
	if (value === null || value === undefined) return { problem: problems.noBaseUrl() };
	if (typeof value !== 'string') return { problem: problems.malformedBaseUrl() };
	const address = value.trim();
	if (address === '') return { problem: problems.noBaseUrl() };

	const scheme = SCHEME.exec(address)?.[1]?.toLowerCase() ?? 'https';
	if (scheme !== 'https' && scheme !== 'http') {
		return { problem: problems.baseUrlWithOtherScheme(scheme) };
	}
	const rest = address.replace(SCHEME, '');
	if (rest.includes('@')) return { problem: problems.baseUrlWithLogin() };
	if (/[?#]/.test(rest)) return { problem: problems.baseUrlWithQuery() };
	// A web client reads a backslash as a slash and drops line breaks, so the host could be another.
	if (/[\s\p{Cc}\p{Cf}\\]/u.test(rest)) return { problem: problems.malformedBaseUrl() };

	const [, writtenHost = '', port, path = ''] = ADDRESS.exec(rest) ?? [];
	const host = writtenHost.toLowerCase();
	if (!isHost(host) || (port !== undefined && (Number(port) < 1 || Number(port) > 65535))) {
		return { problem: problems.malformedBaseUrl() };
	}
	if (scheme === 'http' && !allowInsecureHttp && !LOOPBACK.test(host)) {
		return { problem: problems.insecureBaseUrl(host) };
	}
	const segments = path.split('/').filter((segment) => segment !== '');
	if (segments.at(-1) !== 'api') segments.push('api');
	return {
		value: `${scheme}://${host}${port === undefined ? '' : `:${port}`}/${segments.join('/')}`,
	};
}
