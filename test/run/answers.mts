/** What the service answers in these tests, and what it was asked. */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import type { runCore } from './coreRun.mts';

/** An answer with a status and the service's own text. */
export const answer = (statusCode: number, responsemessage = 'Its text', headers = {}): Answer => ({
	statusCode,
	headers,
	body: { responsemessage },
});

/** What n8n's request helper throws where no answer came. */
export const broken = (code: string): Error => Object.assign(new Error('x'), { code });

/** A page of records. */
export const page = (records: object[], meta: object = {}): Answer => ({
	statusCode: 200,
	body: { responsecode: 200, data: { data: records, meta } },
});

/** The recipients of each request that left, in their order. */
export const numbersOf = (run: Awaited<ReturnType<typeof runCore>>): string[][] =>
	run.left.map(({ request }) => (request.body as { recipients: string[] }).recipients);
