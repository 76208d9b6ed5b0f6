import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { watchedKey } from './state';
import type { Failure } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import type { Page } from '../messages/page';
import { prepareWatch, watchFields, type WatchOrder } from '../operations/watchMessages';
import { failureOfThrown, FieldReader } from '../run/fields';
import { requestFormOf } from '../service/request';
import type { Session } from '../service/session';
import { Stop } from '../service/stop';
import { createdAtOf } from '../values/messageRecord';

/** What the trigger's form says. */
export interface Settings {
	order: WatchOrder;
	/** Equal as long as event, filters and account are the same. */
	identity: string;
}

/** Reads the trigger's form, or says why it can't be taken. */
export function readSettings(
	functions: IPollFunctions,
	session: Session,
): Settings | { failures: Failure[] } {
	const reader = new FieldReader(
		watchFields,
		functions.getNode(),
		functions.getTimezone(),
		(path, _index, fallback, options) => functions.getNodeParameter(path, fallback, options),
	);
	try {
		const fields = reader.read(0);
		const order = prepareWatch(fields);
		if ('problems' in order)
			return { failures: order.problems.map((problem) => ({ ...problem, fate: 'refused' })) };
		return { order, identity: identityOf(order, reader, session) };
	} catch (error) {
		return { failures: [failureOfThrown(error)] };
	}
}

/**
 * Of a filter that is an expression the expression counts, not what it comes to: with one that names the
 * day, the trigger would start anew at midnight, and what changed about then would never be told.
 *
 * A new client secret belongs to the same account.
 */
function identityOf(
	{ event, filters }: WatchOrder,
	reader: FieldReader,
	{ baseURL, fields }: Session,
): string {
	const values = Object.entries(filters).map(
		([path, value]) => reader.expressionAt(path) ?? value ?? null,
	);
	return watchedKey([event, values, baseURL, String(fields.clientId).trim()]);
}

/**
 * Milliseconds for one request: n8n's durable scheduler gives a poll up after 45 seconds, and the
 * next may begin a minute later.
 */
const timeout = 30_000;

/** The messages of the last Watch Hours that the filters let through. */
export class WatchedMessages {
	private readonly functions: IPollFunctions;

	private readonly session: Session;

	private readonly order: WatchOrder;

	private readonly clock = new ServiceClock();

	private readonly began = Date.now();

	/** Whether no poll before has kept anything. */
	isFirst = false;

	constructor(functions: IPollFunctions, session: Session, order: WatchOrder) {
		this.functions = functions;
		this.session = session;
		this.order = order;
	}

	private isWatched(message: IDataObject, createdAt: number | undefined): boolean {
		// Of one whose time can't be read the service says that it is of the days asked for.
		return (createdAt ?? Infinity) >= this.since && this.order.keeps?.(message) !== false;
	}

	/** The oldest time of creation that is watched, by the service's clock; told better once the service has answered. */
	get since(): number {
		const first = this.began - this.order.watchedFor;
		const byItsClock = this.clock.earliest(first);
		// If that is wrong, what the first poll passes over would never count as new.
		return this.isFirst ? Math.min(byItsClock, first) : byItsClock;
	}

	/**
	 * Reads the list, the pages of Watch Hours only.
	 *
	 * @param note given each message once, with the time of its creation as far as that can be read
	 * @returns why not all of it could be read; undefined where it was
	 */
	async read(
		note: (message: IDataObject, createdAt: number | undefined) => void,
		{ isEnough, mayMiss }: { isEnough: (page: Page, since: number) => boolean; mayMiss: boolean },
	): Promise<Failure | undefined> {
		const { session, order } = this;
		return await readMessageList({
			sender: { requester: this.functions, session, run: session, stop: new Stop() },
			request: { url: '', ...requestFormOf(session), timeout },
			concurrency: order.concurrency,
			filters: order.query,
			clock: this.clock,
			since: () => this.since,
			isEnough,
			mayMiss,
			note: (message) => {
				const createdAt = createdAtOf(message);
				if (this.isWatched(message, createdAt)) note(message, createdAt);
			},
		});
	}
}
