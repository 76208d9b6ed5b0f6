import type { IDataObject, INodeProperties } from 'n8n-workflow';

import * as field from './field';
import { problems, type ValueOrProblem } from '../texts';
import { isRecord } from '../values/simple';

// n8n's settings for requests. It adds them by itself to a declarative node, but not to one with a `webhook`
// (n8n-core's directory-loader.ts): names, defaults and bounds are n8n's, so that saved workflows keep theirs.

function number(
	label: string,
	path: string,
	shown: Partial<INodeProperties> & field.Bounds,
): field.Field<number> {
	const { min = 1, ...property } = shown;
	const read = (value: unknown) => readNumber(value, label);
	return field.fieldOf(label, path, field.numberShown({ min }, property), read, 0);
}

/** n8n's routing engine ignores what is no number. */
function readNumber(value: unknown, label: string): ValueOrProblem<number> {
	const given = value ?? 0;
	const read = typeof given === 'number' || typeof given === 'string' ? Number(given) : NaN;
	if (Number.isFinite(read)) return { value: read };
	return { problem: problems.settingNotNumber(label, value) };
}

/** Fields that n8n keeps as one object; nothing where they are not added. */
function group(
	label: string,
	path: string,
	shown: Omit<INodeProperties, 'displayName' | 'name'>,
): field.Field<IDataObject> {
	const read = (value: unknown): ValueOrProblem<IDataObject> => {
		const given = value || {};
		if (isRecord(given)) return { value: given };
		return { problem: problems.settingsNotReadable(label, value) };
	};
	return field.fieldOf<IDataObject>(label, path, shown, read, {});
}

export const batch = {
	batchSize: number('Items per Batch', 'batchSize', {
		default: 50,
		min: -1,
		description: 'How many items to handle at a time. 0 and -1 count as 1.',
	}),
	batchInterval: number('Batch Interval (ms)', 'batchInterval', {
		default: 1000,
		min: 0,
		description: 'Milliseconds from the start of one batch to the start of the next. 0 means none.',
	}),
};

export const settings = {
	batching: group('Batching', 'batching', {
		type: 'fixedCollection',
		placeholder: 'Add Batching',
		default: { batch: {} },
		options: [{ displayName: 'Batching', name: 'batch', values: field.propertiesOf(batch) }],
	}),
	allowUnauthorizedCerts: field.plain('Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', {
		type: 'boolean',
		default: false,
		noDataExpression: true,
		description: "Whether to connect even if the service's certificate can't be trusted",
	}),
	proxy: field.plain('Proxy', 'proxy', {
		placeholder: 'e.g. http://proxy.example.com:3128',
		description:
			'The proxy to use. Put a login before its host, e.g. http://user:password@proxy.example.com:3128.',
	}),
	timeout: number('Timeout', 'timeout', {
		default: 10000,
		description: 'Milliseconds to wait for an answer',
	}),
};

export const requestOptions = group('Request Options', 'requestOptions', {
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: field.propertiesOf(settings),
	isNodeSetting: true,
});
