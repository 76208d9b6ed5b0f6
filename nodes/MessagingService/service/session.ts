import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accountOf, type Account } from './account';
import { oneLine } from './reason';
import { redactData, type Redaction } from './redaction';
import { baseUrlOf, carried, exchangeToken, redactionOf, type Carried } from './token';
import { problems, type Problem } from '../texts';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

export const credentialType = 'messagingServiceApi';

/** The credential as one run uses it, read from n8n's store once and not for each item. */
export class Session {
	/** The credential's own fields, n8n's restriction of domains among them. */
	readonly fields: ICredentialDataDecryptedObject;

	readonly baseURL: string;

	readonly account: Account;

	/** Why no request can be made at all: no usable address, or no token. Shared by all items. */
	problem?: Problem;

	/** Made anew only when the tokens are others: thousands of answers are read with the same ones. */
	private cached?: { tokens: readonly string[]; redaction: Redaction };

	private constructor(fields: ICredentialDataDecryptedObject, baseURL: string, problem?: Problem) {
		this.fields = fields;
		this.baseURL = baseURL;
		this.problem = problem;
		this.account = accountOf(fields);
		this.account.noteStored(fields.accessToken);
	}

	/** Reads the credential. Never rejects: `problem` says what is wrong with it. */
	static async open(requester: Requester): Promise<Session> {
		try {
			const fields = await requester.getCredentials(credentialType);
			const { value = '', problem } = baseUrlOf(fields);
			return new Session(fields, value, problem);
		} catch (error) {
			const reason = error instanceof Error ? oneLine(error.message) : '';
			return new Session({}, '', problems.credentialUnusable(reason));
		}
	}

	/**
	 * The token to use: the account's unless that one was rejected, else a new one. Of all who need a new one only
	 * the first gets it, and n8n stores it once; the others wait until it leaves.
	 *
	 * @returns '' where none could be got, and `problem` says why; `endRenewal` is to be called when the request
	 * leaves, and when it has ended
	 */
	async takeToken(
		{ helpers }: Requester,
		rejected: string,
		request: IHttpRequestOptions,
	): Promise<{ token: string; endRenewal: () => void }> {
		const { account, fields: credentials } = this;
		const isGood = (): boolean => !['', rejected].includes(account.token);
		while (!this.problem && !isGood() && account.renewal) await account.renewal;
		if (this.problem) return { token: '', endRenewal: () => undefined };
		if (isGood()) return { token: account.token, endRenewal: () => undefined };
		const endRenewal = account.beginRenewal();
		const { value = '', problem } = await exchangeToken({ helpers, credentials, request });
		this.problem = problem;
		return { token: value, endRenewal };
	}

	/** Whether there is another token by now: another request renewed it, or another process did. Never rejects. */
	async hasOtherToken(requester: Requester, rejected: string): Promise<boolean> {
		if (this.account.token === rejected) {
			const stored = await requester.getCredentials(credentialType).catch(() => undefined);
			this.account.noteStored(stored?.accessToken);
		}
		return !['', rejected].includes(this.account.token);
	}

	/** The credential's data for one request. Without a token, n8n gets it from `preAuthentication` and stores it. */
	dataFor(given: Carried): ICredentialDataDecryptedObject {
		const data = { ...this.fields, accessToken: this.account.takeStored(given.token) };
		carried.set(data, given);
		return data;
	}

	/** What takes the secret and all tokens of late out of data and texts, and the client ID out of texts. */
	redaction(): Redaction {
		const { tokens } = this.account;
		if (this.cached?.tokens !== tokens)
			this.cached = { tokens, redaction: redactionOf(this.fields) };
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

	/** The same problem, its texts without secrets. */
	redacted<P extends Problem & { check?: { to: string; about: string } }>(problem: P): P {
		return this.redaction().problem(problem);
	}
}
