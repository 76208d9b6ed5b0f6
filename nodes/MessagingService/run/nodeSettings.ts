import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfThrown, type Parameters } from '../fields/parameters';
import { batch, requestOptions, settings } from '../fields/requestOptions';
import type { Batching } from '../service/batches';
import { longestTimeout } from '../service/stop';
import { problems, type Problem, type ValueOrProblem } from '../texts';

/** n8n's own settings of a node, from its Settings tab, as far as they concern requests. */
export interface NodeSettings {
	request: Pick<IHttpRequestOptions, 'timeout' | 'proxy' | 'skipSslCertificateValidation'>;
	batching?: Batching;
	problem?: Problem;
}

/** What n8n's routing engine takes where Timeout is not set (n8n-core's routing-node.ts), in milliseconds. */
const usualTimeout = 300_000;

const PROXY =
	/^([a-z][a-z0-9+.-]*):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[0-9a-f:.]+\]|[^:@/[\]]+):(\d{1,5})(?:\/.*)?$/i;

/** Reads `requestOptions` as n8n's routing engine does. But what the engine ignores as no number is a problem. */
export function readNodeSettings(parameters: Parameters): NodeSettings {
	const given = parameters.of(0);
	let options: IDataObject = {};
	try {
		const value = parameters.valueOf(requestOptions, 0, 'the node settings');
		options = given.take(requestOptions.read(value, given), {});
	} catch (error) {
		given.problems.push(failureOfThrown(error));
	}
	const batching = given.member(options, settings.batching);
	const batches = given.take(settings.batching.read(batching.batch, given), {});
	const size = given.member(batches, batch.batchSize);
	const interval = given.member(batches, batch.batchInterval);
	const timeout = given.member(options, settings.timeout);
	const proxy = given.take(readProxy(given.member(options, settings.proxy)), undefined);
	const ignoresCertificate = given.member(options, settings.allowUnauthorizedCerts) === true;
	return {
		request: {
			timeout: timeout > 0 ? Math.min(Math.ceil(timeout), longestTimeout) : usualTimeout,
			...(proxy ? { proxy } : {}),
			...(ignoresCertificate ? { skipSslCertificateValidation: true } : {}),
		},
		...(interval > 0 ? { batching: { size: size > 0 ? size : 1, interval } } : {}),
		problem: given.problems[0],
	};
}

function readProxy(value: unknown): ValueOrProblem<IHttpRequestOptions['proxy']> {
	const address = typeof value === 'string' ? value.trim() : value;
	// An expression may give false for "none".
	if (!address) return { value: undefined };
	const [, protocol, username, password = '', host, port] =
		(typeof address === 'string' && PROXY.exec(address)) || [];
	if (!protocol || !host) return { problem: problems.proxyNotValid() };
	const proxy = {
		protocol: protocol.toLowerCase(),
		host: host.replace(/^\[|\]$/g, '').toLowerCase(),
		port: Number(port),
		...(username ? { auth: { username: decoded(username), password: decoded(password) } } : {}),
	};
	return { value: proxy };
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
