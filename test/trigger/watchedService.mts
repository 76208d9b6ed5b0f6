/** The service that a trigger watches, with everything in it that a random schedule brings about. */
import type { CredentialStore } from '../../workbench/engine/engine.mts';
import type { MessageFromElsewhere } from '../../workbench/sandbox/sandbox.mts';
import { clientOf } from '../contract/client.mts';
import { clock } from '../clock/virtualClock.mts';
import { startEnvironment, type Environment } from '../lookup/environment.mts';
import type { Change, Filter, Schedule, Settings } from './scheduleSteps.mts';
import { service } from './shownRecords.mts';

/** A message that is in the list, or will be. */
export interface Listed {
	id: number;
	/** By the service's clock. */
	createdAt: number;
	/** By the true time. */
	since: number;
	numbers: readonly string[];
	asked: Required<Filter['asked']>;
}

const group = ['+254733003001', '+254733003002', '+254733003003'];

export class WatchedService {
	readonly environment: Environment;

	readonly listed: Listed[] = [];

	/** What clients send, which takes its time. */
	readonly underWay: Array<Promise<void>> = [];

	private readonly given: Schedule;

	/** One that the service takes whatever the client ID. */
	private readonly token: string;

	private constructor(environment: Environment, given: Schedule, token: string) {
		this.environment = environment;
		this.given = given;
		this.token = token;
	}

	static async start(given: Schedule): Promise<WatchedService> {
		const { listingDelay, maxPerPage, readings, before } = given;
		service.start(given.writing);
		const environment = await startEnvironment(given.began, given.pace, {
			listingDelay,
			maxPerPage,
			readings,
			...given.clock,
		});
		const { sandbox } = environment.bench;
		const { data } = await clientOf(sandbox).post('/oauth/token', {
			client_id: sandbox.clientId,
			client_secret: sandbox.clientSecret,
		});
		const watched = new WatchedService(environment, given, data.access_token);
		for (const { message, status, age } of [...before].sort((one, other) => other.age - one.age))
			watched.add(message, status, given.began - age);
		return watched;
	}

	/** The service's clock. */
	get now(): number {
		return clock.now + this.given.clock.clockOffset;
	}

	/** What the trigger uses to ask it; those of another account come to the same list. */
	credentialsOf(account: Settings['account']): CredentialStore {
		const { bench } = this.environment;
		if (account === 'otherAddress')
			return bench.store({ baseUrl: bench.sandbox.baseUrl.replace('127.0.0.1', 'localhost') });
		return bench.store(
			account === 'otherClient' ? { clientId: 'another', accessToken: this.token } : {},
		);
	}

	/** Brings about a change; done at once, or when `underWay` is. */
	change(change: Change): void {
		if (change.kind === 'message') {
			if (change.by === 'elsewhere') this.add(change.message, change.status, clock.now);
			else this.underWay.push(this.send(change.message));
			return;
		}
		const { of, recipient, status, everywhere } = change;
		const message = this.listed[of % (this.listed.length || 1)];
		const number = message?.numbers[recipient % message.numbers.length];
		if (number)
			this.environment.bench.sandbox.setStatus(
				number,
				status,
				everywhere ? {} : { messageId: message.id },
			);
	}

	/** What is in the list at this moment. */
	get there(): ReadonlySet<Listed> {
		return new Set(this.listed.filter(({ since }) => since <= clock.now));
	}

	/** Whether rows may have come into the list since these were in it. */
	hasMoved(there: ReadonlySet<Listed>): boolean {
		return this.underWay.length > 0 || this.there.size > there.size;
	}

	private add(
		{ to, ...given }: Extract<Change, { kind: 'message' }>['message'],
		status: string | null | undefined,
		at: number,
	): void {
		const createdAt = at + this.given.clock.clockOffset;
		const place: Partial<MessageFromElsewhere> =
			to === 'group' ? { contactListId: 503 } : { recipients: to };
		const id = this.environment.bench.sandbox.addMessage({ ...place, ...given, createdAt, status });
		this.listed.push({
			id,
			createdAt,
			since: Math.min(at, clock.now),
			numbers: to === 'group' ? group : to,
			asked: given,
		});
	}

	private async send({
		to,
		...given
	}: Extract<Change, { kind: 'message' }>['message']): Promise<void> {
		const { environment } = this;
		// Which message is which its text tells.
		const text = `${given.message} (${environment.bench.sandbox.journal.length} ${this.underWay.length})`;
		await environment.send(
			{
				...(to === 'group' ? { groupId: 503 } : { to }),
				text,
				campaign: given.campaign,
				priority: given.category,
			},
			given.senderId,
		);
		const entry = environment.bench.sandbox.journal.find(({ body }) => body.message === text);
		if (!entry) return;
		const createdAt = entry.at + this.given.clock.clockOffset;
		this.listed.push({
			id: Number(entry.messageId),
			createdAt,
			since: entry.at + this.given.listingDelay,
			numbers: to === 'group' ? group : to,
			asked: given,
		});
	}
}
