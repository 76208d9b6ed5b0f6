import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accountOf, type Account } from './account';
import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type FailedOutcome,
	type Outcome,
} from './outcome';
import { plainText } from './reason';
import { decide } from './retryPolicy';
import { pause, TimeLimit } from './stop';
import { problems, type Problem, type ValueOrProblem } from '../texts';
import { readBaseUrl } from '../values/baseUrl';
import { isRecord } from '../values/json';

/**
 * What a request of the node has for the credential's own functions, by the credential's data: n8n hands them
 * the object that the request came with. Its time begins when it leaves; n8n puts its own signal into the options.
 */
export const carried = new WeakMap<object, { token: string; limit: TimeLimit }>();

/** What an exchange needs. */
interface Exchanger {
	helpers: IHttpRequestHelper['helpers'];
	credentials: ICredentialDataDecryptedObject;
	/** The node's, whose Proxy and Ignore SSL Issues hold for the exchange too; n8n's own calls have none. */
	request?: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
}

/** The token that n8n is to store and to use: the request's own, one of a moment ago, or a new one. */
export async function tokenFor(exchanger: Exchanger): Promise<ValueOrProblem<string>> {
	const { credentials } = exchanger;
	const given = carried.get(credentials);
	if (given) return { value: given.token };
	const account = accountOf(credentials);
	const isNewer = account.isFresh() && account.token !== credentials.accessToken;
	return isNewer ? { value: account.token } : await exchangeToken(exchanger);
}

/**
 * Gets the account a new token, by one exchange at a time however many ask. Never rejects. Not async: whoever
 * began it has to hear of its end before those who only wait.
 */
export function exchangeToken(exchanger: Exchanger): Promise<ValueOrProblem<string>> {
	const account = accountOf(exchanger.credentials);
	account.exchange ??= exchange(account, exchanger).finally(() => (account.exchange = undefined));
	return account.exchange;
}

/** POST {base_url}/oauth/token (specification section 4.1), repeated as the retry policy allows. */
async function exchange(
	account: Account,
	{ helpers, credentials, request: { proxy, skipSslCertificateValidation } = {} }: Exchanger,
): Promise<ValueOrProblem<string>> {
	const { value: baseURL, problem } = baseUrlOf(credentials);
	if (problem) return { problem };
	const { clientId, clientSecret } = account;
	if (!clientId) return { problem: problems.credentialField('Client ID') };
	if (!clientSecret) return { problem: problems.credentialField('Client Secret') };
	const request: IHttpRequestOptions = {
		method: 'POST',
		baseURL,
		url: '/oauth/token',
		body: { client_id: clientId, client_secret: clientSecret },
		...requestForm,
		// A token answer is small; n8n's own five minutes would hold every item back.
		timeout: 30_000,
		proxy,
		skipSslCertificateValidation,
	};
	const failures = new Map<Outcome['type'], number>();
	for (;;) {
		const outcome = await ask(helpers, request);
		if (outcome.type === 'answered') return readToken(outcome.body, account);
		const attempt = (failures.get(outcome.type) ?? 0) + 1;
		failures.set(outcome.type, attempt);
		const decision = decide('token', outcome, attempt);
		if (!decision.repeat) return { problem: problemOf(outcome) };
		await pause(decision.wait);
	}
}

async function ask(helpers: Exchanger['helpers'], request: IHttpRequestOptions): Promise<Outcome> {
	const limit = new TimeLimit(request.timeout);
	try {
		const answer = await helpers.httpRequest({ ...request, abortSignal: limit.begin() });
		// The token answer has no envelope (section 2.4): only a failing code in one counts.
		return outcomeOfAnswer('token', answer);
	} catch (error) {
		return limit.outcomeOf(outcomeOfError(error));
	} finally {
		limit.end();
	}
}

/**
 * Finds the token in the answer, for the account. Its shape is not specified (section 5), so each name that services
 * commonly use is looked for at the top level and under `data`. A refusal names the answer's fields, never their values.
 */
function readToken(body: IDataObject, account: Account): ValueOrProblem<string> {
	const places = [body, body.data].filter(isRecord);
	for (const { access_token, accessToken, token } of places) {
		const texts = [access_token, accessToken, token].filter((value) => typeof value === 'string');
		// A line break or a blank inside would break the header, or smuggle one in.
		const value = texts.map((text) => text.trim()).find((text) => /^[\x21-\x7e]+$/.test(text));
		if (!value) continue;
		account.renew(value);
		return { value };
	}
	const fields = places.flatMap((place, depth) =>
		Object.keys(place).map((name) => (depth === 0 ? name : `data.${name}`)),
	);
	// The service made them up, and may have made one of the secret.
	const clean = fields.map((name) => plainText(account.redaction.text(name)));
	return { problem: problems.noToken(clean) };
}

/** Why an exchange failed. Without the service's own text: it may repeat the secret that it was sent. */
function problemOf(outcome: FailedOutcome): Problem {
	const { type } = outcome;
	if (type === 'refused' && [404, 405, 410].includes(outcome.status))
		return problems.wrongAddress();
	if (type === 'unauthorized' || type === 'refused') return problems.wrongKeys();
	if (type === 'unreadable' || type === 'redirected') return problems.wrongAddress();
	if (type === 'rateLimited') return problems.tokenBusy();
	if (type === 'unreachable') return problems.tokenUnreachable();
	return type === 'untrusted' ? problems.tokenUntrusted() : problems.tokenFailing();
}

/** The service's address, completed. What refuses it shows no secret. */
export function baseUrlOf(credentials: ICredentialDataDecryptedObject): ValueOrProblem<string> {
	const { baseUrl, allowInsecureHttp } = credentials;
	const read = readBaseUrl(baseUrl, allowInsecureHttp === true);
	return read.problem ? { problem: accountOf(credentials).redaction.problem(read.problem) } : read;
}
