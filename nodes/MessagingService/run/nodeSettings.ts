import type { IHttpRequestOptions } from 'n8n-workflow';

import { sentences } from '../errors/sentences';
import { longestTimeout } from '../http/timeLimit';
import type { Failure } from '../item';

/** n8n's own settings of a node, from its Settings tab, as far as they concern requests. */
export interface NodeSettings {
	request: Pick<IHttpRequestOptions, 'timeout' | 'proxy' | 'skipSslCertificateValidation'>;
	/** How many items a batch has, and the milliseconds from the start of one to the start of the next. */
	batching?: { size: number; interval: number };
	problem?: Failure;
}

/** What n8n's routing engine takes where Timeout is not set (n8n-core's routing-node.ts), in milliseconds. */
const usualTimeout = 300_000;

const PROXY = /^([a-z][a-z0-9+.-]*):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[0-9a-f:.]+\]|[^:@/[\]]+):(\d{1,5})(?:\/.*)?$/i;

/**
 * Reads the parameter `requestOptions`, which n8n gives every declarative node, as n8n's routing
 * engine does: without an interval, Batching spaces nothing.
 */
export function readNodeSettings(requestOptions: unknown): NodeSettings {
	const { batching, proxy, timeout, allowUnauthorizedCerts } = (requestOptions ?? {}) as {
		batching?: { batch?: { batchSize?: unknown; batchInterval?: unknown } };
		proxy?: unknown;
		timeout?: unknown;
		allowUnauthorizedCerts?: unknown;
	};
	const size = Number(batching?.batch?.batchSize ?? 0);
	const interval = Number(batching?.batch?.batchInterval ?? 0);
	const readProxy = proxy ? proxyFrom(String(proxy)) : undefined;
	return {
		request: {
			timeout: Number(timeout) > 0 ? Math.min(Math.ceil(Number(timeout)), longestTimeout) : usualTimeout,
			...(readProxy ? { proxy: readProxy } : {}),
			...(allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
		},
		...(interval > 0 ? { batching: { size: size > 0 ? size : 1, interval } } : {}),
		...(proxy && !readProxy
			? { problem: { id: 'proxyNotValid', fate: 'refused' as const, ...sentences.proxyNotValid() } }
			: {}),
	};
}

/** A login may be written with percent signs, so that it can hold a colon; n8n decodes it, too. */
function decoded(text: string): string {
	return text.replace(/%[0-9a-f]{2}(?:%[0-9a-f]{2})*/gi, (escaped) => {
		try {
			return decodeURIComponent(escaped);
		} catch {
			// Not UTF-8, so it is no escape.
			return escaped;
		}
	});
}

function proxyFrom(address: string): IHttpRequestOptions['proxy'] {
	const [, protocol, username, password, host, port] = PROXY.exec(address.trim()) ?? [];
	if (!protocol || !host) return undefined;
	return {
		protocol: protocol.toLowerCase(),
		host: host.replace(/^\[|\]$/g, '').toLowerCase(),
		port: Number(port),
		...(username ? { auth: { username: decoded(username), password: decoded(password ?? '') } } : {}),
	};
}
