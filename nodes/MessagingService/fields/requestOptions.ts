import * as field from './shared';

const batching = [
	field.number('Items per Batch', 'batchSize', {
		default: 50,
		typeOptions: { minValue: -1 },
		description: 'How many items to handle at a time. 0 and -1 count as 1.',
	}),
	field.number('Batch Interval (ms)', 'batchInterval', {
		default: 1000,
		typeOptions: { minValue: 0 },
		description: 'Milliseconds from the start of one batch to the start of the next. 0 means none.',
	}),
];

/**
 * n8n's settings for requests. It adds them by itself to a declarative node, but not to one with a `webhook`
 * (n8n-core's directory-loader.ts): names, defaults and bounds are n8n's, so that saved workflows keep theirs.
 */
export const requestOptions = {
	...field.collection('Request Options', 'requestOptions', 'Add option', [
		field.group('Batching', 'batching', { default: { batch: {} } }, batching, 'batch'),
		field.toggle('Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', {
			default: false,
			noDataExpression: true,
			description: "Whether to connect even if the service's certificate can't be trusted",
		}),
		field.text('Proxy', 'proxy', {
			placeholder: 'e.g. http://proxy.example.com:3128',
			description:
				'The proxy to use. Put a login before its host, e.g. http://user:password@proxy.example.com:3128.',
		}),
		field.number('Timeout', 'timeout', {
			default: 10000,
			description: 'Milliseconds to wait for an answer',
		}),
	]),
	isNodeSetting: true,
};
