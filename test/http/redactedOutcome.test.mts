/** What one attempt gives back of an answer, or of an error, that repeats a secret: before anything is made of it. */
import { Session, type Requester } from '../../nodes/MessagingService/auth/session.ts';
import { attempt } from '../../nodes/MessagingService/http/attempt.ts';
import { redactOutcome } from '../../nodes/MessagingService/http/redactedOutcome.ts';
import { Redaction } from '../../nodes/MessagingService/auth/redaction.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { freshCredential } from '../run/coreRun.mts';
import { answer } from '../run/answers.mts';

const clientId = 'Quince.Harbour-3';
/** Not the one of the credential: one that this request has all the same. */
const token = 'zU8+mE2/kL5=dY7.oN1';

async function outcomeOf(service: () => Answer) {
	const requester = {
		getCredentials: async () => freshCredential({ clientId }),
		helpers: { httpRequestWithAuthentication: async () => service() },
	} as unknown as Requester;
	const session = await Session.open(requester);
	return (
		await attempt(
			{ requester, session, token, rejected: { tokens: [], since: 0 }, leaves: () => undefined },
			'send',
			{ url: '/x' },
		)
	).outcome;
}

const fails = (message: string) => () => {
	throw new Error(message);
};

test('the token that a request had is taken out of its answer, whatever token is in use by now', async () => {
	expect(
		await outcomeOf(() => ({
			statusCode: 200,
			body: { data: { success: true, messageId: `m ${token.toUpperCase()}` } },
		})),
	).toMatchObject({ type: 'answered', data: { messageId: 'm *****' } });
	expect(await outcomeOf(fails(`Odd: ${token}`))).toEqual({ type: 'unlisted', said: 'Odd: *****' });
});

test.each([
	['a reason', (text: string) => () => answer(422, text)],
	['an error of others', fails],
])('%s loses the client ID before it is cut to 300 characters', async (_name, service) => {
	for (let before = 280; before <= 300; before++) {
		const { said } = (await outcomeOf(
			service(`${'n'.repeat(before)}${clientId}${'o'.repeat(40)}`),
		)) as { said: string };
		expect(said).toHaveLength(300);
		expect(said).toMatch(/^n+\**o*…$/);
	}
	expect(await outcomeOf(service('n'.repeat(300)))).toMatchObject({ said: 'n'.repeat(300) });
});

test('a wait that is asked for loses it, too', async () => {
	expect(
		await outcomeOf(() =>
			answer(429, 'Wait', { 'Retry-After': `1 Jan 2099 (${clientId}, ${token})` }),
		),
	).toEqual({ type: 'rateLimited', said: 'Wait', retryAfter: '1 Jan 2099 (*****, *****)' });
});

test('a reason is redacted as it reads in the end, not only as it came', () => {
	expect(
		redactOutcome(
			{ type: 'refused', status: 422, said: `It is ${token}.` },
			new Redaction([token]),
		),
	).toEqual({ type: 'refused', status: 422, said: 'It is *****.' });
	expect(redactOutcome({ type: 'redirected', status: 302 }, new Redaction([token]))).toEqual({
		type: 'redirected',
		status: 302,
	});
});
