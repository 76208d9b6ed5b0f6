import { accountOf } from '../../nodes/MessagingService/auth/account.ts';

const credential = (changes: Record<string, unknown> = {}) =>
	({
		baseUrl: 'https://sms.example.org/api',
		clientId: 'shop-7',
		clientSecret: 'jade-lantern',
		...changes,
	}) as never;

test.each([
	[{ baseUrl: ' https://SMS.example.org/api/ ' }],
	[{ baseUrl: 'sms.example.org' }],
	[{ clientId: ' shop-7', clientSecret: 'jade-lantern\n' }],
])(
	'two credentials with the same keys are one account, however they are typed, so that their runs know of each other: %o',
	(typed) => expect(accountOf(credential(typed))).toBe(accountOf(credential())),
);

test.each([
	[{ baseUrl: 'https://sms.example.org/v2/api' }],
	[{ baseUrl: 'http://sms.example.org/api' }],
	[{ clientId: 'shop-8' }],
	[{ clientSecret: 'Jade-lantern' }],
	[{ baseUrl: 7 }],
	[{ baseUrl: undefined }],
])('others are others: %o', (other) =>
	expect(accountOf(credential(other))).not.toBe(accountOf(credential())),
);

test('an address without encryption is one account, too, however it is typed', () =>
	expect(accountOf(credential({ baseUrl: ' http://SMS.example.org/api/ ' }))).toBe(
		accountOf(credential({ baseUrl: 'http://sms.example.org/api' })),
	));

test('of an account that was never used no token is known', () =>
	expect(accountOf(credential({ clientId: 'shop-9' }))).toEqual({
		newest: '',
		minted: 0,
		replaced: [],
		recent: [],
	}));
