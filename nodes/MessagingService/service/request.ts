import {
	NodeOperationError,
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

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
import { decide, type Decision } from './retryPolicy';
import {
	allowedDomainsOf,
	credentialType,
	problemOf,
	type Requester,
	type Session,
} from './session';
import { pause, TimeLimit, type Stop } from './stop';
import { exchangeSettings, type Rejections } from './token';

/** What an attempt needs besides the request. */
interface Attempt {
	requester: Requester;
	session: Session;
	/** '' makes n8n call the credential's `preAuthentication` first: the way to renew through n8n's own path. */
	token: string;
	rejected: Rejections;
	/**
	 * Called when the request itself leaves: at once, or after the exchange for a token. By throwing
	 * it keeps it here.
	 */
	leaves(): void;
}

/**
 * Makes one request, once. Never rejects.
 *
 * @returns the outcome, and the token that the request had, which need not be the newest any more;
 * '' where the exchange failed, so that the request never left
 */
async function attempt(
	{ requester, session, token, rejected, leaves }: Attempt,
	purpose: Purpose,
	request: IHttpRequestOptions,
): Promise<{ outcome: Outcome; token: string }> {
	const { proxy, skipSslCertificateValidation, timeout } = request;
	const limit = new TimeLimit(timeout);
	const data = exchangeSettings.on(session.dataWith(token, rejected.tokens, leaves), {
		proxy,
		skipSslCertificateValidation,
		rejected,
		limited: (signal) => limit.begin(signal),
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
		const outcome = outcomeOfAnswer(purpose, redactAnswer(answer, redaction));
		return { outcome: redactOutcome(outcome, redaction), token: data.accessToken };
	} catch (error) {
		if (data.accessToken) {
			const redaction = session.redaction(data.accessToken);
			return {
				outcome: redactOutcome(limit.outcomeOf(outcomeOfError(error)), redaction),
				token: data.accessToken,
			};
		}
		session.problem = session.redacted(problemOf(error));
		return { outcome: { type: 'notReady', problem: session.problem }, token: '' };
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

/** After so many rejected tokens no other one in use is looked for any more; only the one renewal is left. */
const mostRejected = 4;

const limiters = new WeakMap<Account, Limiter>();

/** The limiter that all runs with this account share, in this process. */
export function limiterOf(account: Account): Limiter {
	let limiter = limiters.get(account);
	if (!limiter) limiters.set(account, (limiter = new Limiter()));
	return limiter;
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
	{ requester, session, run, stop }: Sender,
	purpose: Purpose,
	request: IHttpRequestOptions,
	concurrency: number,
	isUnderWay: (now: boolean) => void,
): Promise<Outcome> {
	const limiter = limiterOf(session.account);
	const failures = new Map<Outcome['type'], number>();
	const rejected: Rejections = { tokens: [], since: 0 };
	let renew = false;
	const tokenToUse = (): string =>
		renew && rejected.tokens.includes(session.token) ? '' : session.token;
	let place = limiter.enter(run, concurrency);

	for (;;) {
		const leave = await place;
		let outcome: Outcome;
		let decision: Decision;
		let endRenewal = (): void => undefined;
		try {
			// Looked at only now: while this request waited, another may have renewed the token.
			const renewal = tokenToUse() ? undefined : renewalOf(session.account);
			// A second request without a token would have n8n write the new one to its store once more.
			if (renewal) await stop.orStopped(renewal, () => undefined);
			if (stop.isStopped) return { type: 'canceled' };
			if (session.problem) return { type: 'notReady', problem: session.problem };
			const token = tokenToUse();
			if (!token) endRenewal = beginRenewal(session.account);
			const left = Date.now();
			let hasLeft = false;
			const leaves = (): void => {
				// The token may come when the run has ended, and nobody would hear of a message that leaves then.
				if (stop.isStopped)
					throw new NodeOperationError(
						requester.getNode(),
						Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }),
					);
				endRenewal();
				hasLeft = true;
				isUnderWay(true);
			};
			const answer = await attempt(
				{ requester, session, token, rejected, leaves },
				purpose,
				request,
			);
			isUnderWay(false);
			outcome =
				answer.outcome.type === 'canceled' ? outcomeOfStopped(purpose, hasLeft) : answer.outcome;
			if (stop.isStopped) return outcome;

			if (outcome.type === 'unauthorized') {
				// Not the one asked for: without any, n8n was given one on the way, new or handed on.
				rejected.tokens.push(answer.token);
				rejected.since = left;
				// Another item, or another process, may have renewed it meanwhile: also the one just renewed
				// here, at a service that keeps only its newest token alive.
				const { tokens } = rejected;
				if (
					tokens.length < mostRejected &&
					(!tokens.includes(session.token) || (await session.adoptStoredToken(requester, tokens)))
				) {
					place = limiter.enter(run, concurrency, 'first');
					continue;
				}
			}
			const attempts = (failures.get(outcome.type) ?? 0) + 1;
			failures.set(outcome.type, attempts);
			decision = decide(purpose, outcome, attempts);
			// Before the place is given back, or the next request would slip through.
			if (decision.repeat && decision.pauseAll) limiter.pause(decision.wait);
			renew = decision.repeat && decision.renewToken === true;
			// Behind the others, the renewal would come after each of them was rejected as well.
			if (renew) {
				place = limiter.enter(run, concurrency, 'first');
				continue;
			}
		} finally {
			endRenewal();
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
