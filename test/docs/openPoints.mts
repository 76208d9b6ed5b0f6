/**
 * What the specification leaves open ("not shown"), written by hand from it, in the order of docs/specification.md:
 * what the page has to say of each, and the test by which the node does that.
 */
export interface OpenPoint {
	section: string;
	/** Words of the question. */
	asks: string;
	/** Words without which the answer would say something else. */
	says: string[];
	/** A test file, and how a test in it is called. */
	heldBy: [file: string, test: string];
}

const point = (
	section: string,
	asks: string,
	says: string[],
	...heldBy: OpenPoint['heldBy']
): OpenPoint => ({ section, asks, says, heldBy });

export const openPoints: OpenPoint[] = [
	point(
		'2.1',
		'elements of `sms_list_recipients`',
		['`phone_number` and bare numbers', 'one row without a number'],
		'test/interface/groupOutput.test.mts',
		'members told as %s',
	),
	point(
		'2.5, 4.4',
		'the sender record',
		['numeric `sender_id`, else `id` unless the record is a message', 'can always be typed'],
		'test/lists/lists.test.mts',
		'offers records with a numeric %s',
	),
	point(
		'2.5, 3.2',
		'textual statuses beyond Pending',
		['passes any text on', 'first 200 characters', 'takes Pending as the status'],
		'test/trigger/changes.test.mts',
		'of a status that is a whole report the first 200 characters count',
	),
	point(
		'2.2',
		"what a recipient's `reference` is",
		['as it came'],
		'test/interface/messageShapes.test.mts',
		'one item per recipient: each with its own status, reference and time',
	),
	point(
		'2.2, 3.2',
		'a recipient record without a status',
		["its message's status", 'what it saw last'],
		'test/trigger/changes.test.mts',
		"a recipient without a status has its message's",
	),
	point(
		'3.2',
		"which list the message query's number `status` refers to",
		["the service's list of statuses", 'by an expression'],
		'test/lists/lists.test.mts',
		'is live: a status that the specification does not have is offered',
	),
	point(
		'3.2',
		'transitions between states',
		['relies on none', 'back to an earlier status', 'sees the last'],
		'test/trigger/changes.test.mts',
		'each change once, each recipient alone',
	),
	point(
		'3.2',
		'ever changes after Delivered or Failed',
		['for Watch Hours, whatever its status'],
		'test/trigger/anySchedule.test.mts',
		'every change is told once, nothing else is',
	),
	point(
		'4.3',
		'whether `data.data` is one record or an array',
		['takes both', 'null, an empty object or a missing one is no record'],
		'test/interface/outputs.test.mts',
		'reads data.data that is %s as %i records',
	),
	point(
		'4.3',
		'how soon a sent message is in the list',
		['after 1, 3 and 6 seconds', "can't be known"],
		'test/lookup/core.test.mts',
		'looks 1, 3 and 6 seconds after the last send, then not again',
	),
	point(
		'4.3',
		'the order of the list',
		['relies on none', 'begins with the newest'],
		'test/lookup/core.test.mts',
		'pages: all where the order is another one, or nobody can tell',
	),
	point(
		'4.3',
		'the text as it was sent',
		['Unicode NFC', 'blanks and line breaks', 'campaign and category in any case'],
		'test/lookup/skipAlreadySent.test.mts',
		'a text that the service stores %s',
	),
	point(
		'2.1, 4.3',
		'a scheduled message by its creation or by its `schedule`',
		['by its creation', '31 days', 'the later of both'],
		'test/lookup/skipAlreadySent.test.mts',
		'the same list, scheduled three days ahead, run again after 25 hours',
	),
	point(
		'2.3',
		'whether `per_page` and `last_page` are right',
		['relies on `total` alone'],
		'test/lookup/cutShort.test.mts',
		'250 rows that another process sent: nobody is texted twice',
	),
	point(
		'4.3',
		"the zone in which the service's days begin",
		['a day more than any zone needs', '`created_at`'],
		'test/lookup/confirm.test.mts',
		'days: every zone in which the service may begin them',
	),
	point(
		'2.1, 4.3',
		"the service's clock",
		['`Date` header', 'at most a minute behind'],
		'test/lookup/clocksAndMemory.test.mts',
		'a clock that is a minute behind and writes whole seconds is within the margin',
	),
	point(
		'2.1, 4.2',
		"whether `messageId` is the record's `id`",
		[
			"doesn't rely on it",
			'number, text, campaign, category and time',
			"compares with the record's `id`",
		],
		'test/lookup/clocksAndMemory.test.mts',
		'an equal item that went a moment before has its own record, whatever ID its receipt named',
	),
	point(
		'4.4',
		'the path',
		['uses `/sms/senders`'],
		'test/interface/parameters.test.mts',
		'has these tables, in this order',
	),
	point(
		'4.6',
		'the format of date strings',
		['ISO 8601 in UTC with milliseconds', 'year-month-day', "the workflow's time zone"],
		'test/validation/dateRange.test.mts',
		'the same instants are other days in another zone',
	),
	point(
		'4.6',
		'endpoints for contact groups and sender registration',
		['no operation for them', 'by its number'],
		'test/interface/parameters.test.mts',
		'has these tables, in this order',
	),
	point(
		'5',
		"the fields of the token's answer",
		['`access_token`, `accessToken` and `token`', 'under `data`', 'never their values'],
		'test/credential/token.test.mts',
		"that is not there is a failure with the fields' names, never their values, and nothing is sent",
	),
	point(
		'5',
		"the token's lifetime and renewal",
		['assumes none', 'until the service rejects it', 'exchanges once'],
		'test/run/token.test.mts',
		'that is rejected is renewed once, whoever asks; the message goes once more',
	),
	point(
		'5',
		'which endpoints need the bearer header',
		['all but the token endpoint'],
		'test/credential/token.test.mts',
		'sends client ID and secret as JSON, without a bearer, and then the message with the token',
	),
	point(
		'5',
		'how API keys are issued',
		['leaves that to the service'],
		'test/interface/parameters.test.mts',
		'has these tables, in this order',
	),
	point(
		'6',
		'events and callbacks',
		['assumes that there are none', 'once a minute at most'],
		'test/trigger/polls.test.mts',
		'tells each change once, with all its columns, a recipient an item',
	),
	point(
		'7',
		'error answers and codes',
		['by status and `responsecode`, from 400 on', 'counts as unknown and is not repeated'],
		'test/http/proof.test.mts',
		'that says anything else proves nothing',
	),
	point(
		'8',
		'rate limits',
		['ten requests at once', 'as a 429 asks'],
		'test/http/retryPolicy.test.mts',
		'only a 401 renews the token, and only a 429 has all other requests wait',
	),
	point(
		'8',
		'bounds on `per_page`',
		['asks for 100 at most', 'the pages that it gets'],
		'test/query/pages.test.mts',
		'a service that caps per_page without a word loses nothing',
	),
	point(
		'8',
		'bounds on recipients and message length',
		['100 numbers in a combined request', "no bound on one item's own numbers or text"],
		'test/send/combine.test.mts',
		'an item is never split: one that is too large goes alone',
	),
	point('9', 'versioning', ['`/api` prefix'], 'test/validation/baseUrl.test.mts', '%j is read'),
];
