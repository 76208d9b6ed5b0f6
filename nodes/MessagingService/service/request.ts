import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { beginRenewal, renewalOf, type Account } from './account';
import { Limiter } from './limiter';
import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type Outcome,
	type Purpose,
} from './outcome';
import { redactAnswer, redactOutcome } from './redaction';
import { decide } from './retryPolicy';
import {
	allowedDomainsOf,
	credentialType,
	problemOf,
	type Requester,
	type Session,
} from './session';
import { pause, TimeLimit, type Stop } from './stop';
import { exchangeSettings, type Rejections } from './token';

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

const limiters = new WeakMap<Account, Limiter>();

/** The limiter that all runs with this account share, in this process. */
export function limiterOf(account: Account): Limiter {
	let limiter = limiters.get(account);
	if (!limiter) limiters.set(account, (limiter = new Limiter()));
	return limiter;
}

/** One request, through all its attempts. */
interface Flight {
	purpose: Purpose;
	request: IHttpRequestOptions;
	/** Called each time it leaves. */
	leaves(): void;
	rejected: Rejections;
	/** Whether it has left, and its answer is not there yet. */
	isUnderWay: boolean;
}

/**
 * Makes a request, as soon as the limiter lets it, repeated where the retry policy allows. Never
 * rejects: what went wrong is the outcome. Ends at once when the execution is stopped; nothing
 * leaves after that.
 *
 * @param concurrency how many requests of the run may be under way at once, this one included
 * @param leaves called each time the request leaves
 */
export async function makeRequest(
	sender: Sender,
	purpose: Purpose,
	request: IHttpRequestOptions,
	concurrency: number,
	leaves: () => void = () => undefined,
): Promise<Outcome> {
	const rejected: Rejections = { tokens: [], since: 0 };
	const flight: Flight = { purpose, request, leaves, rejected, isUnderWay: false };
	const outcome = repeat(sender, flight, concurrency);
	return await sender.stop.orStopped(outcome, () => canceled(flight));
}

/** The service may have taken a send whose answer nobody waited for. */
function canceled({ purpose, isUnderWay }: Flight): Outcome {
	return purpose === 'send' && isUnderWay
		? { type: 'lost', code: 'ERR_CANCELED' }
		: { type: 'canceled' };
}

/** Asks for a place, takes a token, attempts, and decides whether to do so again. */
async function repeat(sender: Sender, flight: Flight, concurrency: number): Promise<Outcome> {
	const { requester, session, run, stop } = sender;
	const limiter = limiterOf(session.account);
	const failures = new Map<Outcome['type'], number>();
	for (;;) {
		const leave = await limiter.enter(run, concurrency);
		const { token, endRenewal } = await takeToken(session, flight.rejected);
		let wait = 0;
		try {
			if (stop.isStopped) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			const began = Date.now();
			const { outcome, usedToken } = await attempt(sender, flight, token, endRenewal);
			if (outcome.type === 'unauthorized') {
				flight.rejected.tokens.push(usedToken);
				flight.rejected.since = began;
				if (await hasOtherToken(session, requester, flight.rejected)) continue;
			}
			const count = (failures.get(outcome.type) ?? 0) + 1;
			failures.set(outcome.type, count);
			const decision = decide(flight.purpose, outcome, count);
			if (!decision.repeat) return outcome;
			// Before the place is given back, or the next request would slip through.
			if (decision.pauseAll) limiter.pause(decision.wait);
			else wait = decision.wait;
		} finally {
			endRenewal();
			leave();
		}
		if (wait > 0) await pause(wait, stop);
	}
}

/**
 * The token to use: the newest, unless it was rejected; '' for one that n8n has to fetch. Only one
 * request of the account fetches it, the others wait: n8n would write it to its store once for each.
 */
async function takeToken(
	session: Session,
	{ tokens }: Rejections,
): Promise<{ token: string; endRenewal: () => void }> {
	for (;;) {
		const { token, account } = session;
		if (token && !tokens.includes(token)) return { token, endRenewal: () => undefined };
		const renewal = renewalOf(account);
		if (!renewal) return { token: '', endRenewal: beginRenewal(account) };
		await renewal;
	}
}

/** Whether there is a token that was not rejected: renewed by another request, or stored by another process. */
async function hasOtherToken(
	session: Session,
	requester: Requester,
	{ tokens }: Rejections,
): Promise<boolean> {
	// At a service that rejects each of them, this would go on without end.
	if (tokens.length >= 4) return false;
	return !tokens.includes(session.token) || (await session.adoptStoredToken(requester, tokens));
}

/** Makes the request, once, by n8n's own way of authenticating. Never rejects. */
async function attempt(
	{ requester, session, stop }: Sender,
	flight: Flight,
	token: string,
	endRenewal: () => void,
): Promise<{ outcome: Outcome; usedToken: string }> {
	const { request, rejected } = flight;
	const { proxy, skipSslCertificateValidation, timeout } = request;
	const leaves = (): void => {
		// The token may come when the run has ended, and nobody would hear of a message that leaves then.
		if (stop.isStopped) throw new Error('The execution was stopped');
		endRenewal();
		flight.leaves();
		flight.isUnderWay = true;
	};
	const limit = new TimeLimit(timeout);
	// Without a token n8n calls the credential's `preAuthentication`, and puts what it gives into the data.
	const data = exchangeSettings.on(session.dataWith(token, rejected.tokens, leaves), {
		proxy,
		skipSslCertificateValidation,
		rejected,
		limited: (signal) => limit.begin(signal),
	});
	let outcome: Outcome;
	try {
		if (token) leaves();
		const answer = await requester.helpers.httpRequestWithAuthentication.call(
			requester as IAllExecuteFunctions,
			credentialType,
			{ ...request, baseURL: session.baseURL },
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
		);
		const redaction = session.redaction(data.accessToken);
		outcome = outcomeOfAnswer(flight.purpose, redactAnswer(answer, redaction));
	} catch (error) {
		if (data.accessToken) {
			outcome = limit.outcomeOf(outcomeOfError(error));
		} else {
			session.problem = session.redacted(problemOf(error));
			outcome = { type: 'notReady', problem: session.problem };
		}
	} finally {
		limit.end();
	}
	if (outcome.type === 'canceled') outcome = canceled(flight);
	flight.isUnderWay = false;
	const usedToken = data.accessToken;
	return { outcome: redactOutcome(outcome, session.redaction(usedToken)), usedToken };
}
