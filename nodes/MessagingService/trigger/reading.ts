import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { watchedKey } from './state';
import { triggerFields } from '../fields/trigger';
import type { Failure } from '../item';
import { endsBefore, readMessageList, ServiceClock } from '../messages/list';
import type { Page } from '../messages/page';
import { prepareWatch, type WatchOrder } from '../operations/watchMessages';
import { errorFor, pollFailure } from '../run/failure';
import { failureOfThrown, FieldReader } from '../run/fields';
import { requestFormOf } from '../service/request';
import { Session } from '../service/session';
import { Stop } from '../service/stop';
import type { Problem } from '../texts';
import { createdAtOf } from '../values/messageRecord';

/** What every poll has. */
export interface Watch {
	functions: IPollFunctions;
	session: Session;
	order: WatchOrder;
	/** Equal as long as event, filters and account are the same. */
	identity: string;
}

/** Reads credential and form. @throws NodeApiError where the form can't be taken */
export async function openWatch(functions: IPollFunctions): Promise<Watch> {
	const session = await Session.open(functions);
	const reader = new FieldReader(
		triggerFields,
		functions.getNode(),
		functions.getTimezone(),
		(path, _index, fallback, options) => functions.getNodeParameter(path, fallback, options),
	);
	let order: ReturnType<typeof prepareWatch>;
	try {
		order = prepareWatch(reader.read(0));
	} catch (error) {
		order = { problems: [failureOfThrown(error)] };
	}
	if ('problems' in order) throw pollError({ functions, session }, order.problems);
	// Of a filter that is an expression the expression counts, not what it comes to: with one that
	// names the day, the trigger would start anew at midnight.
	const filters = Object.entries(order.filters).map(
		([path, value]) => reader.expressionAt(path) ?? value ?? null,
	);
	// A new client secret belongs to the same account.
	const clientId = String(session.fields.clientId).trim();
	const identity = watchedKey([order.event, filters, session.baseURL, clientId]);
	return { functions, session, order, identity };
}

/** @param goesOn whether there is a state from which the next poll goes on */
export function pollError(
	{ functions, session }: Pick<Watch, 'functions' | 'session'>,
	problems: Problem[],
	goesOn = false,
): Error {
	const failures = problems.map((each) => ({
		...session.redacted(each),
		fate: 'refused' as const,
	}));
	return errorFor(functions.getNode(), pollFailure(failures, goesOn), false);
}

/** Milliseconds for one request: n8n's durable scheduler gives a poll up after 45 seconds. */
const timeout = 30_000;

interface Reading {
	/** Whether no poll before has kept anything. */
	isFirst: boolean;
	/** Whether the pages after this one need not be read. */
	isEnough(page: Page): boolean;
	note(message: IDataObject, createdAt: number | undefined): void;
}

/**
 * Notes each message of the last Watch Hours that the filters let through, once.
 *
 * @returns the oldest time of creation that is watched, by the service's clock, and why not all could be read
 */
export async function readMessages(
	{ functions, session, order }: Watch,
	{ isFirst, isEnough, note }: Reading,
): Promise<{ since: number; failure: Failure | undefined }> {
	const clock = new ServiceClock();
	const first = Date.now() - order.watchedFor;
	// By a clock that is wrong, what the first poll passes over would never count as new.
	const since = () => Math.min(clock.earliest(first), isFirst ? first : Infinity);
	const failure = await readMessageList({
		sender: { requester: functions, session, run: session, stop: new Stop() },
		request: { url: '', ...requestFormOf(session), timeout },
		concurrency: order.concurrency,
		filters: order.query,
		clock,
		since,
		isEnough: (page, oldest) => endsBefore(page, oldest) || isEnough(page),
		// The next poll tells what is missing; but after the first one it would count as new.
		mayMiss: !isFirst,
		note: (message) => {
			const createdAt = createdAtOf(message);
			// Of one whose time can't be read the service says that it is of the days asked for.
			if ((createdAt ?? Infinity) >= since() && order.keeps?.(message) !== false)
				note(message, createdAt);
		},
	});
	return { since: since(), failure };
}
