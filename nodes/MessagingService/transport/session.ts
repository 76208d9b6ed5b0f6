import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { readBaseUrl } from '../validation/baseUrl';
import type { Problem } from '../validation/problem';
import { accountOf, type Account } from './account';
import { outcomeOfAnswer, outcomeOfError, type Outcome, type Purpose } from './outcome';
import { requestSettings, type Rejections } from './requestSettings';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

const credentialType = 'messagingServiceApi';

/**
 * The credential as one try of one run uses it: read once from n8n's store, not once an item, with
 * the token that is newest in this process.
 */
export class Session {
	/** Why no request can be made at all: no usable address, or the exchange failed. Shared by all items. */
	problem?: Problem;

	readonly account: Account;

	private credentials: ICredentialDataDecryptedObject;

	private readonly baseURL: string;

	/** How many tokens had been minted when the credential was read. */
	private readonly seen: number;

	private constructor(credentials: ICredentialDataDecryptedObject, baseURL: string) {
		this.credentials = credentials;
		this.baseURL = baseURL;
		this.account = accountOf(credentials);
		this.seen = this.account.minted;
	}

	/** Reads the credential. Never rejects: `problem` says what is wrong with it. */
	static async open(requester: Requester): Promise<Session> {
		try {
			const credentials = await requester.getCredentials(credentialType);
			const { allowInsecureHttp, baseUrl } = credentials;
			const { value, problem } = readBaseUrl(baseUrl, allowInsecureHttp === true);
			const session = new Session(credentials, value ?? '');
			session.problem = problem;
			return session;
		} catch (error) {
			const session = new Session({}, '');
			session.problem = problemOf(error);
			return session;
		}
	}

	/**
	 * The token to use: the newest minted here if that was since the credential was read, or instead
	 * of what was read; else the stored one; '' for none.
	 */
	get token(): string {
		const { newest, minted, replaced } = this.account;
		const stored = String(this.credentials.accessToken ?? '');
		return minted > this.seen || replaced.includes(stored) ? newest : stored;
	}

	/**
	 * Looks whether the stored credential has a token other than the rejected one: another process,
	 * a queue mode worker say, renewed it.
	 *
	 * @returns whether there was one; it is the session's token then. Never rejects.
	 */
	async adoptStoredToken(requester: Requester, rejected: string[]): Promise<boolean> {
		const stored = await requester.getCredentials(credentialType).catch(() => undefined);
		const token = String(stored?.accessToken ?? '');
		if (!stored || !token || rejected.includes(token)) return false;
		this.credentials = stored;
		this.publish(token, rejected);
		return true;
	}

	/**
	 * Makes one request with this token. An empty one makes n8n call the credential's
	 * `preAuthentication` first and store what it returns: the way to renew through n8n's own path,
	 * also when the expiry was told inside a 200 body, which n8n itself does not look at.
	 *
	 * @returns the outcome, and the token that travelled, which need not be the newest any more
	 */
	async attempt(
		requester: Requester,
		purpose: Purpose,
		request: IHttpRequestOptions,
		token: string,
		rejected: Rejections,
	): Promise<{ outcome: Outcome; token: string }> {
		const { proxy, skipSslCertificateValidation } = request;
		const data = requestSettings.on(this.withToken(token, rejected.tokens), { proxy, skipSslCertificateValidation, rejected });
		try {
			const answer = await requester.helpers.httpRequestWithAuthentication.call(
				requester as IAllExecuteFunctions,
				credentialType,
				{ ...request, baseURL: this.baseURL },
				{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
			);
			return { outcome: outcomeOfAnswer(purpose, answer), token: String(data.accessToken) };
		} catch (error) {
			// Without a token nothing was sent: what failed is the exchange.
			if (!data.accessToken) {
				this.problem = problemOf(error);
				return { outcome: { type: 'notReady', problem: this.problem }, token: '' };
			}
			return { outcome: outcomeOfError(error), token: String(data.accessToken) };
		}
	}

	/**
	 * The credential's data with this token in it. n8n assigns a renewed token to this very object
	 * before it sends the request, so that other items know it without waiting for the answer.
	 */
	private withToken(token: string, rejected: string[]): ICredentialDataDecryptedObject {
		const data = { ...this.credentials };
		let current = token;
		Object.defineProperty(data, 'accessToken', {
			enumerable: true,
			get: () => current,
			set: (renewed: string) => {
				current = renewed;
				this.publish(renewed, rejected);
			},
		});
		return data;
	}

	/** Takes the secret, the client ID, every token in use and those just replaced out of a text that people will read. */
	redact(text: string): string {
		const { clientId, clientSecret } = this.credentials;
		return [clientSecret, clientId, this.credentials.accessToken, this.token, ...this.account.replaced]
			.map((secret) => String(secret ?? '').trim())
			.filter((secret) => secret.length > 3)
			.reduce((clean, secret) => clean.split(secret).join('*****'), text);
	}

	/** The same problem, its sentences redacted. */
	redacted<P extends Problem>(problem: P): P {
		return { ...problem, what: this.redact(problem.what), next: this.redact(problem.next) };
	}

	private publish(token: string, replaced: string[]): void {
		this.account.newest = token;
		this.account.minted++;
		this.account.replaced = [...replaced];
	}
}

/** The credential's own words along an error's causes: n8n wraps what `preAuthentication` throws. */
function problemOf(error: unknown): Problem {
	let current = error;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		const { problem, cause } = current as { problem?: Problem; cause?: unknown };
		if (problem?.what && problem.next) return problem;
		current = cause;
	}
	return {
		id: 'tokenExchange',
		what: `No access token could be got: ${error instanceof Error ? error.message : 'no reason was given'}`,
		next: 'Open the credential and test it. Nothing was sent.',
	};
}
