/** How n8n's settings of a node are read. That they hold is in `interface/nodeSettings`. */
import { bottomless, oddValues, revoked, untouchable } from '../validation/oddValues.mts';
import { readNodeSettings as readSettings } from '../../nodes/MessagingService/run/nodeSettings.ts';

const readNodeSettings = (options: unknown) =>
	readSettings(typeof options === 'function' ? (options as () => unknown) : () => options);
const usual = { request: { timeout: 300_000 } };
const batching = (batchSize: unknown, batchInterval: unknown) => ({
	batching: { batch: { batchSize, batchInterval } },
});

test.each([
	undefined,
	null,
	{},
	{ batching: {} },
	{ batching: null },
	{ batching: { batch: {} } },
	{ proxy: '', timeout: 0, allowUnauthorizedCerts: false },
	{ timeout: -1 },
	{ timeout: null },
	{ timeout: ' ' },
	{ proxy: null },
	{ proxy: ' ' },
	{ proxy: false },
	{ allowUnauthorizedCerts: 'yes' },
	batching('', ''),
	batching(null, null),
	batching(50, '0'),
])('%j is the usual', (options) => {
	expect(readNodeSettings(options)).toEqual(usual);
});

test.each<[object, object]>([
	[{ timeout: 5 }, { request: { timeout: 5 } }],
	[{ timeout: '5' }, { request: { timeout: 5 } }],
	// A timer takes whole milliseconds, and no more than these; Node.js refuses others.
	[{ timeout: 0.5 }, { request: { timeout: 1 } }],
	[{ timeout: 2 ** 31 }, { request: { timeout: 2 ** 31 - 1 } }],
	[
		{ allowUnauthorizedCerts: true },
		{ request: { timeout: 300_000, skipSslCertificateValidation: true } },
	],
	[batching(50, 1000), { ...usual, batching: { size: 50, interval: 1000 } }],
	[batching('2', '10'), { ...usual, batching: { size: 2, interval: 10 } }],
	[batching(0, 10), { ...usual, batching: { size: 1, interval: 10 } }],
	[{ timeout: ' 1e3 ' }, { request: { timeout: 1000 } }],
	[batching(-1, 10), { ...usual, batching: { size: 1, interval: 10 } }],
	[batching(50, 0), usual],
	[batching(50, undefined), usual],
	[batching(undefined, 10), { ...usual, batching: { size: 1, interval: 10 } }],
])('%j', (options, expected) => {
	expect(readNodeSettings(options)).toEqual(expected);
});

describe('the proxy', () => {
	test.each<[string, object]>([
		['http://proxy.example.com:8080', { protocol: 'http', host: 'proxy.example.com', port: 8080 }],
		[
			' HTTPS://Proxy.Example.com:8080/\n',
			{ protocol: 'https', host: 'proxy.example.com', port: 8080 },
		],
		['http://proxy:1/any/path', { protocol: 'http', host: 'proxy', port: 1 }],
		['socks5+x.y-z://proxy:1', { protocol: 'socks5+x.y-z', host: 'proxy', port: 1 }],
		['https://[::1]:3128/', { protocol: 'https', host: '::1', port: 3128 }],
		['http://[2001:DB8::1]:3128', { protocol: 'http', host: '2001:db8::1', port: 3128 }],
		[
			'http://user:secret@proxy:1',
			{ protocol: 'http', host: 'proxy', port: 1, auth: { username: 'user', password: 'secret' } },
		],
		[
			'http://user:a:b@proxy:1',
			{ protocol: 'http', host: 'proxy', port: 1, auth: { username: 'user', password: 'a:b' } },
		],
		[
			'http://u:p%20w@proxy.example.com:8080',
			{
				protocol: 'http',
				host: 'proxy.example.com',
				port: 8080,
				auth: { username: 'u', password: 'p w' },
			},
		],
		[
			'http://user@proxy:1',
			{ protocol: 'http', host: 'proxy', port: 1, auth: { username: 'user', password: '' } },
		],
		['http://:secret@proxy:1', { protocol: 'http', host: 'proxy', port: 1 }],
		[
			'http://us%40er:p%3Aw%C3%A9@proxy:1',
			{ protocol: 'http', host: 'proxy', port: 1, auth: { username: 'us@er', password: 'p:wé' } },
		],
		[
			'http://100%:p%ffw%20x@proxy:1',
			{ protocol: 'http', host: 'proxy', port: 1, auth: { username: '100%', password: 'p%ffw x' } },
		],
	])('%j', (proxy, expected) => {
		expect(readNodeSettings({ proxy })).toEqual({ request: { timeout: 300_000, proxy: expected } });
	});

	test.each([
		'not an address',
		'http://',
		'proxy.example.com',
		'proxy.example.com:8080',
		'http://proxy.example.com',
		'http://:8080',
		'http://proxy:port',
		Number.NaN,
		0,
		Symbol('p'),
		7n,
		{},
		['http://proxy:1'],
		'http://proxy:123456',
		'http://a/b@proxy:1',
		'my http://proxy:1',
		'http://proxy:1x',
		'1http://proxy:1',
		'http:/proxy:1',
		'http://[proxy]:1',
		'http://[::1:1',
		'http://::1:1',
		true,
		7,
	])('%j is refused, not ignored', (proxy) => {
		expect(readNodeSettings({ proxy })).toEqual({
			...usual,
			problem: expect.objectContaining({
				fate: 'refused',
				what: "Proxy in the node settings isn't an address with a host and a port.",
			}),
		});
	});
});

describe('a number that is none is refused, not ignored', () => {
	const named: Array<[string, (value: unknown) => object]> = [
		['Timeout', (timeout) => ({ timeout })],
		['Items per Batch', (size) => batching(size, 7)],
		['Batch Interval (ms)', (interval) => batching(7, interval)],
	];
	const cases = named.flatMap(([field, put]) =>
		[
			['soon', "'soon'"],
			['7 s', "'7 s'"],
			[true, "'true'"],
			[[7], 'a list'],
			[{}, 'an object'],
		].map(([value, shown]) => [field, value, shown, put] as const),
	);

	test.each(cases)('%s %j', (field, value, shown, put) => {
		expect(readNodeSettings(put(value)).problem).toEqual({
			id: 'settingNotNumber',
			fate: 'refused',
			what: `${field} in the node settings is ${shown}, not a number.`,
			next: `Give ${field} a number, or leave it empty.`,
		});
	});

	describe.each(Object.entries(oddValues))('%s', (_title, make) => {
		test.each(named)('as %s', (field, put) => {
			expect(readNodeSettings(put(make())).problem?.what).toMatch(
				new RegExp(`^${field.replace(/[()]/g, '.')} in the node settings is .*, not a number\\.$`),
			);
		});

		test('as Proxy', () => {
			expect(readNodeSettings({ proxy: make() }).problem?.id).toBe('proxyNotValid');
		});
	});
});

describe('settings whose parts are no settings are refused, not ignored', () => {
	test.each<[string, unknown]>([
		['a text', 'x'],
		['a list', []],
		['a text for Batching', { batching: 'x' }],
		['a text for the batch', { batching: { batch: 'x' } }],
		['an untouchable proxy', untouchable({})],
		['one for Batching', { batching: untouchable({}) }],
		['a bottomless proxy', bottomless({})],
	])('%s', (_title, options) => {
		expect(readNodeSettings(options).problem).toMatchObject({
			fate: 'refused',
			what: expect.stringContaining('node settings'),
		});
	});
});

describe('an expression in the settings that fails', () => {
	const read = (thrown: unknown) =>
		readNodeSettings(() => {
			throw thrown;
		});

	test('is a failure in words', () => {
		expect(read(new Error("Referenced node doesn't exist"))).toEqual({
			...usual,
			problem: {
				id: 'expressionFailed',
				fate: 'refused',
				what: "The expression in the node settings failed: Referenced node doesn't exist.",
				next: 'Fix the expression in the node settings, then run the workflow again.',
			},
		});
	});

	test('also without a reason', () => {
		expect(read(revoked({})).problem?.what).toBe(
			'The expression in the node settings failed: it gave no reason.',
		);
	});
});
