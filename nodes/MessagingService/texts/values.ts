import { problem, type Cost } from './problem';
import {
	pluralize,
	withFullStop,
	formatNumber,
	joinWithAnd,
	quotedFirst,
	quotedValue,
	truncate,
	showInvisible,
} from '../wording';

const enterAgain =
	'Format the column as plain text in the spreadsheet, and enter the number again.';

function inField(field: string, value: unknown): string {
	return `${quotedFirst(value)} in ${field}`;
}

function kindOfNumber(callingCode: string | undefined): string {
	return callingCode ? `a number with country code +${callingCode}` : 'a phone number';
}

function placesOf(before: string, behind: string): string {
	const [first, last] = [before, behind].map((words) => quotedValue(words.replace(/\s+/g, ' ')));
	if (before && behind) return `${first} before the number and ${last} behind it`;
	return before ? `${first} before the number` : `${last} behind the number`;
}

function boundsInWords(min: number | undefined, max: number | undefined): string {
	if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
	if (min !== undefined) return ` of ${min} or more`;
	return max === undefined ? '' : ` of ${max} or less`;
}

/** Says why a text takes more segments than it needs: 'instead of 1 because of ’ (twice) and –'. */
export function insteadOf({ segments, characters }: Cost): string {
	const named = [...characters].map(([character, count]) => {
		const times = count === 2 ? ' (twice)' : ` (${count} times)`;
		return `${showInvisible(character)}${count === 1 ? '' : times}`;
	});
	return `instead of ${segments} because of ${joinWithAnd(named)}`;
}

/** Quotes the code of a placeholder with its brackets, on one line. */
export function quotedPlaceholder(code: string): string {
	return `'{{ ${truncate(showInvisible(code.replace(/\s+/g, ' ')), 60)} }}'`;
}

export function columnsInWords(columns: string[]): string {
	return truncate(showInvisible(columns.join(', ')), 200);
}

/** Says how to get rid of a machine's word or character in a text. */
function howToReplace(field: string, word: string): string {
	if (word.startsWith('['))
		return `Drag a single value into ${field}, such as a name, not a whole object.`;
	if (word.startsWith('Invalid'))
		return 'Check the date in your data, and the expression that reads it.';
	if (word.startsWith('#')) return 'Correct this cell in the spreadsheet.';
	if (word === '\ufffd')
		return 'A letter was lost when a file was read in a wrong encoding. Save it as UTF-8, and read it again.';
	if (/\p{Cs}/u.test(word))
		return "This is half an emoji. To cut a text between characters, write {{ [...$json.text].slice(0, 150).join('') }}.";
	return 'This is a control character, which no phone shows. Delete it in your data.';
}

/** Problems with refused values. */
export const ofValues = {
	noRecipients: (field: string) => problem`
		${field} has no phone number.
		Enter one such as +254712345678, or fill in the cell or field that ${field} is read from.`,
	recipientOfWrongType: (field: string, value: unknown) => problem`
		${inField(field, value)} isn't a phone number.
		Enter one number such as +254712345678, several separated by commas, or a list of numbers.`,
	noCountryCode: (
		field: string,
		value: string,
		hasDefault: boolean,
		would?: { number: string; country?: string },
	) => problem`
		${inField(field, value)} has no country code${would ? `: is the plus missing? Write ${would.number} if it is a number of ${would.country ?? 'no single country'}` : ''}.
		${would ? 'If not, write it with its own country code' : 'Write the number with a plus and its country code, e.g. +254712345678'}${hasDefault ? ', or choose its country as Default Country in Options' : ''}.`,
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
	otherCountry: (field: string, value: string, country = "a country that can't be told") => problem`
		${inField(field, value)} is a number of ${country}, which isn't among the Allowed Countries.
		Check the number. If it is right, add its country to Allowed Countries in Options.`,
	unknownRange: (field: string, value: string) => problem`
		${inField(field, value)} is in a range that isn't known, so its country can't be told, and Allowed Countries is set.
		Check the number. If it is right, send to it without Allowed Countries.`,
	costlyNumber: (field: string, value: string, kind: 'premium' | 'personal') => problem`
		${inField(field, value)} is a ${kind === 'premium' ? 'premium-rate' : 'personal'} number, which costs more and is nobody's phone.
		Check the number. If it is right, send to it without Allowed Countries.`,
	codeTwice: (field: string, value: string, once: string) => problem`
		${inField(field, value)} seems to have its country code twice.
		Write ${once} if that is the number.`,
	noteBehindNumber: (field: string, value: string) => problem`
		${inField(field, value)} is two numbers, or a number with a note behind it.
		Write two numbers in full, with a comma between them, and delete a note. If it is one number, write its digits without anything between them.`,
	wordsAroundNumber: (field: string, value: string, before = '', behind = '') => problem`
		${inField(field, value)} has ${placesOf(before, behind)}.
		Delete ${before && behind ? 'both' : 'it'}.`,
	commaInNumber: (field: string, value: string, whole: string) => problem`
		${inField(field, value)} has a comma within a number.
		Write ${whole} if that is the number. If there are several, write each with its plus and country code.`,
	notACountry: (value: unknown, what = 'Default Country') => problem`
		${quotedFirst(value)} isn't a valid ${what}.
		Choose a ${what} from the list, or enter a two-letter code, e.g. KE for Kenya.`,
	characterInNumber: (field: string, value: string, character: string) => problem`
		${inField(field, value)} contains ${quotedValue(character)}, which can't be part of a phone number.
		Check the number, and correct that character.`,
	noDigits: (field: string, value: string) => problem`
		${inField(field, value)} has no digits.
		Enter a phone number such as +254712345678, or check which column fills ${field}.`,
	idWithoutNumber: (field: string, value: string) => problem`
		${inField(field, value)} is the WhatsApp ID of a group, or of somebody whose number is hidden.
		Enter a phone number such as +254712345678.`,
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
		${pluralize(count, 'more value')} in ${field} ${count === 1 ? 'was' : 'were'} refused and ${count === 1 ? "isn't" : "aren't"} listed here.
		Fix the ones that are listed, and check the rest for the same mistake.`,
	restOfRecipientsNotRead: (field: string, count: number) => problem`
		${pluralize(count, 'value')} in ${field} were refused, so the rest was not read.
		Check that ${field} holds phone numbers, or fix the ones that are listed.`,
	tooManyValues: (field: string, most: number) => problem`
		${field} has more than ${pluralize(most, 'value')}, so the rest was not read.
		Check what fills ${field}, or spread the numbers over several items.`,
	emptyText: (field: string) => problem`
		${field} is empty.
		Fill in ${field}, or the cell or field that it is read from.`,
	textOfWrongType: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, not text.
		Type text into ${field}, or use an expression that returns a single text.`,
	notALanguage: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, which is no language tag.
		Enter a tag, such as sw for Swahili or pt-BR for Portuguese as in Brazil.`,
	expressionAsText: (field: string, expression: string) => problem`
		${field} has ${quotedValue(expression)} as plain text, so it would go out as it stands.
		If ${field} stands on Fixed, switch it to Expression. If the text comes from your data, correct it there.`,
	strayBrackets: (field: string, brackets: string, before: string) => problem`
		${field} has ${brackets} outside a placeholder${before.trim() ? `, after ${quotedValue(before)}` : ''}, so it would go out as it stands.
		Delete these brackets: n8n's editor adds }} by itself when {{ is typed.`,
	missingColumn: (field: string, code: string, columns: string[]) => problem`
		${field} has ${quotedPlaceholder(code)}, and no row has this column.${columns.length > 0 ? ` The columns are ${columnsInWords(columns)}.` : ''}
		Correct the column's name. If it may be missing, write {{ ${code} ?? '' }}.`,
	machineWord: (field: string, word: string, excerpt: string) => problem`
		${field} has ${quotedValue(word)} in place of a value${excerpt === word ? '' : `, in ${quotedValue(excerpt)}`}.
		${howToReplace(field, word)}`,
	statusesOfWrongType: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, which this node can't read as statuses.
		Write the statuses with commas between them, e.g. Failed, Undelivered.`,
	textTooLong: (field: string, length: number, longest: number) => problem`
		${field} has ${pluralize(length, 'character')}, which is too long.
		Shorten ${field} to at most ${pluralize(longest, 'character')}.`,
	messageTooLong: (length: number, segments: number, most: number, fewer: number) => problem`
		Message has ${pluralize(length, 'character')}, and a text message has ${segments} segments at most.
		Shorten Message to ${formatNumber(most)} characters, or to ${formatNumber(fewer)} if any of them is an emoji or another special character.`,
	tooManySegments: (
		segments: number,
		maxSegments: number,
		encoding: string,
		cost?: Cost,
	) => problem`
		Message needs ${pluralize(segments, 'segment')} in ${encoding}${cost ? `, ${insteadOf(cost)}` : ''}, and Max Segments allows ${maxSegments}.
		Shorten Message, ${cost?.plain ? 'add Plain Characters in Options, ' : ''}${cost && !cost.plain ? 'replace these characters, ' : ''}or raise Max Segments in Options.`,
	unreadableTime: (field: string, value: unknown) => problem`
		${field} is ${quotedValue(value)}, which this node can't read as a date and time.
		Pick a date, or write it like 2026-11-22, 2026-11-22 09:00, 2026-11-22T09:00:00+03:00 or as a Unix timestamp.`,
	notATimeOfDay: (field: string, value: unknown) => problem`
		${field} of Sending Hours is ${quotedValue(value)}, which isn't a time of day.
		Write it like 08:00 or 20:30.`,
	noSendingHours: () => problem`
		Sending Hours have no day, or end when they begin, so nothing could be sent.
		Choose at least one of Days, and two different times as From and To.`,
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
		The workflow's time zone is ${quotedValue(zone)}, which doesn't exist or means several zones.
		Choose a time zone in the workflow's settings, e.g. Africa/Nairobi.`,
	unknownTimeZone: (zone: unknown) => problem`
		Time Zone of Sending Hours is ${quotedValue(zone)}, which doesn't exist or means several zones.
		Write one such as Africa/Nairobi or +03:00, or leave it empty for the workflow's.`,
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
	emptyInList: (field: string) => problem`
		${field} has an empty value in place of a number, so this node doesn't know whom it means.
		Check the column or field that ${field} is read from.${field === 'Exclude Numbers' ? ' An empty field or an empty list leaves out nobody.' : ''}`,
	emptyList: (field: string) => problem`
		${field} is empty, so nobody could get the message.
		Fill in ${field}, or remove it from Options.`,
	severalTestNumbers: (field: string, count: number) => problem`
		${field} has ${pluralize(count, 'number')}, and a test goes to one.
		Enter your own phone number.`,
	notForGroups: (option: string) => problem`
		${option} can't be used with a contact group, because only the service knows who is in it.
		Send to phone numbers instead, or remove ${option} from Options to send to the whole group.`,
	alikeInRun: (number: string, item: number, differences: string[]) => problem`
		${number} gets this message from item ${item} too, with a different ${differences.join(' and ')}, and Skip Already Sent can't tell the two apart.
		Leave ${number} out of one of the two items, or give it an item of its own with another Campaign.`,
	notAChoice: (field: string, value: unknown, allowed: readonly string[]) => problem`
		${quotedFirst(value)} isn't a valid ${field}.
		Set ${field} to one of these: ${allowed.join(', ')}.`,
	notAmongChoices: (field: string, value: unknown, allowed: readonly string[]) => problem`
		${inField(field, value)} isn't one of its choices.
		Set ${field} to some of these: ${allowed.join(', ')}.`,
};

/** Problems with the credential, and with getting a token. */
export const ofCredential = {
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
	tokenBusy: () => problem`
		The service issued no access token, because it is receiving too many requests.
		Wait a minute.`,
	tokenFailing: () => problem`
		The service failed to issue an access token.
		Wait a few minutes. If it goes on, check scheme and port of Base URL in the credential, and contact the service.`,
	statusesRefused: () => problem`
		The service issued a token for this client ID and secret, but refuses to list its statuses with it.
		Ask the service what these API keys may do.`,
	noStatuses: () => problem`
		Base URL leads to something that has no list of statuses.
		Check Base URL. It must be the service's address followed by /api.`,
	statusesBusy: () => problem`
		The service is receiving too many requests.
		Wait a minute, then test again.`,
	statusesFailing: () => problem`
		The service issued a token, but failed to list its statuses.
		Test again later. If it fails again, contact the service.`,
	tokenElsewhere: (address: string) => problem`
		The access token of this credential is for ${address}, and this request goes to another host.
		Correct the URL. If that host may have the token too, set Allowed HTTP Request Domains in the credential to Specific Domains, and name it there.`,
	noTokenYet: () => problem`
		The credential has no access token for its Base URL, Client ID and Client Secret.
		Test the credential.`,
	credentialUnusable: (reason: string) => problem`
		The credential can't be used: ${withFullStop(truncate(reason, 300) || 'no reason was given')}
		Choose another credential in this node, or test this one.`,
};
