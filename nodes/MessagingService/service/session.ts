import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accountOf, replaceTokens, type Account } from './account';
import { redactData, Redaction } from './redaction';
import type { Problem } from '../texts';
import { shortened, withoutStop } from '../wording';
import { readBaseUrl } from '../values/baseUrl';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

export const credentialType = 'messagingServiceApi';

/**
 * The credential as one try of one run uses it: read once from n8n's store, not once an item, with
 * the token that is newest in this process.
 */
export class Session {
	/** Why no request can be made at all: no usable address, or the exchange failed. Shared by all items. */
	problem?: Problem;

	readonly account: Account;

	private credentials: ICredentialDataDecryptedObject;

	readonly baseURL: string;

	/** How many tokens had been minted when the credential was read. */
	private readonly seen: number;

	/** Made anew only when the secrets are others: thousands of answers are read with the same ones. */
	private cached?: { key: string; redaction: Redaction };

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
		replaceTokens(this.account, token, rejected);
		return true;
	}

	/**
	 * The credential's data with this token in it. While it is empty, n8n calls the credential's
	 * `preAuthentication` before the request, stores what that returns and assigns it to this very
	 * object; so the other items know it without waiting for the answer.
	 *
	 * @param renewed called with the new token, before n8n goes on to the request
	 */
	dataWith(
		token: string,
		rejected: string[],
		renewed: () => void,
	): ICredentialDataDecryptedObject & { accessToken: string } {
		const data = { ...this.credentials };
		let current = token;
		Object.defineProperty(data, 'accessToken', {
			enumerable: true,
			get: () => current,
			set: (minted: string) => {
				current = minted;
				replaceTokens(this.account, minted, rejected);
				renewed();
			},
		});
		return data as typeof data & { accessToken: string };
	}

	/** The credential's own fields, n8n's restriction of domains among them. */
	get fields(): ICredentialDataDecryptedObject {
		return this.credentials;
	}

	/**
	 * What takes the secret, every token in use and those just replaced out of what the service says and
	 * of what people read, and the client ID out of texts about failures.
	 *
	 * @param token one that a request had, which need not be in use any more
	 */
	redaction(token = ''): Redaction {
		const { clientId, clientSecret, accessToken } = this.credentials;
		const secrets = [...new Set([clientSecret, accessToken, token, ...this.account.recent])].filter(
			Boolean,
		);
		const key = JSON.stringify([clientId, secrets]);
		if (this.cached?.key !== key)
			this.cached = { key, redaction: new Redaction(secrets, [clientId]) };
		return this.cached.redaction;
	}

	/** A text that people will read, without secrets. */
	redact(text: string): string {
		return this.redaction().text(text);
	}

	/** The same data, which is JSON, without secrets. */
	redactedCopy<T>(data: T): T {
		return redactData(structuredClone(data), this.redaction()) as T;
	}

	/** The same problem, its texts redacted. */
	redacted<P extends Problem & { check?: { to: string; about: string } }>(problem: P): P {
		return this.redaction().problem(problem);
	}
}

/** The credential's own words along an error's causes: n8n wraps what `preAuthentication` throws. */
export function problemOf(error: unknown): Problem {
	let current = error;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		const { problem, cause } = current as { problem?: Problem; cause?: unknown };
		if (problem?.what && problem.next) return problem;
		current = cause;
	}
	const reason = error instanceof Error ? withoutStop(error.message.replace(/\s+/g, ' ')) : '';
	return {
		id: 'credentialUnusable',
		what: `The credential can't be used: ${shortened(reason, 300) || 'no reason was given'}.`,
		next: 'Choose another credential in this node, or test the present one.',
	};
}

/**
 * The domains that n8n's setting *Allowed HTTP Request Domains* of the credential leaves its
 * requests, for n8n's request helper to hold; undefined for all.
 *
 * As n8n's routing engine has it since 2.38 (n8n-workflow's credential-domain-restrictions.ts): the
 * service's own address is always among them, and *None* shuts out other nodes, not this one. Not
 * n8n's own function, because its parameters changed three times.
 */
export function allowedDomainsOf({
	fields,
	baseURL,
}: Pick<Session, 'fields' | 'baseURL'>): string | undefined {
	if (fields.allowedHttpRequestDomains !== 'domains') return undefined;
	const [, host] = /^https?:\/\/(\[[^\]]+\]|[^:/]+)/.exec(baseURL) ?? [];
	return [host, String(fields.allowedDomains ?? '').trim()].filter(Boolean).join(', ') || undefined;
}
