/**
 * The service's address: the spellings that reach the host that a person reads, and those that would send a secret
 * without encryption.
 */
import { readBaseUrl } from '../../nodes/MessagingService/values/baseUrl.ts';
import { tableOf } from './table.mts';

function read(value: unknown, allowInsecureHttp = false): string {
	const { value: address, problem } = readBaseUrl(value, allowInsecureHttp);
	return problem ? problem.what : address;
}

test.each([
	['https://sms.example.com/api', 'https://sms.example.com/api'],
	['  https://sms.example.com/api\n', 'https://sms.example.com/api'],
	['https://sms.example.com', 'https://sms.example.com/api'],
	['sms.example.com', 'https://sms.example.com/api'],
	['https://sms.example.com/API', 'https://sms.example.com/API/api'],
	['https://sms.example.com//sms//api', 'https://sms.example.com/sms/api'],
	['HTTPS://Sms.Example.COM/Sms/api', 'https://sms.example.com/Sms/api'],
	['https://sms_eu.example.com', 'https://sms_eu.example.com/api'],
	['https://sms.example.com.', 'https://sms.example.com./api'],
	['https://nachrichten-köln.example', 'https://nachrichten-köln.example/api'],
	['localhost:3000', 'https://localhost:3000/api'],
	['http://localhost:3000', 'http://localhost:3000/api'],
	['http://LOCALHOST', 'http://localhost/api'],
	['http://127.0.0.1:3000/api', 'http://127.0.0.1:3000/api'],
	['http://[::1]:3000', 'http://[::1]:3000/api'],
	['https://[2001:DB8::1]/', 'https://[2001:db8::1]/api'],
	['a.example:65535', 'https://a.example:65535/api'],
	['a', 'https://a/api'],
	[`${'a'.repeat(63)}.${'b'.repeat(63)}`, `https://${'a'.repeat(63)}.${'b'.repeat(63)}/api`],
])('%j is read', (value, expected) => expect(read(value)).toBe(expected));

const noAddress = "isn't a web address";

// Columns: a fault, and addresses that have it.
test.each(
	tableOf(String.raw`
		no host  https:// https:///api //sms.example.com http:/sms.example.com
		no web address  mailto:someone javascript:alert(1)
		odd characters  https://sms%2eexample.com https://sms.example.com\api a.€ €.example sms€.example
		dots and dashes  https://sms..example.com https://-sms.example.com https://sms-.example.com a.-b a.b-
		ports  https://a.example:0 https://a.example:65536 https://a.example: https://a.example:port
		brackets  https://[::1
		IPv4 that clients read as another  https://127.1 https://0127.0.0.1 https://2130706433 https://1.1.1.1.1
		IPv4 in hexadecimal digits  https://0x7f.0.0.0x1 https://127.0.0.0x
		no part of IPv4  256.1.1.1 260.1.1.1 300.1.1.1 1000.1.1.1 00.1.1.1 01.1.1.1 2a5.1.1.1 25x.1.1.1
		nor further on  1.1.256.1 1.1.260.1 1.1.300.1 1.1.1000.1 1.1.00.1 1.1.01.1 1.1.2a5.1 1.1.25x.1
	`),
)('refused for %s: %s', (_, addresses) => {
	for (const address of addresses!.split(' '))
		expect([address, read(address)]).toEqual([address, expect.stringContaining(noAddress)]);
});

test.each<[unknown, string]>([
	['  ', 'Base URL is empty'],
	[null, 'Base URL is empty'],
	[undefined, 'Base URL is empty'],
	[42, noAddress],
	[{}, noAddress],
	['https://sms .example.com', noAddress],
	['https://sms.example.com/a b', noAddress],
	['https://sms\n.example.com', noAddress],
	['https://sms\u200b.example.com', noAddress],
	[`${'a'.repeat(64)}.example`, noAddress],
	[`a.${'b'.repeat(64)}`, noAddress],
	[`${'a'.repeat(62)}€.example`, noAddress],
	[Array(5).fill('a'.repeat(60)).join('.'), noAddress],
	['a'.repeat(1_000_000), noAddress],
	['a.'.repeat(500_000), noAddress],
	['ftp://sms.example.com', 'Base URL in the credential begins with'],
	['file:///etc/hosts', 'Base URL in the credential begins with'],
	['https://user:hunter2@sms.example.com', 'contains a user name or password'],
	['user:hun/ter2@sms.example.com', 'contains a user name or password'],
	['https://sms.example.com/api?key=hunter2', 'contains ? or #'],
	['https://sms.example.com/api#hunter2', 'contains ? or #'],
])('%.60j is refused, and nothing of it is shown', (value, fact) => {
	for (const allowInsecureHttp of [false, true])
		expect(read(value, allowInsecureHttp)).toContain(fact);
	expect(JSON.stringify(readBaseUrl(value, false))).not.toMatch(/hunter2|ter2@/);
});

test('each part of an IPv4 address goes from 0 to 255', () => {
	for (const part of '0 9 10 99 100 199 200 249 250 255'.split(' '))
		for (const host of [`${part}.1.1.1`, `1.${part}.1.1`, `1.1.${part}.1`, `1.1.1.${part}`])
			expect(read(host)).toBe(`https://${host}/api`);
});

test.each(
	tableOf(`
		another host  http://sms.example.com HTTP://sms.example.com http://192.168.1.10 http://[::2]
		what only looks like this machine  http://127.0.0.1.example.com http://localhost.example.com
		nor is this  http://a.localhost http://evillocalhost http://localhost. http://ｌｏｃａｌｈｏｓｔ
		nor is this  http://[::ffff:127.0.0.1] http://126.0.0.1 http://128.0.0.1
	`),
)('needs leave for plain http: %s: %s', (_, addresses) => {
	for (const address of addresses!.split(' ')) {
		expect(read(address)).toContain('the client secret would be sent');
		expect(read(address, true)).toMatch(/^http:\/\/.*\/api$/);
	}
});
