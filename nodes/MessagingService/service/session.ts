import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { accountOf, type Account } from './account';
import { meaningOf } from './breaker';
import { credentialType, makeCall, type Call, type Requester } from './call';
import type { FailedOutcome, Outcome, Purpose } from './outcome';
import { oneLine } from './plainText';
import { decide } from './retryPolicy';
import { pause, Stop } from './stop';
import { exchangeToken, type RequestSettings } from './token';
import { listStatuses } from '../operations/queries';
import { problems, type Problem } from '../texts';

/** A request to make for a run. */
export interface ServiceRequest extends Call {
	/** How many requests of the run may be under way at once, this one included. */
	concurrency: number;
	/** Called right before each attempt leaves. Returns the body. */
	leaves?(): IDataObject;
}

/** The failed attempts at one request. */
interface History {
	/** How many there were, by the type of their outcome. */
	failures: Map<Outcome['type'], number>;
	/** Whether a renewed token was looked for. */
	hasLooked: boolean;
}

/** The end of one turn: the request's final outcome, or a promise that its next turn awaits. */
interface Turn {
	outcome?: Outcome;
	ready?: Promise<void>;
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

/** One run's connection to the service. Its credential is read once, and not for each item. */
export class Session {
	readonly account: Account;

	/** The reason why no request can be made at all: no usable address, or no token. All items share it. */
	private problem?: Problem;

	/** Outcomes by purpose that every other request would have too, so none is made any more. */
	private readonly verdicts = new Map<Purpose, FailedOutcome>();

	/** Whether the service has answered a send. */
	private wasThere = false;

	/** Requests that have left and have no answer yet. */
	private readonly underWay = new Set<ServiceRequest>();

	private constructor(
		private readonly requester: Requester,
		/** The credential's data. */
		private readonly credential: ICredentialDataDecryptedObject,
		readonly stop: Stop,
		private readonly settings: RequestSettings,
	) {
		this.account = accountOf(credential);
		this.problem = this.account.address.problem;
		this.account.adopt(credential.accessToken);
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
			const credential = await requester.getCredentials(credentialType);
			return new Session(requester, credential, stop, settings);
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
	async request(request: ServiceRequest): Promise<Outcome> {
		return await this.stop.orStopped(this.repeat(request), () => this.canceled(request));
	}

	/** Whether no request of this purpose is made any more. */
	isOver(purpose: Purpose): boolean {
		return this.whyNot(purpose) !== undefined;
	}

	redact(text: string): string {
		return this.account.redaction.text(text);
	}

	redacted(problem: Problem): Problem {
		return this.account.redaction.problem(problem);
	}

	/** Returns the outcome of a canceled request: lost for a send that has left, since the service may have taken it. */
	private canceled(request: ServiceRequest): Outcome {
		const mayBeTaken = request.purpose === 'send' && this.underWay.has(request);
		return mayBeTaken ? { type: 'lost', code: 'ERR_CANCELED' } : { type: 'canceled' };
	}

	/** Makes attempts until the outcome is final. Each takes a place in the limiter; waits between them take none. */
	private async repeat(request: ServiceRequest): Promise<Outcome> {
		const { limiter } = this.account;
		const history: History = { failures: new Map(), hasLooked: false };
		for (;;) {
			const leave = await limiter.enter(this, request.concurrency, history.failures.size > 0);
			const { outcome, ready } = await this.takeTurn(request, history).finally(leave);
			if (outcome) return outcome;
			await ready;
		}
	}

	/** Makes one attempt, if the request may leave now, and decides about the next one. */
	private async takeTurn(request: ServiceRequest, history: History): Promise<Turn> {
		const { limiter, breaker, token } = this.account;
		const isSend = request.purpose === 'send';
		const why = this.whyNot(request.purpose);
		if (why) return { outcome: why };
		if (!token) return { ready: this.renewToken() };
		if (isSend && !breaker.enter(limiter.limit))
			return { ready: this.untilSendsMayLeave(limiter.limit) };
		const isNew = this.account.ageOf(token) <= newFor;
		const outcome = await this.attempt(request, token);
		if (isSend) breaker.leave(outcome);
		// It answered earlier in this run. So the address is right, and the service is about to be started again.
		if (isSend && outcome.type === 'unreachable' && this.wasThere) breaker.trip();
		if (outcome.type === 'answered') return { outcome };
		if (outcome.type === 'unauthorized' && (await this.findsOtherToken(token, history))) return {};
		return this.afterFailure(request, outcome, history, isNew);
	}

	/** Decides after a failed attempt. @param isNew whether the token was exchanged just before it */
	private afterFailure(
		request: ServiceRequest,
		outcome: FailedOutcome,
		{ failures }: History,
		isNew: boolean,
	): Turn {
		const count = (failures.get(outcome.type) ?? 0) + 1;
		failures.set(outcome.type, count);
		// The token may have expired while the request waited. Only rejection of a new one proves that the keys are bad.
		const mayBeOver = outcome.type === 'unauthorized' && !isNew && count <= mostRenewals;
		const decision = decide(request.purpose, outcome, mayBeOver ? 1 : count);
		if (!decision.repeat) return { outcome: this.concluded(request, outcome) };
		const { wait, pauseAll } = decision;
		if (!pauseAll) return wait > 0 ? { ready: pause(wait, this.stop) } : {};
		// Before the place is given back, or the next request would slip through.
		this.account.limiter.pause(wait, outcome.type === 'rateLimited');
		return {};
	}

	/** Returns the outcome of a request that must not be made; undefined if it may be. */
	private whyNot(purpose: Purpose): Outcome | undefined {
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

	/** Makes the HTTP call once. Never rejects. */
	private async attempt(request: ServiceRequest, token: string): Promise<Outcome> {
		const leaves = () => {
			const body = request.leaves?.();
			this.underWay.add(request);
			return body;
		};
		const { requester, account, credential, settings, stop } = this;
		const caller = { requester, account, credential, settings, stop };
		let outcome = await makeCall(caller, request, token, leaves);
		if (outcome.type === 'canceled') outcome = this.canceled(request);
		this.underWay.delete(request);
		this.wasThere ||= request.purpose === 'send' && outcome.type === 'answered';
		return outcome;
	}

	/** Exchanges the keys for a token. If that fails, sets `problem` to the reason. Never rejects. */
	private async renewToken(): Promise<void> {
		const { credential: credentials, requester, settings } = this;
		const { helpers } = requester;
		this.problem = (await exchangeToken({ helpers, credentials, settings })).problem;
	}

	/**
	 * Drops a rejected token, and returns whether another request, or another process, has renewed it. Looks only once:
	 * at a service that rejects every token, this would go on without end. Never rejects.
	 */
	private async findsOtherToken(token: string, history: History): Promise<boolean> {
		const { account } = this;
		account.reject(token);
		if (history.hasLooked) return false;
		history.hasLooked = true;
		if (!account.token) {
			const stored = await this.requester.getCredentials(credentialType).catch(() => undefined);
			account.adopt(stored?.accessToken);
		}
		return account.token !== undefined;
	}
}
