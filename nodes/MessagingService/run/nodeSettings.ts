import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import * as field from '../fields/field';
import { failureOfThrown, type Parameters } from '../fields/parameters';
import { longestTimeout } from '../service/stop';
import { problems, type ValueOrProblem } from '../texts';
import { isRecord } from '../values/given';

// n8n's settings for requests. n8n adds them to a declarative node by itself, but not to one with a `webhook`
// (n8n-core's directory-loader.ts). Names, defaults and bounds are n8n's, so that saved workflows keep their settings.

/**
 * Reads a number as n8n's routing engine does, but returns a problem for a value that isn't a number: the engine
 * ignores it.
 */
function readNumber(value: unknown, label: string): ValueOrProblem<number> {
	const given = value ?? 0;
	const number = typeof given === 'number' || typeof given === 'string' ? Number(given) : NaN;
	if (Number.isFinite(number)) return { value: number };
	return { problem: problems.settingNotNumber(label, value) };
}

/** Reads settings that n8n keeps as one object; empty if none are added. */
function readSettings(value: unknown, label: string): ValueOrProblem<IDataObject> {
	const given = value || {};
	if (isRecord(given)) return { value: given };
	return { problem: problems.settingsNotReadable(label, value) };
}

const PROXY =
	/^([a-z][a-z0-9+.-]*):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[0-9a-f:.]+\]|[^:@/[\]]+):(\d{1,5})(?:\/.*)?$/i;

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
		...(username ? { auth: { username: loginPart(username), password: loginPart(password) } } : {}),
	};
	return { value: proxy };
}

/**
 * Reads a part of a login, which may be percent-encoded, so that it can hold a colon. Its percent signs are encoded in
 * turn: n8n puts it into a URL, and the URL's client decodes them once more (n8n's getUrlFromProxyConfig,
 * http-proxy-agent).
 */
function loginPart(text: string): string {
	try {
		return decodeURIComponent(text).replaceAll('%', '%25');
	} catch {
		// Not percent-encoded: its percent signs are meant as they stand.
		return text.replaceAll('%', '%25');
	}
}

const asNumber = { read: readNumber, otherwise: 0 };

const batch = {
	batchSize: field.wholeNumber('Items per Batch', 'batchSize', {
		...asNumber,
		default: 50,
		min: -1,
		description: 'How many items to handle at a time. 0 and -1 count as 1.',
	}),
	batchInterval: field.wholeNumber('Batch Interval (ms)', 'batchInterval', {
		...asNumber,
		default: 1000,
		min: 0,
		description: 'Milliseconds from the start of one batch to the start of the next. 0 means none.',
	}),
};

const settings = {
	batching: field.custom<IDataObject>('Batching', 'batching', {
		type: 'fixedCollection',
		placeholder: 'Add Batching',
		default: { batch: {} },
		options: [{ displayName: 'Batching', name: 'batch', values: field.formOf(batch) }],
		read: (value, label) => {
			const outer = readSettings(value, label);
			return outer.problem ? outer : readSettings(outer.value.batch, label);
		},
		otherwise: {},
	}),
	allowUnauthorizedCerts: field.toggle('Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', {
		default: false,
		read: (value) => ({ value: value === true }),
		noDataExpression: true,
		description: "Whether to connect even if the service's certificate can't be trusted",
	}),
	proxy: field.custom('Proxy', 'proxy', {
		read: readProxy,
		otherwise: undefined,
		placeholder: 'e.g. http://proxy.example.com:3128',
		description:
			'The proxy to use. Put a login before its host, e.g. http://user:password@proxy.example.com:3128.',
	}),
	timeout: field.wholeNumber('Timeout', 'timeout', {
		...asNumber,
		default: 10000,
		description: 'Milliseconds to wait for an answer',
	}),
};

export const requestOptions = field.custom<IDataObject>('Request Options', 'requestOptions', {
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: field.formOf(settings),
	isNodeSetting: true,
	read: readSettings,
	otherwise: {},
});

/** n8n's own settings of a node that concern requests, from its Settings tab. */
export type NodeSettings = ReturnType<typeof readNodeSettings>;

/** The default of n8n's routing engine if Timeout is not set (n8n-core's routing-node.ts), in milliseconds. */
const usualTimeout = 300_000;

/**
 * Reads `requestOptions` as n8n's routing engine does, but returns a problem for values that aren't numbers: the engine
 * ignores them.
 */
export function readNodeSettings(parameters: Parameters) {
	const fields = parameters.of(0);
	let options: IDataObject = {};
	try {
		const value = parameters.valueOf(requestOptions, 0, 'the node settings');
		options = fields.take(requestOptions.read(value, requestOptions.label, fields), {});
	} catch (error) {
		fields.refuse(failureOfThrown(error));
	}
	const batching = fields.member(options, settings.batching);
	const size = fields.member(batching, batch.batchSize);
	const interval = fields.member(batching, batch.batchInterval);
	const timeout = fields.member(options, settings.timeout);
	const proxy = fields.member(options, settings.proxy);
	const skipSslCertificateValidation = fields.member(options, settings.allowUnauthorizedCerts);
	return {
		request: {
			timeout: timeout > 0 ? Math.min(Math.ceil(timeout), longestTimeout) : usualTimeout,
			...(proxy ? { proxy } : {}),
			...(skipSslCertificateValidation ? { skipSslCertificateValidation } : {}),
		},
		...(interval > 0 ? { batching: { size: size > 0 ? size : 1, interval } } : {}),
		problem: fields.problems[0],
	};
}
