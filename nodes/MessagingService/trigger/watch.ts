import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { PollBound } from './activation';
import { events, watchedKey, type WatchOrder } from './changes';
import { triggerFields } from '../fields/trigger';
import { endsBefore, readMessageList, ServiceClock } from '../messages/list';
import type { Page } from '../messages/page';
import type { Fields } from '../operations/operation';
import { readMessageFilters } from '../operations/queries';
import { errorFor, pollFailure } from '../run/failure';
import { failureOfThrown, FieldReader } from '../run/parameters';
import { requestFormOf } from '../service/request';
import { Session } from '../service/session';
import type { Stop } from '../service/stop';
import { problems, type Problem } from '../texts';
import { createdAtOf } from '../values/messageRecord';
import {
	isNotSet,
	readChoice,
	readConcurrency,
	readOptionalWholeNumber,
	readStatuses,
	Reasons,
} from '../values/simple';

export interface Watch {
	functions: IPollFunctions;
	session: Session;
	order: WatchOrder;
	isFiltered: boolean;
	/** Equal as long as event, filters and account are the same. */
	identity: string;
}

/** Reads credential and form. @throws NodeApiError where the form can't be taken */
export async function openWatch(functions: IPollFunctions, stop?: Stop): Promise<Watch> {
	const session = await Session.open(functions, stop);
	const reader = new FieldReader(
		triggerFields,
		functions.getNode(),
		functions.getTimezone(),
		(path, _index, fallback, options) => functions.getNodeParameter(path, fallback, options),
	);
	const reasons = new Reasons();
	let order: WatchOrder | undefined;
	try {
		order = readOrder(reader.read(0), reasons);
	} catch (error) {
		reasons.problems.push(failureOfThrown(error));
	}
	if (!order || reasons.problems.length > 0) {
		const declared = { cause: 'configuration-invalid' } as const;
		const found = reasons.problems.map((each) => ({ declared, ...each }));
		throw pollError({ functions, session }, found);
	}
	const { event, query, campaign, persons } = order;
	const filters = Object.entries({
		'filters.campaign': campaign,
		'filters.category': query.category,
		'filters.phoneNumber': persons && [...persons].sort(),
		'filters.senderId': query.sender_id,
		'filters.query': query.query,
	});
	const isFiltered = filters.some(([, value]) => value !== undefined);
	// An expression counts itself: by what it comes to, one that names the day would start anew at midnight.
	const asked = filters.map(([path, value]) => reader.expressionAt(path) ?? value ?? null);
	// A new client secret belongs to the same account.
	const clientId = String(session.fields.clientId).trim();
	const identity = watchedKey([event, asked, session.baseURL, clientId]);
	return { functions, session, order, isFiltered, identity };
}

function readOrder(given: Fields, reasons: Reasons): WatchOrder {
	const { parameter } = given;
	const chosen = readChoice(parameter('event') ?? 'statusChanged', 'Event', events);
	const event = reasons.read(chosen, 'statusChanged');
	const filters = readMessageFilters(given, 'Text Contains', reasons);
	// Hidden for the other event, what is left in it isn't what the user sees.
	const named = event === 'statusChanged' ? parameter('options.statuses') : undefined;
	const statuses = isNotSet(named) ? undefined : reasons.read(readStatuses(named, 'Statuses'));
	const watchHours = parameter('options.watchHours');
	const bounds = { min: 1, max: 744 };
	const hours = reasons.read(readOptionalWholeNumber(watchHours, 'Watch Hours', bounds)) ?? 72;
	const concurrency = reasons.read(readConcurrency(parameter('options.maxConcurrentRequests')), 10);
	return { ...filters, event, statuses, watchedFor: hours * 3_600_000, concurrency };
}

/** @param goesOn whether there is a state from which the next poll goes on */
export function pollError(
	{ functions, session }: Pick<Watch, 'functions' | 'session'>,
	problems: Problem[],
	goesOn = false,
): Error {
	const failures = problems.map((each) => session.redacted(each));
	return errorFor(functions.getNode(), pollFailure(failures, goesOn), false);
}

/** Milliseconds for one request: n8n's durable scheduler gives a poll up after 45 seconds. */
const timeout = 30_000;

interface Reading {
	bound: PollBound;
	/** Whether no poll before has kept anything. */
	isFirst: boolean;
	/** Whether the pages after this one need not be read. */
	isEnough(page: Page): boolean;
	note(message: IDataObject, createdAt: number | undefined): void;
}

/** Notes each message of the last Watch Hours, once. Gives the oldest time that is watched, and what failed. */
export async function readMessages(
	{ session, order }: Watch,
	{ bound, isFirst, isEnough, note }: Reading,
) {
	const clock = new ServiceClock();
	const first = Date.now() - order.watchedFor;
	// By a clock that is wrong, what the first poll passes over would never count as new.
	const since = () => Math.min(clock.earliest(first), isFirst ? first : Infinity);
	const failure = await readMessageList({
		session,
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
			// A message whose time can't be read is of the days that the service was asked for.
			if ((createdAt ?? Infinity) >= since() && order.keeps?.(message) !== false)
				note(message, createdAt);
		},
	});
	const isTooLong = failure !== undefined && bound.stop.isStopped;
	return { since: since(), failure: isTooLong ? problems.pollTooLong(bound.seconds) : failure };
}
