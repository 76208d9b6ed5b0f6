import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import {
	outcomeOfAnswer,
	outcomeOfError,
	type Outcome,
} from '../../nodes/MessagingService/http/outcome';
import { requestForm } from '../../nodes/MessagingService/http/requestForm';
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings';
import { decide } from '../../nodes/MessagingService/http/retryPolicy';
import { pause } from '../../nodes/MessagingService/http/pause';
import { TimeLimit } from '../../nodes/MessagingService/http/timeLimit';
import { readBaseUrl } from '../../nodes/MessagingService/validation/baseUrl';
import { CredentialFailure } from './credentialFailure';
import { tokenProblem, tokenProblems } from './problems';
import { redactionOf } from './redactionOf';
import { readToken } from './tokenAnswer';

/** Milliseconds. A token answer is small; n8n's own five minutes would hold every item back. */
const timeout = 30_000;

/**
 * Exchanges client ID and secret for a bearer token: POST {base_url}/oauth/token (specification
 * section 4.1), repeated as design's table allows.
 *
 * @throws CredentialFailure when a field is missing, the address is refused, the service refuses
 * the keys, can't be reached, or answers without a token
 */
export async function exchange(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const request = tokenRequest(credentials);
	const failures = new Map<Outcome['type'], number>();
	for (;;) {
		const outcome = await ask(helpers, request);
		if (outcome.type === 'answered') {
			const answer = readToken(outcome.body);
			if ('token' in answer) return answer.token;
			const redaction = redactionOf(credentials);
			// The service made them up, and may have made one of the secret.
			throw new CredentialFailure(
				tokenProblems.noToken(answer.fields.map((field) => redaction.text(field))),
			);
		}
		const attempt = (failures.get(outcome.type) ?? 0) + 1;
		failures.set(outcome.type, attempt);
		const decision = decide('token', outcome, attempt);
		if (!decision.repeat) throw new CredentialFailure(tokenProblem(outcome));
		await pause(decision.wait);
	}
}

function tokenRequest(credentials: ICredentialDataDecryptedObject): IHttpRequestOptions {
	const { value: baseURL, problem } = readBaseUrl(
		credentials.baseUrl,
		credentials.allowInsecureHttp === true,
	);
	if (problem) throw new CredentialFailure(redactionOf(credentials).problem(problem));
	const [clientId, clientSecret] = [credentials.clientId, credentials.clientSecret].map((value) =>
		String(value ?? '').trim(),
	);
	if (!clientId) throw new CredentialFailure(tokenProblems.missing('Client ID'));
	if (!clientSecret) throw new CredentialFailure(tokenProblems.missing('Client Secret'));
	const { proxy, skipSslCertificateValidation } = exchangeSettings.of(credentials);
	return {
		method: 'POST',
		baseURL,
		url: '/oauth/token',
		body: { client_id: clientId, client_secret: clientSecret },
		...requestForm,
		timeout,
		...(proxy ? { proxy } : {}),
		...(skipSslCertificateValidation ? { skipSslCertificateValidation } : {}),
	};
}

async function ask(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
): Promise<Outcome> {
	const limit = new TimeLimit(request.timeout);
	try {
		// The token answer has no envelope (section 2.4): only a failing code in one counts.
		return outcomeOfAnswer(
			'token',
			await helpers.httpRequest({ ...request, abortSignal: limit.begin() }),
		);
	} catch (error) {
		return limit.outcomeOf(outcomeOfError(error));
	} finally {
		limit.end();
	}
}
