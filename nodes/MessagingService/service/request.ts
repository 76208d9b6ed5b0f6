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

/** What one attempt at a request needs besides it. */
interface Attempt {
	/** '' makes n8n call the credential's `preAuthentication` first, and store the token that it gives. */
	token: string;
	rejected: Rejections;
	/** Called when the request leaves, with a token in any case; by throwing it keeps the request here. */
	leaves(): void;
}

/** What an attempt came to, and the token that it had; '' where none could be got, so that nothing left. */
interface Attempted {
	outcome: Outcome;
	token: string;
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
	const { stop } = sender;
	let isUnderWay = false;
	// The service may have taken a send whose answer nobody waited for.
	const canceled = (): Outcome =>
		purpose === 'send' && isUnderWay
			? { type: 'lost', code: 'ERR_CANCELED' }
			: { type: 'canceled' };
	const outcome = repeat(sender, purpose, concurrency, async (given) => {
		const attempted = await attempt(sender, purpose, request, {
			...given,
			leaves: () => {
				// The token may come when the run has ended, and nobody would hear of a message that leaves then.
				if (stop.isStopped) throw new Error('The execution was stopped');
				given.leaves();
				leaves();
				isUnderWay = true;
			},
		});
		const outcome = attempted.outcome.type === 'canceled' ? canceled() : attempted.outcome;
		isUnderWay = false;
		return { ...attempted, outcome };
	});
	return await stop.orStopped(outcome, canceled);
}

/** After so many rejected tokens no other one is looked for any more; only the one renewal is left. */
const mostRejected = 4;

/** Asks for a place, takes a token, makes the request and decides, until there is nothing to repeat. */
async function repeat(
	{ requester, session, run, stop }: Sender,
	purpose: Purpose,
	concurrency: number,
	make: (attempt: Attempt) => Promise<Attempted>,
): Promise<Outcome> {
	const limiter = limiterOf(session.account);
	const failures = new Map<Outcome['type'], number>();
	const rejected: Rejections = { tokens: [], since: 0 };
	for (;;) {
		const leave = await limiter.enter(run, concurrency);
		const { token, endRenewal } = await takeToken(session, rejected.tokens);
		let wait = 0;
		try {
			if (stop.isStopped) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			const began = Date.now();
			const attempted = await make({ token, rejected, leaves: endRenewal });
			const { outcome } = attempted;
			if (outcome.type === 'unauthorized') {
				rejected.tokens.push(attempted.token);
				rejected.since = began;
				if (rejected.tokens.length < mostRejected && (await hasOther(session, requester, rejected)))
					continue;
			}
			const count = (failures.get(outcome.type) ?? 0) + 1;
			failures.set(outcome.type, count);
			const decision = decide(purpose, outcome, count);
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

/** Whether another token is in use by now: renewed by another request, or in n8n's store by another process. */
async function hasOther(
	session: Session,
	requester: Requester,
	{ tokens }: Rejections,
): Promise<boolean> {
	return !tokens.includes(session.token) || (await session.adoptStoredToken(requester, tokens));
}

/**
 * The token to use: the newest, unless it was rejected; '' for one that n8n has to fetch. Only one
 * request of the account fetches it, the others wait: n8n would write it to its store once for each.
 */
async function takeToken(
	session: Session,
	rejected: string[],
): Promise<{ token: string; endRenewal: () => void }> {
	for (;;) {
		const { token, account } = session;
		if (token && !rejected.includes(token)) return { token, endRenewal: () => undefined };
		const renewal = renewalOf(account);
		if (!renewal) return { token: '', endRenewal: beginRenewal(account) };
		await renewal;
	}
}

/** Makes the request, once. Never rejects. */
async function attempt(
	{ requester, session }: Sender,
	purpose: Purpose,
	request: IHttpRequestOptions,
	{ token, rejected, leaves }: Attempt,
): Promise<Attempted> {
	const { proxy, skipSslCertificateValidation, timeout } = request;
	const limit = new TimeLimit(timeout);
	const data = exchangeSettings.on(session.dataWith(token, rejected.tokens, leaves), {
		proxy,
		skipSslCertificateValidation,
		rejected,
		limited: (signal) => limit.begin(signal),
	});
	const cameTo = (outcome: Outcome): Attempted => ({
		outcome: redactOutcome(outcome, session.redaction(data.accessToken)),
		token: data.accessToken,
	});
	try {
		if (token) leaves();
		const answer = await requester.helpers.httpRequestWithAuthentication.call(
			requester as IAllExecuteFunctions,
			credentialType,
			{ ...request, baseURL: session.baseURL },
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
		);
		const redaction = session.redaction(data.accessToken);
		return cameTo(outcomeOfAnswer(purpose, redactAnswer(answer, redaction)));
	} catch (error) {
		if (data.accessToken) return cameTo(limit.outcomeOf(outcomeOfError(error)));
		session.problem = session.redacted(problemOf(error));
		return cameTo({ type: 'notReady', problem: session.problem });
	} finally {
		limit.end();
	}
}
