import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type Outcome,
	type Purpose,
} from './outcome';
import { redactOutcome } from './redaction';
import { decide } from './retryPolicy';
import { credentialType, type Session } from './session';
import { pause } from './stop';
import { tokensToStore } from './token';

/**
 * How every request of a session is made. n8n's request helper holds it to the credential's *Allowed HTTP Request
 * Domains*. As in n8n's routing engine, the service's own is among them, and *None* shuts out other nodes only.
 */
export function requestFormOf({ fields, baseURL }: Session) {
	if (fields.allowedHttpRequestDomains !== 'domains') return requestForm;
	const [, host] = /^https?:\/\/(\[[^\]]+\]|[^:/]+)/.exec(baseURL) ?? [];
	const domains = [host, String(fields.allowedDomains ?? '').trim()].filter(Boolean);
	return { ...requestForm, allowedDomains: domains.join(', ') };
}

interface Flight {
	session: Session;
	purpose: Purpose;
	request: IHttpRequestOptions;
	leaves?: () => void;
	/** Whether it has left, and its answer is not there yet. */
	isUnderWay: boolean;
}

/** Makes a request, and again where the retry policy allows. Never rejects. A stop ends it at once. */
export async function makeRequest(
	session: Session,
	purpose: Purpose,
	request: IHttpRequestOptions,
	concurrency: number,
	leaves?: () => void,
): Promise<Outcome> {
	const flight: Flight = { session, purpose, request, leaves, isUnderWay: false };
	return await session.stop.orStopped(repeat(flight, concurrency), () => canceled(flight));
}

/** The service may have taken a send whose answer nobody waited for. */
function canceled({ purpose, isUnderWay }: Flight): Outcome {
	const mayBeTaken = purpose === 'send' && isUnderWay;
	return mayBeTaken ? { type: 'lost', code: 'ERR_CANCELED' } : { type: 'canceled' };
}

/** Asks for a place, attempts, and decides whether to do so again. */
async function repeat(flight: Flight, concurrency: number): Promise<Outcome> {
	const { session, purpose, request } = flight;
	const { account, stop } = session;
	const { limiter } = account;
	const failures = new Map<Outcome['type'], number>();
	let hasLooked = false;
	/** What the next attempt waits for, without a place. */
	let ready: Promise<void> | undefined;
	for (;;) {
		await ready;
		const leave = await limiter.enter(session, concurrency);
		try {
			if (stop.isStopped) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			const { token } = account;
			if (!token) {
				ready = session.renewToken(request);
				continue;
			}
			const outcome = await attempt(flight, token);
			if (outcome.type === 'answered') return outcome;
			if (outcome.type === 'unauthorized') {
				account.reject(token);
				// Once: at a service that rejects each of them, this would go on without end.
				const mayHaveOther = !hasLooked;
				hasLooked = true;
				if (mayHaveOther && (await session.hasOtherToken())) continue;
			}
			const count = (failures.get(outcome.type) ?? 0) + 1;
			failures.set(outcome.type, count);
			const decision = decide(purpose, outcome, count);
			if (!decision.repeat) return outcome;
			// Before the place is given back, or the next request would slip through.
			if (decision.pauseAll) limiter.pause(decision.wait);
			else if (decision.wait > 0) ready = pause(decision.wait, stop);
		} finally {
			leave();
		}
	}
}

/** Makes the request, once, by n8n's own way of authenticating. Never rejects. */
async function attempt(flight: Flight, token: string): Promise<Outcome> {
	const { session, request, purpose } = flight;
	const { account, baseURL, requester } = session;
	// Without a token, n8n gets it from `preAuthentication` and stores it.
	const data = { ...session.fields, accessToken: account.isStored ? token : '' };
	account.isStored = true;
	tokensToStore.set(data, token);
	flight.leaves?.();
	flight.isUnderWay = true;
	let outcome: Outcome;
	try {
		const answer = await requester.helpers.httpRequestWithAuthentication.call(
			requester as IAllExecuteFunctions,
			credentialType,
			{ ...request, baseURL },
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
		);
		// Before a receipt, a record or a reason is read out of it.
		answer.body = account.redaction.data(answer.body);
		outcome = outcomeOfAnswer(purpose, answer, !account.isFresh(token));
	} catch (error) {
		outcome = outcomeOfError(error);
	}
	if (outcome.type === 'canceled') outcome = canceled(flight);
	flight.isUnderWay = false;
	return redactOutcome(outcome, account.redaction);
}
