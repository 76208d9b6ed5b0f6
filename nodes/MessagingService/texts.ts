const LONGEST_SHOWN = 40;

// Control characters, blanks other than the plain one, marks that have no width
// or turn the direction of what follows, and surrogates without a partner.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;

function visible(character: string): string {
	if (!INVISIBLE.test(character)) return character;
	const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	return `<U+${code}>`;
}

function kindOf(value: object | null | undefined): string {
	if (value === null || value === undefined) return 'an empty value';
	return Array.isArray(value) ? 'a list' : 'an object';
}

/**
 * Shows a refused value inside a sentence: in quotes, at most 40 characters of
 * it, with characters that can't be seen written as their code. Lists and
 * objects are only named, since what they hold may be private.
 */
export function quotedValue(value: unknown): string {
	if (value === null || value === undefined || typeof value === 'object') return kindOf(value);
	if (typeof value === 'function' || typeof value === 'symbol') return 'an object';
	const text = String(value);
	if (text === '') return 'an empty text';
	// Cut first: turning a megabyte into an array of characters takes far longer.
	const characters = Array.from(text.slice(0, 2 * LONGEST_SHOWN));
	const shown = characters.slice(0, LONGEST_SHOWN).map(visible).join('');
	const cut = characters.length > LONGEST_SHOWN || text.length > 2 * LONGEST_SHOWN;
	return `'${shown}${cut ? '…' : ''}'`;
}

/** The same as the first words of a sentence. */
function quotedFirst(value: unknown): string {
	const quoted = quotedValue(value);
	return quoted.charAt(0).toUpperCase() + quoted.slice(1);
}

/** A whole number with a comma between its thousands. */
function grouped(number: number): string {
	// toLocaleString would do, but its first call loads tables for many milliseconds.
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number of things, such as '1 second' or '1,200 items'. @param one what a single one is called */
export function counted(count: number, one: string): string {
	return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** A text of at most so many characters, the last one '…' where something was left out. No character is cut in half. */
export function shortened(text: string, most: number): string {
	if (text.length <= most) return text;
	const kept = text.slice(0, most - 1);
	return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** A text without the full stops and blanks at its end, to go on with or to end by one of our own. */
export function withoutStop(text: string): string {
	return text.replace(/[\s.]+$/, '');
}

/** Whether a value counts as "not set": an empty or blank text, null, missing. 0 and false are values. */
export function isNotSet(value: unknown): boolean {
	return (
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
	);
}

/** The most bytes in UTF-8 that a failure's message and its description may have; together less than 8 kB. */
export const mostBytes = { message: 4000, description: 3900 };

/** As much of a text as these many bytes hold, cut between two characters, with '…' for what is left out. */
export function fitted(text: string, bytes: number): string {
	// A letter takes three bytes at most, and two halves of an emoji four.
	if (text.length * 3 <= bytes) return text;
	const encoded = new TextEncoder().encode(text);
	if (encoded.length <= bytes) return text;
	const ellipsis = '…';
	const room = Math.max(0, bytes - new TextEncoder().encode(ellipsis).length);
	// As a stream, a character that the cut has parted is left out.
	return new TextDecoder().decode(encoded.subarray(0, room), { stream: true }).trimEnd() + ellipsis;
}

export function bytesOf(text: string): number {
	return new TextEncoder().encode(text).length;
}

/**
 * Why a value was refused, in words for people who don't write code.
 * `what` says what happened and shows the value, `next` says how to go on;
 * both are whole sentences that end with a full stop.
 */
export interface Problem {
	id: string;
	what: string;
	next: string;
}

/** What a reader of one value gives back: the value, or why it was refused. Readers never throw for bad input. */
export type ValueOrProblem<T> =
	| { value: T; problem?: undefined }
	| { value?: undefined; problem: Problem };

const EXAMPLE_NUMBER = '+254712345678';
/** The field of numbers that a sentence is about unless told. */
const RECIPIENTS = 'Recipients';
const TIME_FORMS =
	'Pick a date and time, or write it like 2026-11-22 09:00, 2026-11-22T09:00:00+03:00 or as a Unix timestamp.';
const DATE_FORMS = 'Pick a date, or write it like 2026-11-22 or as a Unix timestamp.';

function kindOfNumber(callingCode: string | undefined): string {
	return callingCode === undefined
		? 'a phone number'
		: `a number with country code +${callingCode}`;
}

function boundsInWords(min: number | undefined, max: number | undefined): string {
	if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
	if (min !== undefined) return ` of ${min} or more`;
	return max === undefined ? '' : ` of ${max} or less`;
}

function inField(value: unknown, field: string): string {
	return `${quotedFirst(value)} in ${field}`;
}

/** Every sentence about a refused value, one entry a refusal. The key is the problem's id. */
const refusals = {
	// Recipients, and other fields of phone numbers
	noRecipients: (field = RECIPIENTS) => ({
		what: `${field} has no phone number.`,
		next: `Enter one such as ${EXAMPLE_NUMBER}, or fill in the cell or field that ${field} is read from.`,
	}),
	recipientOfWrongType: (value: unknown, field = RECIPIENTS) => ({
		what: `${inField(value, field)} isn't a phone number.`,
		next: `Give one number such as ${EXAMPLE_NUMBER}, several separated with commas, or a list of numbers.`,
	}),
	noCountryCode: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has no country code.`,
		next: `Write the number with its own country code, e.g. ${EXAMPLE_NUMBER}, or choose a Default Country in Options.`,
	}),
	/** Of a field beside which no Default Country can be chosen. */
	noOwnCountryCode: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has no country code.`,
		next: `Write the number with a plus and its own country code, e.g. ${EXAMPLE_NUMBER}.`,
	}),
	unknownCountryCode: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} begins with a country code that doesn't exist.`,
		next: 'Check the digits after the plus, e.g. +254 for Kenya.',
	}),
	numberTooShort: (value: string, callingCode?: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} is too short for ${kindOfNumber(callingCode)}.`,
		next: 'Enter the complete number.',
	}),
	numberTooLong: (value: string, callingCode?: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} is too long for ${kindOfNumber(callingCode)}.`,
		next: 'Compare it with the real number, and separate several numbers with commas.',
	}),
	numberOfWrongLength: (value: string, callingCode?: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has the wrong number of digits for ${kindOfNumber(callingCode)}.`,
		next: 'Compare it with the real number.',
	}),
	notInDefaultCountry: (value: string, country: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} isn't a valid number in ${country}, the Default Country.`,
		next: 'Check the digits. A number from another country needs a plus and its country code.',
	}),
	unknownDefaultCountry: (value: unknown) => ({
		what: `${quotedFirst(value)} isn't a valid Default Country.`,
		next: 'Choose a Default Country from the list, or give a two-letter code, e.g. KE for Kenya.',
	}),
	characterInNumber: (value: string, character: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} contains ${quotedValue(character)}, which can't be part of a phone number.`,
		next: 'Compare it with the real number, and correct that character.',
	}),
	noDigits: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has no digits.`,
		next: `Enter a phone number such as ${EXAMPLE_NUMBER}, or check which column fills ${field}.`,
	}),
	zerosInNumber: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has too many zeros after its country code.`,
		next: `Compare it with the real number, and write it like ${EXAMPLE_NUMBER}.`,
	}),
	extensionInNumber: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has an extension, which can't receive text messages.`,
		next: 'Give a mobile number without an extension.',
	}),
	plusInsideNumber: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} has a plus in the middle, as if it were two numbers.`,
		next: "Delete what doesn't belong there. If both numbers are meant, put a comma between them.",
	}),
	roundedBySpreadsheet: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} was shortened by a spreadsheet, so its last digits are lost.`,
		next: 'Format the column as plain text in the spreadsheet, enter the number again, then run the workflow again.',
	}),
	decimalNumber: (value: string, field = RECIPIENTS) => ({
		what: `${inField(value, field)} is a decimal or negative number, not a phone number.`,
		next: 'Format the column as plain text in the spreadsheet, enter the number again, then run the workflow again.',
	}),
	moreRefusedRecipients: (count: number, field = RECIPIENTS) => ({
		what: `${counted(count, 'more value')} in ${field} ${count === 1 ? 'was' : 'were'} refused and ${count === 1 ? "isn't" : "aren't"} listed here.`,
		next: 'Fix the ones that are listed, and check the rest for the same mistake.',
	}),
	restOfRecipientsNotRead: (count: number, field = RECIPIENTS) => ({
		what: `${counted(count, 'value')} in ${field} were refused, so the rest was not read.`,
		next: `Check that ${field} holds phone numbers, or fix the ones that are listed.`,
	}),
	tooManyNumbers: (most: number, field = RECIPIENTS) => ({
		what: `${field} has more than ${counted(most, 'phone number')}, which is the most for one item.`,
		next: 'Give each item fewer numbers, or one item each number.',
	}),
	tooManyRecipientValues: (most: number, field = RECIPIENTS) => ({
		what: `${field} holds more than ${counted(most, 'value')}, so the rest was not read.`,
		next: `Check the expression that fills ${field}, or spread the numbers over several items.`,
	}),

	// Text
	emptyText: (field: string) => ({
		what: `${field} is empty.`,
		next: `Fill in ${field}, or the cell or field that it is read from.`,
	}),
	textOfWrongType: (field: string, value: unknown) => ({
		what: `${field} is ${quotedValue(value)}, not a text.`,
		next: `Type a text into ${field}, or use an expression that gives a single text.`,
	}),
	statusesOfWrongType: (field: string, value: unknown) => ({
		what: `${field} is ${quotedValue(value)}, which this node can't read as statuses.`,
		next: 'Write the statuses with commas between them, e.g. Failed, Undelivered.',
	}),
	searchTextTooLong: (field: string, length: number, longest: number) => ({
		what: `${field} has ${counted(length, 'character')}, which is too long to search for.`,
		next: `Shorten ${field} to at most ${counted(longest, 'character')}.`,
	}),
	tooManySegments: (segments: number, maxSegments: number, encoding: string) => ({
		what: `Message needs ${counted(segments, 'segment')} in ${encoding}, and Max Segments allows ${maxSegments}.`,
		next:
			encoding === 'UCS-2'
				? 'Shorten Message, replace emoji, curly quotes and other characters outside the GSM-7 alphabet, or raise Max Segments in Options.'
				: 'Shorten Message, or raise Max Segments in Options.',
	}),

	// Times and dates
	unreadableTime: (field: string, value: unknown) => ({
		what: `${field} is ${quotedValue(value)}, which this node can't read as a time.`,
		next: TIME_FORMS,
	}),
	timeInPast: (field: string, time: string, zone: string) => ({
		what: `${field} is ${time} (${zone}), which is in the past.`,
		next: `Choose a later time, or leave ${field} empty to send immediately.`,
	}),
	timeTooFarAhead: (field: string, time: string, zone: string) => ({
		what: `${field} is ${time} (${zone}), which is more than two years ahead.`,
		next: 'Check the year, or choose an earlier time.',
	}),
	unreadableDate: (field: string, value: unknown) => ({
		what: `${field} is ${quotedValue(value)}, which this node can't read as a date.`,
		next: DATE_FORMS,
	}),
	missingDate: (field: string) => ({
		what: `${field} is empty, but Date Created is Custom.`,
		next: 'Fill in both Start Date and End Date, or choose another Date Created.',
	}),
	startAfterEnd: (start: string, end: string) => ({
		what: `Start Date ${start} is after End Date ${end}.`,
		next: 'Swap the two dates, or correct one of them.',
	}),
	unknownZone: (zone: unknown) => ({
		what: `The workflow's time zone is ${quotedValue(zone)}, which isn't known.`,
		next: "Choose a time zone in the workflow's settings, e.g. Africa/Nairobi.",
	}),

	// Numbers and choices
	notWholeNumber: (field: string, value: unknown, min?: number, max?: number) => ({
		what: `${field} is ${quotedValue(value)}, not a whole number.`,
		next: `Give ${field} a whole number${boundsInWords(min, max)}.`,
	}),
	numberOutOfBounds: (field: string, value: number, min?: number, max?: number) => ({
		what: `${field} is ${value}, which is too ${min !== undefined && value < min ? 'small' : 'large'}.`,
		next: `Give ${field} a whole number${boundsInWords(min, max)}.`,
	}),
	unreadableCap: (field: string, value: unknown, min: number) => ({
		what: isNotSet(value)
			? `${field} is empty.`
			: `${field} is ${quotedValue(value)}, not a whole number${boundsInWords(min, undefined)}.`,
		next: `Give ${field} a whole number, or remove it from Options for no limit.`,
	}),
	notABoolean: (field: string, value: unknown) => ({
		what: `${field} is ${quotedValue(value)}, but it must be on or off.`,
		next: `Switch ${field} on or off. An expression must give true or false, not a text.`,
	}),
	nothingToExclude: () => ({
		what: "Exclude Numbers is empty where a number should be, so this node doesn't know whom to leave out.",
		next: 'Check the column or field that Exclude Numbers is read from. An empty field or an empty list leaves out nobody.',
	}),
	groupNotExcluded: () => ({
		what: "Exclude Numbers can't leave anybody out of a contact group, because the service sends to all of it.",
		next: 'Send to phone numbers instead. Or take these people out of the group at the service, and remove Exclude Numbers from Options.',
	}),
	groupNotChecked: () => ({
		what: "Skip Already Sent can't tell who in a contact group has the message already.",
		next: 'Send to phone numbers instead, or remove Skip Already Sent from Options to send to the whole group.',
	}),
	notAChoice: (field: string, value: unknown, allowed: readonly string[]) => ({
		what: `${quotedFirst(value)} isn't a valid ${field}.`,
		next: `Set ${field} to one of these: ${allowed.join(', ')}.`,
	}),

	// Items and n8n's settings of the node
	itemNotReadable: (reason: string) => ({
		what: `This node has a bug. It failed while reading this item: ${withoutStop(reason.slice(0, 300))}.`,
		next: 'Send this text to the maintainers of this node.',
	}),
	capOfOtherItem: (field: string, index: number) => ({
		what: `${field} of item ${index} isn't valid, so no item is sent.`,
		next: `Give ${field} of item ${index} a whole number, or remove ${field} from Options.`,
	}),
	settingNotNumber: (field: string, value: unknown) => ({
		what: `${field} in the node settings is ${quotedValue(value)}, not a number.`,
		next: `Give ${field} a number, or leave it empty.`,
	}),
	settingsNotReadable: (field: string, value: unknown) => ({
		what: `${field} in the node settings is ${quotedValue(value)}, which this node can't read.`,
		next: `Remove the expression from ${field}, and fill in its fields one by one.`,
	}),

	// The address in the credential
	noBaseUrl: () => ({
		what: 'Base URL is empty in the credential.',
		next: "Fill in the service's address, e.g. https://messaging.example.com/api.",
	}),
	malformedBaseUrl: () => ({
		what: "Base URL in the credential isn't a web address.",
		next: "Give the service's address, e.g. https://messaging.example.com/api.",
	}),
	baseUrlWithOtherScheme: (scheme: string) => ({
		what: `Base URL in the credential begins with ${quotedValue(`${scheme}://`)}, which isn't a web address.`,
		next: 'Begin it with https://.',
	}),
	baseUrlWithLogin: () => ({
		what: 'Base URL in the credential contains a user name or password before an @ sign.',
		next: 'Remove that part. Client ID and Client Secret have fields of their own.',
	}),
	baseUrlWithQuery: () => ({
		what: 'Base URL in the credential contains ? or #.',
		next: 'Remove that character and what follows it.',
	}),
	insecureBaseUrl: (host: string) => ({
		what: `Base URL in the credential uses http://, so the client secret would be sent to ${quotedValue(host)} unencrypted.`,
		next: 'Use https://, or switch on Allow Insecure HTTP in the credential for a service on your own network.',
	}),

	// The credential, and a token that could not be got; no message was sent
	credentialField: (field: string) => ({
		what: `${field} is empty in the credential.`,
		next: 'Copy it from your API keys.',
	}),
	noToken: (fields: string[]) => ({
		what: `The service's answer has no access token this node can use (${
			fields.length === 0
				? 'no fields at all'
				: `fields received: ${fields
						.slice(0, 20)
						.map((field) => shortened(field, 40))
						.join(', ')}`
		}).`,
		next: 'Check Base URL in the credential. If it is right, send this text to the maintainers of this node.',
	}),
	wrongKeys: () => ({
		what: 'The service refused Client ID and Client Secret.',
		next: 'Copy both again from your API keys, then save the credential.',
	}),
	wrongAddress: () => ({
		what: 'Base URL in the credential leads to something other than the messaging service.',
		next: "Check Base URL. It must be the service's address followed by /api.",
	}),
	tokenUnreachable: () => ({
		what: "The service can't be reached to get an access token.",
		next: 'Check Base URL in the credential, whether the service is running, and whether the n8n server can reach it.',
	}),
	tokenUntrusted: () => ({
		what: "The service's certificate isn't trusted, so the client secret was not sent.",
		next: 'Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.',
	}),
	tokenBusy: () => ({
		what: 'The service gave no access token, because it is receiving too many requests.',
		next: 'Wait a minute, then try again.',
	}),
	tokenFailing: () => ({
		what: 'The service failed to give an access token.',
		next: 'Try again later. If it fails again, tell the service.',
	}),
	credentialUnusable: (reason: string) => ({
		what: `The credential can't be used: ${shortened(withoutStop(reason), 300) || 'no reason was given'}.`,
		next: 'Choose another credential in this node, or test the present one.',
	}),
} satisfies Record<string, (...values: never[]) => Omit<Problem, 'id'>>;

type Sentences = typeof refusals;

/** Makes the problem of that id from the values that belong into its sentences. */
export const problems = Object.fromEntries(
	Object.entries(refusals).map(([id, write]) => [
		id,
		(...values: never[]) => ({
			id,
			...(write as (...values: never[]) => Omit<Problem, 'id'>)(...values),
		}),
	]),
) as { [Id in keyof Sentences]: (...values: Parameters<Sentences[Id]>) => Problem };

/** What n8n's test of the credential shows where the service gave a token. */
export const credentialTestSentences = {
	tokenRefused:
		'The service gave a token for this client ID and secret, but refuses to list its statuses with it. Ask the service what these API keys are allowed to do.',
	noList:
		"Base URL leads to something that has no list of statuses. Check Base URL. It must be the service's address followed by /api.",
	busy: 'The service is receiving too many requests. Wait a minute, then test again.',
	failing:
		'The service gave a token, but failed to list its statuses. Test again later. If it fails again, tell the service.',
};

/** What happened and how to go on. */
interface Sentence {
	what: string;
	next: string;
}

/** What a sentence about a request can be made from; each takes what it needs. */
export interface Given {
	/** The HTTP status, or the code inside a 200 body. */
	status: number;
	/** The service's own text. */
	said?: string;
	retryAfter?: string;
	/** What to look for at the service: the numbers, campaign and time of a send. */
	check: string;
	/** Whether Skip Already Sent is on, which looks before it sends. */
	skips?: boolean;
}

const perhapsSent = 'The message may or may not have been sent.';
const runAgain = 'Run the workflow again.';
const checkAddress =
	"Check Base URL in the credential. It must be the service's address followed by /api.";
const readLess =
	'Run the workflow again. If it happens again, set a Limit or narrower filters, and tell the service.';

/**
 * How to go on with messages whose outcome is unknown.
 *
 * @param skips whether Skip Already Sent is on; for two minutes it keeps back what is unknown here
 */
export function howToCheck(facts: string, isOne: boolean, skips = false): string {
	if (skips) {
		const looked = isOne
			? `the message (${facts}) and sends it only if it isn't there`
			: `these messages and sends only those that aren't there: ${facts}`;
		return `Run the workflow again in two minutes or later: Skip Already Sent looks for ${looked}.`;
	}
	const look = isOne
		? "Look for the message with Query Messages, and send it again only if it isn't there."
		: "Look for these messages with Query Messages, and send again only those that aren't there.";
	return `Check before resending: ${facts}. ${look}`;
}

function waitAsked(retryAfter = ''): string {
	const text = retryAfter.slice(0, 40);
	return /^\d+(\.\d+)?$/.test(text) ? counted(Math.ceil(Number(text)), 'second') : `until ${text}`;
}

/** The service's own text, as the end of a sentence of ours. */
function quoted(said: string | undefined): string {
	return said ? `: ${withoutStop(said)}.` : '.';
}

/**
 * Bytes of the service's own text in an unknown outcome, so that the words after it are not cut off
 * where a run has several items.
 */
const longestSaid = 300;

function unknownOutcome(reason: string, { check, skips }: Given): Sentence {
	return {
		what: `Outcome unknown: ${reason} ${perhapsSent}`,
		next: howToCheck(check, true, skips),
	};
}

/** What is added to an unknown outcome once the service's list was read. @param at when last, as people read it */
export const lookUpSentences = {
	notListed: (at: string): string =>
		`The service's list of messages did not show it, last read at ${at}.`,
	notLookedUp: (what: string): string => `It could not be looked up. ${what}`,
};

/**
 * Every sentence about a request that failed, one entry a kind. The key is the failure's id.
 *
 * Only those about a stopped execution have the word 'canceled', by which n8n knows that a failure
 * comes from its Stop button (workflow-execute.ts, processSuccessExecution).
 */
export const outcomeSentences = {
	unauthorized: ({ said }: Given): Sentence => ({
		what: `The service refused the access token, and then a new one too${quoted(said)}`,
		next: 'Test the credential. If the test passes, ask the service what these API keys are allowed to do.',
	}),
	rateLimited: ({ said }: Given): Sentence => ({
		what: `The service is receiving too many requests${quoted(said)}`,
		next: 'Run the workflow again in a few minutes. If it happens again, lower Max Concurrent Requests in Options.',
	}),
	rateLimitedWithWait: ({ said, retryAfter }: Given): Sentence => ({
		what: `The service is receiving too many requests${quoted(said)}`,
		next: `The service asks to wait ${waitAsked(retryAfter)}. Run the workflow again after that. If it happens again, lower Max Concurrent Requests in Options.`,
	}),
	unreachable: (): Sentence => ({
		what: "The service can't be reached.",
		next: 'Check Base URL in the credential and whether the service is running, then run the workflow again.',
	}),
	untrusted: (): Sentence => ({
		what: "The service's certificate isn't trusted, so the request was not made.",
		next: 'Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.',
	}),
	serverError: ({ status, said }: Given): Sentence => ({
		what: `The service failed during this query (status ${status})${quoted(said)}`,
		next: 'Run the workflow again later. If it fails again, tell the service.',
	}),
	sendServerError: (given: Given): Sentence =>
		unknownOutcome(
			`the service answered ${given.status}${quoted(given.said && fitted(given.said, longestSaid))}`,
			given,
		),
	lost: (): Sentence => ({
		what: 'The connection broke before the service answered this query.',
		next: runAgain,
	}),
	sendLost: (given: Given): Sentence =>
		unknownOutcome('the connection broke before the service answered.', given),
	timedOut: (): Sentence => ({
		what: 'The service did not answer this query in time.',
		next: 'Run the workflow again, or raise Timeout in the node settings.',
	}),
	sendTimedOut: (given: Given): Sentence =>
		unknownOutcome('the service did not answer in time.', given),
	sendCanceledUnderWay: (given: Given): Sentence =>
		unknownOutcome('the execution was canceled before the service answered.', given),
	unreadable: ({ status }: Given): Sentence => ({
		what: `The service answered this query with an answer this node can't read (status ${status}).`,
		next: `${checkAddress} If it is right, tell the service.`,
	}),
	sendUnreadable: (given: Given): Sentence =>
		unknownOutcome(
			`the service gave an answer this node can't read (status ${given.status}).`,
			given,
		),
	redirected: ({ status }: Given): Sentence => ({
		what: `The service redirects this query to another address (status ${status}), which this node doesn't follow.`,
		next: 'Ask the service for its present address, and put it into Base URL in the credential.',
	}),
	sendRedirected: (given: Given): Sentence =>
		unknownOutcome(
			`the service redirects to another address (status ${given.status}), so Base URL in the credential may be out of date.`,
			given,
		),
	refused: ({ status, said }: Given): Sentence => ({
		what: `The service refused the request (status ${status})${quoted(said)}`,
		next: 'Fix what the service names, then run the workflow again.',
	}),
	refusedWithoutReason: ({ status }: Given): Sentence => ({
		what: `The service refused the request (status ${status}) and gave no reason.`,
		next: 'Check the fields of this node, or ask the service for the reason.',
	}),
	notFound: (): Sentence => ({
		what: "The service doesn't know the address of this request (status 404).",
		next: checkAddress,
	}),
	notFoundNamed: ({ said }: Given): Sentence => ({
		what: `The service did not find what this request is about (status 404)${quoted(said)}`,
		next: 'Fix what the service names. If it names nothing of this node, check Base URL in the credential.',
	}),
	canceled: (): Sentence => ({
		what: 'The execution was canceled before this query was done.',
		next: runAgain,
	}),
	sendCanceled: (): Sentence => ({
		what: 'The execution was canceled before this message was sent.',
		next: 'If you still want to send it, run the workflow again.',
	}),
	unlisted: ({ said }: Given): Sentence => ({
		what: `The query failed for a reason this node doesn't know${quoted(said)}`,
		next: `Run the workflow again. If it fails again, send this text to the maintainers of this node.`,
	}),
	sendUnlisted: (given: Given): Sentence =>
		unknownOutcome(
			`the request failed for a reason this node doesn't know${quoted(given.said && fitted(given.said, longestSaid))}`,
			given,
		),
} satisfies Record<string, (given: Given) => Sentence>;

export type OutcomeSentence = keyof typeof outcomeSentences;

/** Every other sentence of a run: about expressions, the doors, what a run may reach, and pages. */
export const sentences = {
	expressionFailed: (field: string, reason: string): Sentence => ({
		what: `The expression in ${field} failed: ${withoutStop(reason.slice(0, 300))}.`,
		next: `Fix the expression in ${field}, then run the workflow again.`,
	}),
	severalItems: (): Sentence => ({
		what: 'This version of n8n is too old to give this node several items.',
		next: 'Update n8n to 1.82 or later, or put a Loop Over Items node with a batch size of 1 before this node.',
	}),
	operationByExpression: (): Sentence => ({
		what: 'With Operation given as an expression, this node takes only one item.',
		next: 'Choose Operation from its list.',
	}),
	unknownOperation: (value: unknown): Sentence => ({
		what: `${quotedFirst(value)} isn't a valid Operation.`,
		next: 'Choose Operation from its list.',
	}),
	proxyNotValid: (): Sentence => ({
		what: "Proxy in the node settings isn't an address with a host and a port.",
		next: 'Write it like http://proxy.example.com:8080, or leave it empty.',
	}),
	groupUnderCap: (field: string, cap: number): Sentence => ({
		what: `${field} (${grouped(cap)}) can't be checked, because this node doesn't know how many numbers the contact group has.`,
		next: `Send to phone numbers instead, or remove ${field} from Options to send to the whole group.`,
	}),
	tooManyRecipients: (count: number, cap: number): Sentence => ({
		what: `This run would reach ${counted(count, 'number')}, and Max Recipients allows ${grouped(cap)}.`,
		next: 'Send to fewer numbers, or raise Max Recipients in Options.',
	}),
	tooManyTotalSegments: (count: number, cap: number): Sentence => ({
		what: `This run would send ${counted(count, 'segment')}, counted once for each number, and Max Total Segments allows ${grouped(cap)}.`,
		next: 'Shorten the message, send to fewer numbers, or raise Max Total Segments in Options.',
	}),
	tooManyRecords: (most: number): Sentence => ({
		what: `The query has more than ${grouped(most)} results, too many for a node that is used as a tool.`,
		next: 'Set a Limit or narrower filters, such as one day or one sender ID.',
	}),
	repeatedPage: (page: number): Sentence => ({
		what: `The service gave the same records on page ${page} as on another page.`,
		next: readLess,
	}),
	missingPages: (page: number, claimed: number): Sentence => ({
		what: `The service says there are ${grouped(claimed)} pages, but page ${grouped(page)} is empty.`,
		next: readLess,
	}),
	listChanged: (): Sentence => ({
		what: 'The list of messages changed while it was read, so some may be missing.',
		next: runAgain,
	}),
	listCutShort: (missing: number): Sentence => ({
		what: `The service counts ${counted(missing, 'message')} more than it gave.`,
		next: 'Run the workflow again. If it happens again, tell the service.',
	}),
	listUnreadable: ({ what, next }: Sentence): Sentence => ({
		what: `Skip Already Sent could not read the service's list of messages. ${what}`,
		next,
	}),
	sendUnknownElsewhere: (check: string): Sentence =>
		unknownOutcome(
			'the same message just went to one of these numbers in another request, whose outcome is unknown too.',
			{ status: 0, check, skips: true },
		),
	sentElsewhere: (numbers: string): Sentence => ({
		what: `The same message just went to ${numbers} in another request, and this item's other numbers waited for it.`,
		next: 'Run the workflow again. Skip Already Sent texts only the numbers that are left.',
	}),
	tooManyWatched: (most: number): Sentence => ({
		what: `There is more to watch than this trigger can keep in mind: over ${grouped(most)} recipients or messages.`,
		next: 'Set narrower Filters, such as one campaign or one sender ID, or lower Watch Hours in Options.',
	}),
	nothingToFetch: (hours: number, isFiltered: boolean): Sentence => ({
		what: `The service has no message of the last ${hours === 1 ? 'hour' : `${grouped(hours)} hours`}${isFiltered ? ' that fits the Filters' : ''}.`,
		next: 'Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.',
	}),
	noneOfTheStatuses: (seen: string[]): Sentence => ({
		what: `None of the newest recipients has one of the Statuses. Theirs are ${seen.join(', ')}.`,
		next: "Write Statuses in the service's own words, or leave it out until such a status has come.",
	}),
	endlessPages: (pages: number): Sentence => ({
		what: `The service doesn't say how many pages there are, and there are more than ${grouped(pages)}.`,
		next: 'Set a Limit or narrower filters.',
	}),
};

const readLessInPoll =
	'If it goes on, set narrower Filters or lower Watch Hours in Options, and tell the service.';
const untrustedInPoll =
	"Check Base URL in the credential. A trigger reaches only a service whose certificate n8n's server trusts.";

/**
 * How to go on after a poll of the trigger, where it is not the same as in a run: n8n polls again
 * by itself, and a trigger has other settings.
 */
export const pollAdvice: Partial<
	Record<OutcomeSentence | keyof typeof sentences | 'tokenUntrusted', string>
> = {
	rateLimited: 'If it goes on, poll less often, or lower Max Concurrent Requests in Options.',
	rateLimitedWithWait:
		'If it goes on, poll less often, or lower Max Concurrent Requests in Options.',
	unreachable: 'Check Base URL in the credential and whether the service is running.',
	untrusted: untrustedInPoll,
	tokenUntrusted: untrustedInPoll,
	serverError: 'If it goes on, tell the service.',
	lost: 'If it goes on, tell the service.',
	timedOut: readLessInPoll,
	unlisted: 'If it goes on, send this text to the maintainers of this node.',
	refused: 'Fix what the service names.',
	expressionFailed: 'Fix the expression, then publish the workflow again.',
	repeatedPage: readLessInPoll,
	missingPages: readLessInPoll,
	endlessPages: 'Set narrower Filters or lower Watch Hours in Options.',
	listChanged: 'Publish the workflow again.',
	listCutShort: 'If it goes on, tell the service.',
};

/** What is said after it where the trigger has a state to go on from. */
export const nothingLost =
	'No change is lost: the next poll that succeeds tells what changed meanwhile.';

/** Why a field is refused whose value nothing could safely be read from. */
export const notJson = "its result can't be written as JSON";

/**
 * What a failed run says of its items together, and how to go on with them. Places are such as
 * 'items 0-4, 7'.
 */
export const runSentences = {
	sentNothing: 'Nothing was sent.',
	sentNothingNow: 'This try sent nothing.',
	sentBefore: 'An earlier try of this run sent some messages; this try sent none.',
	/** @param became refused, not sent or failed */
	failed(total: number, unknown: number, refused: number, became: string): string {
		const verb = became === 'failed' ? 'failed' : `${refused === 1 ? 'was' : 'were'} ${became}`;
		if (unknown === 0) return `${refused} of ${total} items ${verb}.`;
		const others = refused > 0 ? `, and ${refused} ${verb}` : '';
		return `${unknown} of ${total} items may or may not have been sent${others}.`;
	},
	alsoUnknown: (places: string): string => `Also unknown: ${places}.`,
	moreItems: (count: number): string => `And ${count} more ${count === 1 ? 'item' : 'items'}.`,
	accepted: (count: number, named: string): string =>
		`${count === 1 ? '1 message of this run was' : `${count} messages of this run were`} accepted: ${named}.`,
	acceptedWithoutId: (count: number, places: string): string =>
		`${count === 1 ? '1 item was' : `${count} items were`} accepted without a message ID: ${places}.`,
	allListed: (campaign: string): string =>
		`Query Messages lists them all${campaign && ` (campaign '${campaign}')`}.`,
	allUnsent: 'All items are still to be sent.',
	keepItems: 'Keep the same items: Skip Already Sent texts only those that are left.',
	unlessListed: (places: string, count: number): string =>
		`${places} if Query Messages doesn't show ${count === 1 ? 'it' : 'them'}`,
	sendOnly: (places: string, hasSent: boolean): string =>
		`Then send only ${places}${hasSent ? '; the others would be sent twice' : ''}.`,
	orSkip: (hasUnknown: boolean): string =>
		`Or switch on Skip Already Sent in Options and run the workflow again${hasUnknown ? ' in two minutes or later' : ''} with the same items: it texts only those that are left.`,
	noneAccepted: 'No message of this run is known to be accepted.',
	alreadySent: (count: number, places: string): string =>
		`${count === 1 ? '1 item' : `${count} items`} had the message already: ${places}.`,
	itemsFromZero: 'n8n counts items from 0: item 0 is the first.',
};

/** What n8n's output pane says of a run that did not fail. */
export const hintSentences = {
	unknown(count: number, skips: boolean): string {
		const them = count === 1 ? 'it' : 'them';
		const next = skips
			? `Run the workflow again in two minutes or later: Skip Already Sent looks for ${them}, and sends only what isn't there.`
			: `Look for ${them} with Query Messages before resending. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again in two minutes or later.`;
		return `${counted(count, 'message')} may or may not have been sent. ${next}`;
	},
	dryRun(sum: Record<'items' | 'numbers' | 'segments' | 'groups', number>, skips: boolean): string {
		const isOne = sum.items === 1;
		const reached = [
			sum.numbers > 0
				? `${counted(sum.numbers, 'number')} with ${counted(sum.segments, 'segment')} in all`
				: '',
			sum.groups > 0 ? counted(sum.groups, 'contact group') : '',
		].filter(Boolean);
		const notLookedUp = skips ? ' Skip Already Sent did not look who has the message already.' : '';
		return `Dry Run is on for ${counted(sum.items, 'item')}, and nothing was sent for ${isOne ? 'it' : 'them'}. Without it, ${isOne ? 'it' : 'they'} would text ${reached.join(', and ')}.${notLookedUp}`;
	},
	namedAfterWorkflow:
		"Campaign is the workflow's name. If you rename the workflow, Skip Already Sent sends these messages again. For your next list, type a name of its own into Campaign.",
	skipped: (count: number): string =>
		`${counted(count, 'number')} got nothing. The output's skippedRecipients says which, and why.`,
	incomplete:
		'The list changed while it was read, so some results may be missing. Run the workflow again.',
	missing: (count: number): string =>
		`${counted(count, 'result')} ${count === 1 ? 'is' : 'are'} missing: the service counts more than it gave. Run the workflow again. If it happens again, tell the service.`,
	alreadySent: (count: number): string =>
		`${counted(count, 'item')} had the message already, so nothing was sent for ${count === 1 ? 'it' : 'them'}.`,
	waited: (seconds: number): string =>
		`The service was receiving too many requests and had this run wait ${counted(seconds, 'second')}.`,
};
