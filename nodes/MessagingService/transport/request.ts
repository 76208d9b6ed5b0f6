import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome, Purpose } from './outcome';
import { pause } from './pause';
import type { Rejections } from './requestSettings';
import { decide, type Decision } from './retryPolicy';
import type { Requester, Session } from './session';

/** Who a request is made for: the session, whose turn it takes at the gate, and when to stop. */
export interface Traveller {
	requester: Requester;
	session: Session;
	/** The run, as the gate tells runs apart. */
	run: object;
	/** How many requests of the account may be under way at once, this one included. */
	limit: number;
	signal?: AbortSignalLike;
}

/** An AbortSignal, as far as it is used here; n8n's type for it differs between versions. */
export interface AbortSignalLike {
	aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** After so many rejected tokens no other one in use is looked for any more; only the one renewal is left. */
const mostRejected = 4;

/**
 * Makes a request, through the gate, repeated where the retry policy allows, with a token that is
 * renewed at most once. Never rejects: what went wrong is the outcome.
 */
export async function makeRequest(
	traveller: Traveller,
	purpose: Purpose,
	request: IHttpRequestOptions,
): Promise<Outcome> {
	const { requester, session, run, limit, signal } = traveller;
	const { gate } = session.account;
	const failures = new Map<Outcome['type'], number>();
	const rejected: Rejections = { tokens: [], since: 0 };
	let renew = false;
	if (signal?.aborted) return { type: 'canceled' };
	let place = gate.enter(run, limit);

	for (;;) {
		const leave = await place;
		let outcome: Outcome;
		let decision: Decision;
		try {
			if (signal?.aborted) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			// Looked at only now: while this item waited, another may have renewed the token.
			const token = renew && rejected.tokens.includes(session.token) ? '' : session.token;
			const left = Date.now();
			const answer = await session.attempt(requester, purpose, request, token, rejected);
			outcome = answer.outcome;
			if (signal?.aborted) return outcomeOfStopped(purpose, outcome);

			if (outcome.type === 'unauthorized') {
				// Not the one asked for: without any, n8n was given one on the way, new or handed on.
				rejected.tokens.push(answer.token);
				rejected.since = left;
				// Another item, or another process, may have renewed it meanwhile: also the one just renewed
				// here, at a service that keeps only its newest token alive.
				const { tokens } = rejected;
				if (tokens.length < mostRejected && (!tokens.includes(session.token) || (await session.adoptStoredToken(requester, tokens)))) {
					place = gate.enter(run, limit, 'first');
					continue;
				}
			}
			const attempt = (failures.get(outcome.type) ?? 0) + 1;
			failures.set(outcome.type, attempt);
			decision = decide(purpose, outcome, attempt);
			// Before the place is given back, or the next item would slip through.
			if (decision.repeat && decision.pauseGate) gate.pause(decision.wait);
			renew = decision.repeat && decision.renewToken === true;
			// Behind the others, the renewal would come after each of them was rejected as well.
			if (renew) {
				place = gate.enter(run, limit, 'first');
				continue;
			}
		} finally {
			leave();
		}
		if (!decision.repeat) return outcome;
		if (!decision.pauseGate && decision.wait > 0) await pause(decision.wait, signal);
		if (signal?.aborted) return { type: 'canceled' };
		place = gate.enter(run, limit);
	}
}

/** A send that was under way when the execution was stopped may have been accepted. */
function outcomeOfStopped(purpose: Purpose, outcome: Outcome): Outcome {
	if (outcome.type !== 'canceled') return outcome;
	return purpose === 'send' ? { type: 'lost', code: 'ERR_CANCELED' } : outcome;
}
