import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfThrown, type FieldReader } from './parameters';
import { longestTimeout } from '../service/stop';
import { problems, type Problem } from '../texts';

/** n8n's own settings of a node, from its Settings tab, as far as they concern requests. */
export interface NodeSettings {
	request: Pick<IHttpRequestOptions, 'timeout' | 'proxy' | 'skipSslCertificateValidation'>;
	/** How many items a batch has, and the milliseconds from the start of one to the start of the next. */
	batching?: { size: number; interval: number };
	problem?: Problem;
}

/** What n8n's routing engine takes where Timeout is not set (n8n-core's routing-node.ts), in milliseconds. */
const usualTimeout = 300_000;

const PROXY =
	/^([a-z][a-z0-9+.-]*):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[0-9a-f:.]+\]|[^:@/[\]]+):(\d{1,5})(?:\/.*)?$/i;

/** Reads `requestOptions` as n8n's routing engine does. But what the engine ignores as no number is a problem. */
export function readNodeSettings(reader: FieldReader): NodeSettings {
	const found: Problem[] = [];
	let given: unknown;
	try {
		given = reader.parameter('requestOptions', 0, 'the node settings');
	} catch (error) {
		found.push(failureOfThrown(error));
	}
	const options = groupOf('Request Options', given, found);
	const { batch } = groupOf('Batching', options.batching, found);
	const { batchSize, batchInterval } = groupOf('Batching', batch, found);
	const size = numberOf('Items per Batch', batchSize, found);
	const interval = numberOf('Batch Interval (ms)', batchInterval, found);
	const timeout = numberOf('Timeout', options.timeout, found);
	const proxy = proxyOf(options.proxy, found);
	return {
		request: {
			timeout: timeout > 0 ? Math.min(Math.ceil(timeout), longestTimeout) : usualTimeout,
			...(proxy ? { proxy } : {}),
			...(options.allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
		},
		...(interval > 0 ? { batching: { size: size > 0 ? size : 1, interval } } : {}),
		problem: found[0],
	};
}

function groupOf(field: string, value: unknown, found: Problem[]): IDataObject {
	const group = value || {};
	if (typeof group === 'object' && !Array.isArray(group)) return group as IDataObject;
	found.push(problems.settingsNotReadable(field, value));
	return {};
}

function numberOf(field: string, value: unknown, found: Problem[]): number {
	const given = value ?? 0;
	const number = typeof given === 'number' || typeof given === 'string' ? Number(given) : NaN;
	if (Number.isFinite(number)) return number;
	found.push(problems.settingNotNumber(field, value));
	return 0;
}

function proxyOf(value: unknown, found: Problem[]): IHttpRequestOptions['proxy'] {
	const address = typeof value === 'string' ? value.trim() : value;
	// An expression may give false for "none".
	if (!address) return undefined;
	const [, protocol, username, password = '', host, port] =
		(typeof address === 'string' && PROXY.exec(address)) || [];
	if (!protocol || !host) {
		found.push(problems.proxyNotValid());
		return undefined;
	}
	return {
		protocol: protocol.toLowerCase(),
		host: host.replace(/^\[|\]$/g, '').toLowerCase(),
		port: Number(port),
		...(username ? { auth: { username: decoded(username), password: decoded(password) } } : {}),
	};
}

/** A login may be written with percent signs, so that it can hold a colon. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// Its percent signs are meant as they stand.
		return text;
	}
}
