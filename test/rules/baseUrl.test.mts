/** The service's address: which spellings reach the host that a person reads, and when a secret would leave bare. */
import { readBaseUrl } from '../../nodes/MessagingService/validation/baseUrl.ts';

function read(value: unknown, allowInsecureHttp = false): string {
	const { value: address, problem } = readBaseUrl(value, allowInsecureHttp);
	return problem ? problem.what : address;
}

test.each([
	['https://sms.example.com/api', 'https://sms.example.com/api'],
	['https://sms.example.com/api///', 'https://sms.example.com/api'],
	['  https://sms.example.com/api\n', 'https://sms.example.com/api'],
	['https://sms.example.com', 'https://sms.example.com/api'],
	['sms.example.com', 'https://sms.example.com/api'],
	['sms.example.com/sms/', 'https://sms.example.com/sms/api'],
	['sms.example.com:8443', 'https://sms.example.com:8443/api'],
	['https://sms.example.com/myapi', 'https://sms.example.com/myapi/api'],
	['https://sms.example.com/API', 'https://sms.example.com/API/api'],
	['https://sms.example.com/api/v1', 'https://sms.example.com/api/v1/api'],
	['https://sms.example.com//sms//api', 'https://sms.example.com/sms/api'],
	['HTTPS://Sms.Example.COM/Sms/api', 'https://sms.example.com/Sms/api'],
	['https://sms_eu.example.com', 'https://sms_eu.example.com/api'],
	['https://sms.example.com.', 'https://sms.example.com./api'],
	['https://nachrichten-köln.example', 'https://nachrichten-köln.example/api'],
	['https://192.168.1.10:3000', 'https://192.168.1.10:3000/api'],
	['localhost:3000', 'https://localhost:3000/api'],
	['http://localhost:3000', 'http://localhost:3000/api'],
	['http://LOCALHOST', 'http://localhost/api'],
	['http://127.0.0.1:3000/api', 'http://127.0.0.1:3000/api'],
	['http://127.255.0.9', 'http://127.255.0.9/api'],
	['http://[::1]:3000', 'http://[::1]:3000/api'],
	['https://[2001:DB8::1]/', 'https://[2001:db8::1]/api'],
	['a.example:1', 'https://a.example:1/api'],
	['a.example:65535', 'https://a.example:65535/api'],
	['a', 'https://a/api'],
	['1a.example', 'https://1a.example/api'],
	[`${'a'.repeat(63)}.${'b'.repeat(63)}`, `https://${'a'.repeat(63)}.${'b'.repeat(63)}/api`],
])('%j is read', (value, expected) => expect(read(value)).toBe(expected));

const [empty, noAddress, scheme, login, query] = [
	'Base URL is empty',
	"isn't a web address",
	'Base URL in the credential begins with',
	'contains a user name or password',
	'contains ? or #',
];

test.each<[unknown, string]>([
	['  ', empty],
	[null, empty],
	[undefined, empty],
	[42, noAddress],
	[{}, noAddress],
	['https://', noAddress],
	['https:///api', noAddress],
	['//sms.example.com', noAddress],
	['http:/sms.example.com', noAddress],
	['mailto:someone', noAddress],
	['javascript:alert(1)', noAddress],
	['https://sms .example.com', noAddress],
	['https://sms.example.com/a b', noAddress],
	['https://sms.example.com\\api', noAddress],
	['https://sms\n.example.com', noAddress],
	['https://sms\u200b.example.com', noAddress],
	['https://sms..example.com', noAddress],
	['https://-sms.example.com', noAddress],
	['https://sms-.example.com', noAddress],
	['https://sms%2eexample.com', noAddress],
	['https://sms.example.com:0', noAddress],
	['https://sms.example.com:65536', noAddress],
	['https://sms.example.com:', noAddress],
	['https://sms.example.com:port', noAddress],
	['https://[::1', noAddress],
	['a.€', noAddress],
	['€.example', noAddress],
	['a.-b', noAddress],
	['a.b-', noAddress],
	[`${'a'.repeat(64)}.example`, noAddress],
	[`a.${'b'.repeat(64)}`, noAddress],
	[`${'a'.repeat(62)}€.example`, noAddress],
	[Array(5).fill('a'.repeat(60)).join('.'), noAddress],
	// Every web client reads these as an IPv4 address, and often as another one than they seem to be.
	['https://127.1', noAddress],
	['https://0127.0.0.1', noAddress],
	['https://2130706433', noAddress],
	['https://0x7f.0.0.0x1', noAddress],
	['https://127.0.0.0x', noAddress],
	['https://1.1.1.1.1', noAddress],
	['a'.repeat(1_000_000), noAddress],
	['a.'.repeat(500_000), noAddress],
	['ftp://sms.example.com', scheme],
	['file:///etc/hosts', scheme],
	['https://user:hunter2@sms.example.com', login],
	['user:hun/ter2@sms.example.com', login],
	['https://sms.example.com/api?key=hunter2', query],
	['https://sms.example.com/api#hunter2', query],
])('%.60j is refused, and nothing of it is shown', (value, fact) => {
	expect(read(value)).toContain(fact);
	expect(read(value, true)).toContain(fact);
	expect(JSON.stringify(readBaseUrl(value, false))).not.toMatch(/hunter2|ter2@/);
});

test.each(['0', '9', '10', '99', '100', '199', '200', '249', '250', '255'])(
	'%s is a part of an IPv4 address',
	(part) => {
		for (const host of [`${part}.1.1.1`, `1.${part}.1.1`, `1.1.${part}.1`, `1.1.1.${part}`])
			expect(read(host)).toBe(`https://${host}/api`);
	},
);

test.each(['256', '260', '300', '1000', '00', '01', '2a5', '25x'])(
	'%s is no part of an IPv4 address',
	(part) => {
		for (const host of [`${part}.1.1.1`, `1.1.${part}.1`]) expect(read(host)).toContain(noAddress);
	},
);

test.each([
	'http://sms.example.com',
	'HTTP://sms.example.com',
	'http://192.168.1.10',
	'http://127.0.0.1.example.com',
	'http://localhost.example.com',
	'http://a.localhost',
	'http://evillocalhost',
	'http://localhost.',
	'http://[::2]',
	'http://[::ffff:127.0.0.1]',
	'http://ｌｏｃａｌｈｏｓｔ',
])('%j needs leave for plain http', (value) => {
	expect(read(value)).toContain('the client secret would be sent');
	expect(read(value, true)).toMatch(/^http:\/\/.*\/api$/);
});
