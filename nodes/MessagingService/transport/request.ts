import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome, Purpose } from './outcome';
import { pause } from './pause';
import { decide } from './retryPolicy';
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
	const failures = new Map<Outcome['type'], number>();
	const rejected: string[] = [];
	let renew = false;

	for (;;) {
		const leave = await session.account.gate.enter(run, limit);
		let outcome: Outcome;
		const token = renew ? '' : session.token;
		try {
			if (signal?.aborted) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			outcome = await session.attempt(requester, purpose, request, token);
		} finally {
			leave();
		}
		if (signal?.aborted) return outcomeOfStopped(purpose, outcome);

		if (outcome.type === 'unauthorized' && token) {
			rejected.push(token);
			// Somebody else may have renewed it meanwhile: another item, or another process.
			if (!renew && !rejected.includes(session.token)) continue;
			if (!renew && (await session.adoptStoredToken(requester, rejected))) continue;
		}
		const attempt = (failures.get(outcome.type) ?? 0) + 1;
		failures.set(outcome.type, attempt);
		const decision = decide(purpose, outcome, attempt);
		if (!decision.repeat) return outcome;
		renew = decision.renewToken === true;
		if (decision.pauseGate) session.account.gate.pause(decision.wait);
		else if (decision.wait > 0) await pause(decision.wait, signal);
	}
}

/** A send that was under way when the execution was stopped may have been accepted. */
function outcomeOfStopped(purpose: Purpose, outcome: Outcome): Outcome {
	if (outcome.type !== 'canceled') return outcome;
	return purpose === 'send' ? { type: 'lost', code: 'ERR_CANCELED' } : outcome;
}
