import type { IHttpRequestOptions } from 'n8n-workflow';

import { failureOfThrown, reasonOf } from './fields';
import type { Failure } from '../item';
import { longestTimeout } from '../service/stop';
import { problems, sentences } from '../texts';
import { harmless, isRecord } from '../values/json';
import { isNotSet } from '../values/simple';

/** n8n's own settings of a node, from its Settings tab, as far as they concern requests. */
export interface NodeSettings {
	request: Pick<IHttpRequestOptions, 'timeout' | 'proxy' | 'skipSslCertificateValidation'>;
	/** How many items a batch has, and the milliseconds from the start of one to the start of the next. */
	batching?: { size: number; interval: number };
	problem?: Failure;
}

/** What n8n's routing engine takes where Timeout is not set (n8n-core's routing-node.ts), in milliseconds. */
const usualTimeout = 300_000;

const PROXY =
	/^([a-z][a-z0-9+.-]*):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[0-9a-f:.]+\]|[^:@/[\]]+):(\d{1,5})(?:\/.*)?$/i;

/** Why the settings can't be taken. */
type Problems = Failure[];

/**
 * Reads the parameter `requestOptions`, which n8n gives every declarative node, as n8n's routing
 * engine does: without an interval, Batching spaces nothing. But what that ignores because it is no
 * number is a problem. `read` asks n8n for the parameter, which throws where an expression in it fails.
 */
export function readNodeSettings(read: () => unknown): NodeSettings {
	const found: Problems = [];
	const options = partsOf('Request Options', given(read, found), found);
	const batch = partsOf(
		'Batching',
		partsOf('Batching', options('batching'), found)('batch'),
		found,
	);
	const size = numberOf('Items per Batch', batch('batchSize'), found);
	const interval = numberOf('Batch Interval (ms)', batch('batchInterval'), found);
	const timeout = numberOf('Timeout', options('timeout'), found);
	const proxy = proxyOf(options('proxy'), found);
	const [problem] = found;
	return {
		request: {
			timeout: timeout > 0 ? Math.min(Math.ceil(timeout), longestTimeout) : usualTimeout,
			...(proxy ? { proxy } : {}),
			...(options('allowUnauthorizedCerts') === true ? { skipSslCertificateValidation: true } : {}),
		},
		...(interval > 0 ? { batching: { size: size > 0 ? size : 1, interval } } : {}),
		...(problem ? { problem } : {}),
	};
}

function given(read: () => unknown, found: Problems): unknown {
	try {
		return read();
	} catch (error) {
		found.push(failureOfThrown(error, { field: 'the node settings', reason: reasonOf(error) }));
		return undefined;
	}
}

/** The parts of a group of settings, by their names. */
function partsOf(field: string, group: unknown, found: Problems): (name: string) => unknown {
	return (name) => {
		if (isNotSet(group)) return undefined;
		try {
			if (isRecord(group)) return group[name];
		} catch {
			// A proxy that can't be asked.
		}
		if (!found.some(({ id }) => id === 'settingsNotReadable'))
			found.push({ ...problems.settingsNotReadable(field, group), fate: 'refused' });
		return undefined;
	};
}

/** 0 where it is not set. */
function numberOf(field: string, value: unknown, found: Problems): number {
	const safe = harmless(value);
	if (isNotSet(safe)) return 0;
	const number = typeof safe === 'number' || typeof safe === 'string' ? Number(safe) : NaN;
	if (Number.isFinite(number)) return number;
	found.push({ ...problems.settingNotNumber(field, safe), fate: 'refused' });
	return 0;
}

function proxyOf(value: unknown, found: Problems): IHttpRequestOptions['proxy'] {
	const address = harmless(value);
	// An expression may give false for "none".
	if (isNotSet(address) || address === false) return undefined;
	const proxy = typeof address === 'string' ? proxyFrom(address) : undefined;
	if (!proxy) found.push({ id: 'proxyNotValid', fate: 'refused', ...sentences.proxyNotValid() });
	return proxy;
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
		...(username
			? { auth: { username: decoded(username), password: decoded(password ?? '') } }
			: {}),
	};
}
