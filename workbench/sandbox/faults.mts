/** Every fault that the sandbox can play: what the client sees, and whether the work is done first. */
import { envelope, refusal, type Answer } from './answers.mts';

/** The operations as the faults, the request log and the OpenAPI document name them. */
export const operations = ['token', 'send', 'messages', 'senders', 'statuses'] as const;
export type Operation = (typeof operations)[number];

/** Details that the caller can choose for some faults. */
interface Details {
	/** HTTP status of serverError, errorAfterAccept, badRequest and html. */
	status?: number;
	/** Value of the Retry-After header, for faults that ask to wait: seconds, or an HTTP date. */
	retryAfter?: string;
}

type Play = (details: Details, done: Answer) => Answer;

export interface FaultMeaning {
	says: string;
	/** Whether the work is done (a send is in the journal) when the fault shows. */
	accepts: boolean;
	/** Builds the answer. A fault without it changes how a page is built (`pages.mts`). */
	answer?: Play;
	/** The only operations that the fault applies to; all if undefined. */
	only?: readonly Operation[];
}

const early = (says: string, answer: Play) => ({ says, accepts: false, answer });
const late = (says: string, answer: Play) => ({ says, accepts: true, answer });
const ofPages = (says: string, ...only: Operation[]) => ({ says, accepts: false, only });

const said = 'The sandbox plays a fault.';
const webPage =
	'<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>This is a web page</h1></body></html>';

const ok = (body: unknown): Answer => ({ status: 200, body });
const waiting = (answer: Answer, { retryAfter }: Details): Answer =>
	retryAfter === undefined ? answer : { ...answer, headers: { 'retry-after': retryAfter } };
const failing: Play = (details) => waiting(refusal(details.status ?? 500, said), details);
const ending =
	(ends: Answer['ends']): Play =>
	(_details, done) => ({ ...done, ends });

export const faults = {
	unauthorized: early('HTTP 401', () => refusal(401, said)),
	unauthorizedInBody: early('HTTP 200 with responsecode 401', () => envelope(401, said)),
	rateLimited: early('HTTP 429', (details) => waiting(refusal(429, said), details)),
	rateLimitedInBody: early('HTTP 200 with responsecode 429', (details) =>
		waiting(envelope(429, said), details),
	),
	badRequest: early('HTTP 400, or the given 4xx', ({ status = 400 }) => refusal(status, said)),
	refusedInBody: early('HTTP 200 with responsecode 422', () => envelope(422, said)),
	successFalse: early('HTTP 200 with data.success false', () =>
		envelope(201, said, { success: false, messageId: '' }),
	),
	serverError: early('HTTP 500, or the given status', failing),
	serverErrorInBody: early('HTTP 200 with responsecode 500', () => envelope(500, said)),
	html: early('a web page as HTTP 200, or the given status', ({ status = 200 }) => ({
		status,
		body: webPage,
		headers: { 'content-type': 'text/html; charset=utf-8' },
	})),
	hang: early('no answer, the connection stays open', ending('hang')),
	dropBefore: early('the connection is dropped before the work', ending('drop')),
	dropAfter: late('the connection is dropped after the work', ending('drop')),
	dropMidAnswer: late('the connection is dropped in the middle of the answer', ending('cut')),
	errorAfterAccept: late('HTTP 500, or the given status, after the work', failing),
	hangAfterAccept: late('no answer, after the work', ending('hang')),
	notJson: late('HTTP 200 with text that is no JSON', () => ok('OK queued {"messageId":')),
	wrongShape: late('HTTP 200 with JSON of another shape', () => ok({ ok: [1, 2, 3] })),
	noise: late('HTTP 200 with megabytes of noise', () => ok('noise '.repeat(700_000))),
	emptyBody: late('HTTP 200 without a body', () => ok('')),
	repeatPage: ofPages('the first page again, whichever was asked for', 'messages', 'senders'),
	hugeLastPage: ofPages('meta claims 10^9 pages', 'messages', 'senders'),
	noMeta: ofPages('no meta', 'messages', 'senders'),
	rowsMove: ofPages('a message from elsewhere arrives just before the page is read', 'messages'),
};

export type FaultKind = keyof typeof faults;

/** A fault to play. It matches requests that would have succeeded: authorized, valid and not refused. */
export interface Fault extends Details {
	/** Operation to match; `any` is every operation, including the token endpoint. */
	on: Operation | 'any';
	kind: FaultKind;
	/** Number of requests to match: 1 by default, Infinity or -1 for all. */
	times?: number;
	/** Instead of `times`: number of milliseconds, from the first match on, in which it matches all requests. */
	lasts?: number;
	recipient?: string;
	/** Number of matching requests to leave alone first. */
	after?: number;
}

/** Checks a fault. @throws for one that could never play, because a test would then pass for nothing */
export function checkFault({ on, kind, recipient }: Fault): void {
	const meaning: FaultMeaning | undefined = faults[kind];
	if (!meaning) throw new Error(`There is no fault ${kind}.`);
	const { only = operations } = meaning;
	if (on !== 'any' && !only.includes(on)) throw new Error(`${kind} never plays on ${on}.`);
	if (recipient !== undefined && on !== 'send') throw new Error('Only a send has recipients.');
}
