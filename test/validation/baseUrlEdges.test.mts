/** Hosts, ports and addresses at the very edges of what is taken. */
import { readBaseUrl } from '../../nodes/MessagingService/validation/baseUrl.ts';

const read = (value: string) => {
	const { value: url, problem } = readBaseUrl(value, false);
	return url ?? problem?.id;
};

test.each(['evillocalhost', 'not-localhost', 'localhost.example.com', 'a.localhost'])('http to %s is not allowed: it is another machine', (host) => {
	expect(read(`http://${host}`)).toBe('insecureBaseUrl');
});

test.each([
	['0', 'malformedBaseUrl'],
	['1', 'https://a.example:1/api'],
	['65535', 'https://a.example:65535/api'],
	['65536', 'malformedBaseUrl'],
])('port %s', (port, expected) => {
	expect(read(`https://a.example:${port}`)).toBe(expected);
});

test.each(['0', '9', '10', '99', '100', '199', '200', '249', '250', '255'])('%s stands in an IPv4 address, in every place', (part) => {
	for (const host of [`${part}.1.1.1`, `1.${part}.1.1`, `1.1.${part}.1`, `1.1.1.${part}`]) expect(read(host)).toBe(`https://${host}/api`);
});

test.each(['256', '260', '300', '999', '1000', '00', '01', '2a5', '25x', '2x'])('%s does not', (part) => {
	expect(read(`${part}.1.1.1`)).toBe('malformedBaseUrl');
	expect(read(`1.1.${part}.1`)).toBe('malformedBaseUrl');
});

test.each(['1.1.1.1.1', '1.1.1', '127.0.0.0x1f', '127.0.0.0x', 'a.-b', 'a.b-', '-a.b', 'a..b', `${'a'.repeat(64)}.example`, 'a.€', '€.example', `a.${'b'.repeat(64)}`, `${'a'.repeat(62)}€.example`])('%s is no host', (host) => {
	expect(read(host)).toBe('malformedBaseUrl');
});

test.each(['a', 'a.b', 'a_b.c_', `${'a'.repeat(63)}.${'b'.repeat(63)}`, 'münchen.example', 'a.b.', '1a.example', 'a1'])('%s is one', (host) => {
	expect(read(host)).toBe(`https://${host}/api`);
});
