import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfThrown, type Parameters } from '../fields/parameters';
import { batch, requestOptions, settings } from '../fields/requestOptions';
import type { Batching } from '../service/limiter';
import { longestTimeout } from '../service/stop';
import type { Problem } from '../texts';

/** n8n's own settings of a node, from its Settings tab, as far as they concern requests. */
export interface NodeSettings {
	request: Pick<IHttpRequestOptions, 'timeout' | 'proxy' | 'skipSslCertificateValidation'>;
	batching?: Batching;
	problem?: Problem;
}

/** What n8n's routing engine takes where Timeout is not set (n8n-core's routing-node.ts), in milliseconds. */
const usualTimeout = 300_000;

/** Reads `requestOptions` as n8n's routing engine does. But what the engine ignores as no number is a problem. */
export function readNodeSettings(parameters: Parameters): NodeSettings {
	const given = parameters.of(0);
	let options: IDataObject = {};
	try {
		const value = parameters.valueOf(requestOptions, 0, 'the node settings');
		options = given.take(requestOptions.read(value, requestOptions.label, given), {});
	} catch (error) {
		given.refuse(failureOfThrown(error));
	}
	const batching = given.member(options, settings.batching);
	const size = given.member(batching, batch.batchSize);
	const interval = given.member(batching, batch.batchInterval);
	const timeout = given.member(options, settings.timeout);
	const proxy = given.member(options, settings.proxy);
	const skipSslCertificateValidation = given.member(options, settings.allowUnauthorizedCerts);
	return {
		request: {
			timeout: timeout > 0 ? Math.min(Math.ceil(timeout), longestTimeout) : usualTimeout,
			...(proxy ? { proxy } : {}),
			...(skipSslCertificateValidation ? { skipSslCertificateValidation } : {}),
		},
		...(interval > 0 ? { batching: { size: size > 0 ? size : 1, interval } } : {}),
		problem: given.problems[0],
	};
}
