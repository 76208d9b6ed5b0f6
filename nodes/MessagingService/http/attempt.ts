import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { exchangeSettings, type Rejections } from '../auth/exchangeSettings';
import { credentialType, problemOf, type Requester, type Session } from '../auth/session';
import { outcomeOfAnswer, outcomeOfError, type Outcome, type Purpose } from './outcome';
import { redactAnswer, redactOutcome } from './redactedOutcome';
import { TimeLimit } from './timeLimit';

/** What an attempt needs besides the request. */
export interface Attempt {
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
export async function attempt(
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
