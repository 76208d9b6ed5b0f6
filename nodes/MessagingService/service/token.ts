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
import { truncate } from '../wording';

/** Texts for n8n to store, by the credential's data of the request: n8n passes this very object on. */
export const textsToStore = new WeakMap<ICredentialDataDecryptedObject, string>();

/** The node's settings for requests. */
export type RequestSettings = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation'
>;

/** The means to exchange keys for a token. */
export interface Exchanger {
	helpers: IHttpRequestHelper['helpers'];
	credentials: ICredentialDataDecryptedObject;
	/** The node's settings; undefined in n8n's own calls. */
	settings?: RequestSettings;
}

/**
 * Returns the text for n8n's store: of the request's own token, of one exchanged a moment ago, or of a new one. Never
 * rejects.
 */
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

/** Milliseconds for one attempt, including all of its answer. Every request waits for the token. */
const longest = 30_000;

/** Calls POST {base_url}/oauth/token (specification section 4.1), with retries as the retry policy allows. */
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
			// The token answer has no envelope (specification section 2.4). If it has one, only a failing code in it counts.
			.then((answer) => outcomeOfAnswer('token', answer))
			.catch((error: unknown) => outcomeOfError(error, settings?.proxy));
		// Only its own time-out cancels an exchange.
		const outcome: Outcome = made.type === 'canceled' ? { type: 'timedOut' } : made;
		if (outcome.type === 'answered') return readToken(outcome.body, account);
		const attempt = (failures.get(outcome.type) ?? 0) + 1;
		failures.set(outcome.type, attempt);
		const decision = decide('token', outcome, attempt);
		if (!decision.repeat)
			return { problem: { declared: declaredOf(outcome), ...exchangeProblem(outcome) } };
		await pause(decision.wait);
	}
}

/**
 * Matches tokens that fit into a header. A line break or a space would break the header, or inject another one. Servers
 * accept headers of 16 kB at most.
 */
const usable = /^[\x21-\x7e]{1,16384}$/;

/**
 * Finds the token in an answer, whose shape is not specified (specification section 5). Without a token, the problem
 * names the answer's fields, never their values.
 */
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
	// The service chose the names, and may have made one from the secret.
	const clean = fields.map((name) => truncate(plainText(account.redaction.text(name)), 40));
	return { problem: problems.noToken(clean.slice(0, mostNamed)) };
}

/** The most field names in a problem. An answer may have hundreds of thousands of members. */
const mostNamed = 10;

function firstNames(record: IDataObject): string[] {
	const names: string[] = [];
	for (const name in record) if (names.push(name) === mostNamed) break;
	return names;
}

/** Explains why an exchange failed. Leaves out the service's own text, which may repeat the secret that it was sent. */
function exchangeProblem(outcome: FailedOutcome): Problem {
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

/** Explains why no request reached the service; undefined if one may have. */
export function connectionProblem(outcome: FailedOutcome): Problem | undefined {
	const { type } = outcome;
	if (type === 'unreachable' || type === 'untrusted') return problems[type](outcome);
	const neverLeft = type === 'notTls' || type === 'blocked' || type === 'notMade';
	return neverLeft ? problems[type](outcome) : undefined;
}
