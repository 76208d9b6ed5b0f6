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
import { declaredOf } from './failure';
import { plainText } from './plainText';
import { decide } from './retryPolicy';
import { abortAfter, pause } from './stop';
import { storedTextOf, tokenIn } from './storedToken';
import { problems, type Problem, type ValueOrProblem } from '../texts';
import { isRecord } from '../values/given';
import { shortened } from '../wording';

/** The texts that n8n is to store, by the data of the request that brings one: n8n hands on that very object. */
export const textsToStore = new WeakMap<ICredentialDataDecryptedObject, string>();

/** How the node's settings have requests made. */
export type RequestSettings = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation'
>;

/** The means to exchange keys for a token. */
export interface Exchanger {
	helpers: IHttpRequestHelper['helpers'];
	credentials: ICredentialDataDecryptedObject;
	/** The node's; n8n's own calls have none. */
	settings?: RequestSettings;
}

/** Returns the text for n8n's store: a request's own token, one of a moment ago, or a new one. Never rejects. */
export async function storedTextFor(exchanger: Exchanger): Promise<ValueOrProblem<string>> {
	const { credentials } = exchanger;
	const own = textsToStore.get(credentials);
	if (own) return { value: own };
	const account = accountOf(credentials);
	const { token } = account;
	const isNewer =
		token && account.isFresh(token) && token !== tokenIn(credentials.accessToken, account);
	const { value, problem } = isNewer ? { value: token } : await exchangeToken(exchanger);
	return problem ? { problem } : { value: storedTextOf(value, account) };
}

/** Exchanges the keys for a token. Concurrent callers share one exchange and its result, failures included. */
export async function exchangeToken(exchanger: Exchanger): Promise<ValueOrProblem<string>> {
	const account = accountOf(exchanger.credentials);
	account.exchange ??= exchange(account, exchanger).finally(() => (account.exchange = undefined));
	return await account.exchange;
}

/** Milliseconds for one attempt, all of its answer included: every request waits for the token. */
const longest = 30_000;

/** POST {base_url}/oauth/token (specification section 4.1), repeated as the retry policy allows. */
async function exchange(
	account: Account,
	{ helpers, settings }: Exchanger,
): Promise<ValueOrProblem<string>> {
	const { address, clientId, clientSecret } = account;
	if (address.problem) return address;
	if (!clientId) return { problem: problems.credentialField('Client ID') };
	if (!clientSecret) return { problem: problems.credentialField('Client Secret') };
	const request: IHttpRequestOptions = {
		method: 'POST',
		baseURL: address.value,
		url: '/oauth/token',
		body: { client_id: clientId, client_secret: clientSecret },
		...requestForm,
		...settings,
		timeout: longest,
	};
	const failures = new Map<Outcome['type'], number>();
	for (;;) {
		const made = await helpers
			.httpRequest({ ...request, abortSignal: abortAfter(longest) })
			// The token answer has no envelope (section 2.4): only a failing code in one counts.
			.then((answer) => outcomeOfAnswer('token', answer))
			.catch((error: unknown) => outcomeOfError(error, settings?.proxy));
		// Nobody stops an exchange but its own time.
		const outcome: Outcome = made.type === 'canceled' ? { type: 'timedOut' } : made;
		if (outcome.type === 'answered') return readToken(outcome.body, account);
		const attempt = (failures.get(outcome.type) ?? 0) + 1;
		failures.set(outcome.type, attempt);
		const decision = decide('token', outcome, attempt);
		if (!decision.repeat)
			return { problem: { declared: declaredOf(outcome), ...problemOf(outcome) } };
		await pause(decision.wait);
	}
}

/** A line break or a blank would break the header, or smuggle one in; servers take headers of 16 kB at most. */
const usable = /^[\x21-\x7e]{1,16384}$/;

/** The answer's shape is not specified (section 5). A refusal names its fields, never their values. */
function readToken(body: IDataObject, account: Account): ValueOrProblem<string> {
	const places = [body, body.data].filter(isRecord);
	for (const { access_token, accessToken, token } of places) {
		const texts = [access_token, accessToken, token].filter((value) => typeof value === 'string');
		const value = texts.map((text) => text.trim()).find((text) => usable.test(text));
		if (!value) continue;
		account.renew(value);
		return { value };
	}
	const fields = places.flatMap((place, depth) =>
		firstNames(place).map((name) => (depth === 0 ? name : `data.${name}`).slice(0, 1000)),
	);
	// The service made them up, and may have made one of the secret.
	const clean = fields.map((name) => shortened(plainText(account.redaction.text(name)), 40));
	return { problem: problems.noToken(clean.slice(0, mostNamed)) };
}

/** An answer may have hundreds of thousands of members. */
const mostNamed = 10;

function firstNames(record: IDataObject): string[] {
	const names: string[] = [];
	for (const name in record) if (names.push(name) === mostNamed) break;
	return names;
}

/** Why an exchange failed. Without the service's own text: it may repeat the secret that it was sent. */
function problemOf(outcome: FailedOutcome): Problem {
	const { type } = outcome;
	if (leadsElsewhere(outcome)) return problems.wrongAddress();
	if (type === 'unauthorized' || type === 'refused')
		return { ...problems.wrongKeys(), declared: { cause: 'credential-invalid' } };
	if (type === 'rateLimited') return problems.tokenBusy();
	return connectionProblem(outcome) ?? problems.tokenFailing();
}

/** Whether something other than the messaging service answered. */
export function leadsElsewhere(outcome: FailedOutcome): boolean {
	const { type } = outcome;
	const isNoRoute = type === 'refused' && [404, 405, 410].includes(outcome.status);
	return isNoRoute || type === 'unreadable' || type === 'redirected';
}

/** Why no request came to the service; undefined where one did. */
export function connectionProblem(outcome: FailedOutcome): Problem | undefined {
	const { type } = outcome;
	if (type === 'unreachable' || type === 'untrusted') return problems[type](outcome);
	const neverLeft = type === 'notTls' || type === 'blocked' || type === 'notMade';
	return neverLeft ? problems[type](outcome) : undefined;
}
