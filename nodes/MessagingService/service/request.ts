import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type Outcome,
	type Purpose,
} from './outcome';
import { redactAnswer, redactOutcome } from './redaction';
import { decide, type Decision } from './retryPolicy';
import { allowedDomainsOf, credentialType, type Requester, type Session } from './session';
import { pause, TimeLimit, type Stop } from './stop';

/** Makes one request with this token, once. Never rejects. */
async function attempt(
	{ requester, session }: Sender,
	{ token, leaves }: { token: string; leaves: () => void },
	purpose: Purpose,
	request: IHttpRequestOptions,
): Promise<Outcome> {
	const limit = new TimeLimit(request.timeout);
	const data = session.dataFor({
		token,
		limited: (signal) => {
			leaves();
			return limit.begin(signal);
		},
	});
	try {
		const answer = await requester.helpers.httpRequestWithAuthentication.call(
			requester as IAllExecuteFunctions,
			credentialType,
			{ ...request, baseURL: session.baseURL },
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
		);
		const redaction = session.redaction();
		return redactOutcome(outcomeOfAnswer(purpose, redactAnswer(answer, redaction)), redaction);
	} catch (error) {
		return redactOutcome(limit.outcomeOf(outcomeOfError(error)), session.redaction());
	} finally {
		limit.end();
	}
}

/** What the requests of one run have in common. */
export interface Sender {
	requester: Requester;
	session: Session;
	/** The run, as the limiter tells runs apart. */
	run: object;
	stop: Stop;
}

/** How every request of a session is made, the domains that the credential leaves it among that. */
export function requestFormOf(
	session: Pick<Session, 'fields' | 'baseURL'>,
): typeof requestForm & { allowedDomains?: string } {
	const allowedDomains = allowedDomainsOf(session);
	return { ...requestForm, ...(allowedDomains ? { allowedDomains } : {}) };
}

/**
 * Makes a request, as soon as the limiter lets it, repeated where the retry policy allows, with a
 * token that is renewed at most once. Never rejects: what went wrong is the outcome. Ends at once
 * when the execution is stopped; nothing leaves after that.
 *
 * @param concurrency how many requests of the account may be under way at once, this one included
 * @param leaves called each time the request leaves
 */
export async function makeRequest(
	sender: Sender,
	purpose: Purpose,
	request: IHttpRequestOptions,
	concurrency: number,
	leaves: () => void = () => undefined,
): Promise<Outcome> {
	const { stop } = sender;
	if (stop.isStopped) return { type: 'canceled' };
	let isUnderWay = false;
	const outcome = repeat(sender, purpose, request, concurrency, (now) => {
		if (now && !isUnderWay) leaves();
		isUnderWay = now;
	});
	return await stop.orStopped<Outcome, Outcome>(outcome, () =>
		outcomeOfStopped(purpose, isUnderWay),
	);
}

async function repeat(
	sender: Sender,
	purpose: Purpose,
	request: IHttpRequestOptions,
	concurrency: number,
	isUnderWay: (now: boolean) => void,
): Promise<Outcome> {
	const { requester, session, run, stop } = sender;
	const { limiter } = session.account;
	const failures = new Map<Outcome['type'], number>();
	let rejected = '';
	let others = 0;
	let place = limiter.enter(run, concurrency);

	for (;;) {
		const leave = await place;
		let outcome: Outcome;
		let decision: Decision;
		let taken: Awaited<ReturnType<Session['takeToken']>> | undefined;
		try {
			if (stop.isStopped) return { type: 'canceled' };
			const token = await stop.orStopped(session.takeToken(requester, rejected, request), () => '');
			if (stop.isStopped) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			isUnderWay(true);
			outcome = await attempt(sender, taken, purpose, request);
			isUnderWay(false);
			if (outcome.type === 'canceled') outcome = outcomeOfStopped(purpose, true);
			if (stop.isStopped) return outcome;

			if (outcome.type === 'unauthorized') {
				rejected = taken.token;
				// Once. If the other one is rejected too, only the exchange for a new one is left.
				if (others++ === 0 && (await session.hasOtherToken(requester, rejected))) {
					place = limiter.enter(run, concurrency, 'first');
					continue;
				}
			}
			const attempts = (failures.get(outcome.type) ?? 0) + 1;
			failures.set(outcome.type, attempts);
			decision = decide(purpose, outcome, attempts);
			// Before the place is given back, or the next request would slip through.
			if (decision.repeat && decision.pauseAll) limiter.pause(decision.wait);
			// Behind the others, the renewal would come after each of them was rejected as well.
			if (decision.repeat && decision.renewToken) {
				place = limiter.enter(run, concurrency, 'first');
				continue;
			}
		} finally {
			taken?.leaves();
			leave();
		}
		if (!decision.repeat) return outcome;
		if (!decision.pauseAll && decision.wait > 0) await pause(decision.wait, stop);
		if (stop.isStopped) return { type: 'canceled' };
		place = limiter.enter(run, concurrency);
	}
}

/** n8n ends a request of a stopped execution; a send may have been accepted all the same. */
function outcomeOfStopped(purpose: Purpose, isUnderWay: boolean): Outcome {
	return purpose === 'send' && isUnderWay
		? { type: 'lost', code: 'ERR_CANCELED' }
		: { type: 'canceled' };
}
