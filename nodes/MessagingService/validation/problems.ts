import { counted } from './grouped';
import { isNotSet } from './isNotSet';
import type { Problem } from './problem';
import { quotedFirst, quotedValue } from './quotedValue';
import { withoutStop } from './withoutStop';

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
const sentences = {
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
} satisfies Record<string, (...values: never[]) => Omit<Problem, 'id'>>;

type Sentences = typeof sentences;

/** Makes the problem of that id from the values that belong into its sentences. */
export const problems = Object.fromEntries(
	Object.entries(sentences).map(([id, write]) => [
		id,
		(...values: never[]) => ({
			id,
			...(write as (...values: never[]) => Omit<Problem, 'id'>)(...values),
		}),
	]),
) as { [Id in keyof Sentences]: (...values: Parameters<Sentences[Id]>) => Problem };
