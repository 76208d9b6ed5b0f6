import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accountOf, type Account } from './account';
import { oneLine } from './reason';
import { baseUrlOf, exchangeToken } from './token';
import { problems, type Problem } from '../texts';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

export const credentialType = 'messagingServiceApi';

/** The credential as one run uses it, read from n8n's store once and not for each item. */
export class Session {
	/** The credential's own fields, n8n's restriction of domains among them. */
	readonly fields: ICredentialDataDecryptedObject;

	readonly account: Account;

	readonly baseURL: string;

	/** Why no request can be made at all: no usable address, or no token. Shared by all items. */
	problem?: Problem;

	private constructor(fields: ICredentialDataDecryptedObject) {
		this.fields = fields;
		this.account = accountOf(fields);
		this.account.noteStored(fields.accessToken);
		const { value = '', problem } = baseUrlOf(fields);
		this.baseURL = value;
		this.problem = problem;
	}

	/** Reads the credential. Never rejects: `problem` says what is wrong with it. */
	static async open(requester: Requester): Promise<Session> {
		try {
			return new Session(await requester.getCredentials(credentialType));
		} catch (error) {
			const session = new Session({});
			const reason = error instanceof Error ? oneLine(error.message) : '';
			session.problem = problems.credentialUnusable(reason);
			return session;
		}
	}

	/**
	 * The token to use: the account's unless that one was rejected, else a new one, exchanged once for all who need it.
	 *
	 * @returns '' where none could be got, and `problem` says why
	 */
	async takeToken(
		{ helpers }: Requester,
		rejected: string,
		request: IHttpRequestOptions,
	): Promise<string> {
		const { account, fields: credentials } = this;
		while (!this.problem && ['', rejected].includes(account.token)) {
			if (account.exchange) {
				// Should it fail, this run tries by itself.
				await account.exchange;
				continue;
			}
			const { value = '', problem } = await exchangeToken({ helpers, credentials, request });
			this.problem = problem;
			// Not looked at again: a service may give the rejected one once more.
			return value;
		}
		return account.token;
	}

	/** Whether there is another token by now: another request renewed it, or another process did. Never rejects. */
	async hasOtherToken(requester: Requester, rejected: string): Promise<boolean> {
		const { account } = this;
		if (account.token === rejected) {
			const stored = await requester.getCredentials(credentialType).catch(() => undefined);
			account.noteStored(stored?.accessToken);
		}
		return !['', rejected].includes(account.token);
	}

	/** A text that people will read, without secrets. */
	redact(text: string): string {
		return this.account.redaction.text(text);
	}

	/** The same problem, its texts without secrets. */
	redacted<P extends Problem & { check?: { to: string; about: string } }>(problem: P): P {
		return this.account.redaction.problem(problem);
	}
}
