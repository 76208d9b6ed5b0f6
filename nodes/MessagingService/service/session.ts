import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accountOf, type Account } from './account';
import { meaningOf } from './breaker';
import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type FailedOutcome,
	type Outcome,
} from './outcome';
import { oneLine } from './plainText';
import { redactOutcome } from './redaction';
import { decide } from './retryPolicy';
import { pause, Stop } from './stop';
import { storedTextOf } from './storedToken';
import { exchangeToken, textsToStore, type RequestSettings } from './token';
import { listStatuses } from '../operations/queries';
import { problems, type Problem } from '../texts';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

/** A request to make for a run. */
export interface ServiceRequest {
	/** A 'read' is a GET, a 'send' is a POST. */
	purpose: 'read' | 'send';
	/** Relative to {base_url}. */
	url: string;
	qs?: IDataObject;
	/** How many requests of the run may be under way at once, this one included. */
	concurrency: number;
	/** Called right before each attempt leaves. Returns the body. */
	leaves?(): IDataObject;
	/** Caps the node's own Timeout; in milliseconds. */
	timeout?: number;
}

/** The probe of whether the service is up: its list of statuses is short (specification section 4.5). */
const areYouThere: ServiceRequest = {
	purpose: 'read',
	url: listStatuses.url,
	concurrency: 1,
	timeout: 10_000,
};

/** Milliseconds after an exchange in which a token can't have expired. */
const newFor = 1_000;

/** The most tokens that may expire while one request waits. */
const mostRenewals = 5;

const credentialType = 'messagingServiceApi';

/** One run's connection to the service. Its credential is read once, and not for each item. */
export class Session {
	readonly account: Account;

	/** The reason why no request can be made at all: no usable address, or no token. All items share it. */
	private problem?: Problem;

	/** Outcomes by purpose that every other request would have too, so none is made any more. */
	private readonly verdicts = new Map<ServiceRequest['purpose'], FailedOutcome>();

	/** Whether the service has answered a send. */
	private wasThere = false;

	/** Requests that have left and have no answer yet. */
	private readonly underWay = new Set<ServiceRequest>();

	private constructor(
		private readonly requester: Requester,
		/** The credential's data, n8n's restriction of domains included. */
		private readonly fields: ICredentialDataDecryptedObject,
		readonly stop: Stop,
		private readonly settings: RequestSettings,
	) {
		this.account = accountOf(fields);
		this.problem = this.account.address.problem;
		this.account.adopt(fields.accessToken);
	}

	/**
	 * Opens a session with the node's credential. Never rejects: if it can't be read, each request returns the reason.
	 * @param settings the node's, for all requests and the token exchange
	 */
	static async open(
		requester: Requester,
		{ stop = new Stop(), settings = {} }: { stop?: Stop; settings?: RequestSettings } = {},
	): Promise<Session> {
		try {
			const fields = await requester.getCredentials(credentialType);
			return new Session(requester, fields, stop, settings);
		} catch (error) {
			const session = new Session(requester, {}, stop, settings);
			const reason = error instanceof Error ? oneLine(error.message) : '';
			session.problem = problems.credentialUnusable(reason);
			return session;
		}
	}

	/**
	 * Makes a request, with retries as the retry policy allows. Never rejects. Returns at once when the execution is
	 * canceled.
	 */
	async request(asked: ServiceRequest): Promise<Outcome> {
		return await this.stop.orStopped(this.repeat(asked), () => this.canceled(asked));
	}

	/** Whether no request of this purpose is made any more. */
	isOver(purpose: ServiceRequest['purpose']): boolean {
		return this.stop.isStopped || this.verdicts.has(purpose);
	}

	redact(text: string): string {
		return this.account.redaction.text(text);
	}

	redacted(problem: Problem): Problem {
		return this.account.redaction.problem(problem);
	}

	/** Returns the outcome of a canceled request: lost for a send that has left, since the service may have taken it. */
	private canceled(asked: ServiceRequest): Outcome {
		const mayBeTaken = asked.purpose === 'send' && this.underWay.has(asked);
		return mayBeTaken ? { type: 'lost', code: 'ERR_CANCELED' } : { type: 'canceled' };
	}

	/** Waits for a place and makes an attempt, and repeats this as long as the retry policy allows. */
	private async repeat(asked: ServiceRequest): Promise<Outcome> {
		const { account, stop } = this;
		const { limiter, breaker } = account;
		const isSend = asked.purpose === 'send';
		const failures = new Map<Outcome['type'], number>();
		let hasLooked = false;
		/** Awaited before the next attempt, without holding a place. */
		let ready: Promise<void> | undefined;
		for (;;) {
			await ready;
			const leave = await limiter.enter(this, asked.concurrency, failures.size > 0);
			try {
				const { token } = account;
				const why = this.whyNot(asked);
				if (why) return why;
				if (!token) {
					ready = this.renewToken();
					continue;
				}
				if (isSend && !breaker.enter(limiter.limit)) {
					ready = this.untilSendsMayLeave(limiter.limit);
					continue;
				}
				const isNew = account.ageOf(token) <= newFor;
				const outcome = await this.attempt(asked, token);
				if (isSend) breaker.leave(outcome);
				// It answered earlier in this run. So the address is right, and the service is about to be started again.
				if (isSend && outcome.type === 'unreachable' && this.wasThere) breaker.trip();
				if (outcome.type === 'answered') return outcome;
				if (outcome.type === 'unauthorized') {
					account.reject(token);
					// Only once: at a service that rejects every token, this would go on without end.
					const mayHaveOther = !hasLooked;
					hasLooked = true;
					if (mayHaveOther && (await this.hasOtherToken())) continue;
				}
				const count = (failures.get(outcome.type) ?? 0) + 1;
				failures.set(outcome.type, count);
				// The token may have expired while the request waited. Only rejection of a new one proves that the keys are
				// bad.
				const mayBeOver = outcome.type === 'unauthorized' && !isNew && count <= mostRenewals;
				const decision = decide(asked.purpose, outcome, mayBeOver ? 1 : count);
				if (!decision.repeat) return this.concluded(asked, outcome);
				// Before the place is given back, or the next request would slip through.
				if (decision.pauseAll) limiter.pause(decision.wait, outcome.type === 'rateLimited');
				else if (decision.wait > 0) ready = pause(decision.wait, stop);
			} finally {
				leave();
			}
		}
	}

	/** Returns the outcome of a request that must not be made; undefined if it may be. */
	private whyNot({ purpose }: ServiceRequest): Outcome | undefined {
		if (this.stop.isStopped) return { type: 'canceled' };
		if (this.problem) return { type: 'notReady', problem: this.problem };
		return this.verdicts.get(purpose);
	}

	/** Returns a final outcome. If it ends the run, other requests of this purpose will have it too. */
	private concluded({ purpose }: ServiceRequest, outcome: FailedOutcome): Outcome {
		if (meaningOf(purpose, outcome) === 'endsRun') this.verdicts.set(purpose, outcome);
		return outcome;
	}

	/** Waits until the breaker may admit a send. If it won't, no other send of the run is made. Never rejects. */
	private async untilSendsMayLeave(limit: number): Promise<void> {
		const { account, stop } = this;
		const ask = async (): Promise<Outcome> => {
			if (!account.token) await this.renewToken();
			const { token } = account;
			if (token) return await this.attempt(areYouThere, token);
			return { type: 'notReady', problem: this.problem ?? problems.tokenFailing() };
		};
		const { breaker } = account;
		// Without awaiting anything first: the next request must not take the place that is left for the next run.
		const verdict = breaker.exhausted(limit) ?? (await breaker.ready(ask, stop));
		if (verdict) this.verdicts.set('send', verdict);
	}

	/** Makes the HTTP call once, with n8n's own authentication. Never rejects. */
	private async attempt(asked: ServiceRequest, token: string): Promise<Outcome> {
		const { account, requester, stop } = this;
		const { purpose, url, qs, timeout = Infinity } = asked;
		const { timeout: own = Infinity } = this.settings;
		const shorter = Math.min(timeout, own);
		const request: IHttpRequestOptions = {
			...requestForm,
			...this.settings,
			...(shorter < Infinity && { timeout: shorter }),
			...this.restriction,
			method: purpose === 'send' ? 'POST' : 'GET',
			url: `${account.address.value}${url}`,
			...(qs && { qs }),
		};
		const data = await this.dataWith(token);
		if (stop.isStopped) return { type: 'canceled' };
		const body = asked.leaves?.();
		this.underWay.add(asked);
		let outcome: Outcome;
		try {
			const answer = await requester.helpers.httpRequestWithAuthentication.call(
				requester as IAllExecuteFunctions,
				credentialType,
				{ ...request, ...(body && { body }) },
				{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
			);
			// Redacted before a receipt, a record or a reason is read from it.
			answer.body = account.redaction.data(answer.body);
			outcome = outcomeOfAnswer(purpose, answer, !account.isFresh(token));
		} catch (error) {
			outcome = outcomeOfError(error, this.settings.proxy);
		}
		if (outcome.type === 'canceled') outcome = this.canceled(asked);
		this.underWay.delete(asked);
		this.wasThere ||= purpose === 'send' && outcome.type === 'answered';
		return redactOutcome(outcome, account.redaction);
	}

	/**
	 * Returns the credential's data with this token, or without one so that n8n calls `preAuthentication` and stores the
	 * result.
	 */
	private async dataWith(token: string): Promise<ICredentialDataDecryptedObject> {
		const { account, requester } = this;
		const text = storedTextOf(token, account);
		let data = { ...this.fields, accessToken: text };
		if (!account.isStored) {
			account.isStored = true;
			// n8n 1.x stores all of the data, and would restore old keys if somebody has changed them meanwhile.
			const stored = await requester.getCredentials(credentialType).catch(() => undefined);
			if (stored && accountOf(stored) === account) data = { ...stored, accessToken: '' };
		}
		textsToStore.set(data, text);
		return data;
	}

	/**
	 * The credential's *Allowed HTTP Request Domains*, which n8n's request helper enforces. As in n8n's routing engine,
	 * the service's own domain is always among them, and *None* shuts out other nodes only.
	 */
	private get restriction(): Pick<IHttpRequestOptions, 'allowedDomains'> {
		const { allowedHttpRequestDomains: allowed, allowedDomains } = this.fields;
		if (allowed !== 'domains') return {};
		const [, host] = /^https?:\/\/(\[[^\]]+\]|[^:/]+)/.exec(this.account.address.value ?? '') ?? [];
		const domains = [host, String(allowedDomains ?? '').trim()].filter(Boolean);
		return { allowedDomains: domains.join(', ') };
	}

	/** Exchanges the keys for a token. If that fails, sets `problem` to the reason. Never rejects. */
	private async renewToken(): Promise<void> {
		const { fields: credentials, requester, settings } = this;
		const { helpers } = requester;
		this.problem = (await exchangeToken({ helpers, credentials, settings })).problem;
	}

	/** Whether another request, or another process, has renewed the rejected token by now. Never rejects. */
	private async hasOtherToken(): Promise<boolean> {
		const { account } = this;
		if (!account.token) {
			const stored = await this.requester.getCredentials(credentialType).catch(() => undefined);
			account.adopt(stored?.accessToken);
		}
		return account.token !== undefined;
	}
}
