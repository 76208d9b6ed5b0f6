/** Bounds above which the service refuses a request. The specification names none (section 8). */
import { DateTime } from 'luxon';
import type { DateQuery } from './dates.mts';
import type { SendBody } from './messages.mts';
import type { Settings } from './options.mts';
import type { PageQuery } from './pages.mts';

/** Bounds of a sandbox. By default there are none. */
export interface Bounds {
	/** The largest `per_page`; 0 refuses every value. */
	perPage: number;
	/** The latest day that a range may end on. */
	lastDay: 'any' | 'today';
	/** Whether the days of a range need a time. */
	dayTimes: 'without' | 'with';
	/** Maximum number of days between the first and the last day of a range. */
	dayRange: number;
	/** Maximum number of recipients of a send, and of characters in its message and campaign. */
	recipients: number;
	message: number;
	campaign: number;
}

export const noBounds: Bounds = {
	perPage: Infinity,
	lastDay: 'any',
	dayTimes: 'without',
	dayRange: Infinity,
	recipients: Infinity,
	message: Infinity,
	campaign: Infinity,
};

/**
 * Returns the reasons to refuse a request: each exceeded bound and refused number. Empty if there are none.
 * @param now milliseconds by the service's clock
 */
export function exceeded(
	{ bounds, zone, ...settings }: Settings,
	asked: PageQuery & DateQuery & Partial<SendBody>,
	now: number,
): string[] {
	const { per_page: perPage = 0, start_date: start, end_date: end } = asked;
	const [first, last] = [start, end].map((day) => DateTime.fromISO(day ?? '', { zone }));
	const today = DateTime.fromMillis(now, { zone }).endOf('day');
	const { recipients, message = '', campaign = '' } = asked;
	const isTimed = (day = ''): boolean => day.includes('T');
	const told: Array<[isTooMuch: boolean, reason: string]> = [
		[perPage > bounds.perPage, `per_page must not be greater than ${bounds.perPage}.`],
		[bounds.lastDay === 'today' && last! > today, 'end_date must not be after today.'],
		[
			bounds.dayTimes === 'with' && start !== undefined && !(isTimed(start) && isTimed(end)),
			'start_date and end_date must be dates with a time.',
		],
		[
			last!.diff(first!, 'days').days > bounds.dayRange,
			`The range must not have more than ${bounds.dayRange} days.`,
		],
		[
			(recipients?.length ?? 0) > bounds.recipients,
			`recipients must not have more than ${bounds.recipients} items.`,
		],
		[
			message.length > bounds.message,
			`message must not have more than ${bounds.message} characters.`,
		],
		[
			campaign.length > bounds.campaign,
			`campaign must not have more than ${bounds.campaign} characters.`,
		],
	];
	const reasons = told.filter(([isTooMuch]) => isTooMuch).map(([, reason]) => reason);
	return [...reasons, ...refusedNumbers(recipients ?? [], settings)];
}

function refusedNumbers(
	recipients: string[],
	{ refusedNumbers: refused, readings }: Pick<Settings, 'refusedNumbers' | 'readings'>,
): string[] {
	const told = [...recipients.entries()]
		.filter(([, number]) => refused.includes(number))
		.map(([place, number]) => {
			if (readings.refusedBy === 'number')
				return `recipients has ${number}, which can't be reached.`;
			if (readings.refusedBy === 'nothing') return "recipients has a number that can't be reached.";
			return `recipients.${place} is a number that can't be reached.`;
		});
	return [...new Set(told)];
}
