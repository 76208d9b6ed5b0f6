import { failureOfRead, failureOfSend } from '../../nodes/MessagingService/errors/failureOf.ts';
import { outcomeSentences, sentences } from '../../nodes/MessagingService/errors/sentences.ts';
import { sentenceExamples } from '../../workbench/docs/sentence-examples.mts';
import type { FailedOutcome } from '../../nodes/MessagingService/http/outcome.ts';

const body = {
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	schedule: null,
	recipients: ['+1', '+2', '+3', '+4', '+5'],
	contact_list_id: null,
};
const now = '2026-11-21 11:00 (Africa/Nairobi)';

const outcomes: FailedOutcome[] = [
	{ type: 'unauthorized', said: 'Expired' },
	{ type: 'rateLimited' },
	{ type: 'serverError', status: 503 },
	{ type: 'refused', status: 422 },
	{ type: 'refused', status: 404 },
	{ type: 'redirected', status: 302 },
	{ type: 'unreadable', status: 200 },
	{ type: 'unreachable', code: 'ECONNREFUSED' },
	{ type: 'untrusted', code: 'CERT_HAS_EXPIRED' },
	{ type: 'lost', code: 'ECONNRESET' },
	{ type: 'lost', code: 'ERR_CANCELED' },
	{ type: 'timedOut', code: 'ETIMEDOUT' },
	{ type: 'canceled' },
	{ type: 'unlisted', said: 'odd' },
	{ type: 'notReady', problem: { id: 'p', what: 'No address.', next: 'Give one.' } },
];
const unknown = ['serverError', 'redirected', 'unreadable', 'lost', 'timedOut', 'unlisted'];

describe.each(outcomes)('$type $code $status', (outcome) => {
	test('a send says whether the message may have been sent, exactly when nobody knows', () => {
		const { fate, what, next } = failureOfSend(outcome, body, now);
		expect(fate).toBe(unknown.includes(outcome.type) ? 'unknown' : 'refused');
		expect(what.includes('The message may or may not have been sent')).toBe(fate === 'unknown');
		if (fate === 'unknown') {
			for (const fact of ['+1, +2, +3 and 2 more', "campaign 'reminders'", now, 'Query Messages'])
				expect(next).toContain(fact);
		}
	});

	test('both sentences are whole, name no code of Node.js, and never advise Retry On Fail', () => {
		for (const { what, next } of [failureOfSend(outcome, body, now), failureOfRead(outcome)]) {
			for (const sentence of [what, next]) {
				expect(sentence).toMatch(/^[A-Z].*\.$/);
				expect(sentence).not.toMatch(/ECONN|ETIMEDOUT|ENOTFOUND|CERT_|retry on fail/i);
			}
		}
	});

	test('a query is never unknown', () => {
		expect(failureOfRead(outcome).fate).toBe('refused');
	});
});

test('a contact group is named where there are no numbers', () => {
	const { next } = failureOfSend(
		{ type: 'lost', code: 'ECONNRESET' },
		{ ...body, recipients: null, contact_list_id: 501 },
		now,
	);
	expect(next).toContain('resending: contact group 501, campaign');
});

test.each([
	[['+1', '+2', '+3'], 'resending: +1, +2, +3, campaign'],
	[['+1', '+2', '+3', '+4'], 'resending: +1, +2, +3 and 1 more, campaign'],
])('of %j three numbers are named, the rest counted', (recipients, said) => {
	expect(
		failureOfSend({ type: 'timedOut', code: 'ETIMEDOUT' }, { ...body, recipients }, now).next,
	).toContain(said);
});

test('a long campaign is cut', () => {
	const { next } = failureOfSend(
		{ type: 'timedOut', code: 'ETIMEDOUT' },
		{ ...body, campaign: 'c'.repeat(81) },
		now,
	);
	expect(next).toContain(`campaign '${'c'.repeat(77)}…'`);
});

test.each([
	[
		'ERR_CANCELED',
		'sendCanceledUnderWay',
		'the execution was canceled before the service answered',
	],
	['ECONNRESET', 'sendLost', 'the connection'],
])('a send that was lost by %s says why', (code, id, reason) => {
	const failed = failureOfSend({ type: 'lost', code }, body, now);
	expect(failed.id).toBe(id);
	expect(failed.what).toContain(reason);
});

test.each([
	[{ type: 'canceled' }, 'refused'],
	[{ type: 'timedOut', code: 'ERR_CANCELED' }, 'unknown'],
] as Array<[FailedOutcome, string]>)('%j is %s', (outcome, fate) => {
	const failed = failureOfSend(outcome, body, now);
	expect(failed.fate).toBe(fate);
	expect(failed.id).not.toBe('sendCanceledUnderWay');
});

test('a send that was canceled before it left is told as such', () => {
	expect(failureOfSend({ type: 'canceled' }, body, now)).toMatchObject({
		id: 'sendCanceled',
		what: 'The execution was canceled before this message was sent.',
	});
});

test("the service's own text is part of the sentence, without the full stop at its end", () => {
	expect(failureOfRead({ type: 'refused', status: 422, said: 'No such sender.' }).what).toBe(
		'The service refused the request (status 422): No such sender.',
	);
	expect(failureOfRead({ type: 'refused', status: 422, said: 'No such sender. \n..' }).what).toBe(
		'The service refused the request (status 422): No such sender.',
	);
});

test('a wait that the service asks for is told, cut to 40 letters', () => {
	const nextOf = (retryAfter: string) => failureOfRead({ type: 'rateLimited', retryAfter }).next;
	expect(nextOf('3600')).toMatch(/^The service asks to wait 3,600 seconds\. /);
	expect(nextOf('x'.repeat(50))).toContain(`asks to wait until ${'x'.repeat(40)}.`);
});

test('a wait of parts of a second is told in whole ones', () => {
	expect(failureOfRead({ type: 'rateLimited', retryAfter: '130.5' }).next).toMatch(
		/^The service asks to wait 131 seconds\. /,
	);
});

test.each([
	['0', '0 seconds'],
	['0.4', '1 second'],
	['1', '1 second'],
	['2', '2 seconds'],
])('a wait of %s is told as %s', (retryAfter, words) => {
	expect(failureOfRead({ type: 'rateLimited', retryAfter }).next).toContain(
		`The service asks to wait ${words}. `,
	);
});

test('one of what a cap counts is told as one', () => {
	expect(sentences.tooManyRecipients(1, 0).what).toContain('reach 1 number, and');
	expect(sentences.tooManyRecipients(1000, 0).what).toContain('reach 1,000 numbers, and');
	expect(sentences.tooManyTotalSegments(1, 0).what).toContain('send 1 segment, counted once');
	expect(sentences.tooManyTotalSegments(2, 0).what).toContain('send 2 segments, counted once');
});

test('why an expression failed is told without the full stops at its end, and cut', () => {
	const whatOf = (reason: string) => sentences.expressionFailed('Message', reason).what;
	expect(whatOf('Cannot read e.g. a. b ..\n')).toBe(
		'The expression in Message failed: Cannot read e.g. a. b.',
	);
	expect(whatOf('x'.repeat(500))).toBe(`The expression in Message failed: ${'x'.repeat(300)}.`);
});

test('404 points at the address, unless the service names what is not there', () => {
	expect(failureOfRead({ type: 'refused', status: 404 }).next).toContain('Base URL');
	expect(
		failureOfRead({ type: 'refused', status: 404, said: 'Contact group 9 not found' }),
	).toMatchObject({
		what: 'The service did not find what this request is about (status 404): Contact group 9 not found.',
		next: expect.stringMatching(/^Fix what the service names\./),
	});
});

test('every sentence has an example, which is whole', () => {
	expect(Object.keys(sentenceExamples()).sort()).toEqual(
		[...Object.keys(outcomeSentences), ...Object.keys(sentences)].sort(),
	);
	for (const { what, next } of Object.values(sentenceExamples())) {
		expect(what).toMatch(/\.$/);
		expect(next).toMatch(/\.$/);
	}
});
