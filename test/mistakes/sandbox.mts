import type { Mistake } from './mistake.mts';

const sandbox = (file: string) => `workbench/sandbox/${file}`;
const contract = (file: string, test: string): Mistake['noticedBy'] => ({
	file: `test/contract/${file}.test.mts`,
	test,
});

const matches = 'storedText(message.text, kept).toLowerCase().includes(needle)';

/** Mistakes in the sandbox that plays the service: what it finds, accepts, lists and refuses. */
export const sandboxMistakes: Mistake[] = [
	{
		name: 'Text Contains finds messages by their campaign, too, and only in the sandbox',
		file: sandbox('messages.mts'),
		from: matches,
		to: '`${storedText(message.text, kept)} ${message.campaign}`.toLowerCase().includes(needle)',
		noticedBy: contract('queryMessages', 'query searches the text alone'),
	},
	{
		name: 'Text Contains finds messages by their numbers, too, and only in the sandbox',
		file: sandbox('messages.mts'),
		from: matches,
		to: "[storedText(message.text, kept), ...message.phoneNumbers].join(' ').toLowerCase().includes(needle)",
		noticedBy: contract('queryMessages', 'query searches the text alone'),
	},
	{
		name: "A schedule without a zone means the hour of the sandbox's machine",
		file: sandbox('calendar.mts'),
		from: 'DateTime.fromISO(schedule, utc)',
		to: 'DateTime.fromISO(schedule)',
		noticedBy: contract('zones', 'is UTC unless it states a zone'),
	},
	{
		name: 'The sandbox takes a schedule of 31 April for 1 May',
		file: sandbox('calendar.mts'),
		from: 'DateTime.fromISO(schedule, utc).toMillis()',
		to: 'Date.parse(/(Z|[+-]\\d\\d:\\d\\d)$/.test(schedule) ? schedule : `${schedule}Z`)',
		noticedBy: contract('sendMessage', 'schedule as "2026-04-31T08:00"'),
	},
	{
		name: "The sandbox's week begins on Sunday",
		file: sandbox('dateRange.mts'),
		from: "today.startOf('week')",
		to: "today.startOf('week').minus({ days: 1 })",
		noticedBy: contract('zones', 'date_created this-week is whole days in UTC'),
	},
	{
		name: "The sandbox's days are those of its machine's zone",
		file: sandbox('calendar.mts'),
		from: 'DateTime.fromMillis(moment, utc)',
		to: 'DateTime.fromMillis(moment)',
		noticedBy: contract('zones', 'date_created this-month is whole days in UTC'),
	},
	{
		name: 'The last day of a custom range is left out',
		file: sandbox('dateRange.mts'),
		from: "last.endOf('day')",
		to: 'last',
		noticedBy: contract('queryMessages', 'a custom range holds both of its days'),
	},
	{
		name: 'The sandbox counts one page too few',
		file: sandbox('pages.mts'),
		from: 'Math.ceil(total / claimedSize)',
		to: 'Math.floor(total / claimedSize)',
		noticedBy: contract('queryMessages', 'the pages hold every record once'),
	},
	{
		name: 'An empty page of the sandbox comes without its meta',
		file: sandbox('pages.mts'),
		from: "if (meta !== 'missing') {",
		to: "if (meta !== 'missing' && records.length > 0) {",
		noticedBy: contract('queryMessages', 'a page after the last is empty'),
	},
	{
		name: 'The sandbox takes a token whose time is over once more',
		file: sandbox('tokens.mts'),
		from: 'return !tooOld && !tooOften;',
		to: 'return !tooOften;',
		noticedBy: contract('token', 'a token expires with its age'),
	},
	{
		name: 'The sandbox goes on listing messages that a reset deleted, to who asks with a filter',
		file: sandbox('messages.mts'),
		from: 'this.waiting.clear();\n\t\tthis.found.clear();',
		to: 'this.waiting.clear();',
		noticedBy: contract('listing', 'reset forgets what a filter has found, too'),
	},
	{
		name: 'A filter by status shows the statuses of when it was first asked',
		file: sandbox('messages.mts'),
		from: 'if (filter.status === undefined) this.found.set(kept + key, matches);',
		to: 'this.found.set(kept + key, matches);',
		noticedBy: contract(
			'queryMessages',
			'status takes the number of a delivery status, and follows the time',
		),
	},
	{
		name: 'A sender that waits for its approval may send in the sandbox',
		file: sandbox('statuses.mts'),
		from: 'sendingStatuses: readonly number[] = [1, 2]',
		to: 'sendingStatuses: readonly number[] = [0, 1, 2]',
		noticedBy: contract('sendMessage', 'a sender that is Pending'),
	},
];
