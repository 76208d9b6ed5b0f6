/** What the credential makes of a request, by itself: its address and its token, or why it gets none. */
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';

const credential = new MessagingServiceApi();
const stored = {
	baseUrl: 'sms.example.com',
	clientId: 'id',
	clientSecret: 'secret',
	accessToken: 'token',
};

test('a request gets the token, and keeps the address that it has when it has one in full', async () => {
	const request = {
		url: 'https://sms.example.com/api/system/system-status',
		headers: { accept: 'application/json' },
	};
	expect(await credential.authenticate(stored, request)).toEqual({
		...request,
		headers: { accept: 'application/json', Authorization: 'Bearer token' },
	});
});

test('an address in parts is completed as the user typed it', async () => {
	const request = await credential.authenticate(stored, { baseURL: 'sms.example.com', url: '/x' });
	expect(request).toMatchObject({ baseURL: 'https://sms.example.com/api', url: '/x' });
});

test.each([
	[{ baseUrl: '' }, /Base URL/],
	[{ baseUrl: 'http://sms.example.com' }, /sms\.example\.com/],
	[{ baseUrl: 'http://sms.example.com', allowInsecureHttp: 'true' }, /sms\.example\.com/],
])('an address that is refused (%j) gets no token', async (changes, words) => {
	await expect(credential.authenticate({ ...stored, ...changes }, { url: '/x' })).rejects.toThrow(
		words,
	);
});

test('an address that quotes the secret is refused without it', async () => {
	const failed = credential.authenticate(
		{ ...stored, clientSecret: 'sesame-open-77', baseUrl: 'http://SESAME-open-77.example.com' },
		{ url: '/x' },
	);
	await expect(failed).rejects.toThrow("would be sent to '*****.example.com' unencrypted");
});
