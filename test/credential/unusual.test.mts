/** The credential by itself: what it makes of a request, and what it says of unusual failures. */
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { tokenProblem, tokenProblems } from '../../credentials/token/problems.ts';

const credential = new MessagingServiceApi();
const stored = { baseUrl: 'sms.example.com', clientId: 'id', clientSecret: 'secret', accessToken: 'token' };

test('a request gets the token, and keeps the address that it has when it has one in full', async () => {
	const request = { url: 'https://sms.example.com/api/system/system-status', headers: { accept: 'application/json' } };
	expect(await credential.authenticate(stored, request)).toEqual({ ...request, headers: { accept: 'application/json', Authorization: 'Bearer token' } });
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
	await expect(credential.authenticate({ ...stored, ...changes }, { url: '/x' })).rejects.toThrow(words);
});

test('an address that quotes the secret is refused without it', async () => {
	const failed = credential.authenticate({ ...stored, clientSecret: 'sesame-open-77', baseUrl: 'http://SESAME-open-77.example.com' }, { url: '/x' });
	await expect(failed).rejects.toThrow("would be sent to '*****.example.com' unencrypted");
});

test.each([
	[404, 'wrongAddress'],
	[405, 'wrongAddress'],
	[410, 'wrongAddress'],
	[400, 'wrongKeys'],
	[403, 'wrongKeys'],
])('a refusal with status %i is told as %s', (status, id) => {
	expect(tokenProblem({ type: 'refused', status }).id).toBe(id);
});

test('a problem that was known before goes on as it is', () => {
	const problem = { id: 'x', what: 'No.', next: 'Mend it.' };
	expect(tokenProblem({ type: 'notReady', problem })).toBe(problem);
});

test('an answer without a token is told by the names of its fields, twenty at most', () => {
	expect(tokenProblems.noToken([]).what).toContain('(no fields at all)');
	const names = Array.from({ length: 21 }, (_, index) => `field${index + 1}`);
	expect(tokenProblems.noToken(names).what).toMatch(/field20\)\.$/);
});
