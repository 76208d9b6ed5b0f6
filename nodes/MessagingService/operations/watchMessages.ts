import { readConcurrency, Reasons, type Fields } from './operation';
import { readMessageFilters, type MessageFilters } from './queries';
import type { Problem } from '../texts';
import { isNotSet, readChoice, readOptionalWholeNumber, readStatuses } from '../values/simple';

const events = ['statusChanged', 'messageCreated'] as const;

const hour = 3_600_000;

/** What a trigger watches: the messages of a time, by filters. */
export interface WatchOrder extends MessageFilters {
	event: (typeof events)[number];
	/** The filters by their paths: with another value of one, the trigger watches something else. */
	filters: Record<string, unknown>;
	/** Only changes to these are told, whatever their case; undefined for all. */
	statuses?: ReadonlySet<string>;
	/** For how many milliseconds after its creation a message is watched. */
	watchedFor: number;
	concurrency: number;
}

/**
 * What the trigger's fields ask for, or every reason why they can't be taken.
 *
 * @throws what reading a field threw: an expression of it failed
 */
export function prepareWatch(given: Fields): WatchOrder | { problems: Problem[] } {
	const option = (name: string) => given.parameter(`options.${name}`);
	const reasons = new Reasons();
	const event = reasons.read(
		readChoice(given.parameter('event') ?? 'statusChanged', 'Event', events),
		'statusChanged',
	);
	const asked = readMessageFilters(given, 'Text Contains', reasons);
	const { query, campaign, numbers } = asked;
	// Hidden for the other event, what is left in it isn't what the user sees.
	const named = event === 'statusChanged' ? option('statuses') : undefined;
	const statuses = isNotSet(named) ? undefined : reasons.read(readStatuses(named, 'Statuses'));
	const bounds = { min: 1, max: 744 };
	const hours = readOptionalWholeNumber(option('watchHours'), 'Watch Hours', bounds);
	return reasons.orElse({
		...asked,
		event,
		filters: {
			'filters.campaign': campaign,
			'filters.category': query.category,
			'filters.phoneNumber': numbers && [...numbers].sort(),
			'filters.senderId': query.sender_id,
			'filters.query': query.query,
		},
		statuses,
		watchedFor: (reasons.read(hours) ?? 72) * hour,
		concurrency: readConcurrency(given, reasons),
	});
}
