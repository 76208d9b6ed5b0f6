import { formatNumber, joinWithAnd, pluralize } from '../wording';

/** A time zone, and the time of day that its clocks show. */
interface Clock {
	zone: string;
	time: string;
}

/** When the texts of a run go out. */
interface Times {
	/** The different Sending Hours of its rows, such as '08:00 to 20:00', and the clocks that they go by. */
	hours: string[];
	clocks: Clock[];
	ofWorkflow: Clock;
	/** How many texts go out at once, and how many later. */
	atOnce: number;
	later: number;
	/** The first and the last time of the later ones, such as 'tomorrow at 08:00'. */
	ends: string[];
	/** How many texts Sending Hours put off to a later day. */
	onLaterDay: number;
	/** Whether Dry Run is on. */
	isDry: boolean;
}

/** Says when the texts of a run go out, and by whose clocks. Asks about their words if that is on another day. */
export function sayTimes(times: Times): string {
	return `${whoseClocks(times)}: ${whatGoes(times)}.${askAboutDay(times)}`;
}

function whatGoes({ clocks, ofWorkflow, atOnce, later, ends, isDry }: Times): string {
	const goOut = (count: number) => `${isDry ? 'would go' : count === 1 ? 'goes' : 'go'} out`;
	const total = atOnce + later;
	const all = `${textsIn(total)} ${goOut(total)}`;
	if (later === 0) return `${all} now`;
	const [first, last] = ends;
	// A date takes 'on', unlike 'tomorrow'.
	const time = first !== last ? `between ${first} and ${last}` : first!.replace(/^(?!to)/, 'on ');
	const when = clocks.length > 1 ? `${time} (${ofWorkflow.zone})` : time;
	if (atOnce === 0) return `${all} ${when}`;
	return `${pluralize(atOnce, 'text')} ${goOut(atOnce)} now, ${formatNumber(later)} ${when}`;
}

function textsIn(total: number): string {
	if (total === 1) return 'the text';
	return total === 2 ? 'both texts' : `all ${pluralize(total, 'text')}`;
}

function whoseClocks({ hours, clocks, ofWorkflow }: Times): string {
	const [clock] = clocks;
	if (!clock) return `It is ${ofWorkflow.time} in the workflow's time zone (${ofWorkflow.zone})`;
	if (hours.length === 1 && clocks.length === 1)
		return `Sending Hours are ${hours[0]} (${clock.zone}), where it is ${clock.time}`;
	const now = joinWithAnd(clocks.map(({ zone, time }) => `${time} in ${zone}`));
	return `Sending Hours differ from row to row (it is ${now})`;
}

function askAboutDay({ onLaterDay, atOnce, later }: Times): string {
	if (onLaterDay === 0) return '';
	const isAll = onLaterDay === atOnce + later;
	const which = isAll ? 'That' : `For ${formatNumber(onLaterDay)} of them that`;
	const texts = onLaterDay === 1 ? 'does the text' : 'do the texts';
	return ` ${which} is a later day than without Sending Hours: ${texts} say "today" or "tomorrow"?`;
}
