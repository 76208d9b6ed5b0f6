/** The operations as the faults, the request log and the OpenAPI document name them. */
export const operations = ['token', 'send', 'messages', 'senders', 'statuses'] as const;
export type Operation = (typeof operations)[number];

const pagedQueries: readonly Operation[] = ['messages', 'senders'];

/** What a fault does. */
export interface FaultMeaning {
	/** Whether a send has been accepted (it stands in the journal) when the fault shows. */
	accepts: boolean;
	/** What the client sees. */
	says: string;
	/** The fault changes the answer of these operations only and means nothing elsewhere. */
	only?: readonly Operation[];
}

/** Every fault that the sandbox can play. */
export const faults = {
	unauthorized: { accepts: false, says: 'HTTP 401' },
	unauthorizedInBody: { accepts: false, says: 'HTTP 200 with responsecode 401' },
	rateLimited: { accepts: false, says: 'HTTP 429, with Retry-After where one is given' },
	rateLimitedInBody: {
		accepts: false,
		says: 'HTTP 200 with responsecode 429, with Retry-After where one is given',
	},
	badRequest: { accepts: false, says: 'HTTP 400, or the given 4xx' },
	refusedInBody: { accepts: false, says: 'HTTP 200 with responsecode 422' },
	successFalse: { accepts: false, says: 'HTTP 200 with responsecode 201 and data.success false' },
	serverError: { accepts: false, says: 'HTTP 500, or the given status, before anything was done' },
	serverErrorInBody: { accepts: false, says: 'HTTP 200 with responsecode 500' },
	html: {
		accepts: false,
		says: 'a web page as HTTP 200, or the given status, as a proxy sends it',
	},
	hang: { accepts: false, says: 'no answer at all, the connection stays open' },
	dropBefore: { accepts: false, says: 'the connection is dropped before anything was done' },
	dropAfter: { accepts: true, says: 'the connection is dropped after the work was done' },
	dropMidAnswer: { accepts: true, says: 'the connection is dropped in the middle of the answer' },
	errorAfterAccept: {
		accepts: true,
		says: 'HTTP 500, or the given status, after the work was done',
	},
	hangAfterAccept: { accepts: true, says: 'no answer, after the work was done' },
	notJson: { accepts: true, says: 'HTTP 200 with text that is no JSON, after the work was done' },
	wrongShape: {
		accepts: true,
		says: 'HTTP 200 with JSON of another shape, after the work was done',
	},
	noise: { accepts: true, says: 'HTTP 200 with megabytes of noise, after the work was done' },
	emptyBody: { accepts: true, says: 'HTTP 200 without a body, after the work was done' },
	repeatPage: {
		accepts: false,
		says: 'the first page again, whichever was asked for',
		only: pagedQueries,
	},
	hugeLastPage: { accepts: false, says: 'meta claims 10^9 pages', only: pagedQueries },
	noMeta: { accepts: false, says: 'no meta', only: pagedQueries },
	rowsMove: {
		accepts: false,
		says: 'a new message arrives from elsewhere just before the page is read',
		only: ['messages'],
	},
} as const satisfies Record<string, FaultMeaning>;

export type FaultKind = keyof typeof faults;

/** A fault to play. It meets requests that would have succeeded: authorised, valid and not refused. */
export interface Fault {
	/** Which operation it meets; `any` is every operation, the token endpoint included. */
	on: Operation | 'any';
	kind: FaultKind;
	/** For serverError, errorAfterAccept, badRequest and html. */
	status?: number;
	/** Value of the Retry-After header: seconds or an HTTP date. */
	retryAfter?: string;
	/** How many requests it meets: 1 when left out, Infinity or -1 for ever. */
	times?: number;
	/** Only sends that contain this number. */
	recipient?: string;
	/** The first so many requests that match are left alone. */
	after?: number;
}

/**
 * Checks a fault before it is armed. Throws a sentence: a fault that never plays would make a test pass for nothing.
 */
export function checkFault(fault: Fault): void {
	const meaning: FaultMeaning | undefined = Object.hasOwn(faults, fault.kind)
		? faults[fault.kind]
		: undefined;
	if (!meaning)
		throw new Error(
			`There is no fault "${fault.kind}". There are: ${Object.keys(faults).join(', ')}.`,
		);
	if (fault.on !== 'any' && !operations.includes(fault.on)) {
		throw new Error(`A fault is played on any, ${operations.join(', ')}, not on "${fault.on}".`);
	}
	if (meaning.only && fault.on !== 'any' && !meaning.only.includes(fault.on)) {
		throw new Error(
			`The fault ${fault.kind} is played on ${meaning.only.join(' or ')}, not on ${fault.on}.`,
		);
	}
	if (fault.recipient !== undefined && fault.on !== 'send') {
		throw new Error(`A fault with a recipient is played on send, not on ${fault.on}.`);
	}
	const known = ['on', 'kind', 'status', 'retryAfter', 'times', 'recipient', 'after'];
	const unknown = Object.keys(fault).find((name) => !known.includes(name));
	if (unknown) throw new Error(`A fault has no "${unknown}". It has: ${known.join(', ')}.`);
}
