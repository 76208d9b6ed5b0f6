import type { IDataObject } from 'n8n-workflow';

import { oneLine, plainText, reasonOf } from './reason';
import type { Problem } from '../texts';
import { isRecord, memberOf } from '../values/json';

/** How every request is made, the token exchange included. */
export const requestForm = {
	json: true,
	// A redirected POST would be sent again, secret or message, to an address that the user never typed.
	disableFollowRedirect: true,
	returnFullResponse: true,
	// All statuses are told apart in one place, and Retry-After is at hand in every n8n version.
	ignoreHttpStatusErrors: true,
};

/** The answer of every endpoint but the token one (specification section 2.4), as far as it was there. */
interface Envelope {
	code?: number;
	data: unknown;
}

/**
 * Reads the envelope out of a parsed body, the code also where it came as text. Its
 * `responsemessage` is one of several places where the service's reason may stand (`reason.ts`).
 *
 * @returns undefined when the body is no JSON object: HTML, noise, a bare number, nothing
 */
function readEnvelope(body: unknown): Envelope | undefined {
	if (!isRecord(body)) return undefined;
	const responsecode = memberOf(body, 'responsecode');
	const code = typeof responsecode === 'string' ? Number(responsecode.trim() || NaN) : responsecode;
	return {
		...(typeof code === 'number' && Number.isInteger(code) ? { code } : {}),
		data: memberOf(body, 'data'),
	};
}

/** Codes that a connected socket never gives: the name was not found, or nobody listens at the address. */
const beforeConnection = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of a missing route, which Node.js also gives for a connection in use whose route breaks away. */
const noRoute = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'];

/** n8n wraps axios, and axios wraps Node.js: more causes than this are none of theirs. */
const mostCauses = 5;

/** Whether an error with this code proves that no connection came about, so that no byte of the request left. */
function provesNoConnection(code: string, error: unknown): boolean {
	return (
		beforeConnection.includes(code) || (noRoute.includes(code) && isOfConnect(error, mostCauses))
	);
}

/**
 * Whether the system call that failed is `connect`. The first error along the causes that tells it
 * decides. Where a name has several addresses, Node.js gives an AggregateError with one member for
 * each that it tried, and none of them may have come through. n8n-workflow 1 and early 2 drop the
 * causes of a NodeApiError (execution-base.error.ts), so that nothing is proven there.
 */
function isOfConnect(error: unknown, depth: number): boolean {
	if (depth === 0 || typeof error !== 'object' || error === null) return false;
	const { syscall, errors, cause } = error as {
		syscall?: unknown;
		errors?: unknown;
		cause?: unknown;
	};
	if (syscall !== undefined) return syscall === 'connect';
	if (Array.isArray(errors))
		return errors.length > 0 && errors.every((member) => isOfConnect(member, depth - 1));
	return isOfConnect(cause, depth - 1);
}

/** What the `data` of an answer proves about the request. */
type Proof = 'accepted' | 'refused' | 'nothing';

/** Texts by which services say false. */
const falseWords = [
	'',
	'0',
	'false',
	'no',
	'n',
	'off',
	'fail',
	'failed',
	'failure',
	'error',
	'f',
	'rejected',
	'unsuccessful',
	'denied',
	'invalid',
];

/**
 * The proof for a send (specification section 4.2). A message counts as accepted where the service
 * says so or names it, and as refused where it says that it failed, whatever else there is. A
 * `success` of null says neither, and then an id proves nothing.
 */
function proofOfSend(data: unknown): Proof {
	if (!isRecord(data)) return 'nothing';
	const { success, messageId } = data;
	if (isFalsy(success)) return 'refused';
	if (success === true) return 'accepted';
	return success !== null && isId(messageId) ? 'accepted' : 'nothing';
}

/**
 * The proof for a query. Beside records only false itself says that it failed: a falsy value of
 * another kind may be a number of theirs.
 */
function proofOfRead(data: unknown): Proof {
	if (typeof data !== 'object' || data === null) return 'nothing';
	const { success, data: records } = data as { success?: unknown; data?: unknown };
	const isFailure = success === false || success === 'false';
	const hasRecords = records !== undefined && records !== null;
	return isFailure || (isFalsy(success) && !hasRecords) ? 'refused' : 'accepted';
}

/**
 * Whether a body that has nothing of the envelope but an empty `data` says that the request failed:
 * `{ "success": false, "message": … }`.
 */
function refusesWithoutEnvelope({ success, data, responsecode }: IDataObject): boolean {
	const isEmpty =
		data === undefined ||
		data === null ||
		(typeof data === 'object' && Object.keys(data).length === 0);
	return isFalsy(success) && isEmpty && (responsecode === undefined || responsecode === null);
}

function isFalsy(success: unknown): boolean {
	if (typeof success === 'string') return falseWords.includes(oneLine(success).toLowerCase());
	return success === false || success === 0;
}

function isId(value: unknown): boolean {
	return typeof value === 'string'
		? oneLine(value) !== ''
		: typeof value === 'number' && value !== 0;
}

/** What a request is for. It decides what an answer proves, and so what may be repeated. */
export type Purpose = 'read' | 'token' | 'send';

/** What one attempt at a request came to. The retry policy and the failure sentences start from here. */
export type Outcome =
	/** `date` is the header of that name: the service's own clock. */
	| { type: 'answered'; body: IDataObject; data: unknown; date?: string }
	| { type: 'unauthorized'; said?: string }
	| { type: 'rateLimited'; said?: string; retryAfter?: string }
	| { type: 'serverError'; status: number; said?: string }
	| { type: 'refused'; status: number; said?: string }
	| { type: 'redirected'; status: number }
	| { type: 'unreadable'; status: number }
	| { type: 'unreachable' | 'untrusted' | 'lost' | 'timedOut'; code: string }
	| { type: 'canceled' }
	/** No request was made: the credential is not usable. */
	| { type: 'notReady'; problem: Problem }
	| { type: 'unlisted'; said?: string };

/** What failed a request: every outcome but an answer that can be used. */
export type FailedOutcome = Exclude<Outcome, { type: 'answered' }>;

/** The full answer as n8n's request helper gives it with `returnFullResponse`. */
export interface Answer {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

/**
 * Reads an answer of the service. HTTP status and `responsecode` count the same: what only the
 * body tells is a failure too.
 */
export function outcomeOfAnswer(purpose: Purpose, { statusCode, headers, body }: Answer): Outcome {
	const envelope = readEnvelope(body);
	const accepted = statusCode >= 200 && statusCode < 300;
	const status = accepted ? (envelope?.code ?? statusCode) : statusCode;

	if (status === 401) return { type: 'unauthorized', said: reasonOf(body) };
	if (status === 429)
		return {
			type: 'rateLimited',
			said: reasonOf(body),
			retryAfter: headerOf(headers, 'retry-after'),
		};
	if (status === 408 || status >= 500) return { type: 'serverError', status, said: reasonOf(body) };
	if (status >= 400) return { type: 'refused', status, said: reasonOf(body) };
	if (status >= 300 && !accepted) return { type: 'redirected', status };
	// A code that is neither success nor failure says nothing about what became of the request.
	if (!envelope || !isRecord(body) || status < 200 || status >= 300) {
		return { type: 'unreadable', status: statusCode };
	}
	const { data } = envelope;
	if (purpose === 'token') return { type: 'answered', body, data };
	const proof = refusesWithoutEnvelope(body)
		? 'refused'
		: purpose === 'send'
			? proofOfSend(data)
			: proofOfRead(data);
	if (proof === 'refused') return { type: 'refused', status: statusCode, said: reasonOf(body) };
	if (proof !== 'accepted') return { type: 'unreadable', status: statusCode };
	// A send's is never looked at.
	const date = purpose === 'read' ? headerOf(headers, 'date') : undefined;
	return { type: 'answered', body, data, ...(date ? { date } : {}) };
}

function headerOf(headers: Record<string, unknown> | undefined, name: string): string | undefined {
	const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
	return found === undefined || found === null ? undefined : plainText(String(found));
}

/** Codes that prove that the server's certificate was refused before the request was written. */
const untrusted =
	/^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/;

/** Codes for a client time-out: axios gives ECONNABORTED, a socket ETIMEDOUT. */
const timedOut = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/**
 * Reads what a request that got no answer was thrown with. n8n wraps the original error once or
 * twice (NodeApiError.httpCode, .cause), so the code is looked for along the chain.
 */
export function outcomeOfError(error: unknown): Outcome {
	const code = codeOf(error);
	if (code === 'ERR_CANCELED') return { type: 'canceled' };
	if (provesNoConnection(code, error)) return { type: 'unreachable', code };
	if (untrusted.test(code)) return { type: 'untrusted', code };
	if (timedOut.includes(code)) return { type: 'timedOut', code };
	if (code) return { type: 'lost', code };
	const said = error instanceof Error ? plainText(error.message) : '';
	return { type: 'unlisted', ...(said ? { said } : {}) };
}

/** The first upper-case code of Node.js or axios along an error's causes, '' where there is none. */
function codeOf(error: unknown): string {
	let current = error;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		const { code, httpCode, cause } = current as {
			code?: unknown;
			httpCode?: unknown;
			cause?: unknown;
		};
		for (const candidate of [code, httpCode]) {
			if (typeof candidate === 'string' && /^[A-Z][A-Z0-9_]+$/.test(candidate)) return candidate;
		}
		current = cause;
	}
	return '';
}
