import { readBaseUrl } from '../../nodes/MessagingService/validation/baseUrl.ts';

function read(value: unknown, allowInsecureHttp = false): string {
	const { value: address, problem } = readBaseUrl(value, allowInsecureHttp);
	return problem ? problem.id : address;
}

test.each([
	['https://messaging.example.com/api', 'https://messaging.example.com/api'],
	['https://messaging.example.com/api/', 'https://messaging.example.com/api'],
	['https://messaging.example.com/api///', 'https://messaging.example.com/api'],
	['  https://messaging.example.com/api\n', 'https://messaging.example.com/api'],
	['https://messaging.example.com', 'https://messaging.example.com/api'],
	['https://messaging.example.com/', 'https://messaging.example.com/api'],
	['messaging.example.com', 'https://messaging.example.com/api'],
	['messaging.example.com/sms/', 'https://messaging.example.com/sms/api'],
	['messaging.example.com:8443', 'https://messaging.example.com:8443/api'],
	['https://messaging.example.com/myapi', 'https://messaging.example.com/myapi/api'],
	['https://messaging.example.com/API', 'https://messaging.example.com/API/api'],
	['https://messaging.example.com/api/v1', 'https://messaging.example.com/api/v1/api'],
	['https://messaging.example.com//sms//api', 'https://messaging.example.com/sms/api'],
	['HTTPS://Messaging.Example.COM/Sms/api', 'https://messaging.example.com/Sms/api'],
	['https://messaging_eu.example.com', 'https://messaging_eu.example.com/api'],
	['https://messaging.example.com.', 'https://messaging.example.com./api'],
	['https://nachrichten-köln.example', 'https://nachrichten-köln.example/api'],
	['https://192.168.1.10:3000', 'https://192.168.1.10:3000/api'],
	['localhost:3000', 'https://localhost:3000/api'],
	['http://localhost:3000', 'http://localhost:3000/api'],
	['http://LOCALHOST', 'http://localhost/api'],
	['http://127.0.0.1:3000/api', 'http://127.0.0.1:3000/api'],
	['http://127.255.0.9', 'http://127.255.0.9/api'],
	['http://[::1]:3000', 'http://[::1]:3000/api'],
	['https://[2001:DB8::1]/', 'https://[2001:db8::1]/api'],
])('%j is read', (value, expected) => {
	expect(read(value)).toBe(expected);
});

test.each([
	['', 'noBaseUrl'],
	['  ', 'noBaseUrl'],
	[null, 'noBaseUrl'],
	[undefined, 'noBaseUrl'],
	[42, 'malformedBaseUrl'],
	[{}, 'malformedBaseUrl'],
	['https://', 'malformedBaseUrl'],
	['https:///api', 'malformedBaseUrl'],
	['//messaging.example.com', 'malformedBaseUrl'],
	['http:/messaging.example.com', 'malformedBaseUrl'],
	['https:messaging.example.com', 'malformedBaseUrl'],
	['mailto:someone', 'malformedBaseUrl'],
	['javascript:alert(1)', 'malformedBaseUrl'],
	['https://messaging .example.com', 'malformedBaseUrl'],
	['https://messaging.example.com/a b', 'malformedBaseUrl'],
	['https://messaging.example.com\\api', 'malformedBaseUrl'],
	['https://messaging\n.example.com', 'malformedBaseUrl'],
	['https://messaging\u200b.example.com', 'malformedBaseUrl'],
	['https://messaging..example.com', 'malformedBaseUrl'],
	['https://-messaging.example.com', 'malformedBaseUrl'],
	['https://messaging%2eexample.com', 'malformedBaseUrl'],
	['https://messaging.example.com:0', 'malformedBaseUrl'],
	['https://messaging.example.com:65536', 'malformedBaseUrl'],
	['https://messaging.example.com:', 'malformedBaseUrl'],
	['https://messaging.example.com:port', 'malformedBaseUrl'],
	['https://[::1', 'malformedBaseUrl'],
	['https://256.1.1.1', 'malformedBaseUrl'],
	['https://127.1', 'malformedBaseUrl'],
	['https://0127.0.0.1', 'malformedBaseUrl'],
	['https://2130706433', 'malformedBaseUrl'],
	['https://0x7f.0.0.0x1', 'malformedBaseUrl'],
	['a'.repeat(1_000_000), 'malformedBaseUrl'],
	['a.'.repeat(500_000), 'malformedBaseUrl'],
	['ftp://messaging.example.com', 'baseUrlWithOtherScheme'],
	['file:///etc/hosts', 'baseUrlWithOtherScheme'],
	['ws://messaging.example.com', 'baseUrlWithOtherScheme'],
	['https://user:hunter2@messaging.example.com', 'baseUrlWithLogin'],
	['user:hunter2@messaging.example.com', 'baseUrlWithLogin'],
	['https://user:hun/ter2@messaging.example.com', 'baseUrlWithLogin'],
	['https://messaging.example.com/api?key=hunter2', 'baseUrlWithQuery'],
	['https://messaging.example.com/api#hunter2', 'baseUrlWithQuery'],
])('%.60j is refused', (value, id) => {
	expect(read(value)).toBe(id);
	expect(read(value, true)).toBe(id);
});

test.each([
	'http://messaging.example.com',
	'HTTP://messaging.example.com',
	'http://192.168.1.10',
	'http://127.0.0.1.example.com',
	'http://localhost.example.com',
	'http://a.localhost',
	'http://evillocalhost',
	'http://not-localhost',
	'http://localhost.',
	'http://[::2]',
	'http://[::ffff:127.0.0.1]',
	'http://ｌｏｃａｌｈｏｓｔ',
])('%j needs leave for plain http', (value) => {
	expect(read(value)).toBe('insecureBaseUrl');
	expect(read(value, true)).toMatch(/^http:\/\/.*\/api$/);
});

test('no refusal shows what the address holds before an @, behind a question mark or in its path', () => {
	for (const value of [
		'https://user:hunter2@x',
		'http://x.example/hunter2',
		'https://x?hunter2',
		'https://x y/hunter2',
		'ftp://hunter2',
	]) {
		const { problem } = readBaseUrl(value, false);
		expect(JSON.stringify(problem)).toContain('what');
		expect(JSON.stringify(problem)).not.toContain('hunter2');
	}
});

describe('which hosts and ports are addresses', () => {
	test.each([
		['0', 'malformedBaseUrl'],
		['1', 'https://a.example:1/api'],
		['65535', 'https://a.example:65535/api'],
		['65536', 'malformedBaseUrl'],
	])('a port is a number from 1 to 65535: %s', (port, expected) => {
		expect(read(`https://a.example:${port}`)).toBe(expected);
	});

	test.each(['0', '9', '10', '99', '100', '199', '200', '249', '250', '255'])(
		'an IPv4 address has numbers from 0 to 255 in every place: %s',
		(part) => {
			for (const host of [`${part}.1.1.1`, `1.${part}.1.1`, `1.1.${part}.1`, `1.1.1.${part}`])
				expect(read(host)).toBe(`https://${host}/api`);
		},
	);

	test.each(['256', '260', '300', '999', '1000', '00', '01', '2a5', '25x', '2x'])(
		'an IPv4 address has no other part, nor one with a leading zero: %s',
		(part) => {
			expect(read(`${part}.1.1.1`)).toBe('malformedBaseUrl');
			expect(read(`1.1.${part}.1`)).toBe('malformedBaseUrl');
		},
	);

	test.each([
		'1.1.1.1.1',
		'1.1.1',
		'127.0.0.0x1f',
		'127.0.0.0x',
		'a.-b',
		'a.b-',
		'-a.b',
		'a..b',
		`${'a'.repeat(64)}.example`,
		'a.€',
		'€.example',
		`a.${'b'.repeat(64)}`,
		`${'a'.repeat(62)}€.example`,
	])('a host of such labels is refused: %s', (host) => {
		expect(read(host)).toBe('malformedBaseUrl');
	});

	test.each([
		'a',
		'a.b',
		'a_b.c_',
		`${'a'.repeat(63)}.${'b'.repeat(63)}`,
		'münchen.example',
		'a.b.',
		'1a.example',
		'a1',
	])('a host of letters, digits, dashes and underscores is read: %s', (host) => {
		expect(read(host)).toBe(`https://${host}/api`);
	});
});
