import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accountOf, type Account } from './account';
import { oneLine } from './reason';
import { Stop } from './stop';
import { exchangeToken, type Proxied } from './token';
import { problems, type Problem } from '../texts';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

export const credentialType = 'messagingServiceApi';

/** One run's connection to the service, by a credential that is read once and not for each item. */
export class Session {
	readonly account: Account;
	readonly baseURL: string;

	/** Why no request can be made at all: no usable address, or no token. Shared by all items. */
	problem?: Problem;

	/** The credential's own, n8n's restriction of domains among them. */
	readonly fields: ICredentialDataDecryptedObject;

	private constructor(
		readonly requester: Requester,
		readonly stop: Stop,
		fields: ICredentialDataDecryptedObject,
	) {
		this.fields = fields;
		this.account = accountOf(fields);
		const { value = '', problem } = this.account.address;
		this.baseURL = value;
		this.problem = problem;
		this.account.noteStored(fields.accessToken);
	}

	/** Reads the credential. Never rejects: `problem` says what is wrong with it. */
	static async open(requester: Requester, stop = new Stop()): Promise<Session> {
		try {
			return new Session(requester, stop, await requester.getCredentials(credentialType));
		} catch (error) {
			const session = new Session(requester, stop, {});
			const reason = error instanceof Error ? oneLine(error.message) : '';
			session.problem = problems.credentialUnusable(reason);
			return session;
		}
	}

	/** Gets the account a token; `problem` says why it has none. Never rejects. */
	async renewToken(request: Proxied): Promise<void> {
		const { fields: credentials, requester } = this;
		const { helpers } = requester;
		this.problem = (await exchangeToken({ helpers, credentials, request })).problem;
	}

	/** Whether another request, or another process, has renewed the rejected token by now. Never rejects. */
	async hasOtherToken(): Promise<boolean> {
		const { account } = this;
		if (!account.token) {
			const stored = await this.requester.getCredentials(credentialType).catch(() => undefined);
			account.noteStored(stored?.accessToken);
		}
		return account.token !== undefined;
	}

	redact(text: string): string {
		return this.account.redaction.text(text);
	}

	redacted(problem: Problem): Problem {
		return this.account.redaction.problem(problem);
	}
}
