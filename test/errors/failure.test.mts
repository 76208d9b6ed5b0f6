import type { INode } from 'n8n-workflow';
import { errorFor, failedRun, isUnknown, refusedRun, textOf } from '../../nodes/MessagingService/errors/failure.ts';
import { failureOfRead, failureOfSend } from '../../nodes/MessagingService/errors/failureOf.ts';
import { sentences } from '../../nodes/MessagingService/errors/sentences.ts';
import { sentenceExamples } from '../../workbench/docs/sentence-examples.mts';
import type { FailedOutcome } from '../../nodes/MessagingService/http/outcome.ts';
import type { Failure } from '../../nodes/MessagingService/item.ts';

const body = { sender_id: 1, priority: 'utility', campaign: 'reminders', message: 'Hello', schedule: null, recipients: ['+1', '+2', '+3', '+4', '+5'], contact_list_id: null };
const now = Date.parse('2026-11-21T08:00:00Z');
const failure = (what: string, next = 'Mend it.'): Failure => ({ id: 'x', what, next, fate: 'refused' });

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
const soFar = (total: number, receipts: Array<{ index: number; messageId: string }> = []) => ({ total, receipts, unknowns: [] });
const unknown = ['serverError', 'redirected', 'unreadable', 'lost', 'timedOut', 'unlisted'];

describe.each(outcomes)('$type $code $status', (outcome) => {
	test('a send says whether the message may have been sent, exactly when nobody knows', () => {
		const { fate, what, next } = failureOfSend(outcome, body, now);
		expect(fate).toBe(unknown.includes(outcome.type) ? 'unknown' : 'refused');
		expect(what.includes('The message may or may not have been sent')).toBe(fate === 'unknown');
		if (fate === 'unknown') {
			for (const fact of ['+1, +2, +3 and 2 more', 'reminders', '2026-11-21T08:00:00.000Z', 'Query Messages']) expect(next).toContain(fact);
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
	const { next } = failureOfSend({ type: 'lost', code: 'ECONNRESET' }, { ...body, recipients: null, contact_list_id: 501 }, now);
	expect(next).toContain('to contact group 501');
});

test.each([
	[['+1', '+2', '+3'], 'to +1, +2, +3, about'],
	[['+1', '+2', '+3', '+4'], 'to +1, +2, +3 and 1 more'],
])('of %j three numbers are named, the rest counted', (recipients, said) => {
	expect(failureOfSend({ type: 'timedOut', code: 'ETIMEDOUT' }, { ...body, recipients }, now).next).toContain(said);
});

test('a campaign is cut to 80 letters', () => {
	const { next } = failureOfSend({ type: 'timedOut', code: 'ETIMEDOUT' }, { ...body, campaign: `${'c'.repeat(80)}d` }, now);
	expect(next).toContain('c'.repeat(80));
	expect(next).not.toContain('cd');
});

test.each([
	['ERR_CANCELED', 'sendCanceledUnderWay', 'the execution was canceled before the answer came'],
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
	expect(failureOfSend({ type: 'canceled' }, body, now)).toMatchObject({ id: 'sendCanceled', what: 'The execution was canceled before this message left.' });
});

test("the service's own text is part of the sentence, cut to a length that people read", () => {
	expect(failureOfRead({ type: 'refused', status: 422, said: 'No such sender.' }).what).toBe('The service refused the request (status 422): No such sender.');
	expect(failureOfRead({ type: 'refused', status: 422, said: 'No such sender. \n..' }).what).toBe('The service refused the request (status 422): No such sender.');
	expect(failureOfRead({ type: 'refused', status: 422, said: 'x'.repeat(5000) }).what.length).toBeLessThan(400);
});

test('a wait that the service asks for is told as it was given, cut to 40 letters, with the longest that is waited', () => {
	const nextOf = (retryAfter: string) => failureOfRead({ type: 'rateLimited', retryAfter }).next;
	expect(nextOf('3600')).toMatch(/^It asked to wait \(Retry-After: 3600\), longer than the 120 seconds that this node waits or more often than it asks\./);
	expect(nextOf('x'.repeat(50))).toContain(`(Retry-After: ${'x'.repeat(40)})`);
});

test('why an expression failed is told without the full stops at its end, and cut', () => {
	const whatOf = (reason: string) => sentences.expressionFailed('Message', reason).what;
	expect(whatOf('Cannot read e.g. a. b ..\n')).toBe('The expression in Message failed: Cannot read e.g. a. b.');
	expect(whatOf('x'.repeat(500))).toBe(`The expression in Message failed: ${'x'.repeat(300)}.`);
});

test('404 points at the address', () => {
	expect(failureOfRead({ type: 'refused', status: 404 }).next).toContain('Base URL');
});

test('every sentence has an example', () => {
	for (const { what, next } of Object.values(sentenceExamples())) {
		expect(what).toMatch(/\.$/);
		expect(next).toMatch(/\.$/);
	}
});

describe('the failure of a run', () => {
	test('one failed item', () => {
		expect(failedRun([{ index: 3, failures: [failure('It broke.')] }], soFar(5), true)).toEqual({
			message: '[item 3] It broke.',
			description: 'Mend it. No message of this run was accepted.',
		});
	});

	test('every reason of an item is told, and what to do once', () => {
		expect(failedRun([{ index: 0, failures: [failure('A.'), failure('B.'), failure('A.')] }], soFar(1), false)).toEqual({ message: '[item 0] A. B.', description: 'Mend it.' });
	});

	test('several items share a reason, and what to do when it differs', () => {
		const failed = [0, 1, 2].map((index) => ({ index, failures: [failure(index === 2 ? 'B.' : 'A.', index === 2 ? 'Do b.' : 'Do a.')] }));
		const receipts = [{ index: 3, messageId: 'm1' }, { index: 4, messageId: 'm1' }, { index: 5, messageId: 'm2' }];
		expect(failedRun(failed, soFar(6, receipts), true)).toEqual({
			message: '3 of 6 items failed. [item 0, 1] A. [item 2] B.',
			description: '[item 0, 1] Do a. [item 2] Do b. 2 messages of this run were accepted: m1 (item 3, 4), m2 (item 5).',
		});
	});

	test('a query counts no messages', () => {
		expect(failedRun([{ index: 0, failures: [failure('A.')] }], soFar(1), false).description).toBe('Mend it.');
	});

	test('eleven refused items: ten in full, one counted, each reason once', () => {
		const refused = Array.from({ length: 11 }, (_, index) => ({ index, failures: [failure(`Bad ${index}.`), failure(`Bad ${index}.`)] }));
		const { message } = refusedRun(refused, soFar(20));
		expect(message).toMatch(/^Nothing was sent: 11 of 20 items were refused\. \[item 0\] Bad 0\. /);
		expect(message).toMatch(/\[item 9\] Bad 9\. And 1 more item\.$/);
	});

	test.each([[10, /\[item 9\] Bad 9\.$/], [12, /Bad 9\. And 2 more items\.$/]])('%i refused items', (count, end) => {
		const refused = Array.from({ length: count }, (_, index) => ({ index, failures: [failure(`Bad ${index}.`)] }));
		expect(refusedRun(refused, soFar(20)).message).toMatch(end);
	});

	test('nothing stands after the last word where no message was accepted', () => {
		expect(refusedRun([{ index: 0, failures: [failure('Bad.')] }], soFar(1)).description).toBe('Mend it.');
	});

	test('what was accepted before is told', () => {
		const { message, description } = refusedRun([{ index: 2, failures: [failure('Bad.')] }], soFar(3, [{ index: 0, messageId: 'm1' }]));
		expect(message).toBe('Nothing more was sent: 1 item was refused. [item 2] Bad.');
		expect(description).toBe('Mend it. 1 message of this run was accepted: m1 (item 0).');
	});
});

test('what an earlier try left unknown is named before what is refused, and "nothing was sent" is not said', () => {
	const unknowns = [{ index: 4, failures: [{ ...failure('It may or may not have been sent.', 'Look.'), fate: 'unknown' as const }] }];
	expect(refusedRun([{ index: 0, failures: [failure('Bad.')] }], { total: 5, receipts: [], unknowns })).toEqual({
		message: 'Nothing more was sent: 1 item was refused. [item 4] It may or may not have been sent. [item 0] Bad.',
		description: '[item 4] Look. [item 0] Mend it.',
	});
});

test('the text of a failed item says what happened, once how to go on, and which item it is', () => {
	const item = { index: 4, failures: [failure('A.'), { ...failure('B.'), fate: 'unknown' as const }] };
	expect([textOf(item), isUnknown(item), isUnknown({ failures: [failure('A.')] })]).toEqual(['A. B. Mend it. [item 4]', true, false]);
});

test("n8n's error shows the texts as they are, also with a code of Node.js inside a word, which n8n would replace", () => {
	const given = { message: 'LECONNREFUSEDX was refused.', description: 'ETIMEDOUT is what it said.', index: 4 };
	expect(errorFor({ name: 'SMS', type: 'sms' } as INode, given)).toMatchObject({
		name: 'NodeApiError', message: given.message, description: given.description, context: { itemIndex: 4 }, node: { name: 'SMS' },
	});
});
