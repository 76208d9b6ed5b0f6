import type { Failure as Declared } from 'n8n-workflow';

import { counted, fitted, grouped, quotedValue, shortened, withoutStop } from './wording';

/** Why something was refused or failed, in words for people who don't write code. */
export interface Problem {
	/** What happened, with the value. Like `next`, whole sentences with a full stop. */
	what: string;
	/** How to go on. */
	next: string;
	/** How to go on after a poll where that differs: n8n polls again by itself, and a trigger has other settings. */
	nextAfterPoll?: string;
	/** Why, as n8n's scheduler of polls takes it (n8n-workflow's failure.d.ts); none where it may pass by itself. */
	declared?: Declared;
	/** Only where nobody knows whether a message was sent. It is never sent again; what was refused may be. */
	check?: Check;
	/** Whether an expression failed, so that a query's item comes out with its own columns. */
	isOfExpression?: true;
}

/** What finds a message at the service again: its numbers or contact group, and its campaign and when it was tried. */
export interface Check {
	to: string;
	about: string;
}

/** What a reader of one value gives back. Readers never throw for bad input. */
export type ValueOrProblem<T> =
	| { value: T; problem?: undefined }
	| { value?: undefined; problem: Problem };

/** What may keep texts from a number that is sent to all the same. */
export type Doubt = 'unknownRange' | 'landline';

/** The lines of a template: what happened, how to go on, and how to after a poll where that differs. */
function problem(lines: TemplateStringsArray, ...values: Array<string | number>): Problem {
	// A value may hold line breaks of its own.
	const [what = '', next = '', nextAfterPoll] = lines
		.join('\0')
		.trim()
		.split(/\n\t*/)
		.map((line) => line.replace(/\0/g, () => String(values.shift())));
	return nextAfterPoll === undefined ? { what, next } : { what, next, nextAfterPoll };
}

/** The most bytes in UTF-8 of a failure's message and its description: less than 8 kB together. */
export const mostBytes = { message: 4000, description: 3900 };

const enterAgain =
	'Format the column as plain text in the spreadsheet, enter the number again, then run the workflow again.';

/** A value as the first words of a sentence. */
function quotedFirst(value: unknown): string {
	const quoted = quotedValue(value);
	return quoted.charAt(0).toUpperCase() + quoted.slice(1);
}

function inField(field: string, value: unknown): string {
	return `${quotedFirst(value)} in ${field}`;
}

function kindOfNumber(callingCode: string | undefined): string {
	return callingCode ? `a number with country code +${callingCode}` : 'a phone number';
}

function boundsInWords(min: number | undefined, max: number | undefined): string {
	if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
	if (min !== undefined) return ` of ${min} or more`;
	return max === undefined ? '' : ` of ${max} or less`;
}

const tellService = 'If it goes on, contact the service.';
const pollLess = 'If it goes on, poll less often, or lower Max Concurrent Requests in Options.';
const readLessInPoll =
	'If it goes on, set narrower Filters or lower Watch Hours in Options, and contact the service.';
const untrustedInPoll =
	"Check Base URL in the credential. A trigger reaches only a service whose certificate n8n's server trusts.";

/** About a value that is refused, the credential, and a token that could not be got. */
const ofValues = {
	noRecipients: (field: string) => problem`
		${field} has no phone number.
		Enter one such as +254712345678, or fill in the cell or field that ${field} is read from.`,
	recipientOfWrongType: (field: string, value: unknown) => problem`
		${inField(field, value)} isn't a phone number.
		Enter one number such as +254712345678, several separated by commas, or a list of numbers.`,
	noCountryCode: (field: string, value: string, completed: string, hasDefault: boolean) => problem`
		${inField(field, value)} has no country code${completed ? `: is the plus missing? Write ${completed}` : ''}.
		Write the number with a plus and its country code, e.g. +254712345678${hasDefault ? ', or choose a Default Country in Options' : ''}.`,
	unknownCountryCode: (field: string, value: string) => problem`
		${inField(field, value)} begins with a country code that doesn't exist.
		Check the digits after the plus, e.g. +254 for Kenya.`,
	numberTooShort: (field: string, value: string, callingCode?: string) => problem`
		${inField(field, value)} is too short for ${kindOfNumber(callingCode)}.
		Enter the complete number.`,
	numberTooLong: (field: string, value: string, callingCode?: string) => problem`
		${inField(field, value)} is too long for ${kindOfNumber(callingCode)}.
		Check the number. If it is more than one number, put commas between them.`,
	numberOfWrongLength: (field: string, value: string, callingCode?: string) => problem`
		${inField(field, value)} has the wrong number of digits for ${kindOfNumber(callingCode)}.
		Check the number.`,
	notInDefaultCountry: (field: string, value: string, country: string) => problem`
		${inField(field, value)} isn't a valid number in ${country}, the Default Country.
		Check the digits. If they are right, or the number is from another country, write it with a plus and its country code.`,
	twoReadings: (field: string, value: string, abroad: string, national: string) => problem`
		${inField(field, value)} may be ${abroad} or ${national}.
		Write the one that you mean, with its plus.`,
	codeTwice: (field: string, value: string, once: string) => problem`
		${inField(field, value)} seems to have its country code twice.
		Write ${once} if that is the number.`,
	noteBehindNumber: (field: string, value: string) => problem`
		${inField(field, value)} is two numbers, or a number with a note behind it.
		Write two numbers in full, with a comma between them, and delete a note. If it is one number, write its digits without anything between them.`,
	commaInNumber: (field: string, value: string, whole: string) => problem`
		${inField(field, value)} has a comma within a number.
		Write ${whole} if that is the number. If there are several, write each with its plus and country code.`,
	unknownDefaultCountry: (value: unknown) => problem`
		${quotedFirst(value)} isn't a valid Default Country.
		Choose a Default Country from the list, or enter a two-letter code, e.g. KE for Kenya.`,
	characterInNumber: (field: string, value: string, character: string) => problem`
		${inField(field, value)} contains ${quotedValue(character)}, which can't be part of a phone number.
		Check the number, and correct that character.`,
	noDigits: (field: string, value: string) => problem`
		${inField(field, value)} has no digits.
		Enter a phone number such as +254712345678, or check which column fills ${field}.`,
	zerosInNumber: (field: string, value: string) => problem`
		${inField(field, value)} has too many zeros after its country code.
		Check the number, and write it like +254712345678.`,
	extensionInNumber: (field: string, value: string) => problem`
		${inField(field, value)} has an extension, which can't receive text messages.
		Enter a mobile number without an extension.`,
	plusInsideNumber: (field: string, value: string) => problem`
		${inField(field, value)} has a plus in the middle, as if it were two numbers.
		If it is two numbers, put a comma between them. Otherwise, delete what doesn't belong there.`,
	roundedBySpreadsheet: (field: string, value: string) => problem`
		${inField(field, value)} was shortened by a spreadsheet, so its last digits are lost.
		${enterAgain}`,
	zerosAtEnd: (field: string, value: string, digits: string) => problem`
		${inField(field, value)} ends in six zeros, as if it was shortened by a spreadsheet.
		If these are its digits, write it with spaces: ${digits.slice(0, -6)} 000 000. Otherwise format the column as plain text in the spreadsheet, and enter the number again.`,
	decimalNumber: (field: string, value: string) => problem`
		${inField(field, value)} is a decimal or negative number, not a phone number.
		${enterAgain}`,
	moreRefusedRecipients: (field: string, count: number) => problem`
		${counted(count, 'more value')} in ${field} ${count === 1 ? 'was' : 'were'} refused and ${count === 1 ? "isn't" : "aren't"} listed here.
		Fix the ones that are listed, and check the rest for the same mistake.`,
	restOfRecipientsNotRead: (field: string, count: number) => problem`
		${counted(count, 'value')} in ${field} were refused, so the rest was not read.
		Check that ${field} holds phone numbers, or fix the ones that are listed.`,
	tooManyNumbers: (field: string, most: number) => problem`
		${field} has more than ${counted(most, 'phone number')}, which is the most for one item.
		Put fewer numbers into each item.`,
	tooManyRecipientValues: (field: string, most: number) => problem`
		${field} holds more than ${counted(most, 'value')}, so the rest was not read.
		Check the expression that fills ${field}, or spread the numbers over several items.`,
	emptyText: (field: string) => problem`
		${field} is empty.
		Fill in ${field}, or the cell or field that it is read from.`,
	textOfWrongType: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, not text.
		Type text into ${field}, or use an expression that returns a single text.`,
	expressionAsText: (field: string, expression: string) => problem`
		${field} has ${quotedValue(expression)} as plain text, so it would go out as it stands.
		Switch ${field} from Fixed to Expression. If the text comes from your data, correct it there.`,
	objectAsText: (field: string) => problem`
		${field} has '[object Object]' in place of a value.
		Switch ${field} to Expression, and drag in a single value, such as a name, not a whole object.`,
	statusesOfWrongType: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, which this node can't read as statuses.
		Write the statuses with commas between them, e.g. Failed, Undelivered.`,
	searchTextTooLong: (field: string, length: number, longest: number) => problem`
		${field} has ${counted(length, 'character')}, which is too long to search for.
		Shorten ${field} to at most ${counted(longest, 'character')}.`,
	tooManySegments: (segments: number, maxSegments: number, encoding: string) => problem`
		Message needs ${counted(segments, 'segment')} in ${encoding}, and Max Segments allows ${maxSegments}.
		Shorten Message, ${encoding === 'UCS-2' ? 'replace emoji, curly quotes and other characters outside the GSM-7 alphabet, ' : ''}or raise Max Segments in Options.`,
	unreadableTime: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, which this node can't read as a date and time.
		Pick a date, or write it like 2026-11-22, 2026-11-22 09:00, 2026-11-22T09:00:00+03:00 or as a Unix timestamp.`,
	timeInPast: (field: string, time: string, zone: string) => problem`
		${field} is ${time} (${zone}), which is in the past.
		Choose a later time${field === 'Schedule' ? ', or leave Schedule empty to send immediately' : ''}.`,
	timeTooFarAhead: (field: string, time: string, zone: string) => problem`
		${field} is ${time} (${zone}), which is more than two years ahead.
		Check the year, or choose an earlier time.`,
	missingDate: (field: string) => problem`
		${field} is empty, but Date Created is Custom.
		Fill in both Start Date and End Date, or choose another Date Created.`,
	startAfterEnd: (start: string, end: string) => problem`
		Start Date ${start} is after End Date ${end}.
		Swap the two dates, or correct one of them.`,
	unknownZone: (zone: unknown) => problem`
		The workflow's time zone is ${quotedValue(zone)}, which doesn't exist.
		Choose a time zone in the workflow's settings, e.g. Africa/Nairobi.`,
	notWholeNumber: (field: string, value: unknown, min?: number, max?: number) => problem`
		${field} is ${quotedValue(value)}, not a whole number.
		Set ${field} to a whole number${boundsInWords(min, max)}.`,
	numberOutOfBounds: (field: string, value: number, min?: number, max?: number) => problem`
		${field} is ${value}, which is too ${min !== undefined && value < min ? 'small' : 'large'}.
		Set ${field} to a whole number${boundsInWords(min, max)}.`,
	unreadableCap: (field: string, value: unknown, min: number) => problem`
		${field} is ${value === undefined ? 'empty' : `${quotedValue(value)}, not a whole number${boundsInWords(min, undefined)}`}.
		Set ${field} to a whole number, or remove it from Options for no limit.`,
	notABoolean: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, but it must be on or off.
		Switch ${field} on or off. An expression must return true or false, not text.`,
	nothingToExclude: () => problem`
		Exclude Numbers has an empty value in place of a number, so this node doesn't know whom to leave out.
		Check the column or field that Exclude Numbers is read from. An empty field or an empty list leaves out nobody.`,
	groupNotExcluded: () => problem`
		Exclude Numbers can't leave anybody out of a contact group, because the service sends to the whole group.
		Send to phone numbers instead. Or take these people out of the group at the service, and remove Exclude Numbers from Options.`,
	groupNotChecked: () => problem`
		Skip Already Sent can't tell who in a contact group has the message already.
		Send to phone numbers instead, or remove Skip Already Sent from Options to send to the whole group.`,
	alikeInRun: (number: string, item: number) => problem`
		${number} gets this message from item ${item} too, with a different Sender ID or Schedule, and Skip Already Sent can't tell the two apart.
		Leave ${number} out of one of the two items, or give it an item of its own with another Campaign.`,
	notAChoice: (field: string, value: unknown, allowed: readonly string[]) => problem`
		${quotedFirst(value)} isn't a valid ${field}.
		Set ${field} to one of these: ${allowed.join(', ')}.`,
	itemNotReadable: (reason: string) => problem`
		This node has a bug. It failed while reading this item: ${withoutStop(reason.slice(0, 300))}.
		Send this text to the maintainers of this node.`,
	capOfOtherItem: (field: string, index: number) => problem`
		${field} of item ${index} isn't valid, so no item is sent.
		Set ${field} of item ${index} to a whole number, or remove ${field} from Options.`,
	settingNotNumber: (field: string, value: unknown) => problem`
		${field} in the node settings is ${quotedValue(value)}, not a number.
		Set ${field} to a number, or leave it empty.`,
	settingsNotReadable: (field: string, value: unknown) => problem`
		${field} in the node settings is ${quotedValue(value)}, which this node can't read.
		Remove the expression from ${field}, and fill in its fields one by one.`,
	noBaseUrl: () => problem`
		Base URL is empty in the credential.
		Fill in the service's address, e.g. https://messaging.example.com/api.`,
	malformedBaseUrl: () => problem`
		Base URL in the credential isn't a web address.
		Enter the service's address, e.g. https://messaging.example.com/api.`,
	baseUrlWithOtherScheme: (scheme: string) => problem`
		Base URL in the credential begins with ${quotedValue(`${scheme}://`)}, which isn't a web address.
		Begin it with https://.`,
	baseUrlWithLogin: () => problem`
		Base URL in the credential contains a user name or password before an @ sign.
		Remove that part. Client ID and Client Secret have fields of their own.`,
	baseUrlWithQuery: () => problem`
		Base URL in the credential contains ? or #.
		Remove that character and what follows it.`,
	insecureBaseUrl: (host: string) => problem`
		Base URL in the credential uses http://, so the client secret would be sent to ${quotedValue(host)} unencrypted.
		Use https://, or switch on Allow Insecure HTTP in the credential for a service on your own network.`,
	credentialField: (field: string) => problem`
		${field} is empty in the credential.
		Copy it from your API keys.`,
	noToken: (fields: string[]) => problem`
		The service's answer has no access token this node can use (${fields.length > 0 ? `fields received: ${fields.join(', ')}` : 'no fields at all'}).
		Check Base URL in the credential. If it is right, send this text to the maintainers of this node.`,
	wrongKeys: () => problem`
		The service refused Client ID and Client Secret.
		Copy both again from your API keys, then save the credential.`,
	wrongAddress: () => problem`
		Base URL in the credential leads to something other than the messaging service.
		Check Base URL. It must be the service's address followed by /api.`,
	tokenUnreachable: () => problem`
		The service can't be reached to get an access token.
		Check Base URL in the credential, whether the service is running, and whether the n8n server can reach it.`,
	tokenUntrusted: () => problem`
		The service's certificate isn't trusted, so the client secret was not sent.
		Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.
		${untrustedInPoll}`,
	tokenBusy: () => problem`
		The service issued no access token, because it is receiving too many requests.
		Wait a minute, then try again.`,
	tokenFailing: () => problem`
		The service failed to issue an access token.
		Try again later. If it fails again, check scheme and port of Base URL in the credential, and contact the service.`,
	credentialUnusable: (reason: string) => problem`
		The credential can't be used: ${shortened(withoutStop(reason), 300) || 'no reason was given'}.
		Choose another credential in this node, or test this one.`,
};

/** What n8n's test of the credential shows where the service gave a token. */
export const credentialTestSentences = {
	tokenRefused:
		'The service issued a token for this client ID and secret, but refuses to list its statuses with it. Ask the service what these API keys may do.',
	noList:
		"Base URL leads to something that has no list of statuses. Check Base URL. It must be the service's address followed by /api.",
	busy: 'The service is receiving too many requests. Wait a minute, then test again.',
	failing:
		'The service issued a token, but failed to list its statuses. Test again later. If it fails again, contact the service.',
};

/** What a sentence about a request can be made from; each takes what it needs. */
export interface Given {
	/** The HTTP status, or the code in a 200 body. */
	status: number;
	said?: string;
	retryAfter?: string;
	/** What to look for at the service: the numbers, campaign and time of a send. */
	check: string;
	/** Whether Skip Already Sent is on. */
	skips?: boolean;
}

const checkAddress =
	"Check Base URL in the credential. It must be the service's address followed by /api.";
const readLess =
	'Run the workflow again. If it happens again, set a Limit or narrower filters, and contact the service.';

/** How to go on with unknown sends. Skip Already Sent keeps back for two minutes what is unknown here. */
export function howToCheck(facts: string, isOne: boolean, skips = false): string {
	if (skips) {
		const looked = isOne
			? `the message (${facts}) and sends it only if it isn't there`
			: `these messages and sends only those that aren't there: ${facts}`;
		return `Run the workflow again after two minutes: Skip Already Sent looks for ${looked}.`;
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
function quoted(said: string | undefined, mostBytes = Infinity): string {
	return said ? `: ${withoutStop(fitted(said, mostBytes))}.` : '.';
}

/** About a send whose outcome nobody knows. */
function unknown({ check, skips }: Pick<Given, 'check' | 'skips'>, what: string): Problem {
	return {
		what: `Outcome unknown: ${what} The message may or may not have been sent.`,
		next: howToCheck(check, true, skips),
	};
}

/** What is added to an unknown outcome once the service's list was read, `at` when last. */
export const lookUpSentences = {
	notListed: (at: string) => `The service's list of messages did not show it, last read at ${at}.`,
	notLookedUp: (what: string) => `It could not be looked up. ${what}`,
};

/**
 * About a request that failed. Only those about a stopped execution have the word 'canceled', by which n8n
 * knows that a failure comes from its Stop button (workflow-execute.ts, processSuccessExecution).
 */
const ofRequests = {
	unauthorized: ({ said }: Given) => problem`
		The service refused the access token, and then a new one too${quoted(said)}
		Test the credential. If the test passes, ask the service what these API keys may do.`,
	rateLimited: ({ said }: Given) => problem`
		The service is receiving too many requests${quoted(said)}
		Run the workflow again in a few minutes. If it happens again, lower Max Concurrent Requests in Options.
		${pollLess}`,
	rateLimitedWithWait: ({ said, retryAfter }: Given) => problem`
		The service is receiving too many requests${quoted(said)}
		The service asks you to wait ${waitAsked(retryAfter)}. Run the workflow again after that. If it happens again, lower Max Concurrent Requests in Options.
		${pollLess}`,
	unreachable: () => problem`
		The service can't be reached.
		Check Base URL in the credential and whether the service is running, then run the workflow again.
		Check Base URL in the credential and whether the service is running.`,
	untrusted: () => problem`
		The service's certificate isn't trusted, so the request was not made.
		Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.
		${untrustedInPoll}`,
	notTls: () => problem`
		Base URL in the credential leads to something that doesn't speak https.
		Check its scheme (https:// or http://) and its port. Without a scheme, it is https://.`,
	blocked: () => problem`
		n8n blocks this address (SSRF protection).
		Ask whoever runs n8n to add it to N8N_SSRF_ALLOWED_HOSTNAMES. An IP address goes into N8N_SSRF_ALLOWED_IP_RANGES.`,
	notMade: ({ said }: Pick<Given, 'said'>) => problem`
		n8n did not make the request${quoted(said)}
		Correct what n8n reports, in the credential or the node settings, then run the workflow again.`,
	serverError: ({ status, said }: Given) => problem`
		The service failed during this query (status ${status})${quoted(said)}
		Run the workflow again later. If it fails again, contact the service.
		${tellService}`,
	sendServerError: (given: Given) =>
		unknown(given, `the service answered ${given.status}${quoted(given.said, 300)}`),
	lost: () => problem`
		The connection broke before the service answered this query.
		Run the workflow again.
		${tellService}`,
	sendLost: (given: Given) => unknown(given, 'the connection broke before the service answered.'),
	timedOut: () => problem`
		The service did not answer this query in time.
		Run the workflow again, or raise Timeout in the node settings.
		${readLessInPoll}`,
	sendTimedOut: (given: Given) => unknown(given, 'the service did not answer in time.'),
	sendCanceledUnderWay: (given: Given) =>
		unknown(given, 'the execution was canceled before the service answered.'),
	unreadable: ({ status }: Given) => problem`
		The service answered this query, but this node can't read the answer (status ${status}).
		${checkAddress} If it is right, contact the service.`,
	sendUnreadable: (given: Given) =>
		unknown(given, `the service gave an answer this node can't read (status ${given.status}).`),
	redirected: ({ status }: Given) => problem`
		The service redirects this query to another address (status ${status}), which this node doesn't follow.
		Ask the service for its current address, and enter it as Base URL in the credential.`,
	sendRedirected: (given: Given) =>
		unknown(
			given,
			`the service redirects to another address (status ${given.status}), so Base URL in the credential may be out of date.`,
		),
	refused: ({ status, said }: Given) => problem`
		The service refused the request (status ${status})${quoted(said)}
		Correct what the service reports, then run the workflow again.
		Correct what the service reports.`,
	forbidden: ({ said }: Given) => problem`
		The service refused the request (status 403)${quoted(said)}
		Correct what the service reports. If it isn't about anything in this node, test the credential, and ask the service what these API keys may do.`,
	refusedWithoutReason: ({ status }: Given) => problem`
		The service refused the request (status ${status}) and gave no reason.
		Check the fields of this node, or ask the service for the reason.`,
	notFound: () => problem`
		The service doesn't know the address of this request (status 404).
		${checkAddress}`,
	notFoundNamed: ({ said }: Given) => problem`
		The service couldn't find what this request refers to (status 404)${quoted(said)}
		Correct what the service reports. If it isn't about anything in this node, check Base URL in the credential.`,
	canceled: () => problem`
		The execution was canceled before this query was finished.
		Run the workflow again.`,
	sendCanceled: () => problem`
		The execution was canceled before this message was sent.
		If you still want to send it, run the workflow again.`,
	unlisted: ({ said }: Given) => problem`
		The query failed for a reason this node doesn't know${quoted(said)}
		Run the workflow again. If it fails again, send this text to the maintainers of this node.
		If it goes on, send this text to the maintainers of this node.`,
	sendUnlisted: (given: Given) =>
		unknown(
			given,
			`the request failed for a reason this node doesn't know${quoted(given.said, 300)}`,
		),
} satisfies Record<string, (given: Given) => Problem>;

export type OutcomeSentence = keyof typeof ofRequests;

/** About a whole run: its expressions, the doors, what it may reach, and pages. */
const ofRuns = {
	expressionFailed: (field: string, reason: string): Problem => ({
		isOfExpression: true,
		...problem`
			The expression in ${field} failed: ${withoutStop(reason.slice(0, 300))}.
			Fix the expression in ${field}, then run the workflow again.
			Fix the expression, then publish the workflow again.`,
	}),
	severalItems: () => problem`
		This node takes several items only if Operation is chosen from its list, in n8n 1.83.2 or later.
		Choose Operation from its list, and update n8n. Or put a Loop Over Items node with a batch size of 1 before this node.`,
	unknownOperation: (value: unknown) => problem`
		${quotedFirst(value)} isn't a valid Operation.
		Choose Operation from its list.`,
	proxyNotValid: () => problem`
		Proxy in the node settings isn't an address with a host and a port.
		Write it like http://proxy.example.com:8080, or leave it empty.`,
	groupUnderCap: (field: string, cap: number) => problem`
		${field} (${grouped(cap)}) can't be checked, because this node doesn't know how many numbers the contact group has.
		Send to phone numbers instead, or remove ${field} from Options to send to the whole group.`,
	tooManyRecipients: (count: number, cap: number) => problem`
		This run would reach ${counted(count, 'number')}, and Max Recipients allows ${grouped(cap)}.
		Send to fewer numbers, or raise Max Recipients in Options.`,
	tooManyTotalSegments: (count: number, cap: number) => problem`
		This run would send ${counted(count, 'segment')} to all numbers together, and Max Total Segments allows ${grouped(cap)}.
		Shorten the message, send to fewer numbers, or raise Max Total Segments in Options.`,
	cantWait: () => problem`
		This node can't wait for an answer here.
		Update n8n to 1.83.2 or later. For an agent, don't use this operation as a tool: add this node as the human review of a tool.`,
	nameNotReadable: (name: string) => problem`
		n8n can't read what it keeps for a node called ${quotedValue(name)}.
		Rename this node.`,
	linkToThisMachine: (host: string) => problem`
		The link to the page leads to ${host}, which is no address that a phone can open.
		Ask whoever runs n8n to set WEBHOOK_URL to n8n's public address.`,
	severalQuestions: (count: number) => problem`
		Send and Wait for Approval asks one question at a time, and this node has ${counted(count, 'item')}.
		Put a Loop Over Items node with a batch size of 1 before this node.`,
	severalAsked: (count: number) => problem`
		Recipients has ${counted(count, 'number')}, and Send and Wait for Approval asks one person.
		Enter one number. To ask several people, use one node for each of them.`,
	linkTooLong: (maxSegments: number) => problem`
		The link to the page leaves no room for Message in ${counted(maxSegments, 'segment')}, which is all that Max Segments allows.
		Raise Max Segments in Options.`,
	notADuration: (value: unknown) => problem`
		Limit Wait Time is ${quotedValue(value)}, which isn't a length of time.
		Set Amount to a number above 0, or remove Limit Wait Time from Options to wait without a limit.`,
	tooManyRecords: (most: number) => problem`
		The query has more than ${grouped(most)} results, too many for a node that is used as a tool.
		Set a Limit or narrower filters, such as one day or one sender ID.`,
	repeatedPage: (page: number) => problem`
		The service returned the same records on page ${page} as on another page.
		${readLess}
		${readLessInPoll}`,
	missingPages: (page: number, claimed: number) => problem`
		The service says there are ${grouped(claimed)} pages, but page ${grouped(page)} is empty.
		${readLess}
		${readLessInPoll}`,
	listChanged: () => problem`
		The list of messages changed while it was read, so some may be missing.
		Run the workflow again.
		Publish the workflow again.`,
	listCutShort: (missing: number) => problem`
		The service counts ${grouped(missing)} more ${missing === 1 ? 'message' : 'messages'} than it returned.
		Run the workflow again. If it happens again, contact the service.
		${tellService}`,
	listUnreadable: ({ what, next }: Problem) => problem`
		Skip Already Sent could not read the service's list of messages. ${what}
		${next}`,
	sendUnknownElsewhere: (check: string) =>
		unknown(
			{ check, skips: true },
			'the same message just went to one of these numbers in another request, whose outcome is unknown too.',
		),
	tooManyWatched: (most: number) => problem`
		This trigger can watch up to ${grouped(most)} recipients or messages, and there are more.
		Set narrower Filters, such as one campaign or one sender ID, or lower Watch Hours in Options.`,
	pollTooLong: (seconds: number) => problem`
		Reading the service's messages took longer than ${counted(seconds, 'second')}, the most that n8n allows.
		Set narrower Filters or lower Watch Hours in Options, or raise Max Concurrent Requests. If the service is slow, contact it.`,
	stateLost: () => problem`
		n8n started this trigger without what it had seen before, so what changed since its last poll can't be told.
		Look for those changes with Query Messages. If the workflow has another polling trigger, give each a workflow of its own.`,
	nothingToFetch: (hours: number, isFiltered: boolean) => problem`
		The service has no message from the last ${hours === 1 ? 'hour' : `${grouped(hours)} hours`}${isFiltered ? ' that matches the Filters' : ''}.
		Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.`,
	noneOfTheStatuses: (seen: string[]) => problem`
		None of the newest recipients has one of these Statuses. They have ${seen.join(', ')}.
		Write Statuses in the service's own words, or leave it out until a message has such a status.`,
	endlessPages: (pages: number) => problem`
		The service doesn't say how many pages there are, and there are more than ${grouped(pages)}.
		Set a Limit or narrower filters.
		Set narrower Filters or lower Watch Hours in Options.`,
};

export const problems = { ...ofValues, ...ofRequests, ...ofRuns };

/** What is said after it where the trigger has a state to go on from. */
export const nothingLost =
	'No change is lost: the next poll that succeeds tells what changed meanwhile.';

/** What a failed run says of its items together, and how to go on with them. Places are such as 'items 0-4, 7'. */
export const runSentences = {
	sentNothing: 'Nothing was sent.',
	sentNothingNow: 'This try sent nothing.',
	sentBefore: 'An earlier try of this run sent some messages; this try sent none.',
	/** Of `all` items or messages some are unknown, and some `became` refused, not sent or failed. */
	failed(one: string, all: number, unknown: number, refused: number, became: string): string {
		const verb = became === 'failed' ? 'failed' : `${refused === 1 ? 'was' : 'were'} ${became}`;
		if (unknown === 0) return `${refused} of ${all} ${one}s ${verb}.`;
		const others = refused > 0 ? `, and ${refused} ${verb}` : '';
		return `${unknown} of ${all} ${one}s may or may not have been sent${others}.`;
	},
	alsoUnknown: (places: string) => `Also unknown: ${places}.`,
	moreItems: (count: number) => `And ${count} more ${count === 1 ? 'item' : 'items'}.`,
	accepted: (count: number, named: string) =>
		`${count === 1 ? '1 message of this run was' : `${count} messages of this run were`} accepted: ${named}. Query Messages lists ${count === 1 ? 'it' : 'them'}.`,
	allUnsent: 'All items are still to be sent.',
	keepItems: 'Keep the same items and texts: Skip Already Sent texts only those that are left.',
	unlessListed: (places: string, count: number) =>
		`${places} if Query Messages doesn't show ${count === 1 ? 'it' : 'them'}`,
	sendOnly: (places: string, hasSent: boolean) =>
		`Then send only ${places}${hasSent ? '; the others would be sent twice' : ''}.`,
	orSkip: (hasUnknown: boolean) =>
		`Or switch on Skip Already Sent in Options and run the workflow again${hasUnknown ? ' after two minutes' : ''} with the same items and texts: it texts only those that are left.`,
	noneAccepted: 'No message of this run is known to be accepted.',
	alreadySent: (count: number, places: string) =>
		`${counted(count, 'recipient')} had the message already: ${places}.`,
	stopped: 'The execution was canceled.',
	itemsFromZero: 'n8n counts items from 0: item 0 is the first.',
};

const outcomeWords = {
	accepted: 'accepted',
	alreadySent: 'had it already',
	excluded: 'excluded',
	dryRun: 'checked by Dry Run',
	unknown: 'may or may not have been sent',
	notSent: 'not sent',
};

/** What n8n's output pane says of a run that did not fail. */
export const hintSentences = {
	unknown(count: number, skips: boolean): string {
		const them = count === 1 ? 'it' : 'them';
		const next = skips
			? `Run the workflow again after two minutes: Skip Already Sent looks for ${them}, and sends only what isn't there.`
			: `Look for ${them} with Query Messages before resending. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.`;
		return `${counted(count, 'message')} may or may not have been sent. ${next}`;
	},
	dryRun(sum: Record<'items' | 'numbers' | 'segments' | 'groups', number>, skips: boolean): string {
		const them = sum.items === 1 ? 'it' : 'them';
		const reached = [
			sum.numbers > 0
				? `${counted(sum.numbers, 'number')} with ${counted(sum.segments, 'segment')} in all`
				: '',
			sum.groups > 0 ? counted(sum.groups, 'contact group') : '',
		].filter(Boolean);
		const notLookedUp = skips ? " Skip Already Sent didn't check who already has the message." : '';
		return `Dry Run is on for ${counted(sum.items, 'item')}, and nothing was sent for ${them}. Without it, this run would text ${reached.join(', and ')}.${notLookedUp}`;
	},
	/** Of a run's items; those that failed are found in that `place`. */
	ended(counts: Record<keyof typeof outcomeWords, number>, place: string): string {
		const outcomes = Object.keys(counts) as Array<keyof typeof outcomeWords>;
		const parts = outcomes.filter((outcome) => counts[outcome] > 0);
		const told = parts.map((outcome) => `${grouped(counts[outcome])} ${outcomeWords[outcome]}`);
		const hasFailed = counts.unknown + counts.notSent > 0;
		return `${told.join(', ')}${hasFailed ? `: see the ${place}` : ''}.`;
	},
	/** @param isOnlyOne whether all items are the same */
	repeats(count: number, isOnlyOne: boolean): string {
		const [verb, them] = count === 1 ? ['repeats', 'it'] : ['repeat', 'them'];
		const next = isOnlyOne
			? ' If each item has a number of its own, switch Recipients to Expression and drag its column in.'
			: '';
		return `${counted(count, 'item')} ${verb} another item's message to the same recipients, so no second text goes out for ${them}.${next}`;
	},
	/** @param numbers with how many texts each gets, and from which items, such as '1, 2 and 5' */
	severalTexts(numbers: Array<{ number: string; texts: number; items: string }>): string {
		const gets = numbers.length > 1 ? 'get several' : `gets ${numbers[0]?.texts}`;
		const named = numbers.slice(0, 5).map(({ number, items }) => `${number} (items ${items})`);
		const rest = numbers.length > 5 ? ` and ${grouped(numbers.length - 5)} more` : '';
		return `${counted(numbers.length, 'number')} ${gets} different texts: ${named.join(', ')}${rest}.`;
	},
	namedAfterWorkflow:
		"Campaign is the workflow's name. If you rename the workflow, Skip Already Sent sends these messages again. For your next list, type a name of its own into Campaign.",
	skipped: (count: number) =>
		`${counted(count, 'number')} got nothing. The output's skippedRecipients says which, and why.`,
	inDoubt(doubts: ReadonlyMap<string, Doubt>): string {
		const unknown = [...doubts.keys()].filter((number) => doubts.get(number) === 'unknownRange');
		const landlines = doubts.size - unknown.length;
		const areLandlines = landlines === 1 ? 'is a landline' : 'are landlines';
		if (unknown.length === 0)
			return `${counted(landlines, 'number')} ${areLandlines}, which may not receive texts.`;
		const others = unknown.length > 5 ? ` and ${grouped(unknown.length - 5)} more` : '';
		const named = `${unknown.slice(0, 5).join(', ')}${others}`;
		const also = landlines > 0 ? ` ${grouped(landlines)} ${areLandlines}.` : '';
		return `${counted(unknown.length, 'number')} may be wrong: ${named} (no such range is known).${also}`;
	},
	incomplete:
		'The list changed while it was read, so some results may be missing. Run the workflow again.',
	missing: (count: number) =>
		`${counted(count, 'result')} ${count === 1 ? 'is' : 'are'} missing: the service counts more than it gave. Run the workflow again. If it happens again, contact the service.`,
	nothingFound: (filters: string[]) =>
		`Nothing was found for ${filters.slice(0, 3).join('; or ')}${filters.length > 3 ? `; and ${filters.length - 3} more` : ''}. Except for search text, filters must match exactly.`,
	limitsMessages:
		'Limit counts messages, not recipients: each message has one item for each of its recipients.',
	linkBelowPath: (path: string) =>
		`The link to the page is below the path ${path}. Open it once: if it says 'Invalid Form Link', a proxy takes that path away, and n8n needs other settings (see Operations in this package's documentation).`,
	waited: (seconds: number) =>
		`The service was receiving too many requests, so this run waited ${counted(seconds, 'second')}.`,
};
