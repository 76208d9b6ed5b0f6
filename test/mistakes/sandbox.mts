import type { Mistake } from './mistake.mts';

const sandbox = (file: string) => `workbench/sandbox/${file}`;
const contract = (file: string, test: string): Mistake['noticedBy'] => ({
	file: `test/contract/${file}.test.mts`,
	test,
});

const matches = 'hasText(query, shownText(message, readings))';

/** Mistakes in the sandbox that plays the service: what it finds, accepts, lists and refuses. */
export const sandboxMistakes: Mistake[] = [
	{
		name: 'Text Contains finds messages by their campaign, too, and only in the sandbox',
		file: sandbox('operations.mts'),
		from: matches,
		to: 'hasText(query, `${shownText(message, readings)} ${message.body.campaign}`)',
		noticedBy: contract('queryMessages', 'query searches the text alone'),
	},
	{
		name: 'Text Contains finds messages by their numbers, too, and only in the sandbox',
		file: sandbox('operations.mts'),
		from: matches,
		to: "hasText(query, [shownText(message, readings), ...message.phoneNumbers].join(' '))",
		noticedBy: contract('queryMessages', 'query searches the text alone'),
	},
	{
		name: "A schedule without a zone means the hour of the sandbox's machine",
		file: sandbox('dates.mts'),
		from: 'DateTime.fromISO(schedule, utc)',
		to: 'DateTime.fromISO(schedule)',
		noticedBy: contract('zones', 'is UTC unless it states a zone'),
	},
	{
		name: 'The sandbox takes a schedule of 31 April for 1 May',
		file: sandbox('dates.mts'),
		from: 'DateTime.fromISO(schedule, utc)',
		to: 'DateTime.fromJSDate(new Date(/(Z|[+-]\\d\\d:\\d\\d)$/.test(schedule) ? schedule : `${schedule}Z`))',
		noticedBy: contract('sendMessage', 'schedule as "2026-04-31T08:00"'),
	},
	{
		name: "The sandbox's week begins on Sunday",
		file: sandbox('dates.mts'),
		from: "today.startOf(name === 'this-week' ? 'week' : 'month')",
		to: "today.startOf(name === 'this-week' ? 'week' : 'month').minus({ days: name === 'this-week' ? 1 : 0 })",
		noticedBy: contract('zones', 'date_created this-week is whole days in UTC'),
	},
	{
		name: "The sandbox's days are those of its machine's zone",
		file: sandbox('dates.mts'),
		from: 'DateTime.fromMillis(now, utc)',
		to: 'DateTime.fromMillis(now)',
		noticedBy: contract('zones', 'date_created this-month is whole days in UTC'),
	},
	{
		name: 'The last day of a custom range is left out',
		file: sandbox('dates.mts'),
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
		from: "if (meta === 'missing' ||",
		to: "if (records.length === 0 || meta === 'missing' ||",
		noticedBy: contract('queryMessages', 'a page after the last is empty'),
	},
	{
		name: 'The sandbox takes a token whose time is over once more',
		file: sandbox('tokens.mts'),
		from: 'now - known.issuedAt < seconds * 1000 && ',
		to: '',
		noticedBy: contract('token', 'a token expires with its age'),
	},
	{
		name: 'The sandbox goes on listing messages that a reset deleted',
		file: sandbox('messages.mts'),
		from: 'this.listed.length = this.past;',
		to: '',
		noticedBy: contract('listing', 'reset forgets what a filter has found, too'),
	},
	{
		name: 'A sender that waits for its approval may send in the sandbox',
		file: sandbox('seeds.mts'),
		from: 'sendingStatuses: readonly number[] = [1, 2]',
		to: 'sendingStatuses: readonly number[] = [0, 1, 2]',
		noticedBy: contract('sendMessage', 'a sender that is Pending'),
	},
];
