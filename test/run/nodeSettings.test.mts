import { readNodeSettings } from '../../nodes/MessagingService/run/nodeSettings.ts';

const usual = { request: { timeout: 300_000 } };
const batching = (batchSize: unknown, batchInterval: unknown) => ({ batching: { batch: { batchSize, batchInterval } } });

test.each([undefined, null, {}, { batching: {} }, { proxy: '', timeout: 0, allowUnauthorizedCerts: false }, { timeout: -1 }, { timeout: 'soon' }, { allowUnauthorizedCerts: 'yes' }])('%j is the usual', (options) => {
	expect(readNodeSettings(options)).toEqual(usual);
});

test.each<[object, object]>([
	[{ timeout: 5 }, { request: { timeout: 5 } }],
	[{ timeout: '5' }, { request: { timeout: 5 } }],
	// A timer takes whole milliseconds, and no more than these; Node.js refuses others.
	[{ timeout: 0.5 }, { request: { timeout: 1 } }],
	[{ timeout: 2 ** 31 }, { request: { timeout: 2 ** 31 - 1 } }],
	[{ timeout: 'Infinity' }, { request: { timeout: 2 ** 31 - 1 } }],
	[{ allowUnauthorizedCerts: true }, { request: { timeout: 300_000, skipSslCertificateValidation: true } }],
	[batching(50, 1000), { ...usual, batching: { size: 50, interval: 1000 } }],
	[batching('2', '10'), { ...usual, batching: { size: 2, interval: 10 } }],
	[batching(0, 10), { ...usual, batching: { size: 1, interval: 10 } }],
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
		[' HTTPS://Proxy.Example.com:8080/\n', { protocol: 'https', host: 'proxy.example.com', port: 8080 }],
		['http://proxy:1/any/path', { protocol: 'http', host: 'proxy', port: 1 }],
		['socks5+x.y-z://proxy:1', { protocol: 'socks5+x.y-z', host: 'proxy', port: 1 }],
		['http://[2001:DB8::1]:3128', { protocol: 'http', host: '2001:db8::1', port: 3128 }],
		['http://user:secret@proxy:1', { protocol: 'http', host: 'proxy', port: 1, auth: { username: 'user', password: 'secret' } }],
		['http://user:a:b@proxy:1', { protocol: 'http', host: 'proxy', port: 1, auth: { username: 'user', password: 'a:b' } }],
		['http://user@proxy:1', { protocol: 'http', host: 'proxy', port: 1, auth: { username: 'user', password: '' } }],
		['http://:secret@proxy:1', { protocol: 'http', host: 'proxy', port: 1 }],
		['http://us%40er:p%3Aw%C3%A9@proxy:1', { protocol: 'http', host: 'proxy', port: 1, auth: { username: 'us@er', password: 'p:wé' } }],
		['http://100%:p%ffw%20x@proxy:1', { protocol: 'http', host: 'proxy', port: 1, auth: { username: '100%', password: 'p%ffw x' } }],
	])('%j', (proxy, expected) => {
		expect(readNodeSettings({ proxy })).toEqual({ request: { timeout: 300_000, proxy: expected } });
	});

	test.each([
		'proxy.example.com:8080', 'http://proxy.example.com', 'http://:8080', 'http://proxy:port', 'http://proxy:123456', 'http://a/b@proxy:1',
		'my http://proxy:1', 'http://proxy:1x', '1http://proxy:1', 'http:/proxy:1', 'http://[proxy]:1', 'http://[::1:1', 'http://::1:1', true, 7,
	])('%j is refused, not ignored', (proxy) => {
		expect(readNodeSettings({ proxy })).toEqual({ ...usual, problem: expect.objectContaining({ fate: 'refused', what: "Proxy in the node settings isn't an address with a host and a port." }) });
	});
});
