import type { IDataObject } from 'n8n-workflow';

import { whenToComeBack } from './comeBack';
import { isWebPage, oneLine, plainText } from './plainText';
import { reasonFrom } from './reason';
import { type Remark, remarksIn } from './remarks';
import type { Problem } from '../texts';
import { hasId } from '../values/messageRecord';
import { isRecord } from '../values/given';

/** Options of every request, the token exchange included. */
export const requestForm = {
	json: true,
	// A redirected POST would repeat the secret or the message to an address that the user never typed.
	disableFollowRedirect: true,
	returnFullResponse: true,
	// All statuses are handled in one place, and Retry-After is available in every n8n version.
	ignoreHttpStatusErrors: true,
};

/** The purpose of a request. It decides what an answer proves, and so what may be retried. */
export type Purpose = 'read' | 'token' | 'send';

/** The outcome of one attempt at a request. The retry policy and the error texts are based on it. */
export type Outcome =
	/** `date` is the header of that name: the service's own clock. */
	| { type: 'answered'; body: IDataObject; data: unknown; date?: string }
	| { type: 'unauthorized'; said?: string }
	| { type: 'rateLimited'; said?: string; retryAfter?: string }
	| { type: 'serverError'; status: number; said?: string; retryAfter?: string }
	/** `isPage`: the answer is a web page, so the service may not have seen the request. */
	| { type: 'refused'; status: number; said?: string; remarks?: Remark[]; isPage?: true }
	| { type: 'redirected'; status: number }
	| { type: 'unreadable'; status: number }
	/**
	 * The request threw, without an answer. `blocked` is n8n's protection against requests to private addresses.
	 * `isProxied`: the request went through the proxy of the node's settings.
	 */
	| { type: Thrown; code?: string; said?: string; isProxied?: true }
	| { type: 'lost'; code?: string; said?: string }
	/**
	 * No request was made: the service stopped answering at `since`, or no send since then had a certain outcome. `since`
	 * is in milliseconds since 1970.
	 */
	| { type: 'down' | 'sendsFail'; since: number }
	/** No request was made: the credential is not usable. */
	| { type: 'notReady'; problem: Problem }
	| { type: 'unlisted'; said?: string };

/** Every outcome except a usable answer. */
export type FailedOutcome = Exclude<Outcome, { type: 'answered' }>;

/** The full answer as n8n's request helper gives it with `returnFullResponse`. */
interface Answer {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

/**
 * Returns the outcome of an answer. A failing code counts the same as HTTP status and as `responsecode` (specification
 * section 2.4).
 * @param isOldToken whether the token wasn't exchanged just now: some services answer 403 once it has expired
 */
export function outcomeOfAnswer(
	purpose: Purpose,
	{ statusCode, headers, body }: Answer,
	isOldToken = false,
): Outcome {
	const isSuccess = statusCode >= 200 && statusCode < 300;
	const status = isSuccess ? (responseCodeOf(body) ?? statusCode) : statusCode;
	const remarks = status >= 400 ? remarksIn(body) : [];
	const said = reasonFrom(remarks);

	if (status === 401 || (status === 403 && isOldToken)) return { type: 'unauthorized', said };
	if (status === 429) return { type: 'rateLimited', said, retryAfter: whenToComeBack(headers) };
	if (status === 408 || status >= 500) {
		const retryAfter = whenToComeBack(headers);
		return { type: 'serverError', status, said, ...(retryAfter ? { retryAfter } : {}) };
	}
	if (status >= 400) return refused(status, body, remarks);
	if (status >= 300 && !isSuccess) return { type: 'redirected', status };
	// Neither success nor failure: the effect of the request is unknown.
	if (!isRecord(body) || status < 200 || status >= 300)
		return { type: 'unreadable', status: statusCode };
	const proof = proofOf(purpose, body);
	if (proof === 'refused') return refused(statusCode, body);
	if (proof === 'unreadable') return { type: proof, status: statusCode };
	const date = purpose === 'read' && headers?.date;
	return { type: proof, body, data: body.data, ...(date ? { date: String(date) } : {}) };
}

function refused(status: number, body: unknown, remarks = remarksIn(body)): Outcome {
	const isPage = typeof body === 'string' && isWebPage(body);
	return { type: 'refused', status, said: reasonFrom(remarks), remarks, ...(isPage && { isPage }) };
}

/** Returns the `responsecode` of a body, even if it came as text; undefined if there is none. */
function responseCodeOf(body: unknown): number | undefined {
	const code = isRecord(body) ? body.responsecode : undefined;
	const number = typeof code === 'string' && code.trim() !== '' ? Number(code) : code;
	return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** Decides what a body with a success code proves about the request. */
function proofOf(purpose: Purpose, body: IDataObject): 'answered' | 'refused' | 'unreadable' {
	// The token answer has no envelope.
	if (purpose === 'token') return 'answered';
	const data = body.data ?? {};
	if (typeof data !== 'object') return 'unreadable';
	const isEmpty = Object.keys(data).length === 0;
	// A failure without any envelope: `{ "success": false, "message": … }`.
	if (isEmpty && (body.responsecode ?? null) === null && isOneOf(falseWords, body.success))
		return 'refused';
	if (body.data !== data) return 'unreadable';

	const { success, messageId, data: records } = isRecord(data) ? data : {};
	if (purpose === 'read') {
		// Beside records, only false itself means failure: another falsy value may be a number about them.
		const isFailure = success === false || success === 'false';
		const isAlone = (records ?? null) === null;
		return isFailure || (isAlone && isOneOf(falseWords, success)) ? 'refused' : 'answered';
	}
	// A message is refused if `success` says so, whatever else there is (specification section 4.2). It is accepted if
	// the service says so or gives the message's ID, and nothing says otherwise: a yes above a no proves nothing, nor
	// does any other word.
	if (isOneOf(falseWords, success)) return 'refused';
	const said = [success, body.success].filter((each) => each !== undefined);
	const isSaid = success === true || hasId(messageId);
	const agree = said.every((each) => isOneOf(trueWords, each));
	return isSaid && agree ? 'answered' : 'unreadable';
}

/** Matches the values that services write for false. */
const falseWords =
	/^(?:|0|n|no|f|false|off|fail|failed|failure|error|rejected|unsuccessful|denied|invalid)$/i;

/** Matches the values that services write for true. */
const trueWords = /^(?:1|y|yes|t|true|ok|okay|success|successful|succeeded|accepted)$/i;

function isOneOf(words: RegExp, success: unknown): boolean {
	return typeof success !== 'object' && words.test(oneLine(String(success)));
}

type Thrown =
	| ('blocked' | 'notMade' | 'notTls' | 'untrusted')
	| ('unreachable' | 'timedOut' | 'canceled');

/** Patterns for the kinds of errors: of the code, or of the name and text if the kind has no code of its own. */
const signs: Array<[Thrown, RegExp]> = [
	['blocked', /^SsrfBlocked|^\w*: The request was blocked because /],
	['notMade', /^\w*: (?:Domain not allowed: |Cannot determine the host for )/],
	['notMade', /^ERR_(?:INVALID_(?:URL|PROTOCOL|CHAR|HTTP_TOKEN)|UNESCAPED_CHARACTERS)$/],
	['notMade', /^ERR_(?:HTTP_INVALID_HEADER_VALUE|SOCKET_BAD_PORT)$/],
	['canceled', /^ERR_CANCELED$/],
	// A connected socket never gives these: the name was not found, or nobody listens at the address.
	['unreachable', /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/],
	['unreachable', /^\w*: Client network socket disconnected before secure TLS connection/],
	// A request gets this code while it waits for TLS, so none of it has left.
	['notTls', /^EPROTO$/],
	// The certificate was refused before the request was written.
	['untrusted', /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/],
	['untrusted', /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/],
	// On a client's time-out, axios gives the first, a socket the others.
	['timedOut', /^(?:ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/],
];

/**
 * Returns the outcome of a request that threw without an answer, by the first Node.js or axios code in the error.
 * @param proxy the proxy that the request went through
 */
export function outcomeOfError(error: unknown, proxy?: unknown): Outcome {
	const causes = causesOf(error);
	const codes = causes.flatMap((cause) => [cause.code, cause.httpCode]);
	// n8n's own codes are numbers.
	const texts = codes.filter((each) => typeof each === 'string');
	const code = texts.find((each) => /^[A-Z][A-Z0-9_]+$/.test(each));
	const told = causes.map(({ name, message }) => `${String(name)}: ${String(message)}`);
	// Checked before the codes: ETIMEDOUT of a connect is no time-out of an answer.
	const way = proxy ? ({ isProxied: true } as const) : {};
	if (isOfConnect(error)) return { type: 'unreachable', code, said: saidBy(error), ...way };
	// An answer came, but its body isn't in the encoding that its header names, such as gzip.
	if (/^Z_DATA_ERROR$|^ERR_?_(?:BROTLI|ZSTD|ERROR_FORMAT)/.test(code ?? ''))
		return { type: 'unreadable', status: statusOf(causes) };
	const sign = signs.find(([, of]) => [code ?? '', ...told].some((each) => of.test(each)));
	const said = saidBy(error);
	if (sign) return { type: sign[0], code, said, ...way };
	if (code === undefined) return { type: 'unlisted', ...(said ? { said } : {}) };
	return { type: 'lost', code };
}

/** Returns the status of the answer that could not be read; 200 if the error doesn't have it. */
function statusOf(causes: IDataObject[]): number {
	const answers = causes.map(({ response }) => (isRecord(response) ? response.status : undefined));
	return answers.find((status) => typeof status === 'number') ?? 200;
}

function saidBy(error: unknown): string {
	return error instanceof Error ? plainText(error.message) : '';
}

/** Returns the error and its causes, at most five in all: n8n wraps axios errors, and axios wraps those of Node.js. */
function causesOf(error: unknown, most = 5): IDataObject[] {
	return isRecord(error) && most > 0 ? [error, ...causesOf(error.cause, most - 1)] : [];
}

/**
 * Whether no connection was made, whatever the code says: the name was not found, or `connect` failed. So no byte of
 * the request left. A name with several addresses has several `errors`.
 * n8n-workflow 1 and early 2 drop the causes (execution-base.error.ts), so nothing is proven there.
 */
function isOfConnect(error: unknown): boolean {
	const telling = causesOf(error).find(
		({ syscall, errors }) => syscall !== undefined || Array.isArray(errors),
	);
	if (telling?.syscall !== undefined)
		return /^(?:connect|getaddrinfo)$/.test(String(telling.syscall));
	const tried = telling?.errors;
	return Array.isArray(tried) && tried.length > 0 && tried.every(isOfConnect);
}
