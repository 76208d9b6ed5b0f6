import type { IDataObject } from 'n8n-workflow';

import type { Problem } from '../validation/problem';
import { isRecord } from '../validation/record';
import { readEnvelope } from './envelope';
import { provesNoConnection } from './noConnection';
import { plainText } from './plainText';
import { proofOfRead, proofOfSend, refusesWithoutEnvelope } from './proof';
import { reasonOf } from './reason';

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
