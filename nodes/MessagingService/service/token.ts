import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accountKey } from './account';
import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type FailedOutcome,
	type Outcome,
} from './outcome';
import { plainText } from './reason';
import { Redaction } from './redaction';
import { decide } from './retryPolicy';
import { pause, TimeLimit } from './stop';
import type { Problem } from '../texts';
import { shortened } from '../wording';
import { readBaseUrl } from '../values/baseUrl';
import { isRecord } from '../values/json';

/** The tokens that one request was rejected with. */
export interface Rejections {
	tokens: string[];
	/** When the request left that was rejected last, in milliseconds: any token from before it is in doubt. */
	since: number;
}

/** What the node knows and the credential needs. */
interface Settings extends Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'> {
	rejected?: Rejections;
	/**
	 * Called when the request itself leaves, with the signal that n8n gave it; returns the one that ends
	 * it when its time is over, too. Not in the request's own options: there n8n puts its signal in place
	 * of any other (n8n-core's httpRequestWithAuthentication).
	 */
	limited?(signal: IHttpRequestOptions['abortSignal']): IHttpRequestOptions['abortSignal'];
}

/**
 * n8n hands `preAuthentication` the credential's data and nothing else, so the token exchange
 * would know neither the node's Proxy and Ignore SSL Issues settings nor which tokens were rejected.
 * They ride along on the data object under a symbol, which n8n neither stores nor shows;
 * `Symbol.for` because node and credential are two bundles.
 */
const place: unique symbol = Symbol.for('n8n-nodes-messaging-service.exchangeSettings');

export const exchangeSettings = {
	/** Puts the settings onto the credential's data, and gives it back. */
	on<T extends object>(credentials: T, settings: Settings): T {
		return Object.assign(credentials, { [place]: settings });
	},

	/** The settings that ride on these credentials; none when n8n called for reasons of its own. */
	of(credentials: object): Settings {
		return (credentials as { [place]?: Settings })[place] ?? {};
	},
};

/** What takes these credentials' secret, client ID and tokens out of a failure's sentences. */
export function redactionOf(credentials: ICredentialDataDecryptedObject): Redaction {
	const { clientId, clientSecret, accessToken } = credentials;
	const rejected = exchangeSettings.of(credentials).rejected?.tokens ?? [];
	return new Redaction([clientSecret, accessToken, ...rejected], [clientId]);
}

/**
 * A failure of the credential in words for people.
 *
 * The message holds both what happened and how to go on, because n8n's credential test shows the
 * message alone. It carries no code, response or cause: n8n's test prefers those over the message,
 * and they may hold the secret.
 */
export class CredentialFailure extends Error {
	/** What a caller in another bundle knows it by: classes differ between the two shipped files. */
	readonly problem: Problem;

	constructor(problem: Problem) {
		super(`${problem.what} ${problem.next}`);
		this.name = 'CredentialFailure';
		this.problem = problem;
	}
}

/** The fields of an answer that are named, and the characters of each. */
const mostFields = 20;
const longestField = 40;

/** Every sentence about a token that could not be got. None of them sent a message. */
export const tokenProblems = {
	missing: (field: string): Problem => ({
		id: 'credentialField',
		what: `${field} is empty in the credential.`,
		next: 'Copy it from your API keys.',
	}),
	noToken: (fields: string[]): Problem => ({
		id: 'noToken',
		what: `The service's answer has no access token this node can use (${
			fields.length > 0
				? `fields received: ${fields
						.slice(0, mostFields)
						.map((field) => shortened(plainText(field), longestField))
						.join(', ')}`
				: 'no fields at all'
		}).`,
		next: 'Check Base URL in the credential. If it is right, send this text to the maintainers of this node.',
	}),
	wrongKeys: (): Problem => ({
		id: 'wrongKeys',
		what: 'The service refused Client ID and Client Secret.',
		next: 'Copy both again from your API keys, then save the credential.',
	}),
	wrongAddress: (): Problem => ({
		id: 'wrongAddress',
		what: 'Base URL in the credential leads to something other than the messaging service.',
		next: "Check Base URL. It must be the service's address followed by /api.",
	}),
	unreachable: (): Problem => ({
		id: 'tokenUnreachable',
		what: "The service can't be reached to get an access token.",
		next: 'Check Base URL in the credential, whether the service is running, and whether the n8n server can reach it.',
	}),
	untrusted: (): Problem => ({
		id: 'tokenUntrusted',
		what: "The service's certificate isn't trusted, so the client secret was not sent.",
		next: 'Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.',
	}),
	busy: (): Problem => ({
		id: 'tokenBusy',
		what: 'The service gave no access token, because it is receiving too many requests.',
		next: 'Wait a minute, then try again.',
	}),
	failing: (): Problem => ({
		id: 'tokenFailing',
		what: 'The service failed to give an access token.',
		next: 'Try again later. If it fails again, tell the service.',
	}),
};

/**
 * The problem for an exchange that failed. The service's own text is left out: an answer to a
 * request that carries the secret may repeat it.
 */
function tokenProblem(outcome: FailedOutcome): Problem {
	switch (outcome.type) {
		case 'unauthorized':
			return tokenProblems.wrongKeys();
		case 'refused':
			return [404, 405, 410].includes(outcome.status)
				? tokenProblems.wrongAddress()
				: tokenProblems.wrongKeys();
		case 'unreadable':
		case 'redirected':
			return tokenProblems.wrongAddress();
		case 'rateLimited':
			return tokenProblems.busy();
		case 'unreachable':
			return tokenProblems.unreachable();
		case 'untrusted':
			return tokenProblems.untrusted();
		case 'notReady':
			return outcome.problem;
		default:
			return tokenProblems.failing();
	}
}

const names = ['access_token', 'accessToken', 'token'];

/**
 * Finds the bearer token in the answer of the token endpoint. Its shape is not specified (section
 * 5), so each name that services commonly use is looked for at the top level and under `data`.
 *
 * @returns the token, or the names of the fields received, never their values
 */
function readToken(body: unknown): { token: string } | { fields: string[] } {
	if (!isRecord(body)) return { fields: [] };
	for (const place of [body, body.data]) {
		if (!isRecord(place)) continue;
		for (const name of names) {
			const value = place[name];
			// A line break or a blank inside would break the header, or smuggle one in.
			if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value.trim())) {
				return { token: value.trim() };
			}
		}
	}
	const inner = isRecord(body.data) ? Object.keys(body.data).map((name) => `data.${name}`) : [];
	return { fields: [...Object.keys(body), ...inner] };
}

/** Milliseconds. A token answer is small; n8n's own five minutes would hold every item back. */
const timeout = 30_000;

/**
 * Exchanges client ID and secret for a bearer token: POST {base_url}/oauth/token (specification
 * section 4.1), repeated as design's table allows.
 *
 * @throws CredentialFailure when a field is missing, the address is refused, the service refuses
 * the keys, can't be reached, or answers without a token
 */
async function exchange(
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

/** The exchange of one account: under way, and the newest token that it brought. */
interface Exchanges {
	/** The exchange under way, which every caller shares: n8n's own call has no lock. */
	pending?: Promise<string>;
	newest?: { token: string; mintedAt: number };
}

const exchangesByAccount = new Map<string, Exchanges>();

/**
 * A 401 for an older token can come back after the token was renewed. Within this time the newest
 * token is handed over instead of exchanging once more; later it may have expired itself. One that
 * was minted before the rejected request left is never handed over: with several processes the
 * rejected token may be the younger one, and then both have expired.
 */
const lateAnswer = 30_000;

/**
 * The token to use now: one exchange at a time for each client ID, secret and address in this
 * process, however many requests ask.
 *
 * @throws CredentialFailure as `exchange` does
 */
export async function currentToken(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const exchanges = exchangesOf(credentials);
	// n8n itself hands over the rejected token in the hidden field; the node says more.
	const { tokens, since } = exchangeSettings.of(credentials).rejected ?? {
		tokens: [credentials.accessToken],
		since: 0,
	};
	const { newest } = exchanges;
	const oldest = Math.max(since, Date.now() - lateAnswer);
	if (newest && !tokens.includes(newest.token) && newest.mintedAt >= oldest) return newest.token;
	exchanges.pending ??= exchange(helpers, credentials)
		.then((token) => {
			exchanges.newest = { token, mintedAt: Date.now() };
			return token;
		})
		.finally(() => {
			exchanges.pending = undefined;
		});
	return await exchanges.pending;
}

function exchangesOf(credentials: ICredentialDataDecryptedObject): Exchanges {
	const key = accountKey(credentials);
	let exchanges = exchangesByAccount.get(key);
	if (!exchanges) exchangesByAccount.set(key, (exchanges = {}));
	return exchanges;
}
