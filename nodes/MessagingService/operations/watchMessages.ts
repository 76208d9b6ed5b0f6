import type { Fields } from './operation';
import { readMessageFilters, type MessageFilters } from './queries';
import type { Problem } from '../texts';
import {
	isNotSet,
	readChoice,
	readConcurrency,
	readOptionalWholeNumber,
	readStatuses,
	Reasons,
} from '../values/simple';

const events = ['statusChanged', 'messageCreated'] as const;

/** What a trigger watches: the messages of a time, by filters. */
export interface WatchOrder extends MessageFilters {
	event: (typeof events)[number];
	/** The filters by their paths: with another value of one, the trigger watches something else. */
	filters: Record<string, unknown>;
	/** Only changes to these are told, by their `statusKey`; undefined for all. */
	statuses?: ReadonlySet<string>;
	/** For how many milliseconds after its creation a message is watched. */
	watchedFor: number;
	concurrency: number;
}

/** What the trigger's fields ask for, or every reason why they can't be taken. */
export function prepareWatch(given: Fields): WatchOrder | { problems: Problem[] } {
	const { parameter } = given;
	const reasons = new Reasons();
	const chosen = readChoice(parameter('event') ?? 'statusChanged', 'Event', events);
	const event = reasons.read(chosen, 'statusChanged');
	const asked = readMessageFilters(given, 'Text Contains', reasons);
	const { query, campaign, numbers } = asked;
	// Hidden for the other event, what is left in it isn't what the user sees.
	const named = event === 'statusChanged' ? parameter('options.statuses') : undefined;
	const statuses = isNotSet(named) ? undefined : reasons.read(readStatuses(named, 'Statuses'));
	const watchHours = parameter('options.watchHours');
	const bounds = { min: 1, max: 744 };
	const hours = reasons.read(readOptionalWholeNumber(watchHours, 'Watch Hours', bounds)) ?? 72;
	const most = parameter('options.maxConcurrentRequests');
	const concurrency = reasons.read(readConcurrency(most), 10);
	if (reasons.problems.length > 0) return { problems: reasons.problems };
	const filters = {
		'filters.campaign': campaign,
		'filters.category': query.category,
		'filters.phoneNumber': numbers && [...numbers].sort(),
		'filters.senderId': query.sender_id,
		'filters.query': query.query,
	};
	return { ...asked, event, filters, statuses, watchedFor: hours * 3_600_000, concurrency };
}
