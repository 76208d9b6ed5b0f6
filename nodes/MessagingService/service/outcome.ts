import type { IDataObject } from 'n8n-workflow';

import { oneLine, plainText, reasonOf } from './reason';
import type { Problem } from '../texts';
import { isRecord } from '../values/json';

/** How every request is made, the token exchange included. */
export const requestForm = {
	json: true,
	// A redirected POST would be sent again, secret or message, to an address that the user never typed.
	disableFollowRedirect: true,
	returnFullResponse: true,
	// All statuses are told apart in one place, and Retry-After is at hand in every n8n version.
	ignoreHttpStatusErrors: true,
};

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
 * Reads an answer of the service. HTTP status and `responsecode` (specification section 2.4) count
 * the same: what only the body tells is a failure too.
 */
export function outcomeOfAnswer(purpose: Purpose, { statusCode, headers, body }: Answer): Outcome {
	const isSuccess = statusCode >= 200 && statusCode < 300;
	const status = isSuccess ? (responseCodeOf(body) ?? statusCode) : statusCode;
	const unreadable: Outcome = { type: 'unreadable', status: statusCode };

	if (status === 401) return { type: 'unauthorized', said: reasonOf(body) };
	if (status === 429) {
		const retryAfter = plainText(String(headers?.['retry-after'] ?? ''));
		return { type: 'rateLimited', said: reasonOf(body), retryAfter };
	}
	if (status === 408 || status >= 500) return { type: 'serverError', status, said: reasonOf(body) };
	if (status >= 400) return { type: 'refused', status, said: reasonOf(body) };
	if (status >= 300 && !isSuccess) return { type: 'redirected', status };
	// Neither success nor failure: nobody knows what became of the request.
	if (!isRecord(body) || status < 200 || status >= 300) return unreadable;
	const proof = proofOf(purpose, body);
	if (proof === 'refused') return { type: 'refused', status: statusCode, said: reasonOf(body) };
	if (proof === 'nothing') return unreadable;
	const date = purpose === 'read' && headers?.date;
	return { type: 'answered', body, data: body.data, ...(date ? { date: String(date) } : {}) };
}

/** The `responsecode` of a body, also where it came as text; undefined where there is none. */
function responseCodeOf(body: unknown): number | undefined {
	const code = isRecord(body) ? body.responsecode : undefined;
	const number = typeof code === 'string' && code.trim() !== '' ? Number(code) : code;
	return Number.isInteger(number) ? (number as number) : undefined;
}

/** What a body with a code of success proves about the request. */
type Proof = 'accepted' | 'refused' | 'nothing';

function proofOf(purpose: Purpose, { success, data, responsecode }: IDataObject): Proof {
	// The token answer has no envelope.
	if (purpose === 'token') return 'accepted';
	const held = data ?? {};
	const isEmpty = typeof held === 'object' && Object.keys(held).length === 0;
	// Nothing of the envelope: `{ "success": false, "message": … }`.
	if (isFalsy(success) && isEmpty && (responsecode ?? null) === null) return 'refused';
	return purpose === 'send' ? proofOfSend(data) : proofOfRead(data);
}

/**
 * The proof for a send (specification section 4.2). A message counts as accepted where the service
 * says so or names it, and as refused where it says that it failed, whatever else there is. A
 * `success` of null says neither, and then an id proves nothing.
 */
function proofOfSend(data: unknown): Proof {
	if (!isRecord(data)) return 'nothing';
	const { success, messageId } = data;
	if (isFalsy(success)) return 'refused';
	const isNamed =
		(typeof messageId === 'string' && oneLine(messageId) !== '') ||
		(typeof messageId === 'number' && messageId !== 0);
	return success === true || (success !== null && isNamed) ? 'accepted' : 'nothing';
}

/** The proof for a query. Beside records only false itself fails: another falsy value may be a number of theirs. */
function proofOfRead(data: unknown): Proof {
	if (typeof data !== 'object' || data === null) return 'nothing';
	const { success, data: records } = data as IDataObject;
	const isFailure = success === false || success === 'false';
	return isFailure || (isFalsy(success) && (records ?? null) === null) ? 'refused' : 'accepted';
}

/** Texts by which services say false. */
const falseWords =
	/^(?:|0|n|no|f|false|off|fail|failed|failure|error|rejected|unsuccessful|denied|invalid)$/i;

function isFalsy(success: unknown): boolean {
	if (typeof success === 'string') return falseWords.test(oneLine(success));
	return success === false || success === 0;
}

/** Codes that a connected socket never gives: the name was not found, or nobody listens at the address. */
const beforeConnection = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of a missing route, which Node.js also gives for a connection in use whose route breaks away. */
const noRoute = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'];

/** Codes that prove that the server's certificate was refused before the request was written. */
const untrusted =
	/^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/;

/** Codes for a client time-out: axios gives ECONNABORTED, a socket ETIMEDOUT. */
const timedOut = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/** Reads what a request that got no answer was thrown with, by the first code of Node.js or axios in it. */
export function outcomeOfError(error: unknown): Outcome {
	const causes = causesOf(error);
	const code = causes.flatMap((cause) => [cause.code, cause.httpCode]).find(isCode);
	if (code === undefined) {
		const said = error instanceof Error ? plainText(error.message) : '';
		return { type: 'unlisted', ...(said ? { said } : {}) };
	}
	if (code === 'ERR_CANCELED') return { type: 'canceled' };
	if (beforeConnection.includes(code)) return { type: 'unreachable', code };
	if (noRoute.includes(code) && isOfConnect(causes)) return { type: 'unreachable', code };
	if (untrusted.test(code)) return { type: 'untrusted', code };
	if (timedOut.includes(code)) return { type: 'timedOut', code };
	return { type: 'lost', code };
}

/** n8n's own codes are numbers. */
function isCode(code: unknown): code is string {
	return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code);
}

/** The error and what caused it: n8n wraps axios, and axios wraps Node.js; more are none of theirs. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	let current = error;
	while (causes.length < 5 && typeof current === 'object' && current !== null) {
		causes.push(current as Record<string, unknown>);
		current = (current as { cause?: unknown }).cause;
	}
	return causes;
}

/**
 * Whether the system call that failed is `connect`, so that no byte of the request left. For a name
 * with several addresses Node.js gives an AggregateError, one member for each that it tried. n8n-workflow
 * 1 and early 2 drop the causes of a NodeApiError (execution-base.error.ts), so that nothing is proven.
 */
function isOfConnect(causes: Array<Record<string, unknown>>): boolean {
	const telling = causes.find(
		({ syscall, errors }) => syscall !== undefined || Array.isArray(errors),
	);
	if (!telling) return false;
	if (telling.syscall !== undefined) return telling.syscall === 'connect';
	const tried = telling.errors as unknown[];
	return tried.length > 0 && tried.every((member) => isOfConnect(causesOf(member)));
}
