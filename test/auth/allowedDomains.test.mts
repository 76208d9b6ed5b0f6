import { allowedDomainsOf } from '../../nodes/MessagingService/auth/allowedDomains.ts';

test.each<[string, unknown, string | undefined]>([
	[
		'https://sms.example.com/api',
		' a.example, *.b.example ',
		'sms.example.com, a.example, *.b.example',
	],
	['https://sms.example.com/api', '', 'sms.example.com'],
	['https://sms.example.com/api', undefined, 'sms.example.com'],
	['http://localhost:3000/api', undefined, 'localhost'],
	['https://[2001:db8::1]:3000/api', undefined, '[2001:db8::1]'],
	// Without an address there is no request; nothing may fail before that is told.
	['', 'a.example', 'a.example'],
	['', undefined, undefined],
])(
	"the service's own host, here of %j, stands before the list %j",
	(baseURL, allowedDomains, expected) => {
		expect(
			allowedDomainsOf({
				baseURL,
				fields: { allowedHttpRequestDomains: 'domains', allowedDomains: allowedDomains as string },
			}),
		).toBe(expected);
	},
);

test.each(['all', 'none', undefined])(
	'%j leaves this node every domain',
	(allowedHttpRequestDomains) => {
		expect(
			allowedDomainsOf({
				baseURL: 'https://sms.example.com/api',
				fields: {
					allowedHttpRequestDomains: allowedHttpRequestDomains as string,
					allowedDomains: 'a.example',
				},
			}),
		).toBeUndefined();
	},
);
